// Makes the map of a level quicker to handle; the page works without it.
(function () {
  "use strict";
  const all = (query, from) => [...(from || document).querySelectorAll(query)];
  const desk = document.querySelector(".desk");
  if (!desk) return;
  const panes = all(".pane", desk), radios = all("input[name=zoom]", desk), least = 1, most = 6;
  const shown = () => panes.find(pane => pane.offsetParent) || panes[0], sheetOf = pane => pane.querySelector(".sheet");
  let zoom = 1;
  function setZoom(to, x, y) {
    const pane = shown(), sheet = sheetOf(pane), box = pane.getBoundingClientRect(), was = sheet.getBoundingClientRect();
    if (x === undefined) { x = box.left + box.width / 2; y = box.top + box.height / 2; }
    const at = [(x - was.left) / was.width, (y - was.top) / was.height];
    zoom = Math.min(most, Math.max(least, to));
    desk.style.setProperty("--z", zoom);
    const now = sheet.getBoundingClientRect();
    pane.scrollLeft += now.left + at[0] * now.width - x;
    pane.scrollTop += now.top + at[1] * now.height - y;
    radios.forEach(radio => { radio.checked = Math.abs(radio.value - zoom) < 0.01; });
  }
  // While fingers or the wheel move, the sheet is only stretched, which is quick; its true size is set at the end.
  let gesture = null;
  function stretch(factor, x, y) {
    const sheet = sheetOf(shown());
    if (!gesture) {
      const box = sheet.getBoundingClientRect();
      gesture = { from: zoom, to: zoom, x, y };
      sheet.style.transformOrigin = `${x - box.left}px ${y - box.top}px`;
    }
    gesture.to = Math.min(most, Math.max(least, gesture.to * factor));
    sheet.style.transform = `scale(${gesture.to / gesture.from})`;
    clearTimeout(gesture.timer);
    gesture.timer = setTimeout(settle, 140);
  }
  function settle() {
    if (!gesture) return;
    const { to, x, y } = gesture;
    clearTimeout(gesture.timer);
    gesture = null;
    sheetOf(shown()).style.transform = "";
    setZoom(to, x, y);
  }
  // Bring an area into the middle of its pane, where it is out of sight.
  function show(link, always) {
    if (!link) return;
    const pane = link.closest(".pane"), box = pane.getBoundingClientRect(), spot = link.getBoundingClientRect();
    if (!spot.width) return;
    const seen = spot.left >= box.left && spot.right <= box.right && spot.top >= box.top && spot.bottom <= box.bottom;
    if (seen && !always) return;
    pane.scrollBy(spot.left + spot.width / 2 - box.left - box.width / 2, spot.top + spot.height / 2 - box.top - box.height / 2);
  }
  const spotOf = number => shown().querySelector(".hot .a" + number);
  function fromAddress() {
    const number = location.hash.slice(1);
    card.hidden = true;
    if (/^\d+$/.test(number)) show(spotOf(number), zoom > 1);
  }
  addEventListener("hashchange", fromAddress);
  addEventListener("load", fromAddress);
  radios.forEach(radio => radio.addEventListener("change", () => { setZoom(+radio.value); fromAddress(); }));
  all("input[name=view]", desk).forEach(radio => radio.addEventListener("change", () => { setZoom(1); fromAddress(); }));
  all(".key h2").forEach(head => head.addEventListener("click", event => {
    if (!event.target.closest("a") && !String(getSelection())) head.querySelector("a").click();
  }));

  // The wheel zooms; turned back at the smallest size, or in the midst of scrolling the page, it scrolls.
  let scrolled = 0;
  addEventListener("wheel", event => { if (!event.target.closest(".pane")) scrolled = event.timeStamp; }, { passive: true });
  panes.forEach(pane => {
    pane.addEventListener("wheel", event => {
      const out = event.deltaY > 0, now = gesture ? gesture.to : zoom, asked = event.ctrlKey || event.metaKey;
      if (!asked && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) return;
      if (!asked && ((out && now <= least) || event.timeStamp - scrolled < 250)) { scrolled = event.timeStamp; return; }
      event.preventDefault();
      if (event.deltaY) stretch(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / (asked ? 120 : 400)), event.clientX, event.clientY);
    }, { passive: false });
    let apart = 0;
    const two = touches => [Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY),
      (touches[0].clientX + touches[1].clientX) / 2, (touches[0].clientY + touches[1].clientY) / 2];
    pane.addEventListener("touchstart", event => { if (event.touches.length === 2) apart = two(event.touches)[0]; }, { passive: true });
    pane.addEventListener("touchmove", event => {
      if (event.touches.length !== 2 || !apart) return;
      event.preventDefault();
      const [now, x, y] = two(event.touches);
      stretch(now / apart, x, y);
      apart = now;
    }, { passive: false });
    pane.addEventListener("touchend", event => { if (event.touches.length < 2) { apart = 0; settle(); } });

    // Drag with the mouse; a finger pans by itself.
    let from = null, moved = false;
    pane.addEventListener("pointerdown", event => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      settle();
      from = [event.clientX, event.clientY, pane.scrollLeft, pane.scrollTop];
      moved = false;
    });
    addEventListener("pointermove", event => {
      if (!from) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (Math.abs(dx) + Math.abs(dy) > 5) { moved = true; card.hidden = true; pane.classList.add("drag"); }
      if (moved) { pane.scrollLeft = from[2] - dx; pane.scrollTop = from[3] - dy; }
    });
    addEventListener("pointerup", () => { from = null; pane.classList.remove("drag"); });
    pane.addEventListener("click", event => { if (moved) { event.preventDefault(); moved = false; } }, true);
    pane.addEventListener("dragstart", event => event.preventDefault());

    // One stop of the tab key for all areas; the arrows go to the nearest one that way.
    const links = all(".hot a", pane), only = link => links.forEach(other => other.setAttribute("tabindex", other === link ? "0" : "-1"));
    const middle = link => { const box = link.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const nearest = (link, way) => {
      const here = middle(link);
      let best = null, cost = Infinity;
      links.forEach(other => {
        const there = middle(other), along = (there[0] - here[0]) * way[0] + (there[1] - here[1]) * way[1];
        if (other === link || along <= 1) return;
        const aside = Math.abs((there[0] - here[0]) * way[1]) + Math.abs((there[1] - here[1]) * way[0]);
        if (along + 2 * aside < cost) { cost = along + 2 * aside; best = other; }
      });
      return best;
    };
    if (links.length) only(links[0]);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    pane.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      settle();
      if (event.key === "+" || event.key === "=") setZoom(zoom * 1.4);
      else if (event.key === "-") setZoom(zoom / 1.4);
      else if (event.key === "0") setZoom(1);
      else {
        const link = event.target.closest && event.target.closest(".hot a"), way = ways[event.key];
        if (!link || !way) return;
        const next = nearest(link, way);
        if (next) { only(next); next.focus({ preventScroll: true }); show(next); tell(next); }
      }
      event.preventDefault();
    });
    links.forEach(link => {
      link.addEventListener("pointerenter", event => { if (event.pointerType === "mouse" && !from) tell(link); });
      link.addEventListener("pointerleave", () => { card.hidden = true; });
      link.addEventListener("focus", () => { only(link); if (link.matches(":focus-visible")) tell(link); });
      link.addEventListener("blur", () => { card.hidden = true; });
    });
  });

  // The key of the area under the pointer, beside it; for a screen reader the link says it all.
  const card = document.createElement("div");
  card.className = "card-by";
  card.hidden = true;
  card.setAttribute("aria-hidden", "true");
  desk.append(card);
  function tell(link) {
    const key = document.getElementById(link.getAttribute("href").slice(1));
    if (!key) return;
    const copy = key.cloneNode(true);
    copy.removeAttribute("id");
    copy.removeAttribute("aria-labelledby");
    all("[id]", copy).forEach(one => one.removeAttribute("id"));
    all("a", copy).forEach(one => one.replaceWith(...one.childNodes));
    copy.querySelector("h2").prepend(Object.assign(document.createElement("b"), { className: "no", textContent: link.getAttribute("href").slice(1) }));
    copy.querySelector("h2").childNodes[1].remove();
    card.replaceChildren(...copy.childNodes);
    card.hidden = false;
    card.classList.toggle("cut", card.scrollHeight > card.clientHeight + 4);
    const spot = link.getBoundingClientRect(), own = card.getBoundingClientRect(), gap = 10, high = innerHeight;
    const right = spot.right + gap + own.width <= innerWidth;
    const left = right ? spot.right + gap : Math.max(gap, spot.left - gap - own.width);
    card.style.left = left + "px";
    card.style.top = Math.max(gap, Math.min(spot.top, high - own.height - gap)) + "px";
  }

  // Layers that are off stay off on the next page.
  const KEEP = "zinegen.layers", boxes = all(".layers input", desk);
  try {
    const off = JSON.parse(localStorage.getItem(KEEP)) || [];
    boxes.forEach(box => { if (off.includes(box.id)) box.checked = false; });
    boxes.forEach(box => box.addEventListener("change", () => localStorage.setItem(KEEP, JSON.stringify(boxes.filter(one => !one.checked).map(one => one.id)))));
  } catch { /* nothing can be kept here */ }
})();
