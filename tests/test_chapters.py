"""The stored outputs of every page are what the stored results give: all are executed again and compared."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dbreport import project
from dbreport.engines.systems import SYSTEMS
from pagekit import execute_together
from samples import PUBLISHED_HOST, RESULTS, ROOT

PAGES = sorted(path.relative_to(ROOT) for path in (*ROOT.glob("*.ipynb"), *ROOT.glob("chapters/*.ipynb")))
ONE = Path("chapters/compression.ipynb")
SHOWN = ("files-default-full", "profiles.zlib_6", "compress_throughput")
"""A figure that stands on this page: its file, case and metric."""


def outputs(page: Path) -> list[Any]:
    """Return what every code cell has stored."""
    return [cell.outputs for cell in nbformat.read(page, as_version=4).cells if cell.cell_type == "code"]


def copy(folder: Path, pages: list[Path]) -> Path:
    """Copy what pages need, so that no test touches the repository's own files."""
    for name in ("_quarto.yml", *(str(page) for page in pages)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "data").symlink_to(ROOT / "data")
    return folder


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, executed on the committed results: this machine may have results of its own one day."""
    folder = copy(tmp_path_factory.mktemp("report"), PAGES)
    execute_together(folder, RESULTS, PAGES)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_stored_outputs_equal_a_re_execution(executed: Path, page: Path) -> None:
    assert outputs(ROOT / page) == outputs(executed / page), f"DBREPORT_HOST={PUBLISHED_HOST} dbreport execute all"


def test_one_changed_value_in_a_result_file_is_noticed(tmp_path: Path) -> None:
    results = tmp_path / "results"
    shutil.copytree(RESULTS, results)
    file, *shown = SHOWN
    path = results / ONE.stem / PUBLISHED_HOST / f"{file}.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    mine = [r for r in rows if [r["case"], r["metric"]] == shown]
    # the smallest becomes the largest: the median of the repeats moves
    smallest, *_, largest = sorted(mine, key=lambda r: r["value"])
    smallest["value"] = 3 * largest["value"]
    changed = pa.Table.from_pylist(rows, table.schema)
    pq.write_table(changed, path, write_page_checksum=True)
    folder = copy(tmp_path / "report", [ONE])
    execute_together(folder, results, [ONE])
    assert outputs(ROOT / ONE) != outputs(folder / ONE)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_code_cell_was_executed(page: Path) -> None:
    notebook = nbformat.read(ROOT / page, as_version=4)
    never = [cell["id"] for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count is None]
    assert [] == never


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_chart_names_what_was_measured(page: Path) -> None:
    labels = [*(system.label.en for system in SYSTEMS.values()), "zlib", "zstd"]  # or a method of compression
    shown = [
        str(output.data.get("text/markdown", ""))
        for cell in outputs(ROOT / page)
        for output in cell
        if "data" in output
    ]
    drawn = [text for text in shown if "Plotly.newPlot" in text]
    charts = {match[1]: text for text in drawn if (match := re.search(r'id="(fig-[\w-]+)"', text))}
    assert [name for name, text in charts.items() if not any(label in text for label in labels)] == []


def prose_of(page: Path) -> str:
    if page.suffix == ".qmd":
        return (ROOT / page).read_text(encoding="utf-8")
    notebook = nbformat.read(ROOT / page, as_version=4)
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("page", [*PAGES, Path("index.qmd")], ids=str)
def test_no_measured_number_is_typed_into_prose(page: Path) -> None:
    """Prose may name sizes and rules; a ratio, a rate or a time comes from a cell."""
    prose = prose_of(page)
    assert [] == re.findall(r"\d+\.\d+ ?(?:ms|s|秒|毫秒|×|倍|times|rows/s|MB/s)\b", prose)


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "chapters"], ids=str)
def test_a_chapter_opens_with_what_was_found_and_ends_with_what_few_look_up(page: Path) -> None:
    cells = nbformat.read(ROOT / page, as_version=4).cells
    sections = {
        match[1]: at for at, cell in enumerate(cells) if (match := re.match(r"## .*\{#sec-(\w+)\}$", cell.source))
    }
    assert ["question", "found", "method"] == list(sections)[:3]
    assert "say(" in cells[sections["found"] + 1].source  # its numbers are the results'
    assert list(sections)[-1] == ("appendix" if "appendix" in sections else "limits")


def test_the_registry_of_chapters_is_the_folders() -> None:
    assert {page.stem for page in PAGES} == set(project.chapters())
