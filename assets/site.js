// What a page does in either renderer: the language switch stays on the page, cells of tables are as wide as they need,
// figures name the claims they decide. No request leaves the site.
(function () {
  "use strict";
  const MARGIN_PX = 16; // what is left free at the edge of the window

  // Without a #section in the address, the one being read is kept.
  function place() {
    if (location.hash) return location.hash;
    let here = "";
    for (const section of document.querySelectorAll("main section[id]:not(details:not([open]) *)")) {
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

  // All are read before the first is changed: a reading after a change lays the whole page out anew.
  function measureCells() {
    const cells = [...document.querySelectorAll("main td")];
    const lengths = cells.map((cell) => Math.max(...cell.innerText.split("\n").map((line) => line.trim().length)));
    cells.forEach((cell, i) => cell.classList.add(lengths[i] <= 24 ? "short" : lengths[i] > 60 ? "long" : "medium"));
  }

  // A line does not end between a number and its unit, nor inside the brackets of an interval.
  const TOGETHER = /(\d) (?=(?:[nµm]?s|min|h|[kKMGT]?i?B|%)(?![A-Za-z]))|(\[[\d.,]+,) (?=[\d.,]+\])/g;
  function keepTogether() {
    const skip = "pre, code, script, style, select, textarea, .plotly-graph-div";
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (/\d,? /.test(node.data) && !node.parentElement.closest(skip)) node.data = node.data.replace(TOGETHER, "$1$2\u00a0");
    }
  }

  // A long name in code may end a line at its own signs, so that what follows it need not begin one.
  function breakCode() {
    for (const code of document.querySelectorAll("main :not(pre) > code")) {
      if (code.textContent.length < 16 || code.childElementCount) continue;
      const parts = code.textContent.split(/(?<=[/_.=-])(?=\w)/);
      code.replaceChildren(...parts.flatMap((part, i) => (i ? [document.createElement("wbr"), part] : [part])));
    }
  }

  // A table too wide for the text takes the empty margin beside it. What scrolls sideways even so has to be reached
  // without a mouse, too, and so have code and a table of the text.
  function reachWide() {
    for (const alone of document.querySelectorAll("pre, main table:not(.table-box *)")) {
      if (alone.scrollWidth > alone.clientWidth) alone.tabIndex = 0;
    }
    const boxes = [...document.querySelectorAll(".table-box")];
    for (const box of boxes) {
      box.classList.remove("tight", "scrolls");
      box.style.marginLeft = "";
    }
    const wide = boxes.filter((box) => box.scrollWidth > box.clientWidth);
    for (const box of wide) box.classList.add("tight");
    const places = wide.map((box) => [box, box.scrollWidth - box.clientWidth, box.getBoundingClientRect().left - MARGIN_PX]);
    for (const [box, beyond, room] of places) {
      if (beyond > room) box.tabIndex = 0;
      box.classList.toggle("scrolls", beyond > room);
      if (beyond > 0 && room > 0) box.style.marginLeft = -Math.min(beyond, room) + "px";
    }
  }

  // Below a figure stand the claims that it decides: those whose line in the table of claims leads to it.
  function claimsUnderFigures() {
    const chinese = document.documentElement.lang.startsWith("zh"), claims = new Map();
    for (const link of document.querySelectorAll('a.shown[href^="#"]')) {
      const figure = document.querySelector("figure" + link.getAttribute("href"));
      const claim = link.closest("td").querySelector("code");
      if (figure && claim) claims.set(figure, [...(claims.get(figure) || []), claim]);
    }
    for (const [figure, decided] of claims) {
      const line = document.createElement("p");
      line.className = "figure-claims";
      line.append(chinese ? "有关的说法：" : decided.length > 1 ? "Claims it bears on: " : "The claim it bears on: ");
      decided.forEach(function (claim, i) {
        const link = document.createElement("a");
        link.href = "#" + claim.id;
        link.textContent = claim.textContent;
        line.append(i ? (chinese ? "、" : ", ") : "", link);
      });
      (figure.querySelector("figcaption") || figure.lastElementChild).after(line);
    }
  }

  // The appendix is for whoever checks: each of its parts is a line that opens. Figures keep the numbers they have on a
  // page that is open as a whole, where no script folds it.
  function foldAppendix() {
    const parts = document.querySelectorAll("section#sec-appendix > section.level3");
    if (!parts.length) return;
    for (const kind of ["chart", "table"]) {
      const figures = document.querySelectorAll("main figure.report-" + kind + ":has(> figcaption)");
      figures.forEach((figure, i) => { figure.style.counterSet = kind + " " + (i + 1); });
    }
    for (const part of parts) {
      const folded = document.createElement("details"), summary = document.createElement("summary");
      const heading = part.querySelector("h3");
      heading.classList.remove("anchored"); // a line that opens holds no link, such as Quarto's to the heading itself
      for (const link of heading.querySelectorAll(".anchorjs-link")) link.remove();
      folded.className = "appendix";
      folded.append(summary, ...part.childNodes);
      summary.append(heading);
      part.append(folded);
    }
    window.addEventListener("hashchange", reveal);
    document.addEventListener("click", (event) => { if (event.target.closest('a[href^="#"]')) setTimeout(reveal); });
    reveal();
  }

  // What an address names is in sight, whether it was folded or is the section whose part is.
  function reveal() {
    const named = location.hash && document.getElementById(location.hash.slice(1));
    const folded = named && (named.closest("details.appendix") || named.querySelector(":scope > details.appendix"));
    if (!folded || folded.open) return;
    folded.open = true;
    named.scrollIntoView();
  }

  function start() {
    keepTogether();
    breakCode();
    measureCells();
    languageSwitch();
    claimsUnderFigures();
    foldAppendix();
    reachWide();
    window.addEventListener("resize", reachWide);
    document.addEventListener("toggle", reachWide, true); // what was folded had no width
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
