"""One page's source, a notebook or a .qmd, as HTML in one language, with its table of contents.

Goes through pandoc's document tree, where the other language is dropped before anything else sees it. A code cell
shows its outputs and not its source.
"""

import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypandoc
import yaml

from ...errors import SiteFailed
from ...report.markup import Html
from .config import Site

_TITLE = re.compile(r"\{\{<\s*meta\s+titles\.([\w-]+)\s*>\}\}")
_SOURCE_LINK = re.compile(r"^(?![a-z]+:|/)([^#?]+)\.(?:ipynb|qmd)(#.*)?$")
_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
# A line break between two Chinese characters is no space; under Quarto site.lua sees to it.
READER = "markdown+east_asian_line_breaks"
_TEMPLATE = "$toc$\n<!--body-->\n$body$\n"

Node = Any  # a node of pandoc's JSON tree: {"t": type, "c": content}, or a list of such


@dataclass(frozen=True)
class Document:
    """A page in one language, without the frame around it."""

    title: str
    toc: Html
    body: Html


def convert(source: Path, site: Site) -> Document:
    """Convert a notebook or .qmd to one language's HTML. Raises SiteFailed naming the page."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        text = "\n\n".join(_cells(json.loads(text)))
    front, text = _front_matter(text, source)
    title = _TITLE.sub(lambda match: _titled(match[1], site), str(front.get("title", source.stem)))
    tree = json.loads(_pandoc(text, source, READER, "json"))
    tree["blocks"] = _own(tree["blocks"], site.lang)
    toc, _, body = _html(tree, site, source).partition("<!--body-->")
    return Document(title, Html(toc.strip()), Html(body.strip()))


def _titled(name: str, site: Site) -> str:
    if name not in site.titles:
        raise SiteFailed(f"{{{{< meta titles.{name} >}}}} has no value; add {name} to the titles of every language")
    return site.titles[name]


def _cells(notebook: Any) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield "::: {.cell}"
            yield from map(_output, cell["outputs"])
            yield ":::"
        else:
            yield "".join(cell["source"])


def _output(output: Any) -> str:
    content = output.get("data", {"text/plain": output.get("text", "")})
    if "text/markdown" in content:
        return f"::: {{.cell-output .cell-output-markdown}}\n\n{''.join(content['text/markdown'])}\n\n:::"
    text = "".join(content.get("text/plain", "")).rstrip()
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"::: {{.cell-output}}\n\n{fence}\n{text}\n{fence}\n\n:::"


def _front_matter(text: str, source: Path) -> tuple[dict[str, Any], str]:
    match = _FRONT_MATTER.match(text)
    if not match:
        return {}, text
    try:
        return yaml.safe_load(match[1]) or {}, text[match.end() :]
    except yaml.YAMLError as error:
        raise SiteFailed(f"{source.name} starts with what is not valid YAML: {' '.join(str(error).split())}") from error


def _own(node: Node, lang: str) -> Node:
    """Return the tree without the other language; a language's blocks and spans are replaced by what they hold."""
    if isinstance(node, dict):
        if node.get("t") == "Link":
            node["c"][2][0] = _SOURCE_LINK.sub(lambda m: f"{m[1]}.html{m[2] or ''}", node["c"][2][0])
        return {key: _own(value, lang) for key, value in node.items()}
    if not isinstance(node, list):
        return node
    kept: list[Node] = []
    for item in node:
        language = _language(item)
        if language is None:
            kept.append(_own(item, lang))
        elif language == lang:
            kept += _own(item["c"][1], lang)
    return kept


def _language(node: Node) -> str | None:
    """Return the language a block or span is for; None for one of both languages."""
    if not isinstance(node, dict) or node.get("t") not in ("Div", "Span"):
        return None
    _, classes, attributes = node["c"][0]
    return dict(attributes).get("when-profile") if "content-visible" in classes else None


def _html(tree: Node, site: Site, source: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "split.html"
        template.write_text(_TEMPLATE, encoding="utf-8")
        arguments = ["--standalone", f"--template={template}", "--toc", f"--toc-depth={site.toc_depth}"]
        arguments += ["--section-divs", "--mathml", "--wrap=preserve", "--metadata=pagetitle:-"]
        return _pandoc(json.dumps(tree), source, "json", "html5", arguments)


def _pandoc(text: str, source: Path, reader: str, writer: str, arguments: list[str] | None = None) -> str:
    try:
        return str(pypandoc.convert_text(text, writer, format=reader, extra_args=arguments or []))
    except OSError as error:
        raise SiteFailed("pandoc was not found; run: pip install pypandoc_binary") from error
    except RuntimeError as error:
        raise SiteFailed(f"pandoc failed on {source.name}: {' '.join(str(error).split())}") from error
