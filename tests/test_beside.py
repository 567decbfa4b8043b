"""Throughput of ours beside the compiled tools': what a benchmark keeps, and what the report makes of it."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from dbreport.errors import PublishedInvalid
from dbreport.experiments.compression import tables as compression_tables
from dbreport.report import beside
from dbreport.report.beside import Beside

LANGUAGES = ("zh", "en")


def rows(method: str, rates: dict[str, float]) -> list[Beside]:
    return [
        Beside("here", "2026-11-21", method, way, side, "xz", "5.4.1", repeat, rate * (1 + repeat / 100))
        for way in ("compress", "decompress")
        for side, rate in rates.items()
        for repeat in range(3)
    ]


@pytest.fixture
def found() -> pl.DataFrame:
    zstd = rows("zstd_3", {"tool": 200e6, "ours": 210e6, "runner": 100e6})
    return beside.table([*zstd, *rows("lzma_6", {"tool": 10e6, "ours": 9e6, "runner": 8e6})])


def test_the_tool_is_compared_with_ours_on_the_same_page_not_with_what_the_runner_stores(found: pl.DataFrame) -> None:
    ratios = [round(beside.over_tool(found, method, "compress").value, 3) for method in ("zstd_3", "lzma_6")]
    assert ratios == [1.05, 0.9]


def test_what_is_kept_is_read_back(found: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    beside.write("tools", found)
    assert beside.read("tools").equals(found)


@pytest.mark.parametrize("text", [None, "", "a,b\n1,2\n"])
def test_a_file_that_is_missing_or_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    if text is not None:
        (tmp_path / "data" / "benchmarks").mkdir(parents=True)
        (tmp_path / "data" / "benchmarks" / "tools.csv").write_text(text)
    with pytest.raises(PublishedInvalid, match=r"tools\.csv.*its benchmark.*anew"):
        beside.read("tools")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_both_speeds_and_their_ratio(found: pl.DataFrame, lang: str) -> None:
    drawn = compression_tables.compression_tools(found, lang)
    assert drawn.figure.count("<tr>") == 1 + 2
    assert "0.9 [" in drawn.figure
    assert "9.09 / 10.1 / 8.08 MB/s" in drawn.figure
    assert "here" in drawn.caption


def test_what_the_report_shows_has_every_tool_and_each_way_several_times() -> None:
    kept = beside.read("compression_itself")
    assert set(kept.filter(pl.col("side") == "tool")["program"]) == {"zstd", "lz4", "xz", "brotli"}
    turns = kept.group_by("method", "way", "side").len()
    assert turns["len"].min() == turns["len"].max()
    assert turns["len"].min() >= 3
    assert set(turns["way"]) == {"compress", "decompress"}
