"""Titles of charts: what is so by the values that are drawn, whoever draws them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..languages import listed
from ..results.ratios import Taken
from ..results.select import Point
from ..stats import Estimate
from .answers import Ranked, Standing, ranked
from .drawn import Drawn
from .formats import digits, seconds, written
from .words import word

Measured = Mapping[str, Sequence[Taken]]
"""The values of each system."""


def leaders(ranked: Iterable[Ranked | None], best: str, lang: str) -> str:
    """Return which system is decidedly best on how many of the lines that several have; empty where there is none.

    Where most lines have no such system, it also says which is decidedly behind the first on over half of them.

    Args:
        ranked: the systems of each line, the best first; None for a line nobody has.
        best: what to be best is called, "fastest" or "lowest".
    """
    drawn = [*ranked]
    compared = [each for each in drawn if each and each.ratios]
    ahead = [s for s in (each.standing for each in compared) if s.next and len(s.equals) == 1]
    called, n = word(f"title.{best}", lang), len(compared)
    lines = word("title.lines" if n == len(drawn) else "title.lines_compared", lang, n=n)
    few = all(each.standing.too_few for each in compared if len(each.standing.equals) > 1)
    if not ahead:
        if n < 2:
            return word("title.no", lang, best=called) if n else ""
        return word("title.none_few" if few else "title.none", lang, best=called, lines=lines) + _behind(compared, lang)
    if n == 1:
        return _one(ahead[0], best, lang)
    (first, most), *others = Counter(each.equals[0] for each in ahead).most_common()
    who, open_ = word(f"engine.{first}", lang), n - len(ahead)
    unlike = word("title.few" if few else "title.undecided_lines", lang)
    if most == n:
        return word("title.all", lang, who=who, best=called, lines=lines)
    told = [word("title.other", lang, who=word(f"engine.{name}", lang), n=others_n) for name, others_n in others]
    if open_ > most:
        told = [word("title.other", lang, who=who, n=most), *told]
        said = word(
            "title.mostly_open", lang, best=called, told=listed(told, lang), open=open_, lines=lines, unlike=unlike
        )
        return said + _behind(compared, lang)
    told = [word("title.most", lang, who=who, n=most, lines=lines), *told]
    key = "title.open" if open_ else "title.some"
    return word(key, lang, best=called.capitalize(), told=listed(told, lang), open=open_, unlike=unlike)


def _behind(compared: Sequence[Ranked], lang: str) -> str:
    """Return which systems the first is decidedly better than on over half of the lines; empty for none."""
    times = Counter(name for each in compared for name, ratio in each.ratios.items() if ratio.decided == "more")
    often = [(name, n) for name, n in times.most_common() if 2 * n > len(compared)]
    told = [word("title.other", lang, who=word(f"engine.{name}", lang), n=n) for name, n in often]
    return word("title.behind", lang, told=listed(told, lang)) if told else ""


def led(
    picture: Drawn, measured: Iterable[Measured], metric: str, lang: str, best: str = "fastest", most: bool = False
) -> Drawn:
    """Return a picture with the title that `leaders` says of its lines, by one metric.

    Args:
        measured: the values of each system, a line each.
        most: the most is best, as of a rate, and not the least.
    """
    return replace(picture, title=leaders((ranked(values, metric, most) for values in measured), best, lang))


def spread(sizes: Mapping[str, float], put: Callable[[float], str], lang: str, key: str = "title.spread") -> str:
    """Return which of several sizes is smallest and which is largest, those written alike together; empty for one.

    Args:
        sizes: exact ones, by what they are of.
        put: writes one.
        key: words that say {least}, {least_size}, {most} and {most_size}.
    """
    texts = {whose: put(size) for whose, size in sizes.items()}
    if len(set(texts.values())) < 2:
        return ""
    told = {}
    for name, edge in (("least", min(sizes.values())), ("most", max(sizes.values()))):
        told[name] = listed((whose for whose, text in texts.items() if text == put(edge)), lang)
        told[f"{name}_size"] = put(edge)
    return word(key, lang, **told)


def ranged(
    values: Mapping[str, Estimate | None],
    lang: str,
    put: Callable[[float], str] = seconds,
    key: str = "title.ranged",
    **told: str,
) -> str:
    """Return from which of several values to which a chart goes, and whether the ends' intervals meet.

    Empty where one is none.

    Args:
        values: by the label of what they are of.
        put: writes a value.
        key: words that say {least}, {least_value}, {most}, {most_value}, and what `told` names.
    """
    taken = {label: value for label, value in values.items() if value}
    if len(taken) < max(2, len(values)):
        return ""
    least, *_, most = sorted(taken, key=lambda label: taken[label].value)
    ends = {"least_value": put(taken[least].value), "most_value": put(taken[most].value)}
    said = word(key, lang, least=least, most=most, **ends, **told)
    if not (taken[least].has_interval and taken[most].has_interval):
        return word("title.undecided", lang, said=said)
    return word("title.meeting", lang, said=said) if taken[least].high >= taken[most].low else said


def of_one(points: Mapping[str, Point], lang: str, fmt: str = "seconds") -> str:
    """Return what `ranged` does of lines of one dot each, and whose they are where all are one system's."""
    values = {label: point.estimate for label, point in points.items()}
    put, systems = partial(written, fmt=fmt), {point.engine for point in points.values()}
    if len(systems) != 1:
        return ranged(values, lang, put)
    return ranged(values, lang, put, "title.ranged_of", who=word(f"engine.{systems.pop()}", lang))


def directions(pairs: Iterable[tuple[Estimate, Estimate | None]], lang: str) -> str:
    """Return how many printed ratios have a measured one beside them that points the same way, and the other way."""
    measured = [(printed.value > 1, ours.decided) for printed, ours in pairs if ours]
    decided = [("more" if more else "less") == ours for more, ours in measured if ours in ("more", "less")]
    same, n = sum(decided), len(measured)
    told = {"n": n, "same": same, "opposite": len(decided) - same, "open": n - len(decided)}
    return word("title.directions", lang, **told) if measured else ""


def beyond(ratios: Sequence[Estimate], at: float, key: str, lang: str) -> str:
    """Return how many ratios have their whole interval above a line and how many below; empty where none has."""
    above = sum(each.has_interval and each.low > at for each in ratios)
    below = sum(each.has_interval and each.high < at for each in ratios)
    return word(key, lang, n=len(ratios), at=digits(at), above=above, below=below) if above or below else ""


def _one(standing: Standing[str], best: str, lang: str) -> str:
    assert standing.ratio
    who, following = (word(f"engine.{name}", lang) for name in (standing.equals[0], standing.next))
    return word(f"title.one.{best}", lang, who=who, next=following, ratio=digits(standing.ratio.value))
