"""The site in a real browser: charts, language switch, search, dark mode, phone width, nothing from elsewhere."""

import csv
import functools
import gzip
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import CHROMIUM
from sitekit import LANGUAGES, PROJECTS, RENDERERS, SITES, address, pages, read_page, search_index, site

CHAPTER = "chapters/half-billion.html"
# A word that stands on every chapter page of its language.
WORD = {"zh": "结果", "en": "Results"}
OTHER = {"zh": "en", "en": "zh"}

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM IS INSTALLED: CHARTS, SEARCH AND PHONE LAYOUT COULD NOT BE VERIFIED"
)
# What a renderer's frame does is looked at on the small project's pages.
every_frame = pytest.mark.parametrize("name", [name for name in SITES if name.startswith(PROJECTS[0])])
# the preview has neither search nor dark mode
quarto_s_frame, quarto_s_report = (
    pytest.mark.parametrize("name", [name for name in SITES if name == f"{project}-quarto"])
    for project in (PROJECTS[0], PROJECTS[-1])
)
# What stands on pages comes from the same stored outputs whichever renderer frames them: beside the last one's report
# the others' small project is enough.
FULLEST = [f"{PROJECTS[-1] if renderer == RENDERERS[-1] else PROJECTS[0]}-{renderer}" for renderer in RENDERERS]
every_fullest = pytest.mark.parametrize("name", FULLEST)
FRAMES = [(name, lang) for name in FULLEST for lang in LANGUAGES]
PHONE = 390
TOO_WIDE = f"""
    [...document.querySelectorAll(".js-plotly-plot .main-svg")]
        .filter(svg => svg.getBoundingClientRect().right > {PHONE})
"""
WITHOUT_ROOM = """
    [...document.querySelectorAll(".js-plotly-plot[id^=fig-]")]
        .filter(chart => chart._fullLayout._size.w < 0.4 * chart.clientWidth).map(chart => chart.id)
"""
"""Charts whose labels leave them less than two fifths of their width."""
TOUCHING = """
    [...document.querySelectorAll(".js-plotly-plot[id^=fig-]")].filter(chart => {
        const boxes = [...chart.querySelectorAll(".ytick text")].map(label => label.getBoundingClientRect());
        const lies = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom - 2 && other.top < one.bottom - 2;
        return boxes.some((box, i) => boxes.slice(i + 1).some(other => lies(box, other)));
    }).map(chart => chart.id)
"""
"""Charts of which the labels of two rows lie on each other; two pixels are the room above and below the letters."""
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def paths(name, lang):
    return [str(page.relative_to(site(name) / lang)) for page in pages(site(name), lang)]


def becomes(page, expression, value):
    """Wait until an expression has a value on the page, asked now and then: at every frame it would hold up drawing."""
    page.wait_for_function(f"value => ({expression}) === value", arg=value, polling=200)


def charts(name, lang, path):
    return sorted(
        i for i in read_page(site(name) / lang / path, lang).ids if i.startswith("fig-") and i.endswith(f"-{lang}")
    )


BARE_BYTES, DRAWN_BYTES = 500_000, 1_500_000
"""What a reader may have to wait for at most, compressed: a page without charts, and one with them."""


@functools.cache
def sent_bytes(path):
    """Return what a file takes as a server sends it: compressed, once and for all where it is so already."""
    return path.stat().st_size if path.suffix == ".gz" else len(gzip.compress(path.read_bytes(), 6))


def first_view_bytes(name, page):
    """Return what a page asked its own host for, each file once."""
    own = {unquote(urlsplit(url).path).lstrip("/") for url in page.asked if url.startswith(address(name))}
    return sum(sent_bytes(site(name) / path) for path in own)


def serious(page):
    """Return what axe finds serious on a page; what is drawn has a text beside it, its contrast is looked at below."""
    told = Axe().run(page, {"exclude": [[".main-svg"]]}, {"resultTypes": ["violations"]}).response["violations"]
    return [
        (violation["id"], [node["target"] for node in violation["nodes"]][:3])
        for violation in told
        if violation["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("name", "lang"), FRAMES)
def test_every_page_is_drawn_without_a_script_error_and_fits_a_phone_and_asks_no_other_host(visit, name, lang):
    # on a phone at once: a chart is drawn anew for every width. All are opened before the first is waited for: half a
    # second of silence each would add up, and so would the library of charts, compiled anew for a page alone.
    opened = {path: visit(f"{address(name)}/{lang}/{path}", width=PHONE) for path in paths(name, lang)}
    for place, (path, page) in enumerate(opened.items()):
        wanted = charts(name, lang, path)
        for chart in wanted:
            page.wait_for_selector(f"#{chart} .main-svg", state="attached")
        page.wait_for_load_state("networkidle")
        drawn = page.eval_on_selector_all(".js-plotly-plot[id^=fig-]", "all => all.map(chart => chart.id).sort()")
        becomes(page, f"{TOO_WIDE}.length", 0)
        becomes(page, "document.documentElement.scrollWidth", PHONE)
        asked = [url for url in page.asked if not url.startswith((address(name), "data:", "blob:"))]
        assert (path, wanted, [], []) == (path, drawn, page.trouble, asked)
        assert (path, [], []) == (path, page.evaluate(WITHOUT_ROOM), page.evaluate(TOUCHING))
        if path != "explorer.html":  # which brings a DuckDB and every sample, and says so
            assert first_view_bytes(name, page) < (DRAWN_BYTES if wanted else BARE_BYTES), path
        # a page is built alike in every language: each is looked at in one
        if place % len(LANGUAGES) == LANGUAGES.index(lang):
            assert (path, []) == (path, serious(page))
        page.close()


@every_fullest
def test_a_chart_gives_away_its_data_and_its_picture(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}")
    chart = page.locator("figure.report-chart", has=page.locator(".js-plotly-plot")).first
    files = {}
    for kind in ("CSV", "SVG"):
        with page.expect_download() as download:
            chart.get_by_role("button", name=kind, exact=True).click()
        files[kind] = Path(download.value.path()).read_text(encoding="utf-8-sig")
        assert (
            download.value.suggested_filename
            == f"{chart.locator('.js-plotly-plot').get_attribute('id')}.{kind.lower()}"
        )
    points = page.evaluate(
        "chart => chart.data.reduce((sum, trace) => sum + (trace.customdata || trace.x).length, 0)",
        chart.locator(".js-plotly-plot").element_handle(),
    )
    head, *rows = csv.reader(files["CSV"].splitlines())
    assert (head[0], len(rows), {len(row) for row in rows}) == ("series", points, {len(head)})
    assert ElementTree.fromstring(files["SVG"]).tag.endswith("svg")


@every_frame
def test_a_figure_names_the_claims_it_decides(visit, name):
    page = visit(f"{address(name)}/en/verdicts.html")
    lines = page.locator("figure#fig-sizes .figure-claims a")
    assert lines.all_inner_texts() == ["cp-5", "cp-6"]
    assert lines.first.evaluate("link => new URL(link.href).hash") == "#claim-cp-5"
    assert page.locator("#claim-cp-5").count() == 1


@pytest.mark.parametrize("name", [name for name in SITES if name.startswith(PROJECTS[-1])])
def test_parts_of_an_appendix_are_lines_until_an_address_names_what_is_in_one(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}")
    page.wait_for_selector("#sec-appendix .main-svg", state="attached")
    opened = "[...document.querySelectorAll('#sec-appendix > section > details.appendix')].map(part => part.open)"
    folded = page.evaluate(opened)
    assert (len(folded) > 3, set(folded)) == (True, {False})
    chart = page.locator("#sec-appendix figure.report-chart").first
    named, number = chart.evaluate("figure => [figure.id, figure.style.counterSet]")
    assert number == page.evaluate(f"""
        "chart " + ([...document.querySelectorAll("figure.report-chart:has(> figcaption)")]
            .indexOf(document.getElementById("{named}")) + 1)
    """)
    page.set_viewport_size({"width": PHONE, "height": 800})  # which a folded chart knows nothing of
    page.evaluate(f"location.hash = '{named}'")
    becomes(page, f"{opened}.filter(open => open).length", 1)
    assert chart.is_visible()
    becomes(page, f"document.querySelector('#{named} .main-svg').getBoundingClientRect().right <= {PHONE}", True)


@every_fullest
def test_a_phone_shows_claim_verdict_and_evidence_without_scrolling_sideways(visit, name):
    page = visit(f"{address(name)}/en/verdicts.html", width=390)
    edges = page.evaluate("""
        [...document.querySelectorAll("table.verdicts td")].map(cell => cell.getBoundingClientRect().right)
    """)
    assert edges
    assert max(edges) <= 390


@every_fullest
def test_a_phone_names_the_fewest_and_the_most_rows_below_a_chart(visit, name):
    page = visit(f"{address(name)}/en/chapters/document-store.html", width=PHONE)
    page.locator("#fig-records-read").scroll_into_view_if_needed()
    chart = "document.querySelector('#fig-records-read .js-plotly-plot')"
    becomes(page, f"{chart} && {chart}.querySelectorAll('.xtick text').length > 1", True)
    rows = page.evaluate(f"{chart}.data.flatMap(line => line.x)")
    named = page.evaluate(f"{chart}._fullLayout.xaxis.tickvals")
    assert (min(named), max(named)) == (min(rows), max(rows))
    assert page.locator("#fig-records-read .xtick text").count() == len(named)


@every_fullest
def test_no_chinese_label_on_a_phone_ends_in_a_line_of_one_sign(visit, name):
    page = visit(f"{address(name)}/zh/chapters/document-store.html", width=PHONE)
    page.locator("#fig-one").scroll_into_view_if_needed()
    chart = "document.querySelector('#fig-one .js-plotly-plot')"
    broken = f"{chart}.layout.yaxis.ticktext.filter(label => label.includes('<br>'))"
    becomes(page, f"!!{chart} && {broken}.length > 0", True)
    assert page.evaluate(f"{broken}.filter(label => /<br>.$/u.test(label))") == []


@every_fullest
def test_a_table_that_scrolls_sideways_can_be_reached_without_a_mouse(visit, name):
    page = visit(f"{address(name)}/en/machine.html", width=390)
    wide = "[...document.querySelectorAll('.table-box')].filter(box => box.scrollWidth > box.clientWidth)"
    assert page.evaluate(f"{wide}.length") > 0
    assert page.evaluate(f"{wide}.filter(box => box.tabIndex !== 0).length") == 0


@every_fullest
def test_the_map_of_needs_shows_what_the_address_asks_for_and_keeps_what_is_chosen(visit, name):
    page = visit(f"{address(name)}/en/index.html?profile=tuned&colour=red")
    lines = "[...document.querySelectorAll('table.heatmap tbody tr')].filter(row => !row.hidden)"
    columns = "[...document.querySelector('table.heatmap').tHead.rows[0].cells].slice(1).filter(head => !head.hidden)"
    becomes(page, f"{lines}.length > 0 && {lines}.every(row => row.dataset.profile === 'tuned')", True)
    assert "colour=red" in page.locator(".heat-filters output").first.inner_text()
    page.locator(".heat-filters select[name=kind]").first.select_option("server")
    assert page.evaluate(f"new Set({columns}.map(head => head.dataset.kind)).size") == 1
    assert page.url.endswith("?profile=tuned&kind=server")
    page.locator(".heat-filters select[name=durability]").first.select_option("none")
    page.locator(".heat-filters select[name=scale]").first.select_option("full")
    becomes(page, f"{lines}.length", 0)
    assert "Nothing was measured" in page.locator(".heat-filters output").first.inner_text()


@every_fullest
def test_on_a_phone_the_map_of_needs_has_every_system_in_sight_by_its_name(visit, name):
    page = visit(f"{address(name)}/en/index.html", width=390)
    cells = "[...document.querySelectorAll('table.heatmap tr:not([hidden]) td[data-system]')]"
    named = f"{cells}.map(cell => getComputedStyle(cell, '::before').content.slice(1, -1).trim())"
    heads = "[...document.querySelectorAll('table.heatmap thead th:not(:first-child)')].map(head => head.textContent)"
    assert set(page.evaluate(named)) == set(page.evaluate(heads)) > set()
    assert page.evaluate(f"{cells}.filter(cell => cell.getBoundingClientRect().right > innerWidth).length") == 0


@every_frame
@every_language
def test_the_language_switch_keeps_page_and_place(visit, name, lang):
    page = visit(f"{address(name)}/{lang}/{CHAPTER}#sec-results")
    page.locator("a.language-switch").first.click()
    page.wait_for_url(f"**/{OTHER[lang]}/**", wait_until="commit")
    assert f"{address(name)}/{OTHER[lang]}/{CHAPTER}#sec-results" == page.url


@every_frame
def test_the_language_switch_can_be_reached_on_a_phone(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}", width=390)
    if name.endswith("quarto"):
        page.locator(".navbar-toggler").first.click()
        page.locator(".navbar-collapse.show").wait_for()  # what still unfolds moves away from under a click
    page.locator("a.language-switch").first.click()
    page.wait_for_url("**/zh/**", wait_until="commit")
    assert f"{address(name)}/zh/{CHAPTER}" == page.url


@every_frame
def test_the_front_door_remembers_the_language_chosen(visit, name):
    page = visit(f"{address(name)}/en/index.html", locale="en-US")
    page.locator("a.language-switch").first.click()
    page.wait_for_url("**/zh/**")
    page.goto(f"{address(name)}/")
    page.wait_for_url("**/index.html")
    assert f"{address(name)}/zh/index.html" == page.url


@every_frame
@pytest.mark.parametrize(("locale", "lang"), [("zh-CN", "zh"), ("en-GB", "en"), ("de-DE", "en")])
def test_the_front_door_follows_the_browsers_language(visit, name, locale, lang):
    page = visit(f"{address(name)}/", locale=locale)
    page.wait_for_url("**/index.html")
    assert f"{address(name)}/{lang}/index.html" == page.url


@every_frame
def test_the_front_door_works_from_the_disk(visit, name):
    page = visit((site(name) / "index.html").as_uri(), locale="zh-CN")
    page.wait_for_url("**/zh/index.html")
    assert (site(name) / "zh" / "index.html").as_uri() == page.url


@every_frame
def test_charts_are_drawn_from_the_disk(visit, name):
    page = visit((site(name) / "en" / CHAPTER).as_uri())
    page.wait_for_selector(".js-plotly-plot .main-svg", state="attached")
    drawn = page.eval_on_selector_all(".js-plotly-plot", "all => all.map(chart => chart.id).sort()")
    assert charts(name, "en", CHAPTER) == drawn


def search(page, word):
    page.wait_for_load_state("networkidle")
    page.locator("#quarto-search button").first.click()
    page.locator(".aa-Input").fill(word)
    hits = page.locator(".aa-Panel .aa-Item a")
    hits.first.wait_for()
    return hits


@quarto_s_report
@every_language
def test_search_finds_a_word_of_the_language(visit, name, lang):
    hits = search(visit(f"{address(name)}/{lang}/index.html"), WORD[lang])
    links = hits.evaluate_all("all => all.map(link => new URL(link.href).pathname)")
    assert f"/{lang}/{CHAPTER}" in links


@quarto_s_report
def test_the_word_searched_for_stands_in_the_search_index(name):
    index = search_index(site(name), "zh")
    assert any(WORD["zh"] in entry["section"] for entry in index)


# The lowest contrast ratio of any words with the page, by WCAG 2.2's formula.
CONTRAST = """() => {
  const channel = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((v) => channel(v / 255))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const ratio = (colour) => (Math.max(light(colour), paper) + 0.05) / (Math.min(light(colour), paper) + 0.05);
  const all = (selector, property) =>
    [...document.querySelectorAll(selector)].map((node) => ratio(getComputedStyle(node)[property]));
  return Math.min(...all("main :is(p, h1, h2, td, th, pre, figcaption)", "color"),
    ...all(".xtick text, .ytick text, .legendtext, .ytitle, .xtitle", "fill"));
}"""


@every_fullest
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_chart_labels_stand_out_from_the_paper(visit, name, scheme):
    page = visit(f"{address(name)}/zh/{CHAPTER}", scheme=scheme)
    page.wait_for_selector(".js-plotly-plot .main-svg", state="attached")
    becomes(page, f"({CONTRAST})() >= 4.5", True)  # once what was drawn has taken on the scheme


@every_fullest
@pytest.mark.parametrize("path", ["index.html", CHAPTER])
def test_axe_finds_nothing_serious_at_a_desk(visit, name, path):
    assert [] == serious(visit(f"{address(name)}/en/{path}"))


@quarto_s_frame
def test_charts_follow_the_dark_mode_button(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}")
    colour = "getComputedStyle(document.querySelector('.js-plotly-plot .ytick text')).fill"
    page.wait_for_selector(".js-plotly-plot .ytick text", state="attached")
    becomes(page, colour, "rgb(59, 68, 82)")
    page.locator(".quarto-color-scheme-toggle").locator("visible=true").first.click()
    becomes(page, colour, "rgb(195, 202, 214)")


WIDTHS = """JSON.stringify([...document.querySelectorAll(".js-plotly-plot[id^=fig-]")]
    .map(chart => Math.round(chart._fullLayout.width)))"""
INK = "getComputedStyle(document.querySelector('.js-plotly-plot .ytick text')).fill"
FRAME = "#quarto-header, .bar, .preview-note, body > footer, #TOC"


@every_frame
def test_on_paper_charts_are_light_and_as_wide_as_it_without_the_frame_and_afterwards_as_they_were(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}", width=PHONE, scheme="dark")
    page.wait_for_selector(".js-plotly-plot .ytick text", state="attached")
    page.wait_for_load_state("networkidle")
    before, ink = page.evaluate(WIDTHS), page.evaluate(INK)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    becomes(page, f"JSON.parse({WIDTHS}).every(width => width === 830)", True)
    becomes(page, INK, "rgb(59, 68, 82)")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert [] == [one for one in page.locator(FRAME).all() if one.is_visible()]
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    becomes(page, WIDTHS, before)
    becomes(page, INK, ink)


@quarto_s_frame
def test_the_dark_mode_is_remembered_on_the_next_page(visit, name):
    page = visit(f"{address(name)}/en/index.html")
    page.locator(".quarto-color-scheme-toggle").locator("visible=true").first.click()
    page.goto(f"{address(name)}/en/{CHAPTER}")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 29)"


@every_frame
def test_the_text_can_be_read_without_scripts(visit, name):
    page = visit(f"{address(name)}/en/{CHAPTER}", scripts=False)
    assert page.locator("main h2").first.is_visible()
