"""A forum's posts: the rows, every way to ask for a page, a run and its chapter's parts."""

from __future__ import annotations

import math
from typing import Any

import polars as pl
import pytest
from conftest import started
from dbreport.engines.base import Engine
from dbreport.errors import UsageError
from dbreport.experiments.forum import charts, runner, tables
from dbreport.experiments.forum.data import FIRST_S, INDEX, LEAST, SPAN_S, TABLE, Posts
from dbreport.experiments.forum.queries import DEEPEST, EXAMINED, PAGE_ROWS, PAGES, STATEMENTS
from dbreport.languages import LANGUAGES
from dbreport.measuring.freshness import load
from dbreport.measuring.run import measure
from dbreport.model import Options, Scale, Way
from dbreport.results import select
from samples import Quiet, around, frame, repeats

pytestmark = pytest.mark.usefixtures("home")

POSTS = Posts(LEAST)


@pytest.fixture(scope="module")
def rows() -> pl.DataFrame:
    return pl.concat(pl.DataFrame(POSTS.arrow(part)) for part in range(POSTS.partitions))


# the rows --------------------------------------------------------------------------------------


def test_a_partition_is_the_same_whichever_was_made_before_it() -> None:
    many = Posts(2 * Posts.PARTITION_ROWS + 5)
    last, first = many.arrow(2), many.arrow(0)
    assert (many.arrow(0), many.arrow(2)) == (first, last)
    assert (many.partitions, last.num_rows) == (3, 5)
    assert Posts(many.count, seed=2).arrow(0) != first


def test_posts_are_numbered_in_the_order_of_time(rows: pl.DataFrame) -> None:
    assert rows["id"].to_list() == list(range(1, POSTS.count + 1))
    assert rows["created"].is_sorted()
    assert FIRST_S <= rows["created"][0] < rows["created"][-1] < FIRST_S + SPAN_S


@pytest.mark.parametrize(("column", "things"), [("thread", POSTS.threads), ("author", POSTS.authors)])
def test_threads_and_authors_are_as_popular_as_zipf_s_law(rows: pl.DataFrame, column: str, things: int) -> None:
    counts = rows[column].value_counts(sort=True)["count"].to_list()
    expected = [POSTS.count * math.log1p(1 / n) / math.log(things + 1) for n in (1, 2, 10)]
    assert [counts[n - 1] for n in (1, 2, 10)] == pytest.approx(expected, rel=0.15)
    assert rows[column].is_between(1, things).all()


def test_a_title_has_nothing_a_text_file_would_have_to_escape(rows: pl.DataFrame) -> None:
    assert not rows["title"].str.contains(r"[\t\n\\\"]").any()
    assert rows["title"].str.len_chars().max() <= 120


def test_fewer_posts_than_fill_the_deepest_page_are_refused() -> None:
    with pytest.raises(UsageError, match="99999 posts have no page 10,000; give at least 100,000"):
        Posts(LEAST - 1)


# the statements --------------------------------------------------------------------------------


def wanted(rows: pl.DataFrame) -> dict[str, list[tuple[Any, ...]]]:
    """Return the answer of every statement, by polars."""
    given = POSTS.parameters()
    shown = ["id", "author", "created", "title"]
    thread = rows.filter(thread=given["popular"]).sort("created", "id")
    newest = rows.sort("id", descending=True)
    found: dict[str, pl.DataFrame] = {
        "newest.popular": thread[-PAGE_ROWS:].select(shown),
        "newest.usual": rows.filter(thread=given["usual"])[-PAGE_ROWS:].select(shown),
        "author.posts": rows.filter(author=given["author"]).select("id", "thread", "created", "title"),
    }
    for case, part in (("by_day.forum", rows), ("by_day.thread", thread)):
        found[case] = part.group_by(pl.col("created") // 86400 * 86400).len()
    for case in STATEMENTS:
        if case.startswith(("thread.", "forum.")):
            place, _, page = case.split(".")
            first = (int(page) - 1) * PAGE_ROWS
            found[case] = (thread if place == "thread" else newest)[first : first + PAGE_ROWS].select(shown)
    return {case: sorted(part.rows()) for case, part in found.items()}


@pytest.mark.parametrize("name", runner.ENGINES)
def test_every_statement_has_the_answer_that_plain_sorting_gives(name: str, rows: pl.DataFrame) -> None:
    with started(name) as engine:
        table, indexes = engine.dialect.keyed(TABLE, INDEX)
        engine.create(table)
        engine.load(POSTS, Way.BULK)
        for index in indexes:
            engine.build_index(index, 60)
        given = POSTS.parameters()
        answers = {case: asked(engine, sql.format(**given)) for case, sql in STATEMENTS.items()}
        expected = wanted(rows)
        assert [case for case in STATEMENTS if answers[case] != expected[case]] == []
        if engine.system().kind == "server":
            ways = (STATEMENTS[f"forum.{way}.{DEEPEST}"].format(**given) for way in ("offset", "keyset"))
            skipped, gone_on = (engine.examined(sql, 60)["rows_read"] for sql in ways)
            assert skipped >= LEAST > 100 > gone_on


def asked(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    rows = engine.run(sql, 60, fetch=True).rows or []
    return sorted(tuple(row) for row in rows)


# a run and what is made of it ------------------------------------------------------------------


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """A whole run on two systems, one of which has no index beside its table."""
    folder = tmp_path_factory.mktemp("results")
    options = Options(folder, Scale.SMOKE, engines=("sqlite", "clickhouse"))
    assert measure("forum", options, Quiet())
    return load("forum", results=folder)


def test_a_run_measures_every_case_of_a_system(measured: pl.DataFrame) -> None:
    ok = measured.filter(status="ok")
    left_out = {f"examined.{case}" for case in EXAMINED}  # of which SQLite does not tell
    assert set(ok.filter(engine="sqlite")["case"]) == set(runner.EXPERIMENT.names(Scale.SMOKE)) - left_out
    assert set(ok.filter(engine="clickhouse")["case"]) == set(runner.EXPERIMENT.names(Scale.SMOKE)) - {"index.build"}


def test_all_ways_of_a_page_have_one_answer(measured: pl.DataFrame) -> None:
    paged = measured.filter(pl.col("answer").is_not_null() & pl.col("case").str.contains(r"^(forum|thread)\."))
    page = pl.col("case").str.replace(r"\.\w+\.", ".")
    answers = paged.group_by(page).agg(pl.col("answer").n_unique())
    assert set(answers["case"]) == {*(f"forum.{n}" for n in PAGES), *(f"thread.{n}" for n in PAGES[:-1])}
    assert set(answers["answer"]) == {1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_show_what_was_measured_and_say_what_was_not(measured: pl.DataFrame, lang: str) -> None:
    mine = select.shipped(measured)
    read = tables.read(mine, lang, EXAMINED).figure
    assert read.count("<tr>") == len(EXAMINED) + 1
    assert {"en": "not supported", "zh": "不支持"}[lang] not in read
    assert "SQLite" not in read
    assert "SQLite" in tables.read(mine, lang, EXAMINED).caption
    assert "ClickHouse" in tables.loaded(mine, lang).figure
    nothing = frame([])
    missing = {"en": "not measured yet", "zh": "尚未测量"}[lang]
    assert [tables.read(nothing, lang, EXAMINED).figure, tables.loaded(nothing, lang).figure] == [missing] * 2


def test_the_deepest_page_is_titled_by_what_row_stores_take_for_it() -> None:
    taken = {"postgresql": 25.4, "sqlite": 50.6, "clickhouse": 2.0}
    made = [
        each
        for engine, offset in taken.items()
        for way, value in (("offset", offset), ("keyset", 1.0))
        for each in repeats(f"forum.{way}.{DEEPEST}", around(value), engine=engine, experiment="forum")
    ]
    assert [charts.forum_pages(frame(made), lang).title for lang in LANGUAGES] == [
        "第 10,000 页：OFFSET 用时是接着上一页取的 25 到 51 倍（行存系统）",
        "Page 10,000: OFFSET takes 25 to 51 times as long as keyset (row stores)",
    ]
