"""What a benchmark keeps, what is read back of it, and what the report makes of that."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from dbreport.errors import PublishedInvalid
from dbreport.experiments.compression import tables as compression_tables
from dbreport.project import root
from dbreport.report import beside
from dbreport.report.beside import Measurement

LANGUAGES = ("zh", "en")
BENCHMARKS = sorted(path for path in (root() / "benchmarks").glob("*.py") if path.stem != "shared")
KEPT = sorted(path.stem for path in (root() / "data" / "benchmarks").glob("*.csv") if path.stem != "coverage")


def rows(case: str, rates: dict[str, float], day: str = "2026-11-21", unit: str = "bytes/s") -> list[Measurement]:
    return [
        Measurement("here", day, side, "xz 5.4.1", case, way, unit, repeat, rate * (1 + repeat / 100))
        for way in ("compress", "decompress")
        for side, rate in rates.items()
        for repeat in range(3)
    ]


@pytest.fixture
def measured() -> pl.DataFrame:
    zstd = rows("zstd_3", {"tool": 200e6, "ours": 210e6, "runner": 100e6})
    return beside.table([*zstd, *rows("lzma_6", {"tool": 10e6, "ours": 9e6, "runner": 8e6})])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    return tmp_path


def test_the_tool_is_compared_with_ours_on_the_same_page_not_with_what_the_runner_stores(
    measured: pl.DataFrame,
) -> None:
    ratios = [
        round(beside.ratio(measured, ("ours", method, "compress"), ("tool", method, "compress")).value, 3)
        for method in ("zstd_3", "lzma_6")
    ]
    assert ratios == [1.05, 0.9]


def test_rates_have_an_interval_and_pairs_of_even_ratio_a_narrow_one(measured: pl.DataFrame) -> None:
    over, under = ("ours", "zstd_3", "compress"), ("tool", "zstd_3", "compress")
    alone, paired = beside.ratio(measured, over, under), beside.ratio(measured, over, under, paired=True)
    assert alone.low < 1.05 < alone.high
    assert (paired.low, paired.high) == (pytest.approx(1.05), pytest.approx(1.05))
    assert not alone.exact


def test_counts_that_are_the_same_every_time_are_exact() -> None:
    key = ("mysql", "records", "pages")
    pages = beside.table(Measurement("here", "2026-11-21", *key[:1], "9", *key[1:], "pages", n, 7) for n in range(2))
    assert beside.median(pages, key).exact
    assert beside.ratio(pages, key, key).exact


def test_two_days_are_two_sessions_and_their_ratio_has_no_interval() -> None:
    table = beside.table([*rows("a", {"x": 1e6}), *rows("b", {"x": 2e6}, "2026-11-22")])
    ratio = beside.ratio(table, ("x", "b", "compress"), ("x", "a", "compress"))
    assert (ratio.apart, ratio.has_interval) == ("sessions", False)


def test_what_is_kept_is_read_back(measured: pl.DataFrame, home: Path) -> None:
    beside.keep("tools", measured)
    assert beside.read("tools").equals(measured)


def test_a_sentence_tells_what_is_kept_and_that_the_rest_is_not_measured_yet(
    measured: pl.DataFrame, home: Path
) -> None:
    key, other = ("tool", "zstd_3", "compress"), ("tool", "zstd_3", "cooked")
    nothing = {"zh": "尚未测量", "en": "not measured yet"}
    assert beside.told("tools", key) == nothing
    beside.keep("tools", measured)
    assert beside.told("tools", key, "rate") == dict.fromkeys(LANGUAGES, "202,000,000/s")
    assert beside.told_ratio("tools", ("ours", *key[1:]), key)["en"].startswith("1.05")
    assert (beside.told("tools", other), beside.told_ratio("tools", key, other)) == (nothing, nothing)


def test_a_case_measured_again_takes_the_place_of_itself_alone(measured: pl.DataFrame, home: Path) -> None:
    beside.keep("tools", measured)
    beside.keep("tools", beside.table(rows("zstd_3", {"tool": 300e6}, "2026-11-22")))
    kept = beside.read("tools")
    assert beside.values(kept, ("tool", "zstd_3", "compress"))[0] == 300e6
    assert beside.values(kept, ("ours", "zstd_3", "compress"))[0] == 210e6
    assert kept.height == measured.height


def test_another_machine_takes_the_place_of_all(measured: pl.DataFrame, home: Path) -> None:
    beside.keep("tools", measured)
    elsewhere = beside.table(rows("zstd_3", {"tool": 300e6})).with_columns(host=pl.lit("there"))
    beside.keep("tools", elsewhere)
    assert beside.read("tools").equals(elsewhere)


def test_what_nobody_measured_is_told(measured: pl.DataFrame) -> None:
    with pytest.raises(PublishedInvalid, match="tool, brotli_1, compress"):
        beside.values(measured, ("tool", "brotli_1", "compress"))


GOOD = ",".join(beside.SCHEMA) + "\nhere,2026-11-21,mysql,9,records,pages,pages,0,7\n"


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "a,b\n1,2\n",
        GOOD.splitlines()[0] + "\n",
        GOOD.replace(",7", ","),
        GOOD.replace(",7", ",-7"),
        GOOD.replace(",7", ",nan"),
        GOOD + GOOD.splitlines()[1],
        GOOD + GOOD.splitlines()[1].replace("here", "there").replace("0,7", "1,7"),
        GOOD + GOOD.splitlines()[1].replace("pages,0,7", "bytes,1,7"),
    ],
)
def test_a_file_that_is_missing_or_another_is_refused(home: Path, text: str | None) -> None:
    if text is not None:
        (home / "data" / "benchmarks").mkdir(parents=True)
        (home / "data" / "benchmarks" / "tools.csv").write_text(text)
    with pytest.raises(PublishedInvalid, match=r"tools\.csv.*its benchmark.*anew"):
        beside.read("tools")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_both_speeds_and_their_ratio(measured: pl.DataFrame, lang: str) -> None:
    drawn = compression_tables.tools(measured, lang)
    assert drawn.figure.count("<tr>") == 1 + 2
    assert "0.9 [" in drawn.figure
    assert "9.09 / 10.1 / 8.08 MB/s" in drawn.figure
    assert "here" in drawn.caption


def test_what_the_report_shows_has_every_tool_and_each_way_several_times() -> None:
    kept = beside.read("compression_itself")
    tools = kept.filter(pl.col("system") == "tool")["version"]
    assert set(tools.str.split(" ").list.first()) == {"zstd", "lz4", "xz", "brotli"}
    turns = kept.group_by("case", "metric", "system").len()
    assert turns["len"].min() == turns["len"].max()
    assert turns["len"].min() >= 3
    assert set(turns["metric"]) == {"compress", "decompress"}


def test_whatever_is_kept_is_sound_and_comes_from_a_benchmark() -> None:
    assert set(KEPT) <= {path.stem for path in BENCHMARKS}
    assert all(beside.read(name).height for name in KEPT)


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_every_benchmark_tells_how_it_is_run(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(path.parent)
    monkeypatch.setattr(sys, "argv", [str(path), "--help"])
    with pytest.raises(SystemExit):
        runpy.run_path(str(path), run_name="__main__")
    help_text = capsys.readouterr().out
    assert f"benchmarks/{path.name}" in help_text
    assert "--keep" in help_text or path.stem == "kills"


def test_a_benchmark_keeps_what_it_prints(home: Path) -> None:
    (home / "corpus").mkdir()
    (home / "corpus" / "page.html").write_text("<p>a page</p>" * 500)
    command = [sys.executable, BENCHMARKS[0].parent / "window.py", "--corpus", home / "corpus", "--keep"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kept = beside.read("window")
    assert kept.height == sum(line.endswith(" ratio") for line in printed.splitlines())
    assert beside.median(kept, ("zlib", "corpus.window_32_kib", "ratio")).value > 10


def test_a_sentence_says_what_was_kept_or_that_it_was_not_measured(measured: pl.DataFrame, home: Path) -> None:
    assert beside.kept("thing", lambda kept: f"{kept.height} rows")["en"] == "not measured yet"
    beside.keep("thing", measured)
    said = beside.kept("thing", lambda kept: f"{kept.height} rows")
    assert said == {"zh": f"{measured.height} rows", "en": f"{measured.height} rows"}
