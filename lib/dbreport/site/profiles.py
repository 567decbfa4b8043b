"""Write Quarto's profile of each language, `_quarto-zh.yml` and `_quarto-en.yml`: titles, menu, footer, output folder.

The chapters' words come from the experiments' rooms, so that a new experiment is in the menu without being listed.
The files are kept with the sources: `quarto preview` and `quarto render --profile zh` work without this package.
"""

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from .. import discovery
from ..languages import LANGUAGES, Words

_HEADER = (
    "# Written by `dbreport site`; its words stand in lib/dbreport/site/profiles.py and in each experiment's room.\n"
)


class Page(NamedTuple):
    """A page beside the chapters: its source, its entry in the menu, its title."""

    source: str
    menu: Words
    title: Words


_FINDINGS = Page(
    "index.qmd", Words(zh="结论", en="Findings"), Words(zh="哪个数据库，做哪件事", en="Which database for which job")
)
_NEEDS = Page(
    "needs.ipynb",
    Words(zh="每项需要", en="Every need"),
    Words(zh="每项需要，谁最合适", en="Every need, and who is best"),
)
_VERDICTS = Page(
    "verdicts.ipynb",
    Words(zh="每条说法", en="Every claim"),
    Words(zh="原文的每条说法，逐条判定", en="Every published claim, decided"),
)
_SOURCES = Page(
    "sources.ipynb", Words(zh="原文对照", en="Sources"), Words(zh="原文的每个数字", en="Every printed figure")
)
_AGREEMENT = Page(
    "agreement.ipynb",
    Words(zh="再测一次", en="Measured again"),
    Words(zh="再测一次，结论变不变", en="Measured a second time"),
)
_EXPLORER = Page(
    "explorer.ipynb",
    Words(zh="自己查", en="Explorer"),
    Words(zh="全部样本，自己查", en="Ask every sample yourself"),
)
_METHODS = Page("methods.qmd", Words(zh="方法", en="Methods"), Words(zh="测量方法", en="How we measure"))
_MACHINE = Page(
    "machine.ipynb",
    Words(zh="机器", en="Machine"),
    Words(zh="测量所用的机器", en="The machine behind the numbers"),
)
_EVIDENCE = (_NEEDS, _VERDICTS, _SOURCES, _AGREEMENT, _EXPLORER)
_OTHERS = (_METHODS, _MACHINE)
PAGES = (_FINDINGS, *_EVIDENCE, *_OTHERS)
"""All pages beside the chapters."""
_EXPERIMENTS = Words(zh="实验", en="Experiments")
_EVIDENCE_MENU = Words(zh="依据", en="Evidence")
_OTHER_LANGUAGE = Words(zh="English", en="中文")
_TITLE = Words(zh="数据库实测", en="Databases, measured")
_DESCRIPTION = Words(
    zh="哪种数据库导入、查询、存储和压缩这些数据最好：用任何人都能重复的测量来回答。",
    en="Which database imports, queries, stores and compresses this data best,"
    " answered with measurements anyone can repeat.",
)
_FOOTER = Words(
    zh="数据、代码与文字均可重现；图表中的每个数字都来自仓库里的测量结果。",
    en="Data, code and text can be reproduced; every number in a chart comes from the measurements in the repository.",
)


def write(project: Path) -> None:
    """Write the profiles of a project where they are not what they should be; a chapter is one that has a notebook."""
    for lang in LANGUAGES:
        path = project / f"_quarto-{lang}.yml"
        text = _HEADER + yaml.safe_dump(profile(project, lang), allow_unicode=True, sort_keys=False, width=1000)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def profile(project: Path, lang: str) -> dict[str, Any]:
    """Return one language's profile."""
    chapters = [
        (discovery.notebook(name), discovery.chapter(name))
        for name in discovery.experiments()
        if (project / "chapters" / f"{discovery.notebook(name)}.ipynb").is_file()
    ]
    menu = [_link(chapter.menu, f"chapters/{notebook}.ipynb", lang) for notebook, chapter in chapters]
    (other,) = (each for each in LANGUAGES if each != lang)
    titles = {Path(page.source).stem: page.title.of(lang) for page in PAGES}
    return {
        "project": {"output-dir": f"_site/{lang}"},
        "lang": lang,
        "website": {
            "title": _TITLE.of(lang),
            "description": _DESCRIPTION.of(lang),
            "navbar": {
                "left": [
                    _link(_FINDINGS.menu, _FINDINGS.source, lang),
                    {"text": _EXPERIMENTS.of(lang), "menu": menu},
                    {"text": _EVIDENCE_MENU.of(lang), "menu": [_link(p.menu, p.source, lang) for p in _EVIDENCE]},
                    *(_link(page.menu, page.source, lang) for page in _OTHERS),
                ],
                "right": [_link(_OTHER_LANGUAGE, f"../{other}/index.html", lang)],
            },
            "page-footer": {"left": _FOOTER.of(lang)},
        },
        "titles": titles | {notebook: chapter.title.of(lang) for notebook, chapter in chapters},
    }


def _link(text: Words, href: str, lang: str) -> dict[str, Any]:
    return {"text": text.of(lang), "href": href}
