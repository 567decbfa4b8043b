// The capacity planner of the compression chapter: what fits on a disk and what it costs a year, worked out on the page
// from measured ratios. Its state stands behind the # of the address, so that a link holds the whole plan; only signs
// that are safe in a selector are used there, because other scripts look for an element of that name.
(function () {
  "use strict";
  const KIB = 1024, GIB = 2 ** 30, TIB = 2 ** 40, NUMBERS = ["page", "pages", "disk", "price", "years"];
  const FIRST = 10; // methods that are listed before a reader asks for all

  function start() {
    const root = document.querySelector(".planner");
    if (!root) return;
    const data = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
    const form = root.querySelector("form"), field = (name) => form.elements[name];
    const methods = new Map(data.methods.map((method) => [method.id, method]));
    const write = writer(data.locale);
    const more = root.querySelector(".planner-more button");
    let all = false;
    const fill = (key, values) => data.words[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

    function state() {
      const found = { corpus: field("corpus").value, method: field("method").value };
      for (const name of NUMBERS) found[name] = field(name).valueAsNumber;
      return found;
    }

    function set(values) {
      for (const [name, value] of Object.entries(values)) if (field(name)) field(name).value = value;
    }

    function offerMethods() {
      const corpus = field("corpus").value;
      for (const option of field("method").options) {
        option.disabled = option.hidden = methods.get(option.value).ratio[corpus] === undefined;
      }
      if (field("method").selectedOptions[0]?.disabled ?? true) {
        field("method").value = [...field("method").options].find((option) => !option.disabled).value;
      }
    }

    function show() {
      offerMethods();
      const now = state();
      const wrong = NUMBERS.filter((name) => !(Number.isFinite(now[name]) && now[name] > 0));
      for (const name of NUMBERS) field(name).setAttribute("aria-invalid", String(wrong.includes(name)));
      const body = root.querySelector("tbody"), answer = root.querySelector("output");
      if (wrong.length) {
        answer.textContent = fill("wrong", { field: wrong.map((name) => data.names[name]).join(", ") });
        body.replaceChildren();
        more.hidden = true;
        return;
      }
      const plans = data.methods.filter((method) => method.ratio[now.corpus]).map((method) => plan(method, now));
      plans.sort((a, b) => b.fit - a.fit);
      const listed = plans.filter((one, place) => all || place < FIRST || one.method.id === now.method);
      body.replaceChildren(...listed.map((one) => row(one, now)));
      more.hidden = plans.length <= FIRST;
      more.textContent = all ? data.words.fewer : fill("more", { n: plans.length - listed.length });
      more.setAttribute("aria-expanded", String(all));
      root.dispatchEvent(new Event("toggle")); // how wide the table is may have changed
      answer.replaceChildren(...sentences(plans.find((one) => one.method.id === now.method), now));
      root.querySelector(".planner-share a").hash = hashOf(now);
    }

    function sentences(one, now) {
      const said = [
        fill("say_page", { raw: write.bytes(now.page * KIB), stored: write.bytes(one.stored) }),
        fill(one.fit >= now.pages ? "say_fits" : "say_full", {
          pages: write.count(now.pages), size: write.bytes(one.needed), fit: write.count(one.fit),
          left: write.bytes(now.disk * GIB - one.needed),
        }),
        fill("say_cost", {
          year: write.money(one.year), per_tib: write.money(one.perTib), per_million: write.money(one.perMillion),
        }),
      ];
      if (Number.isFinite(one.touched)) said.push(fill("say_fetch", { touched: write.bytes(one.touched) }));
      return said.map((text) => Object.assign(document.createElement("p"), { textContent: text }));
    }

    function row(one, now) {
      const line = document.createElement("tr"), enough = one.fit >= now.pages;
      if (one.method.id === now.method) line.setAttribute("aria-current", "true");
      const cells = [one.method.label, write.bytes(one.stored), write.count(one.fit),
        data.words[enough ? "yes" : "no"], write.money(one.perMillion), write.bytes(one.touched)];
      line.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text, className: "short" })));
      line.classList.add(enough ? "enough" : "too-little");
      return line;
    }

    function changed() {
      show();
      try { history.replaceState(null, "", hashOf(state())); } catch (refused) { /* then the link still holds it */ }
    }

    function take() {
      const found = planIn(location.hash);
      if (!found) return;
      if (!data.corpora.includes(found.corpus)) delete found.corpus;
      if (!methods.has(found.method)) delete found.method;
      set(found);
      show();
      root.scrollIntoView();
    }

    form.addEventListener("input", changed);
    more.addEventListener("click", () => { all = !all; show(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of form.querySelectorAll("button[data-preset]")) {
      button.addEventListener("click", () => { set(data.presets[button.dataset.preset]); changed(); });
    }
    window.addEventListener("hashchange", take);
    set(data.start);
    show();
    take();
  }

  // A method that keeps many pages in one piece must decompress half of them, on average, to reach one. A dictionary is
  // kept once for all pages.
  function plan(method, now) {
    const raw = now.page * KIB, stored = raw / method.ratio[now.corpus];
    const dictionary = method.dictionary[now.corpus] || 0;
    const fit = Math.max(Math.floor((now.disk * GIB - dictionary) / stored), 0), year = now.price / now.years;
    const together = method.block === 0 ? Math.min(now.pages, fit) : method.block;
    const touched = method.block === null ? NaN : raw * (together + 1) / 2;
    return { method, stored, fit, year, needed: stored * now.pages + dictionary, perTib: year / (now.disk * GIB) * TIB,
      perMillion: year / fit * 1e6, touched };
  }

  function hashOf(plan) {
    const parts = Object.entries(plan).map(([name, value]) => name + "-" + String(value).replace(".", "p"));
    return "#planner--" + parts.join("--");
  }

  function planIn(hash) {
    if (!hash.startsWith("#planner--")) return null;
    const found = {};
    for (const part of hash.slice("#planner--".length).split("--")) {
      const cut = part.indexOf("-"), name = part.slice(0, cut), text = part.slice(cut + 1);
      if (name === "corpus" || name === "method") found[name] = text;
      else if (NUMBERS.includes(name) && /^\d+(p\d+)?$/.test(text)) found[name] = text.replace("p", ".");
    }
    return found;
  }

  function writer(locale) {
    const short = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
    const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
    const money = new Intl.NumberFormat(locale, { style: "currency", currency: "CNY", maximumSignificantDigits: 4 });
    return {
      count: (n) => whole.format(n),
      money: (n) => Number.isFinite(n) ? money.format(n) : "–",
      bytes: (n) => {
        if (!Number.isFinite(n)) return "–";
        const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
        let power = 0;
        while (n >= 1023.5 && power < units.length - 1) { n /= 1024; power += 1; }
        return short.format(n) + " " + units[power];
      },
    };
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
