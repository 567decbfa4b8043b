"""The report to print: its pages in one file, in the order of the menu."""

from __future__ import annotations

import threading
import unicodedata
from pathlib import Path

import pytest
from conftest import CHROMIUM
from dbreport.errors import SiteFailed, UsageError
from dbreport.site import pdf
from sitekit import site

pytestmark = pytest.mark.usefixtures("home")

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium was found; make engines installs one")


def test_every_page_but_the_explorer_is_printed_findings_first_then_chapters() -> None:
    project = site("fixture-preview").parent
    addresses = [address for _, address in pdf._pages(project, "en")]
    built = {str(path.relative_to(project / "_site" / "en")) for path in (project / "_site" / "en").rglob("*.html")}
    assert set(addresses) == built - {"explorer.html"}
    assert addresses[:3] == ["index.html", "chapters/half-billion.html", "chapters/sysbench.html"]


@in_a_browser
def test_pages_are_bound_with_their_titles_and_drawn_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    from pypdf import PdfReader

    project = site("fixture-preview").parent
    pages = [page for page in pdf._pages(project, "zh") if page[1] in ("index.html", "chapters/half-billion.html")]
    monkeypatch.setattr(pdf, "_pages", lambda project, lang: pages)
    (made,) = pdf.write(project, ("zh",))
    bound = PdfReader(made)
    assert [entry.title for entry in bound.outline] == ["哪个数据库，做哪件事", "五亿行：导入与查询"]
    # some signs come out as their radicals, which look the same
    text = unicodedata.normalize("NFKC", "".join(page.extract_text() for page in bound.pages))
    assert "ClickHouse" in text
    assert "导入速率" in text  # a chart's own axis: scripts have drawn it
    made.unlink()


def test_a_page_that_was_not_rendered_is_named_and_nothing_is_served_any_more(tmp_path: Path) -> None:
    (tmp_path / "_site").mkdir()
    before = set(threading.enumerate())
    with pytest.raises(SiteFailed if CHROMIUM else UsageError, match=r"dbreport site|no Chromium"):
        pdf.write(tmp_path)
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
    assert set(threading.enumerate()) <= before


def test_without_chromium_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="make engines, or install chromium"):
        pdf.write(tmp_path)
