"""A claim taken apart: each part is judged by itself, and the outcome of the whole follows from theirs by one rule.

A room declares the parts of a claim once: the words for what each is about, what is claimed of it, the printed figure
looked up in data/published, what was measured. All that a reader sees of the claim is put together from these.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...results.select import Point
from ...stats import Estimate
from ..formats import digits, seconds
from ..words import word
from .decide import Audited, Evidence, Figure, Outcome, Part, Verdict

TOLERANCE = 0.25
"""How far the excess over 1 may be from the claimed one to be about as much."""

_AGREE = (Outcome.REPRODUCED, Outcome.DIRECTION)
_UNJUDGED = (Outcome.MISSING, Outcome.NOT_COMPARABLE, Outcome.TOO_FEW, Outcome.OPEN)


# parts -----------------------------------------------------------------------------------------


def about(
    what: str | Evidence,
    e: Estimate | None,
    claimed: float | tuple[float, float],
    printed: Figure = None,
    *,
    negligible: float = 0.0,
) -> Part:
    """Judge "about `claimed` times", or between two such, by how much is left of the excess over 1.

    The ratio is turned so that the claimed one is above 1: 1.36 where 1.70 is claimed is half the gain, the same
    direction and another size. What is within a quarter of the claimed excess is reproduced.

    Args:
        printed: the ratio of the printed figures; it is claimed itself where it equals `claimed`.
        negligible: a ratio this close to 1 is no difference, whatever its interval: for sizes, which have none.
    """
    low, high = claimed if isinstance(claimed, tuple) else (claimed, claimed)
    key = "about" if low == high else "between"
    said = None if claimed == printed else Evidence(f"claimed.{key}", {"low": digits(low), "high": digits(high)})
    return _part(what, _about(e, low, high, negligible), said, printed, e)


def _about(e: Estimate | None, low: float, high: float, negligible: float) -> Outcome:
    if e is None or e.decided == "too few":
        return _not_judged(e)
    if e.decided == "no difference" or abs(e.value - 1) < negligible:
        return Outcome.NO_DIFFERENCE
    value = e.value
    if high < 1:
        value, low, high = 1 / value, 1 / high, 1 / low
    if (1 - TOLERANCE) * (low - 1) <= value - 1 <= (1 + TOLERANCE) * (high - 1):
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if value > 1 else Outcome.OPPOSITE


def over(what: str | Evidence, e: Estimate | None, claimed: float, printed: Figure = None) -> Part:
    """Judge "over `claimed` times", where `claimed` is at least 1: reproduced where the whole interval lies above."""
    said = Evidence("claimed.over" if claimed > 1 else "claimed.more", {"low": digits(claimed)})
    return _part(what, _over(e, claimed), said, printed, e)


def _over(e: Estimate | None, claimed: float) -> Outcome:
    if e is None or e.decided == "too few":
        return _not_judged(e)
    if e.low >= claimed:
        return Outcome.REPRODUCED
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    return Outcome.DIRECTION if e.low > 1 else Outcome.OPPOSITE


def same(what: str | Evidence, e: Estimate | None, within: float, printed: Figure = None) -> Part:
    """Judge "the same", within a factor such as 1.1: reproduced where the whole interval is.

    Opposite where the ratio lies beyond and is decidedly not 1. An interval that holds 1 and reaches beyond the bounds
    shows neither: to find no difference is not to find that there is none. Source: Schuirmann, A comparison of the two
    one-sided tests procedure and the power approach, J. Pharmacokinet. Biopharm. 15 (1987) 657-680.
    """
    if e is None or e.decided == "too few":
        outcome = _not_judged(e)
    elif 1 / within <= e.low and e.high <= within:
        outcome = Outcome.REPRODUCED
    else:
        apart = e.decided != "no difference" and not 1 / within <= e.value <= within
        outcome = Outcome.OPPOSITE if apart else Outcome.OPEN
    return _part(what, outcome, Evidence("claimed.same", {"within": f"{within - 1:.0%}"}), printed, e)


def no_more(what: str | Evidence, e: Estimate | None, within: float, printed: Figure = None) -> Part:
    """Judge "does not grow, does not help", within a factor: a loss upholds it, too. The rule is that of `same`."""
    if e is None or e.decided == "too few":
        outcome = _not_judged(e)
    elif e.high <= within:
        outcome = Outcome.REPRODUCED
    else:
        outcome = Outcome.OPPOSITE if e.low > 1 and e.value > within else Outcome.OPEN
    return _part(what, outcome, Evidence("claimed.no_more", {"within": f"{within - 1:.0%}"}), printed, e)


def limit(what: str | Evidence, point: Point | None, limit_s: float, asked_s: float | None = None) -> Part:
    """Judge "does not answer within `limit_s` seconds", of a case measured at the source's size.

    `asked_s` is the limit it ran under here, where it timed out; one below the source's own decides nothing.
    """
    said = Evidence("claimed.limit", {"limit": seconds(limit_s)})
    printed = f"> {seconds(limit_s)}"
    if point is None or (point.estimate is None and point.status != "timeout"):
        return _part(what, Outcome.MISSING, said, printed, None)
    if point.estimate is None:
        asked_s = limit_s if asked_s is None else asked_s
        outcome = Outcome.REPRODUCED if asked_s >= limit_s else Outcome.NOT_COMPARABLE
        return _part(what, outcome, said, printed, f"> {seconds(asked_s)}")
    took = point.estimate
    outcome = Outcome.OPPOSITE if took.value < limit_s else Outcome.REPRODUCED
    return _part(what, outcome, said, printed, seconds(took.value))


def arithmetic(entry: Audited) -> Part:
    """Return a check of printed figures against each other as a part: it holds or is what its outcome says."""
    what = Evidence("audited", {"what": partial(word, f"audit.{entry.what}")})
    return _part(what, Outcome(entry.outcome), None, entry.printed, entry.recomputed)


def not_comparable(
    what: str | Evidence, because: str | Evidence, measured: Figure = None, printed: Figure = None
) -> Part:
    """Return a part that was measured, if at all, where it cannot decide; `because` has the words for why."""
    reason = Evidence(because, {}) if isinstance(because, str) else because
    return replace(_part(what, Outcome.NOT_COMPARABLE, None, printed, measured), because=reason)


def judged(
    what: str | Evidence,
    outcome: Outcome,
    measured: Figure = None,
    printed: Figure = None,
    claimed: Evidence | None = None,
) -> Part:
    """Return a part that a room judges in a way of its own."""
    return _part(what, outcome, claimed, printed, measured)


def _part(what: str | Evidence, outcome: Outcome, claimed: Evidence | None, printed: Figure, measured: Figure) -> Part:
    named = Evidence(what, {}) if isinstance(what, str) else what
    return Part(what=named, outcome=outcome, claimed=claimed, printed=printed, measured=measured)


def _not_judged(e: Estimate | None) -> Outcome:
    return Outcome.MISSING if e is None else Outcome.TOO_FEW


# the whole -------------------------------------------------------------------------------------


def decided(claim: str, *parts: Part, beside: Sequence[Evidence] = ()) -> Verdict:
    """Return the verdict on a claim of these parts; `beside` is evidence that decides nothing.

    Each part is asked by itself, at the full level. A claim is reproduced only where all of its parts are, and so it
    is wrongly upheld no more often than one of them is. Source: Berger, Multiparameter hypothesis testing and
    acceptance sampling, Technometrics 24 (1982) 295-300. "Partly" says so of each part alone, not of several at once.
    """
    return Verdict(claim, together([part.outcome for part in parts]), list(beside), parts)


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """Return what the parts' outcomes make of the whole.

    1. What printed figures say against each other comes first: one impossible part makes the whole impossible, a slip
       a slip, an overclaim an overclaim. What holds is left out beside parts that were measured.
    2. What cannot be judged is left out too, but then nothing is reproduced as a whole: it is partly. With nothing
       judged, the whole is missing, not comparable, too few or open, the first of these that a part is.
    3. All reproduced: reproduced. All at least in the claimed direction: partly where some are reproduced, else
       direction. Some agree so and others do not: partly.
    4. None agrees: opposite where one is decidedly so, else no difference.

    A part that was itself put together and is partly so makes the whole so, as its own parts would.
    """
    for arithmetic in (Outcome.IMPOSSIBLE, Outcome.SLIP, Outcome.OVERCLAIM):
        if arithmetic in outcomes:
            return arithmetic
    measured = [outcome for outcome in outcomes if outcome is not Outcome.HOLDS]
    if not measured:
        return Outcome.HOLDS if outcomes else Outcome.MISSING
    known = {outcome for outcome in measured if outcome.judged}
    if not known:
        return next(outcome for outcome in _UNJUDGED if outcome in measured)
    if Outcome.PARTLY in known:
        return Outcome.PARTLY
    agree = known.intersection(_AGREE)
    if not agree:
        return Outcome.OPPOSITE if Outcome.OPPOSITE in known else Outcome.NO_DIFFERENCE
    if known == {Outcome.REPRODUCED}:
        return Outcome.REPRODUCED if all(outcome.judged for outcome in measured) else Outcome.PARTLY
    return Outcome.DIRECTION if known == {Outcome.DIRECTION} else Outcome.PARTLY
