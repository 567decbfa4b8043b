"""Re-execute a chapter in place, so that the same data gives the same bytes.

Runs the notebook's cells and stores their outputs; knows nothing of what they show, and never measures.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from ..errors import ChapterFailed, ChapterMissing
from ..report.show import AUTHOR

CELL_TIMEOUT_S = 600

# What a reader's and a reviewer's diff needs; versions of Python and of the kernel would differ by machine.
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class _OwnKernel(AsyncKernelManager):
    """The ipykernel of this very interpreter, whatever kernels are registered on the machine."""

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(
            argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            display_name="Python 3",
            language="python",
        )


def execute(path: Path) -> None:
    """Run every cell of a notebook and store the outputs in it.

    The cells run in the notebook's own folder. The file is replaced only when every cell succeeded, and
    only then; executing twice on the same data gives the same bytes.

    Raises ChapterMissing where there is no such file, ChapterFailed where it is not a notebook or a cell fails.
    """
    notebook = _read(path)
    _settle(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell["outputs"], cell["execution_count"] = [], None
    client = NotebookClient(
        notebook,
        kernel_manager_class=_OwnKernel,
        kernel_name="python3",
        # The kernel's own advice about its transport is nothing an author can act on; it listens on loopback.
        extra_arguments=["--log-level=ERROR"],
        timeout=CELL_TIMEOUT_S,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.resolve().parent)}},
    )
    try:
        # A fixed hash seed: the order of a set must not change a stored output.
        # Stored outputs are those of pages, whatever an author looks at.
        client.execute(env={**os.environ, "PYTHONHASHSEED": "0", AUTHOR: ""})
    except CellExecutionError as error:
        raise ChapterFailed(
            f"chapter {path.stem}, code cell {_failing(notebook)}: {error.ename}: {_sentence(error.evalue)}"
        ) from error
    except CellTimeoutError as error:
        raise ChapterFailed(
            f"chapter {path.stem}: a cell ran over {CELL_TIMEOUT_S} s; a chapter only loads and shows results"
        ) from error
    except (DeadKernelError, RuntimeError) as error:
        raise ChapterFailed(f"chapter {path.stem}: the Python kernel ended: {_sentence(str(error))}") from error
    _settle(notebook)
    _drop_stderr(notebook, path.stem)
    _replace(path, nbformat.writes(notebook) + "\n")


def _read(path: Path) -> Any:
    if not path.is_file():
        raise ChapterMissing(f"no chapter {path.stem}: {path.name} does not exist; see: dbreport status")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        _name_cells(content)
        notebook = nbformat.reads(json.dumps(content), as_version=4)
        nbformat.validate(notebook)
        return notebook
    except (ValueError, AttributeError, KeyError, TypeError, nbformat.ValidationError) as error:
        raise ChapterFailed(f"chapter {path.stem}: {path.name} is not a notebook: {_sentence(str(error))}") from error


def _name_cells(content: Any) -> None:
    # A random id per save would make every execution a change; a cell without one, or with
    # its neighbour's (copy and paste), is named by its place.
    if content["nbformat"] != 4:
        raise ValueError(f"format {content['nbformat']} instead of 4")
    content["nbformat_minor"] = max(5, content["nbformat_minor"])
    seen: set[str] = set()
    for place, cell in enumerate(content["cells"], start=1):
        if cell.get("id") in seen or not cell.get("id"):
            name = f"cell-{place}"
            while name in seen:
                name += "x"
            cell["id"] = name
        seen.add(cell["id"])


def _settle(notebook: Any) -> None:
    notebook["metadata"] = nbformat.from_dict(NOTEBOOK_METADATA)
    for cell in notebook.cells:
        for key in ("execution", "ExecuteTime", "collapsed", "scrolled"):
            cell.metadata.pop(key, None)


def _drop_stderr(notebook: Any, chapter: str) -> None:
    # Warnings name files of this machine; they are for the author, not for the page.
    for number, cell in enumerate((c for c in notebook.cells if c.cell_type == "code"), start=1):
        kept = []
        for output in cell.outputs:
            if output.output_type == "stream" and output.name == "stderr":
                print(f"{chapter}, code cell {number}: {output.text.rstrip()}", file=sys.stderr)
            else:
                kept.append(output)
        cell["outputs"] = kept


def _failing(notebook: Any) -> str:
    for number, cell in enumerate((c for c in notebook.cells if c.cell_type == "code"), start=1):
        if any(output.output_type == "error" for output in cell.get("outputs", [])):
            return str(number)
    return "?"


def _sentence(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no message")


def _replace(path: Path, text: str) -> None:
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
    except OSError as error:
        raise ChapterFailed(f"chapter {path.stem}: {path.parent} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
