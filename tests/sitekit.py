"""Projects to build sites from: a small one made here, and the real one once its pages exist.

Sites are built and served once per test run and shared, because a render takes seconds.
"""

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

import nbformat
import polars as pl
import pytest
from compressionkit import compression_report
from dbreport.experiments.compression import planner as compression_planner
from dbreport.experiments.compression import verdicts as compression_verdicts
from dbreport.model import Profile, Scale
from dbreport.report import explorer, tables
from dbreport.report.drawn import Drawn
from dbreport.report.front import Stored
from dbreport.report.show import _figure_markdown, both
from dbreport.site import profiles
from dbreport.site.build import build, find_quarto
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell
from pagekit import execute_together
from samples import engine_samples, frame, sample
from sharing import shared

ROOT = Path(__file__).resolve().parent.parent
PAGES = (*(f"{Path(page.source).stem}.html" for page in profiles.PAGES), "chapters/half-billion.html")
LANGUAGES = ("zh", "en")
OTHER_CHAPTER = "sysbench"
"""The small project has one chapter more, for its menu: a render takes seconds a page."""

SETUP = """
from dbreport.report.drawn import Drawn
from dbreport.report.show import say, show
from dbreport.report import tables
import plotly.graph_objects as go

WORDS = {
    "zh": {"y": "导入速率（万行/秒）", "caption": "各系统的导入速率。越高越好。",
           "note": "MySQL 的五次重复相差 12 %。"},
    "en": {"y": "Import rate (10⁴ rows/s)", "caption": "Import rate by system. Higher is better.",
           "note": "The five repeats of MySQL differ by 12 %."},
}
SYSTEMS = ["PostgreSQL", "MySQL", "MariaDB", "DuckDB", "SQLite", "ClickHouse"]

def rates(lang):
    words = WORDS[lang]
    figure = go.Figure([
        go.Bar(name="default", x=SYSTEMS, y=[41, 12, 14, 160, 38, 210]),
        go.Bar(name="tuned", x=SYSTEMS, y=[88, 23, 25, 171, 66, 232]),
    ])
    figure.update_layout(yaxis_title=words["y"], height=380, template="none")
    return Drawn(figure, words["caption"], (words["note"],))

def table(lang):
    head = {"zh": "查询", "en": "Query"}[lang]
    lines = [["group_range", *(f"{n}.25 ± 0.12 s" for n in range(6))]] * 3
    caption = {"zh": "六个系统的查询时间。", "en": "Query times of six systems."}[lang]
    return Drawn(tables.html([head, *SYSTEMS], lines), caption)
"""


def _block(zh: str, en: str) -> str:
    return (
        f'::: {{.content-visible when-profile="zh"}}\n{zh}\n:::\n\n'
        f'::: {{.content-visible when-profile="en"}}\n{en}\n:::'
    )


def _heading(zh: str, en: str, name: str) -> str:
    spans = (f'[{text}]{{.content-visible when-profile="{lang}"}}' for lang, text in (("zh", zh), ("en", en)))
    return f"## {''.join(spans)} {{#sec-{name}}}"


def _notebook(path: Path, title: str, *cells: str) -> None:
    made = [new_raw_cell(f'---\ntitle: "{{{{< meta titles.{title} >}}}}"\n---')]
    for cell in cells:
        made.append(new_code_cell(cell[2:].strip()) if cell.startswith("%%") else new_markdown_cell(cell))
    for place, cell in enumerate(made):
        cell["id"] = f"cell-{place}"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=made), path)


def _embedding(notebook: Path, page: Path) -> None:
    """Write a page with the prose of a notebook, which embeds what its cells show."""
    cells = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type != "code" or cell.outputs]
    embeds = {cell.id: f"{{{{< embed {notebook.name}#{cell.id} >}}}}" for cell in cells if cell.cell_type == "code"}
    page.write_text("\n\n".join(embeds.get(cell.id, cell.source) for cell in cells) + "\n", encoding="utf-8")


LONG = (
    "前缀查询要扫描整个索引，因为排序规则不是按字节比较的；换成字节序的索引之后，同一条语句只读一小段。" * 4,
    "The prefix search reads the whole index because the collation does not compare bytes; with an index in byte "
    "order the same statement reads one short stretch. " * 4,
)


def make_project(folder: Path) -> Path:
    """Make a small project with the real configuration and assets, its notebooks executed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("_quarto.yml", "_quarto-zh.yml", "_quarto-en.yml"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "assets", folder / "assets")
    (folder / "chapters").mkdir()
    shutil.copy(ROOT / "chapters" / "_metadata.yml", folder / "chapters")
    _notebook(
        folder / "findings.ipynb",
        "index",
        "%%" + SETUP,
        _block("先给结论，\n再讲来路。", "The answer first, then the way there."),
        '%%say("导入最快的是 **{name}**，每秒 {rate:.1f} 万行。",\n'
        '    "The fastest import is **{name}**, at {rate:.1f} ten thousand rows a second.",\n'
        '    name="ClickHouse", rate=210.04)',
        _heading("选哪个", "Which to choose", "choose"),
        "%%show('tbl-answers', table)",
        _block(
            "过程见[这一章](chapters/half-billion.ipynb#sec-results)。",
            "How it was found: [this chapter](chapters/half-billion.ipynb#sec-results).",
        ),
    )
    _notebook(
        folder / "chapters" / "half-billion.ipynb",
        "half-billion",
        "%%" + SETUP,
        _heading("问题", "Question", "question"),
        _block(*LONG),
        _heading("结果", "Results", "results"),
        _block("如[下图](#fig-import)所示。", "As the [chart](#fig-import) shows."),
        "%%show('fig-import', rates)",
        _block(*LONG),
        "%%show('tbl-queries', table)",
        "%%#| echo: true\nprint(sorted(SYSTEMS)[:2])",
        _heading("原因", "Why", "why"),
        _block(*LONG),
        "%%show('fig-again', rates)",
        _heading("收获", "What to take from it", "take"),
        _block(*LONG),
    )
    other = folder / "chapters" / f"{OTHER_CHAPTER}.ipynb"
    _notebook(other, OTHER_CHAPTER, _heading("问题", "Question", "question"), _block(*LONG))
    for name in ("needs", "verdicts", "sources", "agreement", "explorer"):
        _notebook(folder / f"{name}.ipynb", name, _heading("每个数字", "Every figure", "figures"), _block(*LONG))
    _notebook(
        folder / "machine.ipynb",
        "machine",
        "%%" + SETUP,
        _heading("硬件", "Hardware", "hardware"),
        "%%show('tbl-host', table)",
    )
    executed = ("findings.ipynb", "chapters/half-billion.ipynb", "machine.ipynb")
    execute_together(folder, folder / "data" / "results", [Path(name) for name in executed])
    pages = frame(compression_report())
    _add_shown(folder / "machine.ipynb", "tbl-planner", lambda lang: compression_planner.planner(pages, lang))
    for figure in sorted(set(compression_verdicts.SHOWN.values())):
        _add_shown(
            folder / "verdicts.ipynb", figure, lambda lang: {"zh": "图在此处。", "en": "Here is the figure."}[lang]
        )
    _add_shown(
        folder / "verdicts.ipynb", "tbl-verdicts", lambda lang: tables.verdicts(compression_verdicts.pages(pages), lang)
    )
    _add_shown(folder / "explorer.ipynb", "tbl-explorer", explorer.explorer)
    measured = [
        made
        for profile in (Profile.DEFAULT, Profile.TUNED)
        for factor, engine in enumerate(("postgresql", "duckdb"), start=1)
        for made in engine_samples(engine, float(factor), profile=profile)
    ]
    needs = [Stored("half_billion", frame(measured), {})]
    _add_shown(folder / "findings.ipynb", "tbl-needs", lambda lang: tables.heat(needs, lang))
    _embedding(folder / "findings.ipynb", folder / "index.qmd")
    (folder / "methods.qmd").write_text(
        '---\ntitle: "{{< meta titles.methods >}}"\n---\n\n'
        + _heading("计时", "Timing", "timing")
        + "\n\n"
        + _block(*LONG)
        + "\n\n"
        + _block("```sql\nSELECT count(*) FROM t;\n```", "```sql\nSELECT count(*) FROM t;\n```")
        + "\n",
        encoding="utf-8",
    )
    return folder


def explored() -> pl.DataFrame:
    """Return what the small project's explorer asks."""
    made = [*engine_samples("postgresql", 1.0, scale=Scale.SMALL), *engine_samples("duckdb", 2.0, scale=Scale.SMALL)]
    late = sample(metric="throughput_series", unit="1/s", value=7.0, at=1.5)
    return frame([*made, late]).with_columns(stale=pl.lit(False))


def _add_shown(path: Path, name: str, drawn: Callable[[str], Drawn | str]) -> None:
    """Put a table of the report at the end of a page, as if a cell had shown it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBREPORT_HOME", str(ROOT))  # for the sources' own figures
        blocks = {lang: _figure_markdown(name, drawn(lang), lang) for lang in LANGUAGES}
    shown = new_output("display_data", {"text/markdown": both(blocks["zh"], blocks["en"]), "text/plain": ""})
    page = nbformat.read(path, as_version=4)
    cell = new_code_cell(f"show({name!r}, drawn)", execution_count=9, outputs=[shown], id=f"cell-{name}")
    page.cells.append(cell)
    nbformat.write(page, path)


def copy_project(folder: Path) -> Path:
    """Copy the real pages and what renders them; a test never writes into the working tree."""
    for pattern in ("_quarto*.yml", "*.ipynb", "*.qmd", "chapters/*.ipynb", "chapters/_metadata.yml"):
        for path in ROOT.glob(pattern):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    shutil.copytree(ROOT / "assets", folder / "assets")
    return folder


HAS_REAL_PAGES = all((ROOT / page.source).is_file() for page in profiles.PAGES) and any(
    (ROOT / "chapters").glob("*.ipynb")
)
PROJECTS = ("fixture", "report") if HAS_REAL_PAGES else ("fixture",)
RENDERERS = ("preview", "quarto") if find_quarto() else ("preview",)
SITES = [f"{project}-{renderer}" for project in PROJECTS for renderer in RENDERERS]


@functools.cache
def project(name: str) -> Path:
    """Return the small project or a copy of the report's; no test writes into it."""
    return shared(name, make_project if name == "fixture" else copy_project)


@functools.cache
def site(name: str) -> Path:
    """Build one of SITES, such as "fixture-quarto", and return its _site folder."""
    source, _, renderer = name.partition("-")

    def make(folder: Path) -> None:
        shutil.copytree(project(source), folder, dirs_exist_ok=True)
        build(folder, renderer, explored)

    of_article = name == f"report-{RENDERERS[-1]}" and ENVIRONMENT is not None
    return (article() if of_article else shared(name, make)) / "_site"


ENVIRONMENT = Path(sys.prefix) if sys.prefix != sys.base_prefix else None
"""The virtual environment these tests run in."""


@functools.cache
def article() -> Path:
    """Return a copy of the files git knows in which `make article` was typed, the README's first command.

    Its site is the one that tests of the report look at, by Quarto where there is one: a render of all pages takes
    most of a minute then.
    """

    def make(folder: Path) -> None:
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in filter(None, subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        lend_environment(folder)
        done = typed(folder, "make article")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    return shared("report-article", make)


def typed(folder: Path, command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder as a reader would type it, with nothing set that this run of the tests has set."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DBREPORT_")} | more
    return subprocess.run(["bash", "-ceu", command], cwd=folder, env=environment, capture_output=True, text=True)


def lend_environment(folder: Path) -> None:
    """Have this environment's programs in a copy of the project, which installs nothing into it.

    What it holds is linked, but for the stamps by which `tools/venv.sh` knows what is installed: the copy's own are
    its lists of packages. By a stale one it would install the copy there in the place of this checkout.
    """
    assert ENVIRONMENT
    lent = folder / ".venv"
    (lent / "bin").mkdir(parents=True)
    for path in (*ENVIRONMENT.iterdir(), *(ENVIRONMENT / "bin").iterdir()):
        link = lent / path.relative_to(ENVIRONMENT)
        if not link.exists() and not path.name.startswith(".requirements"):
            link.symlink_to(path)
    for name in ("requirements", "requirements-dev"):
        shutil.copy(folder / f"{name}.txt", lent / f".{name}")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@functools.cache
def address(name: str) -> str:
    """Serve one of SITES until the tests end, and return its address."""
    handler = functools.partial(_Quiet, directory=str(site(name)))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def pages(folder: Path, lang: str) -> list[Path]:
    return sorted(path for path in (folder / lang).rglob("*.html") if "site_libs" not in path.parts)


@dataclass
class Page:
    """What tests ask of an HTML page: its addresses, the words a reader sees, the contents list."""

    links: list[tuple[str, str]] = field(default_factory=list)  # (tag.attribute, address)
    ids: set[str] = field(default_factory=set)
    words: str = ""
    contents: list[tuple[str, str]] = field(default_factory=list)  # (address, words) of its entries


class _Reader(HTMLParser):
    VOID: ClassVar = {"meta", "link", "img", "br", "hr", "input", "col", "source", "wbr", "path", "circle"}

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.page, self.lang = Page(), lang
        self.open: list[tuple[str, bool, bool]] = []  # tag, hidden from the language check, inside the contents

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        for name in ("href", "src", "srcset", "action", "poster", "data"):
            if name in given:
                self.page.links.append((f"{tag}.{name}", given[name]))
        if "id" in given:
            self.page.ids.add(given["id"])
        _, hidden, contents = self.open[-1] if self.open else ("", False, False)
        foreign = given.get("lang", self.lang)[:2] != self.lang  # quoted words say which language they are in
        hidden = hidden or tag in ("script", "style") or foreign
        if not hidden:
            self.page.words += " ".join(given.get(name, "") for name in ("title", "alt", "aria-label", "placeholder"))
        if contents and tag == "a":
            self.page.contents.append((given.get("href", ""), ""))
        if tag not in self.VOID:
            self.open.append((tag, hidden, contents or given.get("id") == "TOC"))

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag in [name for name, _, _ in self.open]:
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        _, hidden, contents = self.open[-1] if self.open else ("", False, False)
        if not hidden:
            self.page.words += data
        if contents and self.page.contents:
            address, words = self.page.contents[-1]
            self.page.contents[-1] = (address, (words + data).strip())


@functools.cache
def read_page(path: Path, lang: str) -> Page:
    """Return what a page of a built site holds; a page is read once."""
    reader = _Reader(lang)
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.page


def search_index(folder: Path, lang: str) -> list[dict[str, str]]:
    """Return the entries of Quarto's search; the preview has none."""
    return json.loads((folder / lang / "search.json").read_text(encoding="utf-8"))
