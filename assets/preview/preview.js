// The preview's own behaviour: menu, light and dark, contents that follow the reader, search. Quarto brings its own.
(function () {
  "use strict";
  const root = document.body.dataset.root;
  const byId = (id) => document.getElementById(id);

  const menuButton = document.querySelector(".menu-button"), nav = byId("nav");
  menuButton.addEventListener("click", function () {
    menuButton.setAttribute("aria-expanded", String(nav.classList.toggle("open")));
  });
  document.addEventListener("click", function (event) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  byId("theme-button").addEventListener("click", function () {
    const dark = document.body.classList.toggle("quarto-dark");
    document.body.classList.toggle("quarto-light", !dark);
    try { localStorage.setItem("quarto-color-scheme", dark ? "alternate" : "default"); } catch (refused) { /* not kept */ }
  });

  const entries = new Map();
  for (const link of document.querySelectorAll("#TOC a[href^='#']")) entries.set(link.getAttribute("href").slice(1), link);
  function follow() {
    let here = null;
    for (const section of document.querySelectorAll("main section[id]")) {
      if (section.getBoundingClientRect().top < 140 && entries.has(section.id)) here = section.id;
    }
    for (const [id, link] of entries) link.classList.toggle("here", id === here);
  }
  document.addEventListener("scroll", follow, { passive: true });
  follow();

  const dialog = byId("search"), input = byId("search-input"), hits = byId("search-hits");
  let loading = null;
  function index() {
    loading = loading || new Promise(function (done) {
      const script = document.createElement("script");
      script.src = root + "search-index.js";
      script.onload = script.onerror = () => done(window.dbreportSearch || []);
      document.head.append(script);
    });
    return loading;
  }

  // Every word must occur; a word in a heading counts for more. Chinese has no spaces, so a word is any substring.
  function find(entries, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = [];
    for (const entry of entries) {
      const head = (entry.section + " " + entry.page).toLowerCase(), text = entry.text.toLowerCase();
      let score = 0;
      for (const word of words) {
        const points = (head.includes(word) ? 10 : 0) + Math.min(5, text.split(word).length - 1);
        if (!points) { score = 0; break; }
        score += points;
      }
      if (score) found.push({ entry, score });
    }
    return found.sort((a, b) => b.score - a.score).slice(0, 20).map((hit) => ({ entry: hit.entry, words }));
  }

  function excerpt(text, words) {
    const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
    const from = Math.max(0, at - 30), line = document.createElement("span");
    let rest = (from ? "…" : "") + text.slice(from, from + 110) + (text.length > from + 110 ? "…" : "");
    while (rest) {
      const places = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter((p) => p[0] >= 0);
      if (!places.length) break;
      const [start, length] = places.sort((a, b) => a[0] - b[0])[0], mark = document.createElement("mark");
      mark.textContent = rest.slice(start, start + length);
      line.append(rest.slice(0, start), mark);
      rest = rest.slice(start + length);
    }
    line.append(rest);
    return line;
  }

  async function search() {
    const query = input.value, found = find(await index(), query);
    if (query !== input.value) return;
    hits.replaceChildren(...found.map(function ({ entry, words }) {
      const item = document.createElement("li"), link = document.createElement("a"), head = document.createElement("b");
      link.href = root + entry.href;
      head.textContent = entry.section ? entry.page + " · " + entry.section : entry.page;
      link.append(head, excerpt(entry.text, words));
      link.addEventListener("click", () => dialog.close());
      item.append(link);
      return item;
    }));
    if (query.trim() && !found.length) {
      const item = document.createElement("li");
      item.className = "nothing";
      item.textContent = hits.dataset.nothing;
      hits.append(item);
    }
  }

  function open() { index(); dialog.showModal(); input.select(); }
  byId("search-button").addEventListener("click", open);
  input.addEventListener("input", search);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", function (event) {
    const links = [...hits.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      if (links.length) links[0].click();
    } else if (event.key === "ArrowDown" && links.length) {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (at ? links[at - 1] : input).focus();
    }
  });
  document.addEventListener("keydown", function (event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (!typing && !dialog.open && (event.key === "/" || (event.key === "k" && (event.ctrlKey || event.metaKey)))) {
      event.preventDefault();
      open();
    }
  });
})();
