"""The feed of what was measured when."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from dbreport.languages import LANGUAGES
from dbreport.site import feed
from samples import frame, sample

ATOM = {"atom": "http://www.w3.org/2005/Atom"}

pytestmark = pytest.mark.usefixtures("home")


def written(folder: Path, *measured: tuple[int, str]) -> dict[str, ElementTree.Element]:
    made = [sample(engine=engine, started_at=datetime(2026, 11, day, 12, tzinfo=UTC)) for day, engine in measured]
    for lang in LANGUAGES:
        (folder / lang).mkdir()
    feed.write(frame(made), folder)
    return {lang: ElementTree.parse(folder / lang / feed.NAME).getroot() for lang in LANGUAGES}


def texts(root: ElementTree.Element, path: str) -> list[str | None]:
    return [element.text for element in root.findall(path, ATOM)]


def test_a_day_s_measurements_are_one_entry_the_newest_first(tmp_path: Path) -> None:
    made = written(tmp_path, (20, "postgresql"), (22, "duckdb"), (22, "mysql"), (20, "postgresql"))
    assert texts(made["en"], "atom:entry/atom:title") == [
        "2026-11-22: Import and query (DuckDB, MySQL)",
        "2026-11-20: Import and query (PostgreSQL)",
    ]
    assert texts(made["zh"], "atom:entry/atom:title")[0] == "2026-11-22：导入与查询（DuckDB、MySQL）"
    assert texts(made["en"], "atom:updated") == ["2026-11-22T12:00:00Z"]


def test_every_entry_has_a_name_of_its_own_that_stays(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = written(tmp_path / "a", (20, "postgresql"), (22, "duckdb"))
    again = written(tmp_path / "b", (20, "postgresql"), (22, "duckdb"), (23, "mysql"))
    names = texts(first["en"], "atom:entry/atom:id")
    assert (len(set(names)), set(names) <= set(texts(again["en"], "atom:entry/atom:id"))) == (2, True)


def test_an_entry_leads_to_its_chapter(tmp_path: Path) -> None:
    links = written(tmp_path, (20, "postgresql"))["en"].findall("atom:entry/atom:link", ATOM)
    assert [link.get("href") for link in links] == ["chapters/half-billion.html"]


def test_without_results_there_is_a_feed_without_entries(tmp_path: Path) -> None:
    assert texts(written(tmp_path)["en"], "atom:entry/atom:title") == []
    feed.write(None, tmp_path)
    assert texts(ElementTree.parse(tmp_path / "zh" / feed.NAME).getroot(), "atom:entry/atom:title") == []
