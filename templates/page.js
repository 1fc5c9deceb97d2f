(function () {
  "use strict";
  var root = document.documentElement, tools = document.querySelector(".tools"), theme = document.getElementById("theme"), filter = document.getElementById("filter");
  tools.hidden = false;
  function dark() {
    return (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  }
  function show() {
    theme.textContent = dark() ? "Light" : "Dark";
    theme.setAttribute("aria-pressed", String(dark()));
  }
  theme.addEventListener("click", function () {
    root.dataset.theme = dark() ? "light" : "dark";
    show();
  });
  filter.addEventListener("input", function () {
    var wanted = filter.value.trim().toLowerCase();
    document.querySelectorAll("main tbody tr, main li, main article.message").forEach(function (item) {
      item.hidden = wanted !== "" && item.textContent.toLowerCase().indexOf(wanted) < 0;
    });
  });
  function open() {
    var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var part = target; part; part = part.parentElement) {
      if (part.tagName === "DETAILS") { part.open = true; }
    }
  }
  addEventListener("hashchange", open);
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (part) { part.open = true; });
  });
  open();
  show();
})();
