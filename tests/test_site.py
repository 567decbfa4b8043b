"""The built site, by either renderer: links, languages, no outside requests, nothing unexecuted, clear errors."""

import http.client
import json
import re
import shutil
import struct
import threading
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import plotly
import pytest
from dbreport.errors import ChapterFailed, ResultsInvalid, SiteFailed, UsageError
from dbreport.languages import LANGUAGES as SHOWN
from dbreport.report import published
from dbreport.site import build as module
from dbreport.site import preview, profiles
from dbreport.site import serve as serving
from dbreport.site.build import build, check_executed, notebooks
from samples import ROOT
from sitekit import LANGUAGES, PROJECTS, SITES, pages, project, read_page, search_index, site

CHINESE = re.compile(r"[\u3400-\u9fff]+")
# A run of English words long enough to be a sentence and no product name, statement or title.
ENGLISH_SENTENCE = re.compile(r"(?:\b[a-z]+\b[ ,]+){8,}")
FETCHES = re.compile(r"(?:script|img|iframe|source|video|audio|embed|track)\.(?:src|srcset)|link\.href|object\.data")

PLOTLY = "plotly-cartesian.min.js"
CARTESIAN = {"scatter", "bar", "heatmap", "box", "violin", "histogram", "contour", "pie"}
"""Kinds of traces that this bundle of Plotly's draws."""

every_site = pytest.mark.parametrize("name", SITES)
every_searched = pytest.mark.parametrize("name", [name for name in SITES if name.endswith("quarto")])
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_site
def test_every_page_exists_in_both_languages(name):
    zh, en = ([str(page.relative_to(site(name) / lang)) for page in pages(site(name), lang)] for lang in LANGUAGES)
    assert zh == en
    assert {"index.html", "sources.html", "methods.html", "machine.html"} < set(zh)


@every_site
@every_language
def test_a_link_to_any_page_is_shown_with_the_picture_of_its_language(name, lang):
    for page in pages(site(name), lang):
        (picture,) = re.findall(r'property="og:image" content="([^"]+)"', page.read_text(encoding="utf-8"))
        told = (page.parent / picture).resolve()
        assert told == site(name).resolve() / "assets" / f"card-{lang}.png"
        data = told.read_bytes()
        assert (data[:8], struct.unpack(">II", data[16:24])) == (b"\x89PNG\r\n\x1a\n", (1200, 630))
        assert len(data) < 100_000


def test_a_published_picture_has_a_whole_address(monkeypatch):
    monkeypatch.setenv("DBREPORT_SITE_URL", "https://example.org/report")
    frame = preview._frame("chapters/x.html", profiles.profile(ROOT, "en"), "")
    assert frame["public"] == "https://example.org/report/"


@every_site
@every_language
def test_every_link_leads_to_a_file_and_a_place_in_it(name, lang):
    broken = []
    for page in pages(site(name), lang):
        for _, address in read_page(page, lang).links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address in ("", "#"):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if (
                not target.is_file()
                or site(name).resolve() not in target.resolve().parents
                or (parts.fragment and parts.fragment not in read_page(target, lang).ids)
            ):
                broken.append((page.name, address))
    assert broken == []


@every_site
@every_language
def test_no_page_asks_another_host_for_anything(name, lang):
    asked = [
        (page.name, address)
        for page in pages(site(name), lang)
        for where, address in read_page(page, lang).links
        if FETCHES.fullmatch(where) and (urlsplit(address).netloc or address.startswith("//"))
    ]
    assert asked == []


@every_site
def test_no_style_sheet_or_script_of_ours_asks_another_host_for_anything(name):
    asked = [
        (path.name, match[0])
        for path in site(name).rglob("*")
        if path.suffix in (".css", ".js") and path.name != PLOTLY
        for match in re.finditer(
            r"""(?:@import\s+|url\()["']?(?:https?:)?//[^)"']+|(?:fetch|import)\(["']https?:[^"']+""",
            path.read_text(encoding="utf-8", errors="replace"),
        )
    ]
    assert asked == []


@every_site
def test_english_pages_hold_no_chinese(name):
    found = {page.name: CHINESE.findall(read_page(page, "en").words) for page in pages(site(name), "en")}
    # The switch is named in the language it leads to.
    assert {page: [] for page in found} == {page: [w for w in words if w != "中文"] for page, words in found.items()}


@every_site
def test_chinese_pages_hold_no_english_sentence(name):
    found = {page.name: ENGLISH_SENTENCE.findall(read_page(page, "zh").words) for page in pages(site(name), "zh")}
    assert {page: [] for page in found} == found


@every_site
def test_chinese_pages_are_in_chinese(name):
    assert [page.name for page in pages(site(name), "zh") if not CHINESE.search(read_page(page, "zh").words)] == []


@pytest.mark.parametrize("name", [name for name in SITES if name.startswith("fixture")])
def test_a_line_break_between_chinese_characters_is_no_space(name):
    assert "先给结论，再讲来路。" in read_page(site(name) / "zh" / "index.html", "zh").words


@every_site
@every_language
def test_every_page_says_its_language(name, lang):
    heads = [page.read_text(encoding="utf-8")[:600] for page in pages(site(name), lang)]
    assert [head for head in heads if not re.search(rf'<html [^>]*lang="{lang}[-"]', head)] == []


@every_site
def test_the_contents_list_holds_the_pages_language_only(name):
    zh, en = (
        "".join(words for page in pages(site(name), lang) for _, words in read_page(page, lang).contents)
        for lang in LANGUAGES
    )
    assert (bool(CHINESE.search(zh)), bool(CHINESE.search(en))) == (True, False)


@every_site
def test_both_languages_have_the_same_sections(name):
    def sections(lang):
        return {
            str(page.relative_to(site(name) / lang)): sorted(
                i for i in read_page(page, lang).ids if i.startswith("sec-")
            )
            for page in pages(site(name), lang)
        }

    assert sections("zh") == sections("en")


@every_searched
def test_the_search_index_holds_the_pages_language_only(name):
    english = json.dumps(search_index(site(name), "en"), ensure_ascii=False)
    assert CHINESE.findall(english) == []
    chinese = " ".join(entry["text"] for entry in search_index(site(name), "zh"))
    for column in ("table", "case", "configuration"):  # a printed figure is named as figures.csv has it
        for named in published.figures()[column].drop_nulls().unique():
            chinese = chinese.replace(named, "")
    assert ENGLISH_SENTENCE.findall(chinese) == []


@every_searched
def test_the_search_index_names_every_page(name):
    found = {entry["href"].partition("#")[0] for entry in search_index(site(name), "zh")}
    assert {str(page.relative_to(site(name) / "zh")) for page in pages(site(name), "zh")} == found


@every_site
def test_no_shortcode_or_language_block_is_left_in_a_page(name):
    left = [
        (page.name, mark)
        for lang in LANGUAGES
        for page in pages(site(name), lang)
        for mark in ("{{&lt;", "{{<", "when-profile", ":::", "content-visible", "Unable to display")
        if mark in page.read_text(encoding="utf-8")
    ]
    assert left == []


@every_site
def test_every_page_names_the_same_page_in_the_other_language(name):
    for lang, other in (("zh", "en"), ("en", "zh")):
        for page in pages(site(name), lang):
            twin = re.search(rf'<link rel="alternate" hreflang="{other}" href="([^"]+)"', page.read_text("utf-8"))
            assert site(name) / other / page.relative_to(site(name) / lang) == (page.parent / twin[1]).resolve()


@every_site
def test_plotly_is_shipped_once(name):
    assert [str(path.relative_to(site(name))) for path in site(name).rglob("plotly*.js")] == [f"assets/{PLOTLY}"]


def test_plotly_s_script_is_the_one_of_its_package():
    versions = [
        re.search(r"v([\d.]+)\n", path.read_text(encoding="utf-8")[:200])[1]
        for path in (ROOT / "assets" / PLOTLY, Path(plotly.__file__).parent / "package_data" / "plotly.min.js")
    ]
    assert versions[0] == versions[1]


def test_plotly_s_script_draws_every_chart_there_is():
    calls = re.compile(r'Plotly\.newPlot\(\s*"[^"]+",\s*')
    kinds = {
        trace["type"]
        for page in notebooks(ROOT)
        for text in shown(page)
        for call in calls.finditer(text)
        for trace in json.JSONDecoder().raw_decode(text, call.end())[0]
    }
    assert kinds
    assert kinds <= CARTESIAN


def shown(page):
    """Return the texts that the cells of a notebook show."""
    cells = nbformat.read(page, as_version=4).cells
    return [out.data.get("text/markdown", "") for cell in cells for out in cell.get("outputs", ()) if "data" in out]


@every_site
@every_language
def test_plotly_is_loaded_where_there_are_charts_and_nowhere_else(name, lang):
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages(site(name), lang)}
    assert {page: "Plotly.newPlot" in text for page, text in texts.items()} == {
        page: f"assets/{PLOTLY}" in text and 'class="explorer"' not in text for page, text in texts.items()
    }


@every_site
def test_the_front_door_links_to_both_languages_without_any_script(name):
    links = [address for where, address in read_page(site(name) / "index.html", "zh").links if where == "a.href"]
    assert links == ["zh/index.html", "en/index.html"]


@pytest.mark.parametrize("source", PROJECTS)
def test_every_code_cell_was_executed(source):
    cells = [
        (path.stem, cell["execution_count"])
        for path in notebooks(project(source))
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code" and "".join(cell["source"]).strip()
    ]
    assert [chapter for chapter, count in cells if count is None] == []


@pytest.mark.parametrize("name", SITES)
def test_rendering_leaves_the_notebooks_as_they_were(name):
    source, _, _ = name.partition("-")
    before = {path.name: path.read_bytes() for path in notebooks(project(source))}
    assert before == {path.name: path.read_bytes() for path in notebooks(site(name).parent)}


@pytest.fixture
def broken(tmp_path):
    shutil.copytree(project("fixture"), tmp_path / "broken")
    return tmp_path / "broken"


def test_a_cell_that_never_ran_stops_the_build(broken):
    path = broken / "machine.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["cells"][3]["execution_count"] = None
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ChapterFailed, match="machine, code cell 2 was never executed; run: dbreport execute machine"):
        build(broken, "preview")


def test_a_stored_error_stops_the_build(broken):
    path = broken / "machine.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["cells"][1]["outputs"] = [{"output_type": "error", "ename": "E", "evalue": "", "traceback": []}]
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ChapterFailed, match="machine, code cell 1 stored an error"):
        check_executed(broken)


def test_a_page_of_the_render_list_that_is_missing_stops_the_build(broken):
    (broken / "methods.qmd").unlink()
    with pytest.raises(SiteFailed, match=r"methods\.qmd"):
        build(broken, "preview")


def test_an_unknown_renderer_is_refused(broken):
    with pytest.raises(UsageError, match='no renderer "jekyll"; choose one of: quarto, preview'):
        build(broken, "jekyll")


def test_a_folder_without_a_project_is_refused(tmp_path):
    with pytest.raises(SiteFailed, match=r"holds no _quarto\.yml"):
        build(tmp_path)


def test_asking_for_quarto_where_there_is_none_says_how_to_get_it(broken, monkeypatch):
    monkeypatch.setattr(module, "find_quarto", lambda: None)
    with pytest.raises(SiteFailed, match="pip install quarto-cli"):
        build(broken, "quarto")


def test_without_quarto_the_preview_is_built_and_says_so(broken, monkeypatch, capsys):
    monkeypatch.setattr(module, "find_quarto", lambda: None)
    build(broken)
    assert "rendered by the preview renderer" in capsys.readouterr().out


def test_results_that_cannot_be_read_cost_the_explorer_alone(broken, capsys):
    def unreadable():
        raise ResultsInvalid("a.parquet has schema 99, this package reads 3")

    built = build(broken, "preview", unreadable)
    assert "the explorer is left out: a.parquet has schema 99" in capsys.readouterr().out
    assert (built / "en" / "explorer.html").is_file()
    assert (built / "zh" / "feed.xml").is_file()


def test_building_again_leaves_no_page_of_before(broken):
    built = build(broken, "preview")
    (built / "en" / "old.html").write_text("old")
    build(broken, "preview")
    assert not (built / "en" / "old.html").exists()


@pytest.fixture
def fake_quarto(tmp_path, monkeypatch):
    def make(script: str) -> None:
        program = tmp_path / "bin" / "quarto"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(module, "find_quarto", lambda: str(program))

    return make


def test_a_quarto_that_fails_is_reported_in_its_own_words(broken, fake_quarto):
    fake_quarto(
        "echo 'rendering' >&2; printf '\\033[31mERROR: no such filter\\033[0m\\n' >&2; echo 'at x.js' >&2; exit 1"
    )
    with pytest.raises(SiteFailed, match=r"quarto failed on the zh pages: ERROR: no such filter$"):
        build(broken, "quarto")


def test_a_quarto_that_renders_nothing_is_an_error(broken, fake_quarto):
    fake_quarto("exit 0")
    with pytest.raises(SiteFailed, match="rendered no zh front page"):
        build(broken, "quarto")


def test_quarto_is_called_plainly_once_per_language(broken, fake_quarto, tmp_path):
    log = tmp_path / "calls"
    fake_quarto(f'echo "$@" >> {log}; [ "$1" = render ] && mkdir -p _site/$3 && touch _site/$3/index.html; exit 0')
    build(broken, "quarto")
    assert sorted(log.read_text().splitlines()) == ["--version", "render --profile en", "render --profile zh"]


def test_quarto_writes_nothing_beside_the_sources(broken, fake_quarto):
    fake_quarto(
        '[ "$1" = render ] && mkdir -p _site/$3 && touch index.html chapters/a.html _site/$3/index.html; exit 0'
    )
    build(broken, "quarto")
    assert not any(path.exists() for path in (broken / "index.html", broken / "chapters" / "a.html"))


def test_of_an_embedded_notebook_the_name_alone_is_published(broken, fake_quarto):
    fake_quarto(
        '[ "$1" = render ] && mkdir -p _site/$3 && echo "<div data-notebook=\\"$PWD/findings.ipynb\\">/a/b</div>"'
        " > _site/$3/index.html; exit 0"
    )
    page = build(broken, "quarto") / "en" / "index.html"
    assert page.read_text().strip() == '<div data-notebook="findings.ipynb">/a/b</div>'


@pytest.mark.parametrize("renderer", [name.rpartition("-")[2] for name in SITES if name.startswith("fixture")])
def test_one_page_is_rendered_into_the_site_there_is(renderer, tmp_path):
    folder = tmp_path / "project"
    shutil.copytree(project("fixture"), folder)
    shutil.copytree(site(f"fixture-{renderer}"), folder / "_site", dirs_exist_ok=True)
    methods, others = folder / "methods.qmd", {}
    for lang in LANGUAGES:
        others[lang] = (folder / "_site" / lang / "machine.html").read_bytes()
    methods.write_text(methods.read_text(encoding="utf-8") + "\nchanged-just-now\n", encoding="utf-8")
    built = build(folder, renderer, pages=["methods"])
    for lang in LANGUAGES:
        assert "changed-just-now" in (built / lang / "methods.html").read_text(encoding="utf-8")
        assert (built / lang / "machine.html").read_bytes() == others[lang]
    assert (built / "assets" / PLOTLY).is_file()


def test_a_page_that_does_not_exist_is_refused_with_the_one_that_was_meant(broken):
    with pytest.raises(UsageError, match="no page 'method', did you mean methods"):
        build(broken, "preview", pages=["method"])


def test_one_page_is_not_rendered_into_another_renderer_s_site(broken):
    built = build(broken, "preview")
    (built / "assets" / preview.STYLE.name).unlink()  # which Quarto's has not
    with pytest.raises(SiteFailed, match=r"quarto's.*use --renderer quarto"):
        build(broken, "preview", pages=["methods"])


def test_one_page_alone_is_not_rendered_before_there_is_a_site(broken):
    with pytest.raises(SiteFailed, match=r"there is no site yet.*run: dbreport site"):
        build(broken, "preview", pages=["methods"])


def test_serving_where_nothing_was_built_says_what_to_run(tmp_path):
    with pytest.raises(SiteFailed, match="run: dbreport site"):
        serving.serve(0, tmp_path)


def test_a_port_that_is_no_port_is_refused_with_or_without_a_site(tmp_path):
    with pytest.raises(UsageError, match="port 70000 is not between 0 and 65535"):
        serving.serve(70000, tmp_path)


def test_a_port_in_use_is_refused():
    taken = serving.http.server.ThreadingHTTPServer(("127.0.0.1", 0), None)
    with taken, pytest.raises(UsageError, match="cannot be had"):
        serving.serve(taken.server_address[1], site("fixture-preview"))


@pytest.fixture
def served(monkeypatch):
    """Serve a folder; return the server's host and port."""
    servers, threads = [], []
    original = serving.http.server.ThreadingHTTPServer

    class Noted(original):
        def __init__(self, *args):
            super().__init__(*args)
            servers.append(self)

    def start(folder):
        monkeypatch.setattr(serving.http.server, "ThreadingHTTPServer", Noted)
        threads.append(threading.Thread(target=serving.serve, args=(0, folder), daemon=True))
        threads[0].start()
        while not servers:
            threads[0].join(0.01)
        return servers[0].server_address

    yield start
    servers[0].shutdown()
    threads[0].join()


def test_the_site_is_served_on_loopback_only(served):
    host, port = served(site("fixture-preview"))
    body = urllib.request.urlopen(f"http://{host}:{port}/en/index.html").read().decode()
    assert (host, "Databases, measured" in body) == ("127.0.0.1", True)


def test_nothing_outside_the_site_is_served_and_no_name_ends_in_a_traceback(served, tmp_path, capsys):
    inside, outside = tmp_path / "site", tmp_path / "outside"
    for folder in (inside / "folder", outside):
        folder.mkdir(parents=True)
    (inside / "index.html").write_text("the site")
    (outside / "index.html").write_text("a secret")
    (inside / "file.html").symlink_to(outside / "index.html")
    (inside / "away").symlink_to(outside)
    (inside / "folder" / "index.html").symlink_to(outside / "index.html")
    (inside / "loop").symlink_to(inside / "loop")
    host, port = served(inside)
    names = ("file.html", "away/", "away/index.html", "folder/", "loop", "%00", "a%00.html", "%ed%a0%80", "x" * 5000)
    codes = {}
    for name in (*names, "../outside/index.html", "%2e%2e/outside/index.html"):
        connection = http.client.HTTPConnection(host, port, timeout=30)
        connection.request("GET", f"/{name}")
        codes[name] = connection.getresponse().status
        connection.close()
    assert dict.fromkeys(codes, 404) == codes
    assert "Traceback" not in capsys.readouterr().err


def test_a_page_of_the_site_is_served_through_a_link_within_it(served, tmp_path):
    (tmp_path / "index.html").write_text("the site")
    (tmp_path / "again.html").symlink_to(tmp_path / "index.html")
    host, port = served(tmp_path)
    assert urllib.request.urlopen(f"http://{host}:{port}/again.html").read() == b"the site"


def test_the_fixture_project_uses_the_real_configuration():
    root = Path(__file__).parent.parent
    assert (root / "_quarto.yml").read_text() == (project("fixture") / "_quarto.yml").read_text()
    assert LANGUAGES == SHOWN


def test_a_site_folder_that_cannot_be_written_is_a_clear_failure(broken):
    (broken / "_site").write_text("a file where the folder should be")
    with pytest.raises(SiteFailed, match=r"_site.* cannot be read or written"):
        build(broken, "preview")
