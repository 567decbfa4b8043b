"""The stored outputs of every page are what the stored results give: nbval re-executes and compares."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dbreport import project

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(path.relative_to(ROOT) for path in (*ROOT.glob("*.ipynb"), *ROOT.glob("chapters/*.ipynb")))
CHAPTERS = [page for page in PAGES if page.parent.name == "chapters"]
SHOWN = {
    "half-billion": ("postgresql-default-medium", "import.plain", "throughput"),
    "sysbench": ("postgresql-default-medium", "full.oltp_insert", "throughput"),
    "insert-rate": ("postgresql-default-full", "full.columns.8", "throughput"),
    "real-workload": ("postgresql-default-medium", "single.point_account.plain", "throughput"),
    "storage": ("postgresql-default-medium", "wait.compact", "duration"),
    "compression": ("files-default-full", "profiles.zlib_6", "compress_throughput"),
    "kv-engines": ("pebble-default-medium", "sync_on.sequential_write", "cost_per_operation"),
}
"""A figure that stands on the page of each chapter: its file, case and metric."""


def nbval(folder: Path, page: Path, results: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Compare one page's stored outputs with a re-execution on the given results."""
    # this machine may have results of its own one day; the pages were made from the committed ones
    environment = {**os.environ, "DBREPORT_HOME": str(folder), "DBREPORT_RESULTS": str(results), "PYTHONHASHSEED": "0"}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--nbval",
            "--nbval-cell-timeout=300",
            *more,
            str(page),
        ],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a page needs, so that no test touches the repository's own files."""
    folder = tmp_path_factory.mktemp("report")
    for name in ("_quarto.yml", *(str(page) for page in PAGES)):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("cache"))
    return folder


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_stored_outputs_equal_a_re_execution(copy: Path, page: Path) -> None:
    done = nbval(copy, page, copy / "data" / "results")
    assert 0 == done.returncode, done.stdout[-3000:]


@pytest.mark.parametrize("page", CHAPTERS, ids=str)
def test_one_changed_value_in_a_result_file_is_noticed(copy: Path, tmp_path: Path, page: Path) -> None:
    results = tmp_path / "results"
    shutil.copytree(copy / "data" / "results", results)
    file, *shown = SHOWN[page.stem]
    (path,) = (results / page.stem.replace("-", "_")).glob(f"*/{file}.parquet")
    table = pq.read_table(path)
    rows = table.to_pylist()
    mine = [r for r in rows if [r["case"], r["metric"]] == shown]
    # the smallest becomes the largest: the median of the repeats moves
    smallest, *_, largest = sorted(mine, key=lambda r: r["value"])
    smallest["value"] = 3 * largest["value"]
    changed = pa.Table.from_pylist(rows, table.schema)
    pq.write_table(changed, path, write_page_checksum=True)
    assert pytest.ExitCode.TESTS_FAILED == nbval(copy, page, results, "--exitfirst").returncode


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_code_cell_was_executed(page: Path) -> None:
    notebook = nbformat.read(ROOT / page, as_version=4)
    never = [cell["id"] for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count is None]
    assert [] == never


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_no_measured_number_is_typed_into_prose(page: Path) -> None:
    """Prose may name sizes and rules; a ratio, a rate or a time comes from a cell."""
    notebook = nbformat.read(ROOT / page, as_version=4)
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert [] == re.findall(r"\d+\.\d+ ?(?:ms|s|秒|毫秒|×|倍|times|rows/s|MB/s)\b", prose)


def test_the_registry_of_chapters_is_the_folders() -> None:
    assert {page.stem for page in PAGES} == set(project.chapters())
