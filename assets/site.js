// What a page does in either renderer: charts follow the light and dark mode and the width of the screen, and the
// language switch stays on the page. No request leaves the site.
(function () {
  "use strict";
  const NARROW_PX = 560;
  const drawn = new WeakMap(); // a chart's own layout, as the notebook drew it

  function colours() {
    const style = getComputedStyle(document.body);
    const read = (name) => style.getPropertyValue(name).trim();
    return { ink: read("--chart-ink"), grid: read("--chart-grid"), axis: read("--chart-axis"),
      hover: read("--chart-hover"), accent: read("--accent"), sans: read("--sans") };
  }

  function remember(chart) {
    if (!drawn.has(chart)) drawn.set(chart, JSON.parse(JSON.stringify(chart.layout)));
    return drawn.get(chart);
  }

  // Only what a chart leaves open is set: a colour the chart chose has a meaning and stays.
  function repainted(chart) {
    const own = remember(chart), c = colours(), narrow = chart.clientWidth < NARROW_PX, clear = "rgba(0,0,0,0)";
    const changes = {
      paper_bgcolor: clear, plot_bgcolor: clear, "font.color": c.ink, "font.family": c.sans,
      "font.size": narrow ? 11 : (own.font && own.font.size) || 13,
      "hoverlabel.bgcolor": c.hover, "hoverlabel.bordercolor": c.axis, "hoverlabel.font.color": c.ink,
      "legend.bgcolor": clear, "modebar.bgcolor": clear, "modebar.color": c.axis, "modebar.activecolor": c.accent,
    };
    for (const key of Object.keys(chart._fullLayout)) {
      if (!/^[xy]axis\d*$/.test(key)) continue;
      const axis = own[key] || {};
      changes[key + ".gridcolor"] = c.grid;
      changes[key + ".zerolinecolor"] = c.axis;
      changes[key + ".linecolor"] = c.axis;
      changes[key + ".tickcolor"] = c.axis;
      if (axis.title && axis.title.text) {
        changes[key + ".title.text"] = narrow && key[0] === "x" ? wrapped(axis.title.text, 26) : axis.title.text;
        changes[key + ".title.font.size"] = narrow ? 11 : (axis.title.font && axis.title.font.size) || 13;
      }
      changes[key + ".automargin"] = axis.automargin === undefined ? true : axis.automargin;
    }
    (own.shapes || []).forEach((shape, i) => {
      if (!shape.line || !shape.line.color) changes["shapes[" + i + "].line.color"] = c.axis;
    });
    (own.annotations || []).forEach((note, i) => {
      if (!note.arrowcolor) changes["annotations[" + i + "].arrowcolor"] = c.axis;
    });
    const legend = own.legend || {}, margin = own.margin || {};
    const over = { orientation: "h", x: 0, xanchor: "left", y: 1.02, yanchor: "bottom" };
    for (const [name, value] of Object.entries(over)) {
      changes["legend." + name] = narrow ? value : legend[name] === undefined ? null : legend[name];
    }
    // Plotly's own margins (100 px above) are meant for a chart with a title; axes and legend make their own room.
    const room = { t: own.title && own.title.text ? 56 : 24, r: 16, b: 40, l: 48 };
    for (const side of Object.keys(room)) {
      const wish = margin[side] === undefined ? room[side] : margin[side];
      changes["margin." + side] = narrow && "lr".includes(side) ? Math.min(wish, 16) : wish;
    }
    return changes;
  }

  // Plotly breaks no line by itself, and a phone would cut a long title off.
  function wrapped(text, width) {
    const lines = [""];
    for (const word of text.split(" ")) {
      if (lines[lines.length - 1] && (lines[lines.length - 1] + " " + word).length > width) lines.push(word);
      else lines[lines.length - 1] = (lines[lines.length - 1] + " " + word).trim();
    }
    return lines.join("<br>");
  }

  // Intervals on bars take a dark colour from Plotly's template, which a dark page swallows.
  function repaintIntervals(chart) {
    const ink = colours().ink;
    chart.data.forEach(function (trace, i) {
      for (const side of ["error_x", "error_y"]) {
        const own = trace[side];
        if (trace.type === "bar" && own && (!own.color || own.ours)) {
          own.ours = true;
          window.Plotly.restyle(chart, { [side + ".color"]: ink }, [i]);
        }
      }
    });
  }

  function paint() {
    if (!window.Plotly) return;
    for (const chart of document.querySelectorAll(".js-plotly-plot")) {
      if (!chart._fullLayout) continue;
      window.Plotly.relayout(chart, repainted(chart));
      repaintIntervals(chart);
    }
  }

  function whenWidthChanges() {
    let waiting = 0, width = window.innerWidth;
    window.addEventListener("resize", function () {
      if (window.innerWidth === width) return; // a phone's address bar comes and goes
      width = window.innerWidth;
      clearTimeout(waiting);
      waiting = setTimeout(paint, 150);
    });
  }

  // Without a #section in the address, the one being read is kept.
  function place() {
    if (location.hash) return location.hash;
    let here = "";
    for (const section of document.querySelectorAll("main section[id]")) {
      if (section.getBoundingClientRect().top < 140) here = "#" + section.id;
    }
    return here;
  }

  function languageSwitch() {
    const other = document.querySelector('link[rel="alternate"][hreflang]');
    if (!other) return;
    const lang = other.hreflang;
    for (const link of document.querySelectorAll('a[href$="/' + lang + '/index.html"], a.language-switch')) {
      link.classList.add("language-switch");
      link.lang = link.hreflang = lang;
      const aim = function () { link.href = other.href + place(); };
      aim();
      for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim);
      link.addEventListener("click", function () {
        try { localStorage.setItem("dbreport-language", lang); } catch (refused) { /* then it is not remembered */ }
      });
    }
  }

  function measureCells() {
    for (const cell of document.querySelectorAll("main td")) {
      const length = Math.max(...cell.innerText.split("\n").map((line) => line.trim().length));
      cell.classList.add(length <= 24 ? "short" : length > 60 ? "long" : "medium");
    }
  }

  function start() {
    measureCells();
    languageSwitch();
    paint();
    whenWidthChanges();
    new MutationObserver(paint).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
