"""The page on the sources: a line with its place for every figure, a verdict for every claim, a meaning for each."""

from __future__ import annotations

import re

import pytest
from dbreport import discovery
from dbreport.languages import LANGUAGES
from dbreport.report import accounts, published, tables
from dbreport.report.verdicts.decide import Outcome, Verdict
from dbreport.report.words import known, word

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)


def test_every_printed_figure_has_a_line(lang: str) -> None:
    shown = tables.printed_figures(lang)
    folded = published.figures()["experiment"].n_unique()
    assert shown.count("<details>") == folded
    assert shown.count("<tr>") == published.figures().height + folded  # a head each


def test_a_figure_measured_beside_has_a_link_to_its_chapter(lang: str) -> None:
    linked = [placed for placed in accounts.placed() if placed.page]
    found = re.findall(r'href="chapters/([a-z-]+)\.html#([a-z-]+)"', tables.printed_figures(lang))
    assert found == [(placed.page, placed.account.anchor) for placed in linked if placed.account]
    assert {page for page, _ in found} <= {discovery.notebook(name) for name in discovery.experiments()}


def test_the_counts_add_up_to_all_figures(lang: str) -> None:
    cells = re.findall(r"<td>(\d+)</td></tr>", tables.standings(lang))
    assert int(cells[-1]) == sum(map(int, cells[:-1])) == published.figures().height


def test_every_claim_has_a_verdict_in_the_sources_order(lang: str) -> None:
    of_one = Verdict("kv-2", Outcome.REPRODUCED)
    every = accounts.every_claim([of_one])
    assert [verdict.claim for verdict in every] == published.claims()["id"].to_list()
    assert [verdict for verdict in every if verdict.outcome is not Outcome.MISSING] == [of_one]
    assert word("evidence.no_chapter", lang) in tables.verdicts(every, lang)


def test_every_claim_has_words(lang: str) -> None:
    assert [claim for claim in published.claims()["id"] if not known(f"claim.{claim}")] == []


def test_every_outcome_means_something(lang: str) -> None:
    shown = tables.meanings([Verdict("kv-2", outcome) for outcome in Outcome], lang)
    assert re.findall(r'class="verdict (\w+)"', shown) == list(Outcome)
