"""Projects to build sites from: a small one made here, and the real one once its pages exist.

Sites are built once per test run and shared, because a render takes seconds.
"""

import functools
import shutil
import tempfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from dbreport.execute import execute
from dbreport.site import build

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("index.html", "methods.html", "machine.html", "chapters/half-billion.html")
LANGUAGES = ("zh", "en")

SETUP = """
from dbreport.drawn import Drawn
from dbreport.show import say, show
import plotly.graph_objects as go

WORDS = {
    "zh": {"y": "导入速率（万行/秒）", "x": "线程数", "caption": "各系统的导入速率。*越高越好。*",
           "note": "MySQL 的五次重复相差 12 %。"},
    "en": {"y": "Import rate (10⁴ rows/s)", "x": "threads", "caption": "Import rate by system. *Higher is better.*",
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
    lines = [f"| {head} | " + " | ".join(SYSTEMS) + " |", "|---" * 7 + "|"]
    lines += [f"| group_range | " + " | ".join(f"{n}.25 ± 0.12 s" for n in range(6)) + " |"] * 3
    return Drawn("\\n".join(lines), {"zh": "六个系统的查询时间。", "en": "Query times of six systems."}[lang])
"""


def _block(zh: str, en: str) -> str:
    return (
        f'::: {{.content-visible when-profile="zh"}}\n{zh}\n:::\n\n'
        f'::: {{.content-visible when-profile="en"}}\n{en}\n:::'
    )


def _heading(zh: str, en: str, name: str) -> str:
    return (
        f'## [{zh}]{{.content-visible when-profile="zh"}}[{en}]{{.content-visible when-profile="en"}} {{#sec-{name}}}'
    )


def _notebook(path: Path, title: str, *cells: str) -> None:
    made = [new_raw_cell(f'---\ntitle: "{{{{< meta titles.{title} >}}}}"\n---')]
    for cell in cells:
        made.append(new_code_cell(cell[2:].strip()) if cell.startswith("%%") else new_markdown_cell(cell))
    for place, cell in enumerate(made):
        cell["id"] = f"cell-{place}"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=made), path)
    execute(path)


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
        folder / "index.ipynb", "index",
        "%%" + SETUP,
        _block("先给结论，再讲来路。", "The answer first, then the way there."),
        '%%say("导入最快的是 **{name}**，每秒 {rate:.1f} 万行。", "The fastest import is **{name}**, at {rate:.1f} '
        'ten thousand rows a second.", name="ClickHouse", rate=210.04)',
        _heading("选哪个", "Which to choose", "choose"),
        "%%show('tbl-answers', table)",
        _block("过程见[这一章](chapters/half-billion.ipynb#sec-results)。",
               "How it was found: [this chapter](chapters/half-billion.ipynb#sec-results)."),
    )
    _notebook(
        folder / "chapters" / "half-billion.ipynb", "half-billion",
        "%%" + SETUP,
        _heading("问题", "Question", "question"), _block(*LONG),
        _heading("结果", "Results", "results"),
        _block("如[下图](#fig-import)所示。", "As the [chart](#fig-import) shows."),
        "%%show('fig-import', rates)", _block(*LONG), "%%show('tbl-queries', table)",
        "%%#| echo: true\nprint(sorted(SYSTEMS)[:2])",
        _heading("原因", "Why", "why"), _block(*LONG), "%%show('fig-again', rates)",
        _heading("收获", "What to take from it", "take"), _block(*LONG),
    )
    _notebook(
        folder / "machine.ipynb", "machine", "%%" + SETUP,
        _heading("硬件", "Hardware", "hardware"), "%%show('tbl-host', table)",
    )
    (folder / "methods.qmd").write_text(
        '---\ntitle: "{{< meta titles.methods >}}"\n---\n\n'
        + _heading("计时", "Timing", "timing") + "\n\n" + _block(*LONG) + "\n\n"
        + _block("```sql\nSELECT count(*) FROM t;\n```", "```sql\nSELECT count(*) FROM t;\n```") + "\n",
        encoding="utf-8",
    )
    return folder
