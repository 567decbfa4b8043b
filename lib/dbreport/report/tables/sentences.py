"""Numbers as text, for sentences: a median, a ratio, what a transaction costs; a dash for what was not measured."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import polars as pl

from ... import stats
from ...languages import LANGUAGES, clauses
from ...model import Durability, Profile
from ...results import select
from ...results.select import Side
from ...results.store import Cell, Footer
from ..formats import digits, written
from ..words import word
from .shared import times

MISSING = "–"
"""What stands for a number that was not measured."""

STALE = "†"
"""Stands behind a number that rests on what is no longer what would be measured; the head of the chapter says so."""


def marked(text: str, *sides: Side) -> str:
    """Return a number with a mark where one of the cases it rests on is stale."""
    return f"{text}{STALE}" if text != MISSING and any(select.is_stale(*side) for side in sides) else text


def ratio(runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str], metric: str = "latency") -> str:
    """Return the ratio of two (engine, case)."""
    return marked(times(select.ratio(runs, over, under, metric)), (runs, *over), (runs, *under))


def across(over: Side, under: Side, metric: str = "latency", temperature: str = "warm") -> str:
    """Return the ratio of two sides, each of its own samples: a size, a profile, a class of durability."""
    return marked(times(select.across(over, under, metric, temperature=temperature)), over, under)


def on_each(runs: pl.DataFrame, told: Callable[[str], str]) -> dict[str, str]:
    """Return what is told of each system, those without it left out; that it is not measured yet where none has it."""
    found = {name: value for name in select.engines(runs) if (value := told(name)) != MISSING}
    return {
        lang: clauses((f"{word(f'engine.{name}', lang)} {value}" for name, value in found.items()), lang)
        or word("verdict.missing", lang)
        for lang in LANGUAGES
    }


def systems(runs: pl.DataFrame, case: str, over: str, under: str, metric: str = "latency") -> str:
    """Return the ratio of two systems at one case."""
    return ratio(runs, (over, case), (under, case), metric)


def change(runs: pl.DataFrame, engine: str, over: str, under: str, metric: str = "latency") -> str:
    """Return the ratio of two cases on one system."""
    return ratio(runs, (engine, over), (engine, under), metric)


def not_waiting(full: pl.DataFrame, relaxed: pl.DataFrame, engine: str, case: str, metric: str = "throughput") -> str:
    """Return the ratio of commits that do not wait for the disk over those that do; `case` has no class in its name."""
    return across(
        (relaxed, engine, f"{Durability.RELAXED}.{case}"), (full, engine, f"{Durability.FULL}.{case}"), metric
    )


def tuning(
    runs: pl.DataFrame, engine: str, case: str, scale: str, metric: str = "latency", temperature: str = "warm"
) -> str:
    """Return how many times longer a case takes as shipped than tuned."""
    shipped, tuned = (runs.filter(profile=profile, scale=scale) for profile in (Profile.DEFAULT, Profile.TUNED))
    return across((shipped, engine, case), (tuned, engine, case), metric, temperature)


def typical(
    runs: pl.DataFrame, engine: str, case: str, metric: str, fmt: str = "count", temperature: str = "warm"
) -> str:
    """Return the median of one metric."""
    point = select.point(runs, engine, case, metric, temperature)
    return marked(written(point.estimate.value, fmt), (runs, engine, case)) if point and point.estimate else MISSING


def ends(runs: pl.DataFrame, engine: str, case: str, metric: str, fmt: str = "count") -> tuple[str, str]:
    """Return the lowest and the highest value of one metric over its repeats or turns."""
    values = select.values(runs, engine, case, metric)
    if not values:
        return MISSING, MISSING
    lowest, highest = (marked(written(end, fmt), (runs, engine, case)) for end in (min(values), max(values)))
    return lowest, highest


def busy(runs: pl.DataFrame, details: dict[Cell, Footer], engine: str, case: str) -> str:
    """Return how busy server and load generator together kept the processors, in per cent, for turns of many seconds.

    What both use before the first and after the last transaction counts too, and weighs more the shorter a turn is: a
    share of more than all processors is none.
    """
    turns = select.together(runs, engine, case, "server_cpu", "client_cpu", "transactions", "throughput")
    if not turns:
        return MISSING
    cores = next(footer.host["cores"] for cell, footer in details.items() if cell.engine == engine)
    shares = [(server + client) * rate / (done * cores) for server, client, done, rate in turns]
    share = stats.median(shares).value
    return f"{100 * share:.0f} %" if share <= 1 else MISSING


def turns(runs: pl.DataFrame) -> str:
    """Return how many turns under load the cases had, from the fewest to the most where they differ."""
    rates = runs.filter(pl.col("metric") == "throughput").group_by("engine", "case").agg(pl.col("repeat").n_unique())
    counts = sorted(set(rates["repeat"]))
    return "–" if not counts else f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"


def asked(details: dict[Cell, Footer], scale: str, case: str, what: str, profile: str = Profile.DEFAULT) -> str:
    """Return what a case was asked to be measured by, such as its seconds; of any system that has it."""
    identities = (f.cases.get(case) for c, f in details.items() if (c.scale, c.profile) == (scale, profile))
    return next((f"{identity['asked'][what]:g}" for identity in identities if identity), "–")


def sync_limit(details: dict[Cell, Footer]) -> str:
    """Return how long one sync of the disk takes where nothing else is done, as all sessions measured it."""
    sessions = {name: facts for footer in details.values() for name, facts in footer.sessions.items()}
    rates = disk_limit(sessions.values(), "fsync")
    return written(1 / stats.median(rates).value, "seconds") if rates else MISSING


def disk_limit(sessions: Iterable[Mapping[str, Any]], name: str) -> list[float]:
    """Return what sessions have measured of a limit of the machine, by its name in `host.limits`; none may have."""
    return [rate for facts in sessions for rate in facts.get("limits", {}).get(name, {"values": ()})["values"]]


def buffer_pool(details: Mapping[Cell, Footer], profile: str) -> str:
    """Return how large MySQL's buffer pool is by its own account, for a sentence; a dash where it was not measured."""
    pools = (
        f.settings.get("innodb_buffer_pool_size")
        for at, f in details.items()
        if (at.engine, at.profile) == ("mysql", profile)
    )
    told = next(filter(None, pools), "–")
    if not told.isdecimal():
        return told
    mib = int(told) / (1 << 20)
    return f"{mib:g} MiB" if mib < 1024 else f"{mib / 1024:g} GiB"


def read_per_transaction(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return how many bytes the server reads from the disk for a transaction."""
    turns = select.together(runs, engine, case, "server_read", "transactions")
    if not turns:
        return "–"
    each = stats.median([read / done for read, done in turns]).value
    return f"{digits(each / 1024)} KiB" if each >= 100 else f"{each:.0f} B"


def slowest_second(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return the slowest second of all turns, as a share of the median one in per cent."""
    rates = [rate for line in select.series(runs, engine, case, "throughput_series") for _, rate in line]
    return f"{100 * min(rates) / stats.median(rates).value:.0f} %" if rates else "–"


def per_sync(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return how many transactions share one sync of the log."""
    point = select.point(runs, engine, case, "log_syncs_per_transaction")
    return f"{1 / point.estimate.value:.0f}" if point and point.estimate else "–"
