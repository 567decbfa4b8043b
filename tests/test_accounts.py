"""Every printed figure has a place in the report, and the places are there."""

from __future__ import annotations

import json

import pytest
from dbreport import discovery
from dbreport.report import accounts, published
from dbreport.report.accounts import Standing
from dbreport.report.words import known
from samples import ROOT

UNDECLARED = ()
"""Rooms that have not said yet where their figures stand."""
AWAITED = {"cost"}
"""What rooms among these have of another name."""
DECLARED = [name for name in discovery.experiments() if name not in UNDECLARED]


def test_every_printed_figure_has_a_place() -> None:
    lost = [placed.row for placed in accounts.placed() if placed.account is None]
    assert [row for row in lost if row["experiment"] not in UNDECLARED] == []


def test_a_room_that_has_said_is_not_among_those_that_have_not() -> None:
    assert [name for name in UNDECLARED if accounts.declared(name)] == []


def test_only_an_experiment_without_a_room_has_no_chapter() -> None:
    without = {placed.row["experiment"] for placed in accounts.placed() if placed.account is accounts.NO_CHAPTER}
    assert without - AWAITED == set(published.figures()["experiment"]) - set(discovery.experiments()) - AWAITED


@pytest.mark.parametrize("room", DECLARED)
def test_every_account_has_figures_of_its_own(room: str) -> None:
    used = [placed.account for placed in accounts.placed()]
    assert [account for account in accounts.declared(room) if account not in used] == []


@pytest.mark.parametrize("room", DECLARED)
def test_every_place_is_on_the_page_of_the_chapter(room: str) -> None:
    notebook = json.loads((ROOT / "chapters" / f"{discovery.notebook(room)}.ipynb").read_text(encoding="utf-8"))
    source = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    anchors = {account.anchor for account in accounts.declared(room) if account.anchor}
    assert {anchor for anchor in anchors if f'"{anchor}"' not in source and f"{{#{anchor}}}" not in source} == set()


@pytest.mark.parametrize("room", DECLARED)
def test_what_stands_nowhere_says_why_in_words(room: str) -> None:
    for account in accounts.declared(room):
        assert bool(account.reason) or account.standing is not Standing.NOT
        assert not account.reason or known(f"account.{account.reason}")
