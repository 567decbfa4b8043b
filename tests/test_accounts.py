"""Every printed figure has a place in the report, and the places are there."""

from __future__ import annotations

import json

import pytest
from dbreport import discovery
from dbreport.report import accounts, published
from dbreport.report.accounts import Standing
from dbreport.report.words import known
from samples import ROOT

ROOMS = pytest.mark.parametrize("room", discovery.experiments())


def test_every_printed_figure_has_a_place() -> None:
    assert [placed.row for placed in accounts.placed() if placed.account is None] == []


def test_only_an_experiment_without_a_room_has_no_chapter() -> None:
    without = {placed.row["experiment"] for placed in accounts.placed() if placed.account is accounts.NO_CHAPTER}
    of_rooms = {*discovery.experiments(), "cost"}  # which the room of compression has
    assert without == set(published.figures()["experiment"]) - of_rooms


@ROOMS
def test_every_account_has_figures_of_its_own(room: str) -> None:
    used = [placed.account for placed in accounts.placed()]
    assert [account for account in accounts.declared(room) if account not in used] == []


@ROOMS
def test_every_place_is_on_the_page_of_the_chapter(room: str) -> None:
    notebook = json.loads((ROOT / "chapters" / f"{discovery.notebook(room)}.ipynb").read_text(encoding="utf-8"))
    source = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    anchors = {account.anchor for account in accounts.declared(room) if account.anchor}
    assert {anchor for anchor in anchors if f'"{anchor}"' not in source and f"{{#{anchor}}}" not in source} == set()


@ROOMS
def test_what_stands_nowhere_says_why_in_words(room: str) -> None:
    for account in accounts.declared(room):
        assert bool(account.reason) or account.standing is not Standing.NOT
        assert not account.reason or known(f"account.{account.reason}")
