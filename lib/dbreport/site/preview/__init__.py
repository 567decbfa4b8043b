"""The site without Quarto: the same chapters through pandoc, with the same language blocks, navigation and charts.

For machines that have no Quarto; marked as a preview on every page. Reads the same _quarto*.yml, so that nothing
is said twice. Not a reimplementation of Quarto: only what these pages use.
"""

import json
import shutil
from pathlib import Path

from .config import read, sources
from .document import Document, convert
from .frame import page

__all__ = ["render", "sources"]


def render(project: Path, lang: str, out: Path) -> None:
    """Render every page of one language into a folder, with its search index.

    Raises SiteFailed where the configuration, a page or pandoc is at fault.
    """
    site = read(project, lang)
    shutil.rmtree(out, ignore_errors=True)
    index: list[dict[str, str]] = []
    for source in sources(project):
        name = source.relative_to(project).with_suffix(".html").as_posix()
        document = convert(source, site)
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(document, site, name), encoding="utf-8")
        index += _entries(document, name)
    _write_index(index, out)


def _entries(document: Document, name: str) -> list[dict[str, str]]:
    return [
        {"page": document.title, "section": part.heading, "href": name + part.anchor, "text": part.text}
        for part in document.parts
    ]


def _write_index(index: list[dict[str, str]], out: Path) -> None:
    # A script and not a JSON file: a browser lets no page opened from the disk fetch one.
    entries = json.dumps(index, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    (out / "search-index.js").write_text(f"window.dbreportSearch = {entries};\n", encoding="utf-8")
