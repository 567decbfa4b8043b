"""One page's source, a notebook or a .qmd, as HTML in one language, with its table of contents and search text.

Goes through pandoc's document tree, where the other language is dropped before anything else sees it.
"""

import html
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
from .config import Site, lookup

_META = re.compile(r"\{\{<\s*meta\s+([\w.-]+)\s*>\}\}")
_SOURCE_LINK = re.compile(r"^(?![a-z]+:|/)([^#?]+)\.(?:ipynb|qmd)(#.*)?$")
_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
# A line break between two Chinese characters is no space; under Quarto site.lua sees to it.
READER = "markdown+east_asian_line_breaks"
_TEMPLATE = "$toc$\n<!--body-->\n$body$\n"

Node = Any  # a node of pandoc's JSON tree: {"t": type, "c": content}, or a list of such


@dataclass(frozen=True)
class Part:
    """A stretch of a page a search can find: its heading, its #anchor, its words."""

    heading: str
    anchor: str
    text: str


@dataclass(frozen=True)
class Document:
    """A page in one language, without the frame around it."""

    title: str
    toc: str
    body: str
    parts: tuple[Part, ...]
    has_charts: bool


def convert(source: Path, site: Site) -> Document:
    """Convert a notebook or .qmd to one language's HTML. Raises SiteFailed naming the page."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        text = "\n\n".join(_cells(json.loads(text), site))
    front, text = _front_matter(text, source)
    title = _META.sub(lambda match: lookup(site.meta, match[1]), str(front.get("title", source.stem)))
    text = _META.sub(lambda match: lookup(site.meta, match[1]), text)
    tree = json.loads(_pandoc(text, source, READER, "json"))
    blocks = _own(tree["blocks"], site.lang)
    tree["blocks"] = blocks
    toc, body = _html(tree, site, source)
    return Document(title, toc, body, tuple(_parts(blocks)), "Plotly.newPlot" in body)


def _cells(notebook: Any, site: Site) -> Iterator[str]:
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            yield from _code_cell(cell, source, site)
        else:
            yield source


def _code_cell(cell: Any, source: str, site: Site) -> Iterator[str]:
    lines = source.splitlines()
    options = yaml.safe_load("\n".join(line[2:].strip() for line in lines if line.startswith("#|"))) or {}
    code = "\n".join(line for line in lines if not line.startswith("#|")).strip()
    if options.get("include", True) is False:
        return
    yield "::: {.cell}"
    if options.get("echo", site.echo) and code:
        yield _fenced(code, "python")
    if options.get("output", True) is not False:
        for output in cell["outputs"]:
            yield _output(output)
    yield ":::"


def _output(output: Any) -> str:
    data = output.get("data", {"text/plain": output.get("text", "")})
    content = {kind: "".join(value) for kind, value in data.items() if isinstance(value, str | list)}
    if "text/markdown" in content:
        return f"::: {{.cell-output .cell-output-markdown}}\n\n{content['text/markdown']}\n\n:::"
    for kind in ("text/html", "image/svg+xml"):
        if kind in content:
            return _fenced(content[kind], "{=html}")
    if "image/png" in content:
        return _fenced(f'<p><img alt="" src="data:image/png;base64,{content["image/png"].strip()}"></p>', "{=html}")
    if content.get("text/plain", "").strip():
        return f"::: {{.cell-output}}\n\n{_fenced(content['text/plain'].rstrip(), '')}\n\n:::"
    return ""


def _fenced(text: str, kind: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{kind}\n{text}\n{fence}"


def _front_matter(text: str, source: Path) -> tuple[dict[str, Any], str]:
    match = _FRONT_MATTER.match(text)
    if not match:
        return {}, text
    try:
        return yaml.safe_load(match[1]) or {}, text[match.end() :]
    except yaml.YAMLError as error:
        raise SiteFailed(f"{source.name} starts with what is not valid YAML: {' '.join(str(error).split())}") from error


def _own(node: Node, lang: str) -> Node:
    """Return the tree without the other language; kept language blocks are replaced by what they hold."""
    if isinstance(node, dict):
        if node.get("t") == "Link":
            node["c"][2][0] = _SOURCE_LINK.sub(lambda m: f"{m[1]}.html{m[2] or ''}", node["c"][2][0])
        return {key: _own(value, lang) for key, value in node.items()}
    if not isinstance(node, list):
        return node
    result: list[Node] = []
    for item in node:
        visible = _visible(item, lang)
        if visible is None:
            result.append(_own(item, lang))
        elif visible:
            result += _own(item["c"][1], lang)
    return result


def _visible(node: Node, lang: str) -> bool | None:
    """Whether a conditional block is for this page; None for a node that is no conditional block."""
    if not isinstance(node, dict) or node.get("t") not in ("Div", "Span"):
        return None
    _, classes, attributes = node["c"][0]
    if not {"content-visible", "content-hidden"} & set(classes):
        return None
    here = {"profile": (lang,), "format": ("html", "html5")}
    met = True
    for name, value in attributes:
        how, _, what = name.partition("-")
        if what in here:
            met = met and ((value in here[what]) == (how == "when"))
    return met if "content-visible" in classes else not met


def _html(tree: Node, site: Site, source: Path) -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "split.html"
        template.write_text(_TEMPLATE, encoding="utf-8")
        arguments = ["--standalone", f"--template={template}", "--toc", f"--toc-depth={site.toc_depth}"]
        arguments += ["--section-divs", "--mathml", "--wrap=preserve", "--metadata=pagetitle:-"]
        whole = _pandoc(json.dumps(tree), source, "json", "html5", arguments)
    toc, _, body = whole.partition("<!--body-->")
    return toc.strip(), body.strip()


def _pandoc(text: str, source: Path, reader: str, writer: str, arguments: list[str] | None = None) -> str:
    try:
        return str(pypandoc.convert_text(text, writer, format=reader, extra_args=arguments or []))
    except OSError as error:
        raise SiteFailed("pandoc was not found; run: pip install pypandoc_binary") from error
    except RuntimeError as error:
        raise SiteFailed(f"pandoc failed on {source.name}: {' '.join(str(error).split())}") from error


def _parts(blocks: list[Node]) -> Iterator[Part]:
    heading, anchor, words = "", "", list[str]()
    for block in blocks:
        if block["t"] == "Header" and block["c"][0] <= 3:
            if heading or words:
                yield Part(heading, anchor, " ".join(words))
            heading, anchor, words = _text(block["c"][2]), "#" + block["c"][1][0], []
        elif text := _text(block):
            words.append(text)
    if heading or words:
        yield Part(heading, anchor, " ".join(words))


def _text(node: Node) -> str:
    return " ".join("".join(_words(node)).split())


_BLOCKS = {"Para", "Plain", "Header", "CodeBlock", "LineBlock"}


def _words(node: Node) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _words(item)
    elif isinstance(node, dict):
        kind: str = node.get("t", "")
        content: Any = node.get("c")
        if kind == "Str":
            yield content
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            yield " "
        elif kind in ("Code", "CodeBlock", "Math"):
            yield content[1]
        elif kind == "RawBlock" and "<script" not in content[1]:
            yield html.unescape(re.sub(r"<[^>]*>", " ", content[1]))
        elif kind == "Quoted":
            yield from ("“", *_words(content[1]), "”")
        elif kind not in ("RawBlock", "RawInline") and content is not None:
            yield from _words(content)
        if kind in _BLOCKS:
            yield " "
