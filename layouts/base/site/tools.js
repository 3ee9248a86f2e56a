// Ticks that are kept, what they add up to, and dice for the tables; every page reads without it.
(function (scope) {
  "use strict";
  const main = document.getElementById("main"), $ = id => document.getElementById(id);
  const say = (text, slots) => text.replace(/\{(\w+)\}/g, (_, name) => slots[name]);

  // ---- the sums: whole copper pieces and hundredths of a pound ----
  function total(things, ticked) {
    const taken = things.filter(thing => ticked.has(thing.id));
    const sum = name => taken.reduce((all, thing) => all + thing[name], 0);
    return { many: taken.length, copper: sum("copper"), weight: sum("weight") };
  }
  function amount(hundredths, thousands) { // 130050 -> 1,300.5
    const whole = String(Math.floor(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
    const rest = String(hundredths % 100).padStart(2, "0").replace(/0+$/, "");
    return rest ? whole + "." + rest : whole;
  }
  scope.Hoard = { total, amount };

  // ---- ticks ----
  const keep = main.dataset.keep, boxes = [...main.querySelectorAll("input[type=checkbox]")];
  if (keep && boxes.length) {
    const KEEP = `zinegen.${keep}.ticks.${location.pathname.split("/").pop()}`, takings = $("takings");
    let kept = [];
    try { kept = [].concat(JSON.parse(localStorage.getItem(KEEP)) || []); } catch { /* nothing can be kept here */ }
    boxes.forEach(box => { box.checked = kept.includes(box.id); });
    const things = boxes.map(box => ({ id: box.id, copper: +box.dataset.copper || 0, weight: +box.dataset.weight || 0 }));
    const untouched = takings && $("taken").textContent;
    const update = () => {
      const ticked = new Set(boxes.filter(box => box.checked).map(box => box.id));
      try { localStorage.setItem(KEEP, JSON.stringify([...ticked])); } catch { /* as above */ }
      boxes.forEach(box => { const row = box.closest("tr"); if (row) row.classList.toggle("taken", box.checked); });
      if (!takings) return;
      const d = takings.dataset, of = sum => ({ n: sum.many, gp: amount(sum.copper, d.thousands), lb: amount(sum.weight, d.thousands) });
      const all = total(things, ticked), heads = Math.max(1, Math.round(+$("heads").value) || 1);
      $("taken").textContent = all.many ? say(d.words, { ...of(all), of: things.length }) : d.none + " " + untouched;
      $("share").textContent = all.many ? say(d.share, { gp: amount(Math.floor(all.copper / heads), d.thousands) }) : "";
      for (const table of main.querySelectorAll(".ticks")) {
        const ids = new Set([...table.querySelectorAll("input")].map(box => box.id));
        const part = total(things.filter(thing => ids.has(thing.id)), ticked);
        table.querySelector(".part-taken").textContent = part.many ? say(d.words, { ...of(part), of: ids.size }) : "";
      }
    };
    main.addEventListener("change", update);
    main.addEventListener("input", event => { if (event.target.id === "heads") update(); });
    $("untick").addEventListener("click", () => { boxes.forEach(box => { box.checked = false; }); update(); });
    update();
  }

  // ---- dice for the tables ----
  for (const roll of main.querySelectorAll(".roll")) {
    const rows = [...roll.closest(".rolls").querySelectorAll("tbody tr, ol > li")];
    const told = document.createElement("output");
    roll.after(" ", told);
    roll.addEventListener("click", () => {
      const at = Math.floor(Math.random() * rows.length);
      rows.forEach((row, i) => row.classList.toggle("rolled", i === at));
      told.textContent = `d${rows.length}: ${at + 1}`;
      rows[at].scrollIntoView({ block: "nearest" });
    });
  }
})(window);
