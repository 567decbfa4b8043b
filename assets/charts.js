// Charts follow the light and dark mode and the width of the screen, and give away their picture and their data. Loaded
// after Plotly and before the first chart, which is drawn once, as it is to look, and again only when mode or width change.
(function () {
  "use strict";
  const NARROW_PX = 560, LINE_LETTERS = 26, TITLE_LETTERS = 38; // a narrow chart, its labels' lines, those of its axis
  const LINE_PX = 15; // how high a line of a label is
  const PAPER_PX = 830, PAPER_HIGH_PX = 1000; // how wide a chart is on paper and how high at most, shown at four fifths
  const drawn = new Map(); // a chart's own layout, as the notebook drew it, by the id of its place
  const reached = new Map(); // from where to where its values below go, by axis, by the same id
  const plot = window.Plotly.newPlot;
  let painted = "", paper = false; // the colours charts have; whether they are printed

  function colours() {
    const style = getComputedStyle(document.body);
    const read = (name) => style.getPropertyValue(name).trim();
    return { ink: read("--chart-ink"), grid: read("--chart-grid"), axis: read("--chart-axis"),
      hover: read("--chart-hover"), accent: read("--accent"), sans: read("--sans") };
  }

  // Only what a chart leaves open is set: a colour the chart chose has a meaning and stays.
  function repainted(chart) {
    const own = drawn.get(chart.id), c = colours(), narrow = chart.clientWidth < NARROW_PX, clear = "rgba(0,0,0,0)";
    const changes = {
      paper_bgcolor: clear, plot_bgcolor: clear, "font.color": c.ink, "font.family": c.sans,
      "font.size": narrow ? 11 : (own.font && own.font.size) || 13,
      "hoverlabel.bgcolor": c.hover, "hoverlabel.bordercolor": c.axis, "hoverlabel.font.color": c.ink,
      "legend.bgcolor": clear, "modebar.bgcolor": clear, "modebar.color": c.axis, "modebar.activecolor": c.accent,
    };
    for (const key of new Set(["xaxis", "yaxis", ...Object.keys(own)])) {
      if (!/^[xy]axis\d*$/.test(key)) continue;
      const axis = own[key] || {};
      changes[key + ".gridcolor"] = c.grid;
      changes[key + ".zerolinecolor"] = c.axis;
      changes[key + ".linecolor"] = c.axis;
      changes[key + ".tickcolor"] = c.axis;
      if (axis.title && axis.title.text) {
        changes[key + ".title.text"] = narrow && key[0] === "x" ? wrapped(axis.title.text, own.yaxis && own.yaxis.ticktext ? LINE_LETTERS : TITLE_LETTERS) : axis.title.text;
        changes[key + ".title.font.size"] = narrow ? 11 : (axis.title.font && axis.title.font.size) || 13;
      }
      // A row's label beside the chart would leave a phone no room for the chart.
      if (axis.ticktext && key[0] === "y") {
        changes[key + ".ticktext"] = narrow ? axis.ticktext.map((label) => wrapped(label)) : axis.ticktext;
      }
      if (narrow && key[0] === "x" && axis.ticktext) Object.assign(changes, thinned(chart, key, axis));
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
    changes["legend.traceorder"] = "normal"; // Plotly turns that of stacked bars round
    if (own.height) changes.height = paper ? Math.min(own.height, PAPER_HIGH_PX) : own.height;
    // Plotly's own margins (100 px above) are meant for a chart with a title; axes and legend make their own room.
    const room = { t: own.title && own.title.text ? 56 : 24, r: 16, b: 40, l: 48 };
    for (const side of Object.keys(room)) {
      const wish = margin[side] === undefined ? room[side] : margin[side];
      changes["margin." + side] = narrow && "lr".includes(side) ? Math.min(wish, 16) : wish;
    }
    return changes;
  }

  // Rows lower than the lines of their labels, which would touch, make a narrow chart higher, and its place with it.
  function stretched(chart) {
    const axis = drawn.get(chart.id).yaxis || {}, layout = chart._fullLayout;
    const rows = (chart.clientWidth < NARROW_PX && axis.ticktext) || [];
    const lines = Math.max(0, ...rows.map((label) => wrapped(label).split("<br>").length));
    const missing = (lines * LINE_PX + 6) * rows.length - layout._size.h;
    if (missing > 0) changed(chart, { height: layout.height + missing });
  }

  function changed(chart, changes) {
    if (changes.height) chart.parentElement.style.height = changes.height + "px";
    window.Plotly.relayout(chart, changes);
  }

  // Numbers below a narrow chart that would touch each other stand aslant: of them every second one, or fewer, is written.
  // Of ratios 1 stays, where nothing differs. An axis without ends of its own is made long enough for two numbers.
  function thinned(chart, key, axis) {
    if (typeof axis.tickvals[0] !== "number") return {};
    const place = (at) => axis.type === "log" ? Math.log10(at) : at;
    const places = axis.tickvals.map(place), changes = {};
    const [low, high] = axis.range || (reached.get(chart.id)[key] || [axis.tickvals[0], axis.tickvals.at(-1)]).map(place);
    let first = places.filter((at) => at < low).length, last = places.filter((at) => at <= high).length - 1;
    if (last - first < 1 && !axis.range) {
      [first, last] = [Math.max(0, first - 1), Math.min(places.length - 1, last + 1)];
      const ends = [Math.min(low, places[first]), Math.max(high, places[last])], edge = (ends[1] - ends[0]) * 0.06;
      changes[key + ".range"] = [ends[0] - edge, ends[1] + edge];
    }
    const texts = axis.ticktext.slice(first, last + 1), values = axis.tickvals.slice(first, last + 1);
    const letters = texts.reduce((sum, text) => sum + width(text) + 2, 0), room = chart.clientWidth * 0.5 / 7;
    const step = Math.max(1, Math.ceil(letters / room)), end = values.length - 1;
    const sure = values.includes(1) ? values.indexOf(1) : end;
    // the ends of an axis that has its own are what was measured
    const kept = (_, i) => axis.range ? i === end || (i % step === 0 && end - i >= step) : (i - sure) % step === 0;
    if (values.filter(kept).length < 2) return {};
    return { ...changes, [key + ".tickvals"]: values.filter(kept), [key + ".ticktext"]: texts.filter(kept) };
  }

  // From where to where the values on each axis below go, their intervals with them.
  function reach(data) {
    const ends = {};
    for (const trace of data) {
      const key = (trace.xaxis || "x").replace("x", "xaxis"), bars = trace.error_x || {};
      for (const [i, x] of Array.from(trace.x || []).entries()) {
        const more = (bars.array || [])[i] || 0, less = (bars.arrayminus || bars.array || [])[i] || 0;
        for (const at of [x - less, x + more].filter((each) => typeof x === "number" && each > 0)) {
          ends[key] = [Math.min(at, ...(ends[key] || [])), Math.max(at, ...(ends[key] || []))];
        }
      }
    }
    return ends;
  }

  // Plotly breaks no line by itself, and a phone would cut a long title off. A line may end at a space, and beside a
  // Chinese sign, which is as wide as two letters; none begins with what closes or ends with what opens.
  // What stands in brackets stays together where a line has room for it, and a Chinese word where the browser knows it.
  // One Chinese sign is no last line: it is the end of a word that the browser takes for two.
  const PART = /[（(][^（）()]{1,12}[）)][，。、；：]* *|[（《「“]*(?:[\u3400-\u9fff]|[^\u3400-\u9fff（《「“，。、；：？！）》」” ]+)?[，。、；：？！）》」”]* */g;
  const width = (text) => [...text].reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 2 : 1), 0);
  const WORDS = Intl.Segmenter && new Intl.Segmenter("zh", { granularity: "word" });
  function parts(text) {
    const ends = WORDS && new Set(Array.from(WORDS.segment(text), (word) => word.index + word.segment.length));
    const whole = [];
    let at = 0, inside = false;
    for (const part of text.match(PART)) {
      if (inside) whole[whole.length - 1] += part;
      else whole.push(part);
      at += part.length;
      inside = ends && !ends.has(at);
    }
    return whole;
  }
  function wrapped(text, letters = LINE_LETTERS) {
    const lines = [[]];
    for (const part of parts(text)) {
      const line = lines[lines.length - 1];
      if (line.length && width([...line, part].join("").trimEnd()) > letters) lines.push([part]);
      else line.push(part);
    }
    const [last, before] = [...lines].reverse();
    while (before && before.length > 1 && /^[\u3400-\u9fff]$/.test(last.join(""))) last.unshift(before.pop());
    return lines.map((line) => line.join("").trim()).join("<br>");
  }

  // Intervals on bars take a dark colour from Plotly's template, which a dark page swallows.
  function* openIntervals(trace) {
    for (const side of trace.type === "bar" ? ["error_x", "error_y"] : []) {
      if (trace[side] && (!trace[side].color || trace[side].ours)) yield side;
    }
  }

  // What relayout does with its changes, to a layout nobody has drawn yet. Null leaves what is not there.
  function applied(layout, changes) {
    const made = structuredClone(layout);
    for (const [path, value] of Object.entries(changes)) {
      if (value === null) continue;
      const keys = path.split(/[.[\]]+/), last = keys.pop();
      keys.reduce((part, key) => (part[key] = part[key] || {}), made)[last] = value;
    }
    return made;
  }

  // Bars lying down have their labels from the data: as an axis' own they can be broken.
  function withLabels(layout, data) {
    const rows = [...new Set(data.filter((trace) => trace.orientation === "h").flatMap((trace) => trace.y))];
    const labels = { tickmode: "array", tickvals: rows, ticktext: rows };
    return rows.length ? { ...layout, yaxis: { ...labels, ...layout.yaxis } } : layout;
  }

  window.Plotly.newPlot = function (id, data, given, config) {
    const layout = withLabels(given, data);
    drawn.set(id, structuredClone(layout));
    reached.set(id, reach(data));
    painted = JSON.stringify(colours());
    const ink = colours().ink;
    for (const trace of data) {
      for (const side of openIntervals(trace)) Object.assign(trace[side], { color: ink, ours: true });
    }
    const chart = document.getElementById(id);
    return plot(id, data, applied(layout, repainted(chart)), config).then(function () {
      uncrowded(chart);
      chart.on("plotly_afterplot", () => uncrowded(chart));
      stretched(chart);
      return chart;
    });
  };

  // Labels of dots are placed for a wide chart: in a narrow one those that would lie on another, on a dot, or beyond the
  // edge, go.
  function uncrowded(chart) {
    const edge = chart.getBoundingClientRect(), narrow = chart.clientWidth < NARROW_PX;
    const kept = [...chart.querySelectorAll(".scatterlayer .point")].map(middle);
    for (const label of chart.querySelectorAll(".textpoint text")) {
      const box = label.getBoundingClientRect();
      const lies = (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
      const status = !/\d/.test(label.textContent); // what stands in place of a value is never left out
      const gone = narrow && !status && (box.left < edge.left || box.right > edge.right || kept.some(lies));
      label.style.visibility = gone ? "hidden" : "";
      if (!gone) kept.push(box);
    }
  }

  function middle(dot) {
    const box = dot.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    return { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 };
  }

  // What is folded has no width: it is painted when it is opened.
  function paint(within = document) {
    painted = JSON.stringify(colours());
    const ink = colours().ink;
    for (const id of drawn.keys()) {
      const chart = document.getElementById(id);
      if (!chart || !chart._fullLayout || !within.contains(chart)) continue;
      if (!paper && chart.closest("details:not([open])")) continue;
      changed(chart, repainted(chart));
      stretched(chart);
      chart.data.forEach(function (trace, i) {
        for (const side of openIntervals(trace)) window.Plotly.restyle(chart, { [side + ".color"]: ink }, [i]);
      });
    }
  }

  function whenModeChanges() {
    if (JSON.stringify(colours()) !== painted) paint();
  }

  // Paper is light and has a width of its own, whatever the screen's; afterwards charts are as they were.
  let fromDark = false;
  function onPaper(begins) {
    paper = begins;
    const look = document.body.classList;
    if (begins) fromDark = look.contains("quarto-dark");
    if (fromDark) look.toggle("quarto-dark", !begins);
    for (const id of drawn.keys()) {
      const chart = document.getElementById(id);
      if (!chart || !chart._fullLayout) continue;
      chart.style.width = begins ? PAPER_PX + "px" : "100%";
      chart.style.maxWidth = begins ? "none" : "";
      window.Plotly.relayout(chart, begins ? { width: PAPER_PX } : { width: null, autosize: true });
    }
    paint();
  }
  window.addEventListener("beforeprint", () => onPaper(true));
  window.addEventListener("afterprint", () => onPaper(false));

  // What a chart gives away -------------------------------------------------------------------------------------------

  const chinese = document.documentElement.lang.startsWith("zh");

  // Texts of a chart are escaped, for Plotly shows a few tags.
  function plain(text) {
    const shown = document.createElement("textarea");
    shown.innerHTML = String(text === null || text === undefined ? "" : text).replace(/<br>/g, " ");
    return shown.value;
  }

  function around(trace, side, i) {
    const value = trace[side[6]][i], bars = trace[side];
    if (!bars || !bars.array || bars.array[i] === undefined) return [null, null];
    return [value - (bars.arrayminus || bars.array)[i], value + bars.array[i]];
  }

  // A dot chart says what its lines are called and its values in `customdata`: its dots stand beside their line.
  function* rowsOf(trace) {
    if (trace.type === "heatmap") {
      for (const [i, row] of Array.from(trace.z).entries()) {
        for (const [j, value] of Array.from(row).entries()) yield [trace.name, trace.x[j], trace.y[i], value];
      }
    } else if (trace.customdata) {
      for (const row of trace.customdata) yield [trace.name, ...row];
    } else {
      const side = trace.error_x && trace.error_x.array && trace.error_x.array.length ? "error_x" : "error_y";
      for (let i = 0; i < trace.x.length; i++) yield [trace.name, trace.x[i], trace.y[i], ...around(trace, side, i)];
    }
  }

  function csv(chart) {
    const title = (axis) => plain(axis && axis.title && axis.title.text);
    const x = title(chart.layout.xaxis), y = title(chart.layout.yaxis);
    const traces = chart._fullData.filter((trace) => trace.hoverinfo !== "skip" || trace.customdata);
    const dots = traces.some((trace) => trace.customdata), map = traces.some((trace) => trace.type === "heatmap");
    const head = ["series", ...(map ? ["x", "y", "value"] : dots ? ["line", x || "value", "low", "high"]
      : [x || "x", y || "y", "low", "high"])];
    const quoted = (value) => {
      // a spreadsheet takes a text that begins so for a formula
      const text = typeof value === "number" ? String(value) : plain(value).replace(/^[=+@-]/, "'$&");
      return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    };
    return [head, ...traces.flatMap((trace) => [...rowsOf(trace)])].map((row) => row.map(quoted).join(",")).join("\n") + "\n";
  }

  function save(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function saveSvg(chart) {
    const url = await window.Plotly.toImage(chart, { format: "svg", width: chart.clientWidth, height: chart.clientHeight });
    save(chart.id + ".svg", new Blob([decodeURIComponent(url.slice(url.indexOf(",") + 1))], { type: "image/svg+xml" }));
  }

  function offer(chart) {
    const line = document.createElement("p");
    line.className = "figure-files";
    const files = {
      SVG: () => saveSvg(chart),
      CSV: () => save(chart.id + ".csv", new Blob(["\ufeff" + csv(chart)], { type: "text/csv;charset=utf-8" })),
    };
    line.append(chinese ? "下载：" : "Download: ");
    for (const [name, give] of Object.entries(files)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.title = { SVG: chinese ? "这张图" : "this chart", CSV: chinese ? "图里的数据" : "its data" }[name];
      button.addEventListener("click", give);
      line.append(button);
    }
    const caption = chart.closest("figure").querySelector("figcaption");
    if (caption) caption.after(line);
    else chart.closest("figure").append(line);
  }

  function watch() {
    for (const id of drawn.keys()) {
      const chart = document.getElementById(id);
      if (chart && chart.closest("figure")) offer(chart);
    }
    let waiting = 0, width = window.innerWidth;
    whenModeChanges(); // a page may have turned dark while it was read
    window.addEventListener("resize", function () {
      if (window.innerWidth === width) return; // a phone's address bar comes and goes
      width = window.innerWidth;
      clearTimeout(waiting);
      waiting = setTimeout(paint, 150);
    });
    document.addEventListener("toggle", function (event) {
      const charts = event.target.open ? event.target.querySelectorAll(".js-plotly-plot") : [];
      for (const chart of charts) window.Plotly.relayout(chart, { width: null, autosize: true });
      if (charts.length) paint(event.target);
    }, true);
    new MutationObserver(whenModeChanges).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch); else watch();
})();
