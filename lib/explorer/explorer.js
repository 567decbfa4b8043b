// The explorer: every sample of the report in a DuckDB that runs in the page, asked by SQL. Bundled with what talks to
// DuckDB by `dbreport site`, which puts the database (duckdb.wasm.gz), its worker and the samples beside it. The query
// stands behind the # of the address, so that a link holds it; in signs that are safe in a selector, because other
// scripts look for an element of that name.
import * as duckdb from "@duckdb/duckdb-wasm";

const HERE = new URL(".", document.currentScript.src);
const SHOWN_ROWS = 200, DRAWN_ROWS = 40, LOG_FROM = 50;
const FREE = ["host", "case", "scale", "profile", "durability", "threads", "temperature"];
// no query asks another host, not even for a part of DuckDB
const CLOSED = ["autoinstall_known_extensions = false", "autoload_known_extensions = false",
  "enable_external_access = false", "lock_configuration = true"];
const DATE = 8; // Arrow's number of the type
const CHOSEN = ["experiment", "metric", "case", "scale", "profile", "durability"];
const USUAL = ["throughput", "latency", "duration", "ratio", "size_table"];

class Database {
  // Ours for one worker: a query that does not end is ended with it, and the next one starts another.
  static async start() {
    const database = new Database();
    const [wasm, samples] = await Promise.all([program(), unpacked("samples.arrow.gz")]);
    database.worker = new Worker(new URL("duckdb-worker.js", HERE));
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), database.worker);
    await db.instantiate(wasm);
    // plain numbers, as JavaScript has them
    await db.open({ query: { castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: true } });
    database.connection = await db.connect();
    await database.connection.insertArrowFromIPCStream(samples, { name: "samples", create: true });
    for (const setting of CLOSED) await database.connection.query("SET " + setting);
    return database;
  }

  async rows(sql) {
    const answer = await this.connection.query(sql);
    const fields = answer.schema.fields, columns = fields.map((_, i) => answer.getChildAt(i));
    const rows = Array.from({ length: answer.numRows }, (_, line) =>
      columns.map((column, i) => plain(column.get(line), fields[i].type)));
    return { names: fields.map((field) => field.name), rows };
  }

  end() { this.worker.terminate(); }
}

// A value as the table shows it: days and moments are milliseconds since 1970 here.
function plain(value, type) {
  if (value === null || value === undefined) return null;
  if (type.typeId === DATE) return new Date(Number(value)).toISOString().slice(0, type.unit === 0 ? 10 : 19).replace("T", " ");
  return typeof value === "bigint" ? Number(value) : typeof value === "object" ? String(value) : value;
}

let compiled = null;
function program() {
  compiled = compiled || unpacked("duckdb.wasm.gz").then((bytes) =>
    URL.createObjectURL(new Blob([bytes], { type: "application/wasm" })));
  return compiled;
}

async function unpacked(name) {
  const answer = await fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(name + ": " + answer.status);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // a server that says what it is has it unpacked already
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function start() {
  const root = document.querySelector(".explorer");
  if (!root) return;
  const data = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
  const part = (name) => root.querySelector(".explorer-" + name), form = root.querySelector("form"), fields = form.elements;
  const fill = (key, values) => data.words[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const write = new Intl.NumberFormat(data.locale, { maximumSignificantDigits: 5 });
  const text = part("sql"), said = part("said");
  let database = null, turn = 0, last = null, used = false;

  part("missing").remove();
  part("app").hidden = false;

  // a query's life -----------------------------------------------------------------------------------------------------

  async function ask(sql, then) {
    const mine = ++turn;
    busy(true);
    say(fill(database ? "running" : "loading", {}));
    try {
      const there = await opened();
      const begun = performance.now(), answer = await there.rows(sql);
      if (mine !== turn) return; // stopped, or overtaken
      busy(false);
      then(answer, performance.now() - begun);
    } catch (error) {
      if (mine !== turn) return;
      busy(false);
      say(fill("wrong", { error: String(error.message || error) }), true);
    }
  }

  function opened() {
    if (!database) {
      const begun = database = Database.start();
      begun.catch(() => { if (database === begun) database = null; });
    }
    return database;
  }

  function stop() {
    turn += 1;
    if (database) database.then((there) => there.end(), () => {});
    database = null;
    busy(false);
    say(fill("stopped", {}));
  }

  function busy(yes) {
    part("run").disabled = yes;
    part("stop").disabled = !yes;
    root.setAttribute("aria-busy", String(yes));
  }

  function say(words, wrong = false) {
    said.textContent = words;
    said.classList.toggle("wrong", wrong);
  }

  function run() {
    const sql = text.value.trim();
    if (!sql) return;
    const hash = hashOf(sql);
    part("link").hash = hash;
    try { history.replaceState(null, "", hash); } catch (refused) { /* then the link still holds it */ }
    ask(sql, function (answer, ms) {
      last = answer;
      say(fill(answer.rows.length > SHOWN_ROWS ? "first" : "found", {
        rows: write.format(answer.rows.length), shown: SHOWN_ROWS, ms: write.format(Math.round(ms)),
      }));
      tabulate(answer);
      draw(answer);
    });
  }

  // what it answers ----------------------------------------------------------------------------------------------------

  const numeric = (answer, i) => answer.rows.some((row) => row[i] !== null) &&
    answer.rows.every((row) => row[i] === null || typeof row[i] === "number");

  function tabulate(answer) {
    const table = part("result").querySelector("table"), head = document.createElement("tr");
    const numbers = answer.names.map((_, i) => numeric(answer, i));
    const cell = (kind, content, number) => Object.assign(document.createElement(kind),
      { textContent: content, className: number ? "explorer-number" : "" });
    head.append(...answer.names.map((name, i) => cell("th", name, numbers[i])));
    table.tHead.replaceChildren(head);
    table.tBodies[0].replaceChildren(...answer.rows.slice(0, SHOWN_ROWS).map(function (row) {
      const line = document.createElement("tr");
      line.append(...row.map((value, i) => cell("td",
        value === null ? "–" : numbers[i] ? write.format(value) : String(value), numbers[i])));
      return line;
    }));
  }

  // Bars or dots of the first number that is no whole one, else of the last one; a line's name is all its texts.
  function draw(answer) {
    const place = part("chart"), numbers = answer.names.map((_, i) => i).filter((i) => numeric(answer, i));
    const x = numbers.find((i) => answer.rows.some((row) => !Number.isInteger(row[i]))) ?? numbers[numbers.length - 1];
    const texts = answer.names.map((_, i) => i).filter((i) => !numbers.includes(i));
    const bars = answer.rows.filter((row) => row[x] !== null).slice(0, DRAWN_ROWS);
    place.hidden = x === undefined || !texts.length || bars.length < 2;
    const around = place.parentElement; // a chart's script sizes what is around a chart, and the chart fills it
    around.hidden = place.hidden;
    if (place.hidden) { if (place._fullLayout) window.Plotly.purge(place); return; }
    const differ = texts.filter((i) => bars.some((row) => row[i] !== bars[0][i]));
    const engine = answer.names.indexOf("engine"), value = bars.map((row) => row[x]);
    const named = bars.map((row) => (differ.length ? differ : texts).map((i) =>
      escaped(i === engine ? data.engines[row[i]]?.label ?? row[i] : row[i])).join(" · "));
    const log = Math.min(...value) > 0 && Math.max(...value) / Math.min(...value) > LOG_FROM;
    const height = 90 + 24 * bars.length;
    around.style.height = height + "px";
    // a bar begins at zero, which a logarithmic axis does not have
    const kind = log ? { type: "scatter", mode: "markers" } : { type: "bar", orientation: "h", textposition: "none" };
    const trace = { ...kind, x: value, y: named.map((_, i) => i), text: named,
      hovertemplate: "%{text}<br>%{x}<extra></extra>",
      marker: { ...(log && { size: 10 }), color: bars.map((row) => data.engines[row[engine]]?.colour ?? data.colour) } };
    const layout = { height, bargap: 0.25, margin: { t: 10, r: 10, b: 45, l: 10 },
      xaxis: { title: { text: escaped(answer.names[x]) + (log ? data.words.log : "") }, type: log ? "log" : "linear",
        rangemode: "tozero", automargin: true },
      yaxis: { tickvals: named.map((_, i) => i), ticktext: named, autorange: "reversed", automargin: true } };
    window.Plotly.newPlot(place.id, [trace], layout, { responsive: true, displaylogo: false, displayModeBar: false });
    place.setAttribute("aria-label", fill("drawn", { name: answer.names[x], bars: bars.length }));
  }

  const escaped = (value) => String(value).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

  function save() {
    if (!last) return;
    const quoted = (value) => value === null ? "" : /[",\n]/.test(value) ? '"' + String(value).replace(/"/g, '""') + '"' : value;
    const lines = [last.names, ...last.rows].map((row) => row.map(quoted).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", lines.join("\r\n"), "\r\n"], { type: "text/csv" }));
    link.download = "dbreport.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // the form writes SQL ------------------------------------------------------------------------------------------------

  const quote = (value) => "'" + value.replace(/'/g, "''") + "'";
  const column = (name) => name === "case" ? '"case"' : name;

  function conditions(names) {
    return names.filter((name) => fields[name].value).map((name) => column(name) + " = " + quote(fields[name].value));
  }

  function written() {
    const open = FREE.filter((name) => !fields[name]?.value);
    const group = ["engine", ...open].map(column).join(", ");
    return "SELECT " + group + ",\n       median(value) AS median, min(value) AS lowest, max(value) AS highest,\n" +
      "       any_value(unit) AS unit, count(*) AS samples\nFROM samples\nWHERE " +
      ["status = 'ok'", ...conditions(CHOSEN)].join("\n  AND ") +
      "\nGROUP BY ALL\nORDER BY ALL";
  }

  // What can be chosen is what there is, given what is chosen before it: at first an experiment, then all the rest. A query
  // that the form writes is of one experiment and one metric.
  async function offer() {
    const there = await opened();
    for (const [i, name] of CHOSEN.entries()) {
      const before = conditions(CHOSEN.slice(0, i)), chosen = fields[name].value;
      const sql = "SELECT DISTINCT " + column(name) + " FROM samples" +
        (before.length ? " WHERE " + before.join(" AND ") : "") + " ORDER BY 1";
      const values = (await there.rows(sql)).rows.map((row) => row[0]);
      const options = (i < 2 && used ? [] : [["", data.words.any]]).concat(values.map((value) =>
        [value, (name === "experiment" && data.experiments[value]) || value]));
      fields[name].replaceChildren(...options.map(([value, label]) => new Option(label, value)));
      const usual = name === "metric" ? USUAL.find((metric) => values.includes(metric)) : undefined;
      fields[name].value = values.includes(chosen) ? chosen : usual ?? options[0]?.[0] ?? "";
      if (!used) return;
    }
  }

  async function choose() {
    used = true;
    try { await offer(); } catch (error) { say(fill("wrong", { error: String(error.message || error) }), true); return; }
    text.value = written();
    run();
  }

  // ---------------------------------------------------------------------------------------------------------------------

  function take() {
    const sql = sqlIn(location.hash);
    if (sql === null) return false;
    text.value = sql;
    run();
    return true;
  }

  form.addEventListener("change", choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  part("run").addEventListener("click", run);
  part("stop").addEventListener("click", stop);
  part("csv").addEventListener("click", save);
  text.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !part("run").disabled) run();
  });
  for (const button of root.querySelectorAll("button[data-example]")) {
    button.addEventListener("click", () => { text.value = data.examples[button.dataset.example]; run(); });
  }
  window.addEventListener("hashchange", take);
  if (!take()) { text.value = data.examples[0]; run(); }
  offer().catch(() => {}); // why it cannot be had is said by the query
}

// base64 of the query as UTF-8, in the variant for addresses
function hashOf(sql) {
  const bytes = new TextEncoder().encode(sql);
  return "#explorer--" + btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function sqlIn(hash) {
  if (!hash.startsWith("#explorer--")) return null;
  try {
    const bytes = atob(hash.slice("#explorer--".length).replace(/-/g, "+").replace(/_/g, "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
  } catch (unreadable) {
    return null;
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
