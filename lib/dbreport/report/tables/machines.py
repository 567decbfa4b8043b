"""Tables of the machines that results come from: what they are, and what they can do at most."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ... import stats
from ...results.store import Cell, Footer
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
            code(session.host), machine["cpu"], str(machine["cores"]), f"{machine['memory_bytes'] / (1 << 30):.0f} GiB",
            machine["system"], machine["filesystem"], word("host.yes" if machine["virtual"] else "host.no", lang),
        )  # fmt: skip
        kernels.setdefault(made, []).append(machine["kernel"])
    rows = [[*made, str(len(each)), ", ".join(dict.fromkeys(each))] for made, each in kernels.items()]
    keys = ("cpu", "cores", "memory", "system", "filesystem", "virtual", "sessions", "kernel")
    return html(["", *(word(f"host.{key}", lang) for key in keys)], rows)


def limits(details: Mapping[Cell, Footer], lang: str) -> Html:
    """Return what the machine itself could do at most in each session: median and range."""
    measured = {session: facts["limits"] for session, facts in _sessions(details).items() if facts.get("limits")}
    names = list(dict.fromkeys(name for limits in measured.values() for name in limits))
    rows = [[code(session.name), *(_limit(limits.get(name)) for name in names)] for session, limits in measured.items()]
    heads = [word(f"limit.{name}", lang) if known(f"limit.{name}") else name for name in names]
    return html([word("host.session", lang), *heads], rows, "numbers rates stacked")


def _limit(limit: dict[str, Any] | None) -> str:
    if not limit:
        return "–"
    values, unit = limit["values"], limit["unit"]
    low, high = per_second(min(values), unit), per_second(max(values), unit)
    return over(per_second(stats.median(values).value, unit), f"{low} – {high}")


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
