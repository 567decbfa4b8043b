// The maps of needs on the front page: which lines and columns are shown. What is chosen stands in the address, so that
// a link shows the same; a filter that is not known here is said and left out.
(function () {
  "use strict";
  const LINES = ["profile", "scale", "durability"], COLUMNS = ["kind", "licence"];

  function start() {
    const forms = [...document.querySelectorAll(".heat-filters")];
    const asked = [...new URLSearchParams(window.location.search)];
    for (const form of forms) {
      const unknown = [];
      for (const [name, value] of asked) {
        const field = form.elements.namedItem(name);
        if (field && [...field.options].some((option) => option.value === value)) field.value = value;
        else unknown.push(name + "=" + value);
      }
      form.hidden = false;
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("change", () => {
        const now = chosen(form);
        for (const other of forms) {
          for (const [name, value] of Object.entries(now)) other.elements.namedItem(name).value = value;
          show(other, []);
        }
        keep(now);
      });
      show(form, unknown);
    }
  }

  function chosen(form) {
    return Object.fromEntries([...LINES, ...COLUMNS].map((name) => [name, form.elements.namedItem(name).value]));
  }

  // A line is shown where a system in sight was measured under what is chosen; what is left open is as for the cards.
  function show(form, unknown) {
    const wanted = chosen(form), table = form.parentElement.querySelector("table.heatmap");
    const heads = [...table.tHead.rows[0].cells];
    const out = heads.map((head, i) => i > 0 && COLUMNS.some((name) => wanted[name] && head.dataset[name] !== wanted[name]));
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const own = row.dataset.own.split(" ");
      const meant = LINES.every((name, i) => row.dataset[name] === (wanted[name] || own[i]));
      row.hidden = !meant || ![...row.cells].some((cell, i) => !out[i] && cell.dataset.system);
      shown += row.hidden ? 0 : 1;
    }
    for (const row of table.rows) [...row.cells].forEach((cell, i) => { cell.hidden = out[i]; });
    const said = unknown.length ? [form.dataset.unknown + unknown.join(", ")] : [];
    if (!shown) said.push(form.dataset.none);
    form.querySelector("output").textContent = said.join(" ");
  }

  function keep(now) {
    const query = new URLSearchParams(Object.entries(now).filter(([, value]) => value)).toString();
    try {
      window.history.replaceState(null, "", window.location.pathname + (query ? "?" + query : "") + window.location.hash);
    } catch {
      // a page opened from the disk keeps no address
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
