// Search, and the bar of links; every page works without it.
(function () {
  "use strict";
  const root = document.documentElement, all = (query, from) => [...(from || document).querySelectorAll(query)];
  root.classList.add("js");
  const current = document.querySelector(".top [aria-current]");
  if (current) { // where the bar is too long for the window, the present page is in sight
    const list = current.closest("ul");
    list.scrollLeft = current.offsetLeft - list.clientWidth / 2 + current.offsetWidth / 2;
  }

  // ---- search: the index is a script, for a page on the disk may read no other file ----
  const form = document.querySelector(".find"), page = document.getElementById("found");
  const plain = text => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[\u2018\u2019]/g, "'").toLowerCase();
  let asked = null;
  function index() {
    asked = asked || new Promise(done => {
      const script = document.createElement("script");
      script.src = form.dataset.index;
      script.onload = () => done(window.ZINE_INDEX.map(([href, title, text]) => ({ href, title, text, head: plain(title), body: plain(text) })));
      document.head.append(script);
    });
    return asked;
  }
  function find(rows, query) {
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const hits = rows.filter(row => words.every(word => row.head.includes(word) || row.body.includes(word)));
    const worth = row => words.filter(word => row.head.includes(word)).length;
    return hits.sort((a, b) => worth(b) - worth(a)).map(row => ({ ...row, words }));
  }
  function snippet(hit) { // the words round the first place that was asked for, this marked
    const word = hit.words.find(one => hit.body.includes(one)), at = word && hit.body.length === hit.text.length ? hit.body.indexOf(word) : -1;
    const made = document.createElement("small");
    if (at < 0) { made.textContent = hit.text.slice(0, 90); return made; }
    const from = Math.max(0, hit.text.lastIndexOf(" ", Math.max(0, at - 35)) + 1), mark = document.createElement("mark");
    mark.textContent = hit.text.slice(at, at + word.length);
    made.append(from ? "…" : "", hit.text.slice(from, at), mark, hit.text.slice(at + word.length, at + word.length + 60));
    return made;
  }
  function line(hit) {
    const item = document.createElement("li"), link = document.createElement("a"), name = document.createElement("b");
    link.href = hit.href;
    name.textContent = hit.title;
    link.append(name, " ", snippet(hit));
    item.append(link);
    return item;
  }
  if (form) {
    const input = form.elements.q, list = document.createElement("ul"), count = document.createElement("p");
    list.className = "hits";
    count.className = "unseen";
    count.setAttribute("role", "status");
    if (page) page.append(list); else form.append(list);
    form.append(count);
    list.hidden = true;
    const show = async () => {
      const query = input.value.trim(), hits = query ? find(await index(), query) : [];
      if (query !== input.value.trim()) return;
      list.replaceChildren(...hits.slice(0, page ? 200 : 8).map(line));
      if (query && !hits.length) {
        const none = document.createElement("li");
        none.textContent = input.dataset.none;
        list.append(none);
      }
      list.hidden = !query;
      count.textContent = query ? input.dataset.many.replace("{n}", hits.length) : "";
    };
    input.addEventListener("focus", index);
    input.addEventListener("input", show);
    form.addEventListener("submit", event => {
      if (page) event.preventDefault();
      const first = !page && list.querySelector("a");
      if (first && !list.hidden) { event.preventDefault(); list.hidden = true; first.click(); }
    });
    form.addEventListener("keydown", event => {
      const links = [input, ...all("a", list)], at = links.indexOf(document.activeElement);
      if (event.key === "Escape" && !page) { list.hidden = true; input.focus(); }
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to !== undefined && links[to]) { event.preventDefault(); links[to].focus(); }
    });
    if (!page) {
      form.addEventListener("focusout", event => { if (!form.contains(event.relatedTarget)) setTimeout(() => { list.hidden = true; }, 150); });
      list.addEventListener("click", () => { list.hidden = true; });
    }
    const given = new URLSearchParams(location.search).get("q");
    if (page && given) { input.value = given; show(); }
  }
  addEventListener("keydown", event => {
    if (event.key === "/" && form && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) { event.preventDefault(); form.elements.q.focus(); }
  });
})();
