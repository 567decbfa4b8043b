"""The explorer: what the site puts beside its page, and what a reader does there, from either renderer."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from conftest import CHROMIUM
from dbreport.errors import SiteFailed
from dbreport.report.explorer import CHOICES
from dbreport.report.explorer_words import COLUMNS, EXAMPLES
from dbreport.site import explorer, npm
from samples import ROOT
from sitekit import LANGUAGES, RENDERERS, address, explored

SITES = [f"fixture-{renderer}" for renderer in RENDERERS]
has_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="no npm was found, which builds the explorer")
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium was found; make engines installs one")
every_site = pytest.mark.parametrize("name", SITES)

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    assert explorer.write(explored(), tmp_path) == ""
    return tmp_path


def alone() -> pl.DataFrame:
    return explored().filter(pl.col("at").is_null())


@has_npm
def test_the_stream_has_every_sample_that_stands_alone_and_every_column_the_page_describes(written: Path) -> None:
    with gzip.open(written / "samples.arrow.gz") as file, pa.ipc.open_stream(file) as stream:
        there = pl.from_arrow(stream.read_all())
    assert isinstance(there, pl.DataFrame)
    assert there.columns == list(COLUMNS)
    assert there["value"].to_list() == alone()["value"].to_list()
    assert there["started_at"].to_list() == alone()["started_at"].dt.replace_time_zone(None).to_list()
    assert there["engine"].cast(pl.String).to_list() == alone()["engine"].to_list()


@has_npm
def test_the_file_to_take_home_has_the_series_too(written: Path) -> None:
    at = duckdb.sql(f'SELECT "at", value FROM \'{written}/samples.parquet\' WHERE "at" IS NOT NULL').fetchall()
    assert at == [(1.5, 7.0)]


@has_npm
def test_no_file_is_too_large_for_who_publishes_it(written: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in written.iterdir()}
    assert set(sizes) == {"explorer.js", "duckdb-worker.js", "duckdb.wasm.gz", *explorer.SAMPLES}
    assert max(sizes.values()) < 25 << 20


def test_without_npm_the_site_goes_without_and_says_so(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert explorer.write(explored(), tmp_path) == "npm was not found; install Node.js"
    assert list(tmp_path.iterdir()) == []


@has_npm
def test_packages_that_are_not_what_was_pinned_are_refused_without_an_address(tmp_path: Path, own_cache: Path) -> None:
    shutil.copytree(npm.EXPLORER, tmp_path / "explorer")
    lock = tmp_path / "explorer" / "package-lock.json"
    lock.write_text(lock.read_text().replace('"sha512-', '"sha512-AAAA'))
    with pytest.raises(SiteFailed, match="the explorer could not be built") as refused:
        npm.explorer(tmp_path / "explorer")
    assert "://" not in str(refused.value)
    assert [path.name for path in own_cache.iterdir()] == ["explorer.lock"]


def test_every_example_has_an_answer_in_the_stored_results() -> None:
    here = duckdb.connect()
    here.sql(
        "CREATE VIEW samples AS SELECT *, 'here' AS host, false AS stale"
        f" FROM read_parquet('{ROOT}/data/results/*/*/*.parquet') WHERE metric NOT LIKE '%histogram'"
    )
    assert [example.title.en for example in EXAMPLES if not here.sql(example.sql).fetchall()] == []


# in a browser ----------------------------------------------------------------------------------


def opened(visit: Callable[..., Any], name: str = SITES[0], lang: str = "en", place: str = "") -> Any:
    page = visit(f"{address(name)}/{lang}/explorer.html{place}")
    page.wait_for_selector(".explorer-result tbody tr")
    return page


def asked(page: Any, sql: str) -> str:
    page.fill(".explorer-sql", sql)
    page.click(".explorer-run")
    page.wait_for_selector(".explorer[aria-busy=false]")
    said: str = page.inner_text(".explorer-said")
    return said


def answer(page: Any) -> list[list[str]]:
    rows = page.locator(".explorer-result tbody tr")
    return [rows.nth(n).locator("td").all_inner_texts() for n in range(rows.count())]


@pytest.fixture(scope="module")
def page(visit_for_all: Callable[..., Any]) -> Any:
    """One page for all whose queries change nothing that the next one asks: DuckDB takes seconds to start in it."""
    return opened(visit_for_all)


def elsewhere(page: Any, name: str = SITES[0]) -> list[str]:
    return [url for url in page.asked if not url.startswith((address(name), "data:", "blob:"))]


@has_npm
@in_a_browser
@every_site
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_with_an_answer_and_asks_no_other_host(visit: Any, name: str, lang: str) -> None:
    page = opened(visit, name, lang)
    assert {row[0] for row in answer(page)} == {"postgresql", "duckdb"}
    assert page.is_visible(".explorer-chart .trace")
    assert (elsewhere(page, name), page.trouble) == ([], [])


@has_npm
@in_a_browser
def test_on_a_phone_a_chart_takes_its_room_and_nothing_lies_below_the_explorer(visit: Any) -> None:
    page = visit(f"{address(SITES[0])}/en/explorer.html", width=390)
    page.wait_for_selector(".explorer-chart .trace")
    chart = "document.querySelector('.explorer-chart')"
    page.wait_for_function(f"{chart}.clientHeight === {chart}._fullLayout.height")
    ends = "['.explorer', '.explorer details'].map(s => document.querySelector(s).getBoundingClientRect().bottom)"
    whole, last = page.evaluate(ends)
    assert last <= whole


@has_npm
@in_a_browser
def test_a_query_is_kept_in_its_link(page: Any, visit: Any) -> None:
    asked(page, "SELECT 'über 1 µs' AS said, 6 * 7 AS n")
    assert answer(page) == [["über 1 µs", "42"]]
    again = opened(visit, place=page.locator(".explorer-link").evaluate("link => link.hash"))
    assert answer(again) == [["über 1 µs", "42"]]


@has_npm
@in_a_browser
def test_days_moments_and_large_counts_are_written_out(page: Any) -> None:
    asked(page, "SELECT DATE '2026-11-20', TIMESTAMP '2026-11-20 12:34:56', sum(1::HUGEINT), 0.5::DECIMAL(4, 2), NULL")
    assert answer(page) == [["2026-11-20", "2026-11-20 12:34:56", "1", "0.5", "–"]]


@has_npm
@in_a_browser
def test_a_choice_writes_the_query(page: Any) -> None:
    assert page.locator(".explorer select").evaluate_all("all => all.map(one => one.selectedOptions[0].label)") == (
        ["(any)"] * len(CHOICES)
    )
    page.wait_for_selector("#explorer-experiment option[value='half_billion']", state="attached")
    page.select_option("#explorer-experiment", "half_billion")
    page.wait_for_selector("#explorer-case option[value='import.bulk']", state="attached")
    page.wait_for_selector(".explorer[aria-busy=false]")
    page.fill(".explorer-sql", "")  # the query it opens with has the same words: what is waited for must be the new one
    page.select_option("#explorer-case", "import.bulk")
    page.wait_for_function("document.querySelector('.explorer-sql').value.includes('import.bulk')")
    page.wait_for_selector(".explorer[aria-busy=false]")
    assert "experiment = 'half_billion'" in page.input_value(".explorer-sql")
    assert {row[0] for row in answer(page)} == {"postgresql", "duckdb"}


@has_npm
@in_a_browser
def test_what_is_wrong_is_said_and_the_next_query_is_answered(page: Any) -> None:
    assert "syntax error" in asked(page, "SELEC 1")
    assert "No answer" in asked(page, "SELECT * FROM 'https://example.org/other.parquet'")
    asked(page, "SELECT count(*) AS n FROM samples")
    assert answer(page) == [[f"{alone().height}"]]
    assert elsewhere(page) == []


@has_npm
@in_a_browser
def test_a_query_that_does_not_end_is_stopped(page: Any) -> None:
    page.fill(".explorer-sql", "SELECT count(*) FROM range(100000000000) a, range(1000) b WHERE a.range % 7 = b.range")
    page.click(".explorer-run")
    page.click(".explorer-stop")
    assert "Stopped" in page.inner_text(".explorer-said")
    asked(page, "SELECT 1 AS n")
    assert answer(page) == [["1"]]


@has_npm
@in_a_browser
def test_an_address_that_holds_no_query_opens_it_all_the_same(visit: Any) -> None:
    assert {row[0] for row in answer(opened(visit, place="#explorer--%%%"))} == {"postgresql", "duckdb"}


@in_a_browser
def test_without_scripts_it_says_what_it_needs(visit: Any) -> None:
    page = visit(f"{address(SITES[0])}/en/explorer.html", scripts=False)
    assert "needs JavaScript" in page.inner_text(".explorer")
