"""What to use, a card a job: who is picked, by how much, what turns it around, where the evidence is."""

from collections.abc import Iterable

from ... import discovery
from ...languages import clauses, listed
from ..advice import NOTICED_S, Advice, Condition, jobs
from ..formats import seconds, size, so_many
from ..front import Stored
from ..markup import Html
from ..offers import cost_a_year
from ..words import word
from .front import amount
from .shared import muted, names, strong, times

_CARDS = '<div class="cards">{cards}</div>'
_CARD = '<section class="card" id="job-{job}"><h3>{title}</h3>{answers}</section>'
_ANSWER = """<div class="answer"><p class="need">{need}</p><p class="pick">{pick}</p><p>{lead}</p>
<ul>{facts}</ul><p class="where">{rows} · <a href="chapters/{page}.html">{evidence}</a>{stale}</p></div>"""
_FACT = "<li>{fact}</li>"


def cards(experiments: Iterable[Stored], lang: str) -> Html:
    """Return a card for each job that the results speak of."""
    made = (
        Html.of(_CARD, job=job, title=word(f"job.{job}", lang), answers=Html().join(_answer(a, lang) for a in given))
        for job, given in jobs(experiments).items()
    )
    return Html.of(_CARDS, cards=Html().join(made))


def _answer(advice: Advice, lang: str) -> Html:
    won = advice.winner
    stale = Html(" · ") + muted(word("card.stale", lang)) if won.stale else ""
    return Html.of(
        _ANSWER,
        need=word(f"need.{won.need}", lang),
        pick=strong(names(won.best)[lang]),
        lead=_lead(advice, lang),
        facts=Html().join(Html.of(_FACT, fact=fact) for fact in _facts(advice, lang)),
        rows=word("card.rows", lang, rows=so_many(advice.rows, lang)),
        page=discovery.notebook(advice.experiment),
        evidence=word("card.evidence", lang, chapter=word(f"experiment.{advice.experiment}", lang)),
        stale=stale,
    )


def _lead(advice: Advice, lang: str) -> str:
    """Return the first pick's value, or each pick's where they share for being quick, and how far the next one is."""
    won = advice.winner
    told = won.best if advice.immediate else won.best[:1]
    said = [amount(won, name, lang) for name in told]
    if len(won.best) > 1:  # whose value it is
        said = [
            word("card.value", lang, who=_label(name, lang), value=value)
            for name, value in zip(told, said, strict=True)
        ]
    if advice.immediate:
        said.append(word("card.immediate", lang, limit=seconds(NOTICED_S)))
    if won.next is None:
        return clauses([*said, word("card.tie", lang)], lang)
    who = {"who": _label(won.next, lang), "first": _label(won.best[0], lang)}
    return clauses([*said, word(f"card.next.{won.unit}", lang, ratio=times(won.ratio), **who)], lang)


def _facts(advice: Advice, lang: str) -> Iterable[str]:
    if advice.winner.level:
        yield word("card.level", lang, who=names(advice.winner.level)[lang])
    if advice.turned:
        for turned in advice.turned:
            if turned.flips:
                told = {"who": names(turned.best)[lang], "ratio": times(turned.ratio)}
                told |= {"first": _label(turned.best[0], lang), "pick": _label(turned.pick, lang)}
                there = _condition(turned.condition, lang)
                yield word(f"card.flips.{advice.winner.unit}", lang, condition=there, **told)
        # what changes nothing is told of single changes alone: combinations would be many
        held = [turned.condition for turned in advice.turned if not turned.flips and turned.condition.one_change]
        same = [_condition(condition, lang) for condition in held]
        if same:
            yield word("card.holds", lang, conditions=clauses(same, lang))
    else:
        yield word("card.unasked", lang)
    first = advice.winner.best[0]
    if advice.p99 and advice.p99.estimate:
        yield word("card.p99", lang, who=_label(first, lang), time=seconds(advice.p99.estimate.value))
    if first in advice.disk:
        least = next(iter(advice.disk))
        taken = advice.disk[first].value
        told = {"who": _label(first, lang), "size": size(taken)}
        if least == first:
            yield word("card.disk_least", lang, **told)
        else:
            other = {"least": _label(least, lang), "least_size": size(advice.disk[least].value)}
            yield word("card.disk", lang, **told, **other)
        cheapest, dearest = (f"{cost:.2g}" if cost < 99.5 else f"{cost:,.0f}" for cost in cost_a_year(taken))
        yield word("card.cost", lang, least=cheapest, most=dearest)


def _condition(condition: Condition, lang: str) -> str:
    parts = [word(f"condition.{condition.asked}", lang)] if condition.asked else []
    parts += [word(f"profile.{condition.profile}", lang)] if condition.profile else []
    parts += [word(f"durability.{condition.durability}", lang)] if condition.durability else []
    parts += [word("condition.rows", lang, rows=so_many(condition.rows, lang))] if condition.rows else []
    return listed(parts, lang)


def _label(engine: str, lang: str) -> str:
    return word(f"engine.{engine}", lang)
