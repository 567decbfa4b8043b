"""Tables of the machines that results come from: what they are, and what they can do at most."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ... import stats
from ...results.store import Cell, Footer
from ..formats import digits, seconds
from ..markup import Html
from ..words import known, word
from .shared import code, html, over


class _Session(NamedTuple):
    """Where a session's facts are filed: its host and its own name, which sorts by time."""

    host: str
    name: str


def hosts(details: Mapping[Cell, Footer], lang: str) -> Html:
    """Return the machines results come from, one line for all sessions of one make; limits tell those apart."""
    kernels: dict[tuple[str, ...], list[str]] = {}
    for session, facts in _sessions(details).items():
        machine = facts["host"]
        made = (
            code(session.host), _processor(machine, lang), str(machine["cores"]),
            f"{machine['memory_bytes'] / (1 << 30):.0f} GiB", machine["system"], machine["filesystem"],
            word("host.yes" if machine["virtual"] else "host.no", lang),
        )  # fmt: skip
        kernels.setdefault(made, []).append(machine["kernel"])
    rows = [[*made, str(len(each)), ", ".join(dict.fromkeys(each))] for made, each in kernels.items()]
    keys = ("cpu", "cores", "memory", "system", "filesystem", "virtual", "sessions", "kernel")
    return html(["", *(word(f"host.{key}", lang) for key in keys)], rows)


def _processor(machine: Mapping[str, Any], lang: str) -> str:
    """Return what the processor is called, below it what it says of itself where the session asked it."""
    signature = machine.get("cpu_signature")
    if not signature:
        return str(machine["cpu"])
    match signature.split("-"):
        case family, model, stepping:
            said = word("host.signature", lang, family=family, model=model, stepping=stepping)
        case _:  # results of another's, whatever they say, break no chapter
            said = signature
    return over(machine["cpu"], said)


def limits(details: Mapping[Cell, Footer], lang: str) -> Html:
    """Return what the machine itself could do at most in each session, and how long its processor took for fixed work.

    Each is median and range; a session from before the fixed work was done has a dash there.
    """
    measured = {session: facts for session, facts in _sessions(details).items() if facts.get("limits")}
    names = list(dict.fromkeys(name for facts in measured.values() for name in facts["limits"]))
    rows = [
        [code(session.name), *(_limit(facts["limits"].get(name)) for name in names), _fixed_work(facts)]
        for session, facts in measured.items()
    ]
    heads = [word(f"limit.{name}", lang) if known(f"limit.{name}") else name for name in names]
    return html([word("host.session", lang), *heads, word("host.fixed_work", lang)], rows, "numbers rates stacked")


def fixed_work(details: Mapping[Cell, Footer]) -> dict[str, str]:
    """Return how long the fixed work took the processor at its best in the `quickest` and the `slowest` session.

    With how many `times` as long, and in how many `sessions`; empty where fewer than two did that work.
    """
    best = sorted(min(took_s) for facts in _sessions(details).values() if (took_s := _processor_s(facts)))
    if len(best) < 2:
        return {}
    quickest, slowest = best[0], best[-1]
    return {
        "sessions": str(len(best)),
        "quickest": seconds(quickest),
        "slowest": seconds(slowest),
        "times": digits(slowest / quickest),
    }


def _processor_s(facts: Mapping[str, Any]) -> list[float]:
    return list(facts.get("calibration", {}).get("processor", {}).get("values", ()))


def _fixed_work(facts: Mapping[str, Any]) -> str:
    took_s = _processor_s(facts)
    if not took_s:
        return "–"
    return over(seconds(stats.median(took_s).value), _range(seconds(min(took_s)), seconds(max(took_s))))


def _limit(limit: dict[str, Any] | None) -> str:
    if not limit:
        return "–"
    values, unit = limit["values"], limit["unit"]
    low, high = per_second(min(values), unit), per_second(max(values), unit)
    return over(per_second(stats.median(values).value, unit), _range(low, high))


def _range(low: str, high: str) -> str:
    """Write a range, the unit once where both ends have the same: the table has no room for more."""
    return f"{low.removesuffix(high.lstrip('0123456789.,'))} – {high}"


def _sessions(details: Mapping[Cell, Footer]) -> dict[_Session, dict[str, Any]]:
    """Return what is true of each session, by host and in the order of time."""
    facts_of = {
        _Session(cell.host, name): facts
        for cell, footer in details.items()
        for name, facts in footer.sessions.items()
        if facts.get("host")
    }
    return dict(sorted(facts_of.items()))


def per_second(value: float, unit: str) -> str:
    """Write a rate, bytes as megabytes; what else is counted the head of its column says."""
    return f"{value / 1e6:,.0f} MB/s" if unit == "bytes/s" else f"{value:,.0f}/s"
