"""Where the project's own folders are, wherever a command or a notebook was started."""

import os
from pathlib import Path


def root() -> Path:
    """Return the project folder: `DBREPORT_HOME`, else the nearest one above that holds `_quarto.yml`."""
    if home := os.environ.get("DBREPORT_HOME"):
        return Path(home)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "_quarto.yml").exists():
            return folder
    return here


def results_folder() -> Path:
    """Return the folder of measured results: `DBREPORT_RESULTS`, else `data/results` of the project."""
    return Path(os.environ.get("DBREPORT_RESULTS") or root() / "data" / "results")


def cache_folder() -> Path:
    """Return the folder built programs are kept in: it survives the runs, and no repository holds it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dbreport"


def published_folder() -> Path:
    return root() / "data" / "published"


def chapters() -> dict[str, Path]:
    """Return every notebook of the report by its name: the front page, the machine page, the chapters."""
    home = root()
    paths = [*sorted((home / "chapters").glob("*.ipynb")), *sorted(home.glob("*.ipynb"))]
    return {path.stem: path for path in paths}
