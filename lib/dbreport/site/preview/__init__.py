"""The site without Quarto: the same pages through pandoc, with the same language blocks, menu and charts.

For machines that have no Quarto; marked as a preview on every page. Not a reimplementation of Quarto: only what these
pages use, and neither search nor dark mode. `page.html` is pandoc's template of a page, `preview.css` its look.
"""

import json
import os
import posixpath
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pypandoc
import yaml

from ... import allotted
from ...errors import SiteFailed
from ...languages import LANGUAGES, Words
from ...report.markup import fenced
from .. import profiles

STYLE = Path(__file__).with_name("preview.css")
"""What a preview's pages need in the site's assets besides what either renderer's do."""
_TEMPLATE = Path(__file__).with_name("page.html")
_EMBEDDED = re.compile(r"^\{\{<\s*embed\s+([\w./-]+\.ipynb)#([\w-]+)\s*>\}\}$", re.MULTILINE)
_TITLE = re.compile(r"\{\{<\s*meta\s+titles\.([\w-]+)\s*>\}\}")
_EXPLORER = 'class="explorer"'
_SOURCE_LINK = re.compile(r"^(?![a-z]+:|/)([^#?]+)\.(?:ipynb|qmd)(#.*)?$")
# A line break between two Chinese characters is no space; under Quarto site.lua sees to it.
_READER = "markdown+east_asian_line_breaks"
_TO_PAGE = (
    "--from=json", "--to=html5", "--standalone", f"--template={_TEMPLATE}", "--toc", "--section-divs", "--mathml",
    "--wrap=preserve",
)  # fmt: skip

_CONTENTS = Words(zh="本页内容", en="On this page")
_PREVIEW = Words(
    zh="预览版：由 pandoc 生成，未经 Quarto 排版，没有搜索和深色模式；内容与正式版相同。",
    en="Preview: made with pandoc instead of Quarto, without search and dark mode; the content is the same.",
)

Node = Any  # a node of pandoc's JSON tree: {"t": type, "c": content}, or a list of such


def render(project: Path, out: Path, pages: Sequence[Path] = ()) -> None:
    """Render every page, or the given ones, into a folder for each language; a source is read once for both.

    Raises SiteFailed where the configuration, a page or pandoc is at fault.
    """
    toc_depth = _setting(project, "format", "html", "toc-depth")
    if not pages:
        for lang in LANGUAGES:
            shutil.rmtree(out / lang, ignore_errors=True)
    with ThreadPoolExecutor(allotted.cores()) as pool:
        for done in [pool.submit(_page, project, out, source, toc_depth) for source in pages or sources(project)]:
            done.result()


def _page(project: Path, out: Path, source: Path, toc_depth: int) -> None:
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        text = "\n\n".join(_cells(json.loads(text)["cells"]))
    elif embedded(source):
        text = _EMBEDDED.sub(partial(_embed, source), text)
    tree = json.loads(_pandoc(text, source, f"--from={_READER}", "--to=json"))
    for lang in LANGUAGES:
        name = source.relative_to(project).with_suffix(".html").as_posix()
        frame = _frame(name, profiles.profile(project, lang), text)
        page = {**tree, "blocks": _own(tree["blocks"], lang), "meta": tree["meta"] | _metadata(frame)["c"]}
        target = out / lang / name
        target.parent.mkdir(parents=True, exist_ok=True)
        html = _pandoc(json.dumps(page), source, *_TO_PAGE, f"--toc-depth={toc_depth}")
        target.write_text(html, encoding="utf-8")


def sources(project: Path) -> list[Path]:
    """Return the pages' source files in the order of the render list, each once.

    Raises SiteFailed where a listed page is missing.
    """
    listed: list[Path] = []
    for pattern in _setting(project, "project", "render"):
        matches = sorted(path for path in project.glob(pattern) if not path.name.startswith((".", "_")))
        if not matches and not set("*?[") & set(pattern):
            raise SiteFailed(
                f"{pattern} is in the render list of _quarto.yml and does not exist; add it or drop the line"
            )
        listed += [path for path in matches if path not in listed]
    return listed


def embedded(source: Path) -> list[Path]:
    """Return the notebooks of which a page shows a cell, each once. Raises SiteFailed for one that does not exist."""
    found = _EMBEDDED.findall(source.read_text(encoding="utf-8")) if source.suffix == ".qmd" else []
    notebooks = [source.parent / name for name, _ in found]
    if missing := [path.name for path in notebooks if not path.is_file()]:
        raise SiteFailed(f"{source.name} shows a cell of {missing[0]}, which does not exist")
    return list(dict.fromkeys(notebooks))


def _embed(source: Path, wanted: re.Match[str]) -> str:
    """Return as Markdown what one cell of a notebook shows, as Quarto's `embed` does. Raises SiteFailed for none."""
    notebook, name = wanted.groups()
    cells = json.loads((source.parent / notebook).read_text(encoding="utf-8"))["cells"]
    if not (named := [cell for cell in cells if cell.get("id") == name]):
        raise SiteFailed(f"{source.name} shows a cell {name}, which {notebook} does not have")
    return "\n\n".join(_cells(named))


def _setting(project: Path, *keys: str) -> Any:
    """Return what _quarto.yml says. Raises SiteFailed where it says nothing."""
    try:
        value = yaml.safe_load((project / "_quarto.yml").read_text(encoding="utf-8"))
        for key in keys:
            value = value[key]
    except OSError as error:
        raise SiteFailed(f"_quarto.yml cannot be read: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise SiteFailed(f"_quarto.yml is not valid YAML: {' '.join(str(error).split())}") from error
    except (KeyError, TypeError) as error:
        raise SiteFailed(f"_quarto.yml has no {'.'.join(keys)}") from error
    return value


def _frame(name: str, site: dict[str, Any], text: str) -> dict[str, Any]:
    """Return what page.html puts around a page. `name` is the page's address within its language."""
    lang, bar = site["lang"], site["website"]["navbar"]
    up = "../" * name.count("/")
    (other,) = (each for each in LANGUAGES if each != lang)
    title = _TITLE.search(text)
    return ({"title": _titled(title[1], site)} if title else {}) | {
        "language": lang,  # pandoc takes `lang` for itself and looks for translations
        "up": up,
        "public": f"{public}/" if (public := os.environ.get("DBREPORT_SITE_URL")) else f"{up}../",
        "site": site["website"],
        "menu": [_entry(link, name) for link in bar["left"]],
        # the same page in the other language, without any script
        "other": {"lang": other, "text": bar["right"][0]["text"], "href": f"{up}../{other}/{name}"},
        "preview": _PREVIEW.of(lang),
        "contents": _CONTENTS.of(lang),
        "charts": "Plotly.newPlot" in text or _EXPLORER in text,
        "planner": 'class="planner"' in text,
        "explorer": _EXPLORER in text,
        "filters": 'class="heat-filters"' in text,
    }


def _entry(link: dict[str, Any], name: str) -> dict[str, Any]:
    if "menu" in link:
        return {"text": link["text"], "entries": [_entry(each, name) for each in link["menu"]]}
    address = _SOURCE_LINK.sub(r"\1.html", link["href"])
    href = posixpath.relpath(address, posixpath.dirname(name) or ".")
    return {"text": link["text"], "href": href, "current": address == name}


def _metadata(value: Any) -> Node:
    """Return plain values as pandoc's metadata, text as text: a template that prints it escapes it."""
    if isinstance(value, dict):
        return {"t": "MetaMap", "c": {key: _metadata(part) for key, part in value.items()}}
    if isinstance(value, list):
        return {"t": "MetaList", "c": [_metadata(part) for part in value]}
    if isinstance(value, bool):
        return {"t": "MetaBool", "c": value}
    return {"t": "MetaInlines", "c": [{"t": "Str", "c": str(value)}]}


def _titled(name: str, site: dict[str, Any]) -> str:
    if name not in site["titles"]:
        raise SiteFailed(f"{{{{< meta titles.{name} >}}}} has no value; add {name} to the titles of every language")
    return str(site["titles"][name])


def _cells(cells: Iterable[Any]) -> Iterator[str]:
    """Yield a notebook's cells as Markdown: a code cell shows its outputs and not its source."""
    for cell in cells:
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
    return f"::: {{.cell-output}}\n\n{fenced(''.join(content.get('text/plain', '')).rstrip())}\n\n:::"


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


def _pandoc(text: str, source: Path, *arguments: str) -> str:
    try:
        # not by pypandoc's own call, which asks pandoc for the formats it knows each time
        command = [pypandoc.get_pandoc_path(), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise SiteFailed("pandoc was not found; run: pip install pypandoc_binary") from error
    if done.returncode:
        raise SiteFailed(f"pandoc failed on {source.name}: {' '.join(done.stderr.split())}")
    return done.stdout
