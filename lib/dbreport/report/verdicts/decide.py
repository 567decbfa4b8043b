"""What becomes of a claim: outcomes, evidence in words, the parts of a claim and the verdict on the whole.

The judging of parts stands in `parts`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from ...languages import clauses
from ...stats import FEWEST, Estimate
from ..formats import digits
from ..words import word


class Outcome(StrEnum):
    """What becomes of a claim, or of a part of one.

    `DIRECTION` is the same direction with another size; `OPEN` an interval too wide to show that two are alike;
    `HOLDS`, `SLIP` (a figure), `OVERCLAIM` (a conclusion) and `IMPOSSIBLE` are what printed figures say against each
    other, which needs no measurement.
    """

    REPRODUCED = "reproduced"
    PARTLY = "partly"
    DIRECTION = "direction"
    OPPOSITE = "opposite"
    NO_DIFFERENCE = "no_difference"
    NOT_COMPARABLE = "not_comparable"
    TOO_FEW = "too_few"
    OPEN = "open"
    MISSING = "missing"
    HOLDS = "holds"
    SLIP = "slip"
    OVERCLAIM = "overclaim"
    IMPOSSIBLE = "impossible"

    @property
    def judged(self) -> bool:
        """Tell whether anything could be decided."""
        return self not in (Outcome.NOT_COMPARABLE, Outcome.TOO_FEW, Outcome.OPEN, Outcome.MISSING)


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


Figure = Estimate | Evidence | float | str | None
"""What is printed or measured: a ratio with its interval, a sentence, a number, text; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing that a claim says: what it is about, what came of it, and the figures that say so.

    `claimed` says what is asked of it where the printed figure alone does not; `because` what else is to be said of it,
    above all why it cannot be compared.
    """

    what: Evidence
    outcome: Outcome
    claimed: Evidence | None = None
    printed: Figure = None
    measured: Figure = None
    because: Evidence | None = None

    def sentence(self, lang: str) -> str:
        """Return it in words: what it is about, what was measured, and in brackets what is claimed and printed."""
        measured = figure(self.measured, lang) or word(f"verdict.{self.outcome}", lang)
        asked = [self.claimed.sentence(lang)] if self.claimed else []
        if printed := figure(self.printed, lang):
            asked.append(word("part.printed", lang, printed=printed))
        beside = word("part.beside", lang, beside=clauses(asked, lang)) if asked else ""
        line = word("part.line", lang, what=self.what.sentence(lang), measured=measured, beside=beside)
        return line if self.because is None else clauses([line, self.because.sentence(lang)], lang)


class Line(NamedTuple):
    """One line of what is shown of a claim, with the outcome of the part it is about; None for evidence beside."""

    sentence: str
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one claim, and why: its parts, and evidence beside them that decides nothing."""

    claim: str
    outcome: Outcome
    evidence: list[Evidence] = field(default_factory=list)
    parts: tuple[Part, ...] = ()

    def lines(self, lang: str) -> list[Line]:
        """Return parts and evidence in words; the parts' own outcomes where they are not all that of the whole."""
        differ = {part.outcome for part in self.parts} != {self.outcome}
        lines = [Line(part.sentence(lang), part.outcome if differ else None) for part in self.parts]
        return lines + [Line(evidence.sentence(lang), None) for evidence in self.evidence]

    def sentences(self, lang: str) -> str:
        """Return all of that as one sentence."""
        said = (
            word("part.outcome", lang, said=said, outcome=word(f"verdict.{outcome}", lang)) if outcome else said
            for said, outcome in self.lines(lang)
        )
        return clauses(said, lang)


def figure(value: Figure, lang: str) -> str:
    """Return a figure as a page has it: a ratio with its interval and what is noted of it; "" where there is none."""
    match value:
        case None:
            return ""
        case Estimate():
            return times(value) + noted(value, lang)
        case Evidence():
            return value.sentence(lang)
        case str():
            return value
    return digits(value)


def times(e: Estimate) -> str:
    """Write a ratio with its interval, or the bound that is all that is known; without brackets where it has none."""
    if e.exact:
        return digits(e.value) if digits(e.value) != "1" else f"{e.value:.4g}"  # a size a thousandth larger is larger
    if not e.has_interval:
        return digits(e.value)
    if e.high == float("inf"):
        return f"> {digits(e.low)}"
    return f"{digits(e.value)} [{digits(e.low)}, {digits(e.high)}]"


def noted(e: Estimate, lang: str) -> str:
    """Return in words, in brackets, what keeps a ratio from deciding and what separates its sides; "" for neither."""
    if e.decided != "too few":
        key = e.apart
    elif e.apart == "sessions" and e.n >= FEWEST:  # values enough, but nothing to compare them by
        key = "sessions_open"
    else:
        key = f"too_few_{e.apart}" if e.apart else "too_few"
    return word("estimate.noted", lang, said=word(f"estimate.{key}", lang)) if key else ""


def beside(what: str, e: Estimate | None, printed: float | None = None) -> list[Evidence]:
    """Return a ratio that decides nothing, with the one printed if there is one; nothing where it was not measured."""
    if e is None:
        return []
    fields = {"what": what, "ratio": e}
    if printed is None:
        return [Evidence("beside", fields)]
    return [Evidence("ratio", {**fields, "printed": digits(printed)})]


@dataclass(frozen=True, slots=True)
class Audited:
    """What is printed and what the source's other figures make of it: holds, slip, overclaim or impossible."""

    what: str
    printed: str
    recomputed: str
    outcome: str


def slips(audited: Iterable[Audited]) -> list[Audited]:
    """Return what does not fit the other printed figures."""
    return [entry for entry in audited if entry.outcome != Outcome.HOLDS]
