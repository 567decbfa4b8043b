"""Results whose every text is markup: no page of the report may come alive by them, and each shows them as text."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest
from dbreport.results import sound, store
from dbreport.site.build import build
from pagekit import execute_together
from samples import ROOT
from sitekit import LANGUAGES, copy_project, pages

EVIL = (
    '"><img src=evil onerror=evil()><script>evil()</script></td></pre></details></figure>'
    " {{< include evil.md >}} {{< meta evil >}} [evil](javascript:evil){.evil} **evil** *evil* <b>evil</b>"
    " `evil`{.evil} ~evil~ ^evil^ $evil$ $$evil$$ <evil@evil.evil> ```{=html}\n<b>evil</b>\n```\n:::\n"
    "::: {.evil}\n# evil"
)
PAGES = sorted((*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("*.ipynb")))
OPEN = {"meta", "link", "img", "br", "hr", "input", "col", "source", "wbr", "path", "circle", "rect", "line", "p", "li"}
"""Elements without an end of their own, or that need none."""


def hostile(value: Any) -> Any:
    """Return plain JSON with every text of it replaced, and one more in each mapping of texts."""
    if isinstance(value, dict):
        more = {EVIL: EVIL} if value and all(isinstance(one, str) for one in value.values()) else {}
        return {key: hostile(one) for key, one in value.items()} | more
    return [hostile(one) for one in value] if isinstance(value, list) else EVIL if isinstance(value, str) else value


def footer_of(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a footer as a foe would write it; names of cases, sessions and facts are what finds the rest of it."""
    features = facts["engine_facts"].get("features")
    made: dict[str, Any] = {key: hostile(value) for key, value in facts.items() if key not in ("planned", "cases")}
    made["engine_facts"] |= {"features": [*features, EVIL]} if features else {}
    return made | {"planned": [*facts["planned"], EVIL], "cases": facts["cases"]}


def rows_of(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows as a foe would write them, with a case that failed and one that nobody knows; of series the start.

    Nine rows of ten are histograms, and each row is made large here.
    """
    evil = pl.lit(EVIL)
    place = pl.int_range(pl.len()).over("case", "repeat", "attempt", "temperature", "metric")
    frame = frame.filter(pl.col("at").is_null() | (place < 9)).with_columns(
        *(evil.alias(name) for name in ("engine_version", "answer", "run_id", "unit", "disturbed")),
        pl.when(pl.col("status") == "ok").then(pl.col("reason")).otherwise(evil).alias("reason"),
    )
    unknown = frame.head(1).with_columns(case=evil, metric=evil)
    last = frame["case"][-1]
    failed = pl.when(pl.col("case") == last)
    failures = {"value": pl.lit(None, pl.Float64), "status": pl.lit("failed"), "reason": evil}
    frame = frame.with_columns(**{name: failed.then(value).otherwise(pl.col(name)) for name, value in failures.items()})
    return pl.concat([frame, unknown])


def at_the_usual_scale(results: Path) -> list[Path]:
    """Return the files of the scale that an experiment was measured at on most systems: others say the same."""
    paths = sorted(results.glob("*/*/*.parquet"))
    places = {path: (path.parts[-3], path.stem.rsplit("-", 1)[-1]) for path in paths}
    shipped = Counter(place for path, place in places.items() if "-default-" in path.name)
    usual = dict(place for place, _ in reversed(shipped.most_common()))
    return [path for path, (experiment, scale) in places.items() if usual[experiment] == scale]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real chapters, executed on hostile results and rendered by the preview."""
    folder = copy_project(tmp_path_factory.mktemp("hostile"))
    for name in ("published", "benchmarks"):
        shutil.copytree(ROOT / "data" / name, folder / "data" / name)
    real = Path(os.environ.get("DBREPORT_RESULTS") or ROOT / "data" / "results")
    for path in at_the_usual_scale(real):
        table = pq.read_table(path)
        facts = json.dumps(footer_of(json.loads(table.schema.metadata[b"dbreport"]))).encode()
        made = rows_of(pl.DataFrame(table.replace_schema_metadata(None))).to_arrow().cast(store.SCHEMA)
        metadata = {b"dbreport": facts, b"dbreport_digest": sound.digest(made, facts).encode()}
        target = folder / "data" / "results" / path.relative_to(real)
        target.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(made.replace_schema_metadata(metadata), target)
    execute_together(folder, folder / "data" / "results", [page.relative_to(ROOT) for page in PAGES])
    return build(folder, "preview")


class EngineRun(HTMLParser):
    """Collects what a text of a result has brought to life in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [
            f"<{tag} {name}>"
            for name, value in attributes
            if name.startswith("on") or ("evil" in (value or "") and name not in ("title", "value", "aria-label"))
        ]
        self.text = ""
        if tag not in OPEN:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPEN and (not self.open or self.open.pop() != tag):
            self.found.append(f"</{tag}>")
        if self.text.strip() == "evil":
            self.found.append(f"<{tag}>evil</{tag}>")
        if tag == "script" and (
            self.text.strip().startswith("evil") or re.search(r"<|\\u003c(?!br\\u003e|(\\u002f)?extra)", self.text)
        ):
            self.found.append("a script with markup")
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def test_no_page_comes_alive_by_a_hostile_result(site: Path) -> None:
    found = {}
    for lang in LANGUAGES:
        for page in pages(site, lang):
            engine_run = EngineRun()
            engine_run.feed(page.read_text(encoding="utf-8"))
            found[page.relative_to(site).as_posix()] = engine_run.found
    assert {name: [] for name in found} == found


def shows_results(page: Path) -> bool:
    """Tell whether a page has text out of a result, such as a version: a chapter with results, and two pages beside."""
    name = page.stem.replace("-", "_")
    return page.stem in ("needs", "machine") or any((ROOT / "data" / "results" / name).glob("*/*.parquet"))


@pytest.mark.parametrize("stem", [page.stem for page in PAGES if shows_results(page)])
def test_every_chapter_shows_a_hostile_text_as_it_is(site: Path, stem: str) -> None:
    (page,) = (path for path in pages(site, "en") if path.stem == stem)
    assert "&lt;script&gt;evil()&lt;/script&gt;" in page.read_text(encoding="utf-8")


def test_what_notices_live_markup_notices_it() -> None:
    page = f'<div title="{EVIL}"><p>{EVIL}</p></div>'
    engine_run = EngineRun()
    engine_run.feed(page)
    assert {"<img src>", "<img onerror>", "a script with markup", "</td>", "<b>evil</b>"} <= set(engine_run.found)
