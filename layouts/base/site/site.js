// Makes the map of a level quicker to handle; every page works without it.
(function () {
  "use strict";
  var pane = document.querySelector(".pane"), sheet = document.querySelector(".sheet");
  if (!pane || !sheet) return;
  var links = Array.prototype.slice.call(document.querySelectorAll(".hot a"));
  var radios = Array.prototype.slice.call(document.querySelectorAll("input[name=zoom]"));
  var zoom = 1, least = 1, most = 6;

  function setZoom(to, x, y) {
    var box = pane.getBoundingClientRect();
    if (x === undefined) { x = box.left + box.width / 2; y = box.top + box.height / 2; }
    var was = sheet.getBoundingClientRect();
    var at = [(x - was.left) / was.width, (y - was.top) / was.height];
    zoom = Math.min(most, Math.max(least, to));
    pane.style.setProperty("--z", zoom);
    var now = sheet.getBoundingClientRect();
    pane.scrollLeft += now.left + at[0] * now.width - x;
    pane.scrollTop += now.top + at[1] * now.height - y;
    radios.forEach(function (r) { r.checked = Math.abs(r.value - zoom) < 0.01; });
  }

  // Bring the area of the address into the middle of the pane, where it is out of sight.
  function show(link, always) {
    if (!link) return;
    var box = pane.getBoundingClientRect(), spot = link.getBoundingClientRect();
    var seen = spot.left >= box.left && spot.right <= box.right && spot.top >= box.top && spot.bottom <= box.bottom;
    if (seen && !always) return;
    pane.scrollBy(
      spot.left + spot.width / 2 - box.left - box.width / 2,
      spot.top + spot.height / 2 - box.top - box.height / 2
    );
  }
  function fromAddress() {
    var number = location.hash.slice(1);
    if (/^\d+$/.test(number)) show(document.querySelector(".hot .a" + number), zoom > 1);
  }
  addEventListener("hashchange", fromAddress);
  addEventListener("load", fromAddress);

  radios.forEach(function (r) {
    r.addEventListener("change", function () { setZoom(+r.value); fromAddress(); });
  });
  pane.addEventListener("wheel", function (event) {
    if (!event.ctrlKey && !event.metaKey) return; // the plain wheel scrolls, as everywhere
    event.preventDefault();
    setZoom(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  // Drag with the mouse; a finger pans by itself.
  var from = null, moved = false;
  pane.addEventListener("pointerdown", function (event) {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = [event.clientX, event.clientY, pane.scrollLeft, pane.scrollTop];
    moved = false;
  });
  addEventListener("pointermove", function (event) {
    if (!from) return;
    var dx = event.clientX - from[0], dy = event.clientY - from[1];
    if (Math.abs(dx) + Math.abs(dy) > 5) { moved = true; pane.classList.add("drag"); }
    if (moved) { pane.scrollLeft = from[2] - dx; pane.scrollTop = from[3] - dy; }
  });
  addEventListener("pointerup", function () { from = null; pane.classList.remove("drag"); });
  pane.addEventListener("click", function (event) {
    if (moved) { event.preventDefault(); moved = false; }
  }, true);
  pane.addEventListener("dragstart", function (event) { event.preventDefault(); });

  // One stop of the tab key for all areas; the arrows go to the nearest one that way.
  function middle(link) {
    var box = link.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }
  function nearest(link, way) {
    var here = middle(link), best = null, cost = Infinity;
    links.forEach(function (other) {
      var there = middle(other), along = (there[0] - here[0]) * way[0] + (there[1] - here[1]) * way[1];
      if (other === link || along <= 1) return;
      var aside = Math.abs((there[0] - here[0]) * way[1]) + Math.abs((there[1] - here[1]) * way[0]);
      if (along + 2 * aside < cost) { cost = along + 2 * aside; best = other; }
    });
    return best;
  }
  function only(link) {
    links.forEach(function (other) { other.setAttribute("tabindex", other === link ? "0" : "-1"); });
  }
  if (links.length) only(links[0]);
  var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  pane.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") setZoom(zoom * 1.4);
    else if (event.key === "-") setZoom(zoom / 1.4);
    else if (event.key === "0") setZoom(1);
    else {
      var link = event.target.closest && event.target.closest(".hot a"), way = ways[event.key];
      if (!link || !way) return;
      var next = nearest(link, way);
      if (next) { only(next); next.focus({ preventScroll: true }); show(next); }
    }
    event.preventDefault();
  });
})();
