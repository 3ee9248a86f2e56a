// Solo play: keeps the ticks in this browser, and takes "back" literally. Everything works without it but the keeping.
(function () {
  "use strict";
  var name = document.body.dataset.keep, kept = {};
  try { kept = JSON.parse(localStorage.getItem(name) || "{}"); } catch (fault) { kept = {}; }
  document.querySelectorAll("input[type=checkbox]").forEach(function (box) {
    box.checked = !!kept[box.id];
    box.addEventListener("change", function () {
      if (box.checked) kept[box.id] = 1; else delete kept[box.id];
      try { localStorage.setItem(name, JSON.stringify(kept)); } catch (fault) { /* nothing is kept then */ }
    });
  });
  document.querySelectorAll("a.back").forEach(function (link) {
    link.addEventListener("click", function (event) { event.preventDefault(); history.back(); });
  });
})();
