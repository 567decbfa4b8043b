"""Where every printed figure stands: measured beside, recomputed only, or not, and then why. Nothing is drawn here.

A room says so in its `accounts.py`, by which rows of figures.csv it speaks of; a row stands where the first of the
room's accounts that fits it says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .. import discovery
from . import published
from .verdicts.decide import Evidence, Outcome, Verdict

Row = Mapping[str, Any]
"""A row of figures.csv."""


class Standing(StrEnum):
    """`BESIDE`: our own measurement of the same work stands beside it; `RECOMPUTED`: checked by other figures alone."""

    BESIDE = "beside"
    RECOMPUTED = "recomputed"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Account:
    """Where rows of figures.csv stand: `anchor` is an id on the page of the room's chapter, `reason` a key of words.

    `where` says which rows: those that have one of the texts given for a column, in every column named. They are of the
    room's own experiment unless it names another.
    """

    standing: Standing
    anchor: str
    reason: str
    where: Mapping[str, Sequence[str]]

    def fits(self, row: Row) -> bool:
        """Tell whether it speaks of a row."""
        return all(row[column] in allowed for column, allowed in self.where.items())


def beside(anchor: str, **where: str | Sequence[str]) -> Account:
    """Say that rows stand beside what was measured here, in the figure or section with that id."""
    return Account(Standing.BESIDE, anchor, "", _lists(where))


def recomputed(anchor: str, reason: str = "", **where: str | Sequence[str]) -> Account:
    """Say that rows are checked by the source's other figures, in the figure or section with that id, and no more."""
    return Account(Standing.RECOMPUTED, anchor, reason, _lists(where))


def left_out(reason: str, **where: str | Sequence[str]) -> Account:
    """Say that rows stand nowhere, and why: `reason` is the key of its words after `account.`."""
    return Account(Standing.NOT, "", reason, _lists(where))


def _lists(where: Mapping[str, str | Sequence[str]]) -> dict[str, Sequence[str]]:
    return {column: (text,) if isinstance(text, str) else text for column, text in where.items()}


NO_CHAPTER = left_out("no_chapter")


def every_claim(decided: Iterable[Verdict]) -> list[Verdict]:
    """Return a verdict on every claim of the sources in their order, then those on others.

    Those of no chapter yet are not measured.
    """
    known = {verdict.claim: verdict for verdict in decided}
    waiting = [Evidence("no_chapter", {})]
    claims = published.claims()["id"].to_list()
    others = [verdict for claim, verdict in known.items() if claim not in claims]
    return [*(known.get(claim) or Verdict(claim, Outcome.MISSING, waiting) for claim in claims), *others]


@dataclass(frozen=True, slots=True)
class Placed:
    """A row of figures.csv and its place; `room` is the experiment whose chapter has it. No place is None."""

    row: Row
    room: str
    account: Account | None

    @property
    def page(self) -> str:
        """Return the notebook of the chapter it stands in, without its suffix; empty where it stands in none."""
        return discovery.notebook(self.room) if self.account and self.account.anchor else ""


def placed() -> list[Placed]:
    """Return every printed figure with its place, in the order of figures.csv."""
    rooms = {name: declared(name) for name in discovery.experiments()}
    return [_place(row, rooms) for row in published.figures().to_dicts()]


def declared(room: str) -> Sequence[Account]:
    """Return a room's accounts; none where it has not said yet."""
    if not discovery.has(room, "accounts"):
        return ()
    accounts: Sequence[Account] = discovery.part(room, "accounts").ACCOUNTS
    return accounts


def _place(row: Row, rooms: Mapping[str, Sequence[Account]]) -> Placed:
    for room, accounts in rooms.items():
        for account in accounts:
            if row["experiment"] in account.where.get("experiment", (room,)) and account.fits(row):
                return Placed(row, room, account)
    return Placed(row, row["experiment"], None if row["experiment"] in rooms else NO_CHAPTER)
