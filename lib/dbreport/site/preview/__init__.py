"""The site without Quarto: the same chapters through pandoc, with the same language blocks, navigation and charts.

For machines that have no Quarto; marked as a preview on every page. Reads the same _quarto*.yml, so that nothing
is said twice. Not a reimplementation of Quarto: only what these pages use, and neither search nor dark mode.
"""

import shutil
from pathlib import Path

from .config import read, sources
from .document import convert
from .frame import page

__all__ = ["STYLE", "render", "sources"]

STYLE = Path(__file__).with_name("preview.css")
"""What a preview's pages need in the site's assets besides what either renderer's do."""


def render(project: Path, lang: str, out: Path) -> None:
    """Render every page of one language into a folder.

    Raises SiteFailed where the configuration, a page or pandoc is at fault.
    """
    site = read(project, lang)
    shutil.rmtree(out, ignore_errors=True)
    for source in sources(project):
        name = source.relative_to(project).with_suffix(".html").as_posix()
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(convert(source, site), site, name), encoding="utf-8")
