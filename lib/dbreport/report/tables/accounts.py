"""Tables of the page on the sources: what outcomes mean, and where every printed figure stands."""

from collections import Counter
from collections.abc import Sequence

from .. import published
from ..accounts import Placed, Standing, placed
from ..markup import Html
from ..verdicts.decide import Outcome, Verdict
from ..words import known, word
from .shared import fold, html, outcome, over

_LINK = '<a href="chapters/{page}.html#{anchor}">{standing}</a>'


def meanings(decided: Sequence[Verdict], lang: str) -> Html:
    """Return what the outcomes mean that claims, or parts of them, have."""
    met = {verdict.outcome for verdict in decided} | {part.outcome for verdict in decided for part in verdict.parts}
    rows = [[outcome(of, lang), word(f"meaning.{of}", lang)] for of in Outcome if of in met and known(f"meaning.{of}")]
    return html([word(f"table.{name}", lang) for name in ("verdict", "meaning")], rows, "fits")


def standings(lang: str) -> Html:
    """Return how many printed figures stand where, a line an experiment, and of all."""
    counted: dict[str, Counter[Standing | None]] = {}
    for one in placed():
        counted.setdefault(one.row["experiment"], Counter())[_standing(one)] += 1
    rows = [_counted(_topic(experiment, lang), counts) for experiment, counts in counted.items()]
    rows.append(_counted(word("table.all", lang), sum(counted.values(), Counter())))
    head = [word("table.experiment", lang), *(word(f"account.{standing}", lang) for standing in Standing)]
    return html([*head, word("table.all", lang)], rows, "numbers fits stacked")


def _standing(one: Placed) -> Standing | None:
    return one.account.standing if one.account else None


def _counted(name: str, counts: Counter[Standing | None]) -> list[str]:
    return [name, *(str(counts[standing]) for standing in Standing), str(counts.total())]


def _topic(experiment: str, lang: str) -> str:
    key = f"experiment.{experiment}"
    return word(key if known(key) else f"topic.{experiment}", lang)


def printed_figures(lang: str) -> Html:
    """Return every printed figure with its place and a link to it, folded by experiment."""
    groups: dict[str, list[Placed]] = {}
    for one in placed():
        groups.setdefault(one.row["experiment"], []).append(one)
    return Html().join(_group(experiment, rows, lang) for experiment, rows in groups.items())


def _group(experiment: str, rows: Sequence[Placed], lang: str) -> Html:
    head = [word(f"table.{name}", lang) for name in ("figure", "system", "printed", "account")]
    table = html(head, [_row(one, lang) for one in rows], "fits stacked")
    return fold(table, "fold.figures", lang, who=_topic(experiment, lang), n=len(rows))


def _row(one: Placed, lang: str) -> list[str]:
    row = one.row
    called = {name: published.named(row[name], lang) for name in published.NAMED if row[name]}
    what = word("figure.of", lang, case=called["case"], metric=called["metric"])
    below = [
        over(upper, called[name]) if name in called else upper
        for upper, name in ((what, "table"), (called["system"], "configuration"))
    ]
    return [*below, _value(row["value"], row["unit"], row["status"], lang), _place(one, lang)]


def _value(value: float | None, unit: str, status: str, lang: str) -> str:
    if value is None:
        return word("status.timeout" if status == "timeout" else "unit.none", lang)
    return f"{value:,.10g} {word(f'unit.{unit}', lang) if known(f'unit.{unit}') else unit}"


def _place(one: Placed, lang: str) -> str:
    """Return where a figure stands as a link, with the reason where it is not measured beside."""
    if one.account is None:
        return word("account.undeclared", lang)
    standing, reason = word(f"account.{one.account.standing}", lang), one.account.reason
    if one.page:
        standing = Html.of(_LINK, page=one.page, anchor=one.account.anchor, standing=standing)
    return over(standing, word(f"account.{reason}", lang)) if reason else standing
