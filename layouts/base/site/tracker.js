// The tracker: keeps a fight, shows whose turn it is. The rules stand in initiative.js.
(function () {
  "use strict";
  const main = document.getElementById("main"), $ = id => document.getElementById(id);
  const read = id => JSON.parse($(id).textContent), words = read("words"), fights = read("fights");
  const KEEP = "zinegen." + main.dataset.keep + ".fight", { playRound, wild, difference, reference } = window.Initiative;
  const number = Number.isInteger, die = () => 1 + Math.floor(Math.random() * 6);
  const say = (text, slots) => text.replace(/\{(\w+)\}/g, (_, name) => slots[name]);
  const fresh = system => ({ fight: { system: system || "detailed", lower_step: 36, reference_category: null,
    sides: { party: [], monsters: [] }, fighters: [] }, round: 1, standings: {}, done: {} });
  let state = fresh(), past = [], open = null;
  try {
    const kept = JSON.parse(localStorage.getItem(KEEP));
    if (kept && kept.fight && Array.isArray(kept.fight.fighters)) state = kept;
  } catch { /* nothing can be kept here */ }

  function el(tag, props, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(props || {})) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
    return made;
  }
  const button = (id, text, act, more) => el("button", { type: "button", id, onclick: act, ...more }, text);
  function change(act) {
    const was = JSON.stringify(state);
    act();
    if (JSON.stringify(state) !== was) past = [...past.slice(-60), was];
    try { localStorage.setItem(KEEP, JSON.stringify(state)); } catch { /* as above */ }
    draw();
  }

  // ---- what is so ----
  const here = () => state.fight.fighters.filter(one => (one.comes || 1) <= state.round);
  const alive = one => !one.hp.length || one.hp.some(n => n > 0);
  const nth = one => (one.rolls || [])[state.round - 1];
  const plan = one => (one.delay || []).find(delay => delay.round === state.round);
  const standing = one => state.standings[one.name] || { carried: 0, waiting: false };
  const claims = one => (one.claims || []).includes(state.round);
  const detailed = () => state.fight.system === "detailed", sided = () => state.fight.system === "d6-sides";
  const doneOf = name => state.done[name] || 0;
  const named = name => state.fight.fighters.find(one => one.name === name);
  const measure = () => reference(state.fight) ?? null; // of all, so that it stays when those who come later are there
  const played = () => playRound({ ...state.fight, reference_category: measure(), fighters: here() }, state.round, state.standings);
  function acts(round) {
    return round.order.filter(act => alive(named(act.fighter))).map(act => ({ ...act, over: act.action <= doneOf(act.fighter) }));
  }
  const rollOf = one => (one.reaction ?? 12) + wild(die);
  function needed(round) { // who has still to roll
    return sided() ? ["party", "monsters"].filter(side => !number((state.fight.sides[side] || [])[state.round - 1]))
      : round.missing.filter(name => alive(named(name)));
  }

  // ---- what is done ----
  function setRoll(one, value) {
    one.rolls ||= [];
    while (one.rolls.length < state.round) one.rolls.push(null);
    one.rolls[state.round - 1] = value;
  }
  function setSide(side, value) {
    const list = state.fight.sides[side] ||= [];
    while (list.length < state.round) list.push(null);
    list[state.round - 1] = value;
  }
  function rollAll() {
    change(() => needed(played()).forEach(name => sided() ? setSide(name, die()) : setRoll(named(name), rollOf(named(name)))));
  }
  function next() {
    change(() => {
      const round = played(), list = acts(round), now = list.find(act => !act.over);
      if (now) return void (state.done[now.fighter] = now.action);
      state.standings = { ...state.standings, ...round.standings };
      state.round += 1;
      state.done = {};
    });
  }
  function undo() {
    if (!past.length) return;
    state = JSON.parse(past.pop());
    try { localStorage.setItem(KEEP, JSON.stringify(state)); } catch { /* as above */ }
    draw();
  }
  function pullForward(one, by) {
    const action = doneOf(one.name) + 1;
    one.early = [...(one.early || []).filter(e => e.round !== state.round || e.action !== action), { round: state.round, action, by }];
  }
  function wait(one) {
    one.delay = [...(one.delay || []).filter(d => d.round !== state.round), { round: state.round, until: null, action: doneOf(one.name) + 1 }];
  }
  function actNow(one, until, other) {
    const delay = { ...(plan(one) || { round: state.round }), until, new_roll: rollOf(one), interrupts: other || null };
    if (other) delay.opposed = [rollOf(one), rollOf(named(other))];
    if (standing(one).waiting) delete delay.action;
    one.delay = [...(one.delay || []).filter(d => d.round !== state.round), delay];
  }
  function remove(one) { // with all that others had planned against it
    state.fight.fighters = state.fight.fighters.filter(other => other !== one);
    for (const other of state.fight.fighters) for (const delay of other.delay || []) if (delay.interrupts === one.name) {
      delay.interrupts = null;
      delete delay.opposed;
    }
    delete state.standings[one.name];
    delete state.done[one.name];
  }
  function freeName(name) {
    let found = name;
    for (let n = 2; named(found); n++) found = name + " " + n;
    return found;
  }
  function add(one) {
    state.fight.fighters.push({ side: "monsters", situation: 0, rolls: [], hp: [], ...one, name: freeName(one.name),
      hp: [...(one.hp || [])], comes: (one.comes || 1) + state.round - 1 });
  }

  // ---- what is seen ----
  const moment = at => words.moment[at] || String(at).replace("-", "−");
  function remark(act) {
    const said = [act.how === "delayed" || act.how === "claimed" ? words.how[act.how] : "", act.limit ? words.limit[act.limit] : "",
      act.together.length ? say(words.together, { names: act.together.join(", ") }) : ""];
    return said.filter(Boolean).join("; ");
  }
  function drawNow(round, list) {
    const missing = needed(round), now = list.find(act => !act.over), after = list.filter(act => !act.over)[1];
    const card = $("now"), empty = !state.fight.fighters.length;
    const then = after ? " · " + say(words.then, { at: moment(after.at), name: after.fighter }) : "";
    const big = empty ? "" : missing.length ? "?" : now ? moment(now.at) : "–";
    const who = empty ? words.empty : missing.length ? say(words.roll_for, { n: missing.length }) : now ? now.fighter : words.over;
    $("now-at").textContent = big;
    $("now-who").textContent = who;
    $("now-more").textContent = empty ? words.empty_more : say(words.round, { n: state.round }) + (missing.length ? "" : then);
    const go = $("next");
    go.textContent = missing.length ? words.roll_all : now ? words.next : words.next_round;
    $("undo").hidden = empty && !past.length;
    $("undo").disabled = !past.length;
    go.hidden = empty;
    card.classList.toggle("far", typeof (now && now.at) === "string");
  }
  function drawOrder(round, list) {
    const now = list.find(act => !act.over), rows = list.map(act => el("li", { class: act.over ? "over" : null, "aria-current": act === now ? "step" : null },
      el("b", {}, moment(act.at)), el("span", {}, act.fighter, remark(act) ? el("small", {}, remark(act)) : null)));
    const rest = (names, text) => names.filter(name => named(name) && alive(named(name)) && !round.missing.includes(name))
      .forEach(name => rows.push(el("li", { class: "rest" }, el("b", {}, "·"), el("span", {}, name, el("small", {}, text(name))))));
    rest(round.waiting.filter(name => !list.some(act => act.fighter === name && act.how)), () => words.waits);
    rest(round.idle, name => round.carried[name] ? say(words.carries, { n: round.carried[name] }) : words.idle);
    $("order").replaceChildren(...rows);
    const told = round.notes.map(one => say(words.note[one.code], one.slots));
    for (const [name, lost] of Object.entries(round.lost)) told.push(say(words.lost, { fighter: name, lost: lost.join(", ") }));
    for (const [name, n] of Object.entries(round.surplus)) told.push(say(words.surplus, { fighter: name, n }));
    if (round.surprise) {
      const who = words.side[round.surprise.winner || "none"];
      told.unshift(say(words.surprise[round.surprise.kind], { side: who, by: round.surprise.by }) + (round.surprise.from_behind ? words.from_behind : "") + ".");
    }
    for (const name of round.morale || []) told.push(say(words.morale, { fighter: name }));
    $("notes").replaceChildren(...told.map(text => el("li", {}, text)));
  }
  function whole(text, limits) { // what is typed as a whole number between the limits of the file of a fight; null for nothing
    const { min, max } = { min: -1000, max: 1000, ...limits }, given = text === "" ? NaN : Math.round(+text);
    return Number.isNaN(given) ? null : Math.min(max, Math.max(min, given));
  }
  function field(id, label, value, set, more) {
    const input = el("input", { type: "number", id, value: value ?? "", inputmode: "numeric", ...more });
    if (set) input.addEventListener("change", () => {
      const given = whole(input.value, more);
      change(() => set(given));
      input.value = given ?? "";
    });
    return el("label", {}, el("span", {}, label), input);
  }
  function drawFighter(one, at, list) {
    const key = "f" + at, delay = plan(one), mine = list.filter(act => act.fighter === one.name), now = list.find(act => !act.over);
    const next = mine.find(act => !act.over), idle = standing(one).waiting || (delay && !number(delay.until));
    const absent = (one.comes || 1) > state.round, rows = [], tools = [], at_now = now && number(now.at) ? now.at : 0;
    if (!absent && !sided() && !(standing(one).waiting && !claims(one)))
      rows.push(field(key + "-roll", words.result, nth(one), value => setRoll(one, value)),
        button(key + "-die", words.roll, () => change(() => setRoll(one, rollOf(one))), { "aria-label": say(words.roll_one, { name: one.name }) }));
    if (delay && number(delay.until)) rows.push(field(key + "-again", words.new_roll, delay.new_roll, value => { delay.new_roll = value ?? rollOf(one); }));
    if (delay && delay.opposed) delay.opposed.forEach((n, i) => rows.push(field(key + "-op" + i, [one.name, delay.interrupts][i], n, value => { delay.opposed[i] = value ?? 0; })));
    if (detailed() && !absent && alive(one)) {
      if (idle && !claims(one)) {
        const until = field(key + "-until", words.until, at_now), value = () => whole(until.querySelector("input").value) ?? 0;
        tools.push(until, button(key + "-act", words.act, () => change(() => actNow(one, value()))));
        if (now && now.fighter !== one.name && number(now.at)) tools.push(button(key + "-cut", say(words.interrupt, { name: now.fighter }), () => change(() => actNow(one, now.at, now.fighter))));
        if (standing(one).waiting && list.every(act => !act.over || act.at === "first")) tools.push(button(key + "-claim", words.claim, () => change(() => { one.claims = [...(one.claims || []), state.round]; })));
      } else if (next && number(next.at) && !next.how) {
        const limits = { min: 1, max: 12 }, by = field(key + "-by", words.by, whole(at_now - next.at || 6, limits), null, limits);
        tools.push(by, button(key + "-early", words.early, () => change(() => pullForward(one, whole(by.querySelector("input").value, limits) ?? 1))));
        if (next.at !== "last") tools.push(button(key + "-wait", words.wait, () => change(() => wait(one))));
      }
    }
    const bars = one.hp.map((n, i) => el("span", { class: "hp" + (n > 0 ? "" : " down") },
      button(`${key}-less${i}`, "−", () => change(() => { one.hp[i] = Math.max(0, n - 1); }), { "aria-label": say(words.hp_less, { name: one.name, n: i + 1 }) }),
      el("b", {}, String(n)), el("small", {}, words.hp),
      button(`${key}-more${i}`, "+", () => change(() => { one.hp[i] = n + 1; }), { "aria-label": say(words.hp_more, { name: one.name, n: i + 1 }) })));
    const apart = detailed() ? difference(state.fight, one) : 0, sums = mine.map(act => moment(act.at)).join(", ");
    const said = absent ? say(words.comes, { n: one.comes }) : sums ? say(words.acts_at, { at: sums }) : idle ? words.waits : words.no_acts;
    const more = el("details", { class: "more", open: open === one.name, ontoggle: event => {
      open = event.target.open ? one.name : open === one.name ? null : open; } }, el("summary", { id: key + "-edit" }, words.change),
      el("div", { class: "fields" },
        field(key + "-re", words.reaction, one.reaction, value => { one.reaction = value ?? 12; }, { min: 0, max: 999 }),
        detailed() ? field(key + "-cat", words.category, one.category, value => { one.category = value; }, { min: 0, max: 99 }) : null,
        field(key + "-sit", words.situation, one.situation, value => { one.situation = value || 0; }, { min: -100, max: 100 }),
        el("label", {}, el("span", {}, words.side_of), el("select", { id: key + "-side", onchange: event => change(() => { one.side = event.target.value; }) },
          ["monsters", "party"].map(side => el("option", { value: side, selected: one.side === side }, words.side[side])))),
        button(key + "-gone", words.remove, () => change(() => remove(one)))));
    return el("li", { class: "fighter" + (alive(one) ? "" : " down") + (now && now.fighter === one.name ? " acting" : "") },
      el("div", { class: "who" }, el("b", {}, one.name), apart ? el("small", {}, say(apart > 0 ? words.higher : words.lower, { n: Math.abs(apart) })) : null,
        el("small", {}, said), one.line ? el("small", { class: "line" }, one.line) : null),
      el("div", { class: "fields" }, rows), el("div", { class: "bars" }, bars), tools.length ? el("div", { class: "fields" }, tools) : null, more);
  }
  const initials = name => { const parts = name.split(/\s+/); return parts[0].slice(0, 2) + (parts.length > 1 ? parts[parts.length - 1].slice(0, 3) : ""); };
  function drawTrack(list) {
    const top = Math.max(36, Math.ceil(Math.max(0, ...list.map(act => act.at).filter(number)) / 12) * 12), cells = [], now = list.find(act => !act.over);
    const marks = at => list.filter(act => act.at === at).map(act => el("i", { class: (act.over ? "over " : "") + (act === now ? "now" : "") }, initials(act.fighter)));
    for (let at = top; at > 0; at--) cells.push(el("li", { class: (at < 6 ? "none" : "") + (at % 12 === 6 ? " bar" : "") }, String(at), marks(at)));
    const end = at => marks(at).length ? el("li", { class: "end" }, moment(at), marks(at)) : null;
    $("track").replaceChildren(...[end("first"), ...cells, end("last")].filter(Boolean));
  }
  function draw() {
    const at = document.activeElement && document.activeElement.id, round = played(), list = acts(round);
    drawNow(round, list);
    drawOrder(round, list);
    drawTrack(list);
    $("present").hidden = !state.fight.fighters.length;
    $("fighters").replaceChildren(...state.fight.fighters.map((one, i) => drawFighter(one, i, list)));
    $("faces").replaceChildren(...(sided() ? ["party", "monsters"].map(side => field("side-" + side, words.side[side],
      (state.fight.sides[side] || [])[state.round - 1], value => setSide(side, value), { min: 1, max: 6 })) : []));
    $("system").value = state.fight.system;
    $("step").value = state.fight.lower_step;
    $("reference").value = state.fight.reference_category ?? "";
    for (const only of document.querySelectorAll(".detailed")) only.hidden = !detailed();
    if (at && $(at) && document.activeElement !== $(at)) $(at).focus({ preventScroll: true });
  }

  // ---- the page's own controls ----
  fights.forEach((fight, i) => $("load").append(el("option", { value: i }, fight.name)));
  $("load").addEventListener("change", event => {
    const fight = fights[event.target.value];
    if (fight) change(() => fight.fighters.forEach(add));
    event.target.value = "";
  });
  $("add").addEventListener("submit", event => {
    event.preventDefault();
    const form = new FormData(event.target), name = String(form.get("name")).trim(), hp = whole(form.get("hp"), { min: 0, max: 999 });
    if (!name) return;
    change(() => add({ name, reaction: whole(form.get("reaction"), { min: 0, max: 999 }) ?? 12,
      category: whole(form.get("category"), { min: 0, max: 99 }), side: form.get("side"), hp: hp === null ? [] : [hp] }));
    event.target.elements.name.value = "";
    event.target.elements.name.focus();
  });
  $("system").addEventListener("change", event => change(() => { state.fight.system = event.target.value; }));
  $("step").addEventListener("change", event => change(() => { state.fight.lower_step = +event.target.value; }));
  $("reference").addEventListener("change", event => change(() => { state.fight.reference_category = whole(event.target.value, { min: 0, max: 99 }); }));
  $("next").addEventListener("click", () => needed(played()).length ? rollAll() : next());
  $("undo").addEventListener("click", undo);
  $("clear").addEventListener("click", () => change(() => { state = fresh(state.fight.system); }));
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|SUMMARY|BUTTON)$/.test(event.target.tagName)) return;
    if (event.key === "n") $("next").click();
    else if (event.key === "u") undo();
  });
  draw();
})();
