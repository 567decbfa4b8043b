"""How a claim is decided, whatever it is about: outcomes, thresholds, evidence in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from ...languages import clauses, listed
from ...stats import FEWEST, Estimate
from ..formats import digits
from ..words import word


class Outcome(StrEnum):
    REPRODUCED = "reproduced"
    DIRECTION = "direction"
    NOT_REPRODUCED = "not_reproduced"
    NO_DIFFERENCE = "no_difference"
    UNTESTABLE = "untestable"


class Evidence(NamedTuple):
    """One sentence of evidence: its words are those of `evidence.<key>`, and a field may be a function of the language.

    A field `ratio` is an Estimate, `what` beside it the key of what it is a ratio of.
    """

    key: str
    fields: dict[str, Any]

    def sentence(self, lang: str) -> str:
        """Return it in words."""
        filled = {name: value(lang) if callable(value) else value for name, value in self.fields.items()}
        if "ratio" in filled:
            filled["what"] = word(f"evidence.{filled['what']}", lang)
            filled["ratio"] = times(filled["ratio"]) + noted(filled["ratio"], lang)
        return word(f"evidence.{self.key}", lang, **filled)


MISSING = Evidence("missing", {})
"""Stands where a measurement that the claim needs is missing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one claim, and why."""

    claim: str
    outcome: Outcome
    evidence: list[Evidence] = field(default_factory=list)

    def sentences(self, lang: str) -> str:
        """Return the evidence in words."""
        return clauses((evidence.sentence(lang) for evidence in self.evidence), lang)


def missing(claim: str) -> Verdict:
    """Return the verdict on a claim whose measurements are missing."""
    return Verdict(claim, Outcome.UNTESTABLE, [MISSING])


def times(e: Estimate) -> str:
    """Write a ratio with its interval, or the bound that is all that is known; without brackets where it has none."""
    if e.exact or not e.has_interval:
        return digits(e.value)
    if e.high == float("inf"):
        return f"> {digits(e.low)}"
    return f"{digits(e.value)} [{digits(e.low)}, {digits(e.high)}]"


def noted(e: Estimate, lang: str) -> str:
    """Return in words, in brackets, what keeps a ratio from deciding and what separates its sides; "" for neither."""
    notes = ["estimate.too_few"] if e.decided == "too few" and not (e.apart == "sessions" and e.n >= FEWEST) else []
    notes += [f"estimate.{e.apart}"] if e.apart else []
    said = listed((word(note, lang) for note in notes), lang)
    return word("estimate.noted", lang, said=said) if said else ""


def about(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "about `claimed` times"."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    if claimed * 0.75 <= e.value <= claimed * 1.25:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if (e.value > 1) == (claimed > 1) else Outcome.NOT_REPRODUCED


def over(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "over `claimed` times", where `claimed` is at least 1."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    if e.low >= claimed:
        return Outcome.REPRODUCED
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    return Outcome.DIRECTION if e.low > 1 else Outcome.NOT_REPRODUCED


def both(*outcomes: Outcome) -> Outcome:
    """Return the outcome of a claim of several parts: the weakest of theirs.

    Each part is asked by itself, at the full level: a claim that needs all of them is wrongly upheld no more often than
    one of them is. Source: Berger, Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (1982).
    """
    order = [
        Outcome.UNTESTABLE,
        Outcome.NOT_REPRODUCED,
        Outcome.NO_DIFFERENCE,
        Outcome.DIRECTION,
        Outcome.REPRODUCED,
    ]
    return min(outcomes, key=order.index)


def evidence(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[Evidence]:
    """Return the evidence of a measured ratio beside the printed one."""
    if e is None:
        return [MISSING]
    return [Evidence("ratio", {"what": what, "ratio": e, "printed": f"{bound}{digits(printed)}"})]


def sizes(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[Evidence]:
    """Return the evidence of a ratio of sizes, which has no interval: they do not vary."""
    if e is None:
        return [MISSING]
    fields = {"what": lambda lang: word(f"evidence.{what}", lang), "value": digits(e.value)}
    return [Evidence("sizes", {**fields, "printed": f"{bound}{printed:.3g}"})]


def beside(what: str, e: Estimate) -> list[Evidence]:
    """Return a ratio the source does not print, which stands beside those it does."""
    return [Evidence("beside", {"what": what, "ratio": e})]


@dataclass(frozen=True, slots=True)
class Audited:
    """A printed figure and what the source's other figures make of it; `outcome` is holds, slip or impossible."""

    what: str
    printed: str
    recomputed: str
    outcome: str
