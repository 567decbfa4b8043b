"""Pages executed one after another in one process: what a kernel for each would give, without nine of them starting.

As a program it executes the notebooks it is given, in place.
"""

from __future__ import annotations

import functools
import gc
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
from dbreport.measuring import freshness
from nbformat.v4 import new_output


def execute_together(folder: Path, results: Path, pages: Sequence[Path]) -> None:
    """Execute pages of the project in `folder` on the results in `results`, and store what the cells give in them.

    A cell that fails stores its error, as an author's editor would, and the page ends there.
    """
    environment = {**os.environ, "DBREPORT_HOME": str(folder), "DBREPORT_RESULTS": str(results), "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, *(str(folder / page) for page in pages)]
    subprocess.run(command, cwd=folder, env=environment, check=True)


def _execute(path: Path) -> None:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    shell = InteractiveShell.instance()
    gc.freeze()  # what stays of the pages before: the shell looks for garbage once more
    shell.reset()  # no page finds the names of another
    os.chdir(path.parent)
    page = nbformat.read(path, as_version=4)
    cells = [cell for cell in page.cells if cell.cell_type == "code"]
    for cell in cells:
        cell["outputs"], cell["execution_count"] = [], None
    for count, cell in enumerate(cells, start=1):
        with capture_output() as said:
            done = shell.run_cell(cell.source, store_history=True)
        shown = [new_output("display_data", one.data, metadata=one.metadata or {}) for one in said.outputs]
        printed = [new_output("stream", name="stdout", text=said.stdout)] if said.stdout else []
        cell["outputs"], cell["execution_count"] = [*printed, *shown], count
        if error := done.error_before_exec or done.error_in_exec:
            cell["outputs"].append(new_output("error", ename=type(error).__name__, evalue=str(error)))
            break
    nbformat.write(page, path)


if __name__ == "__main__":
    gc.set_threshold(100_000)  # as the tests do
    freshness.load = functools.cache(freshness.load)  # no page changes a result, and most load those of several others
    for argument in sys.argv[1:]:
        _execute(Path(argument))
