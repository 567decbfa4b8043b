"""Pick samples out of the store for a chart, a table or a verdict, and refuse to mix what must not be mixed."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import polars as pl

from .. import stats
from ..engines.systems import SYSTEMS
from ..errors import MixedClasses, ResultsMissing
from ..model import Scale
from ..stats import Estimate
from .parts import of_case, once
from .ratios import Taken, compare, estimate, in_same_rounds

ORDER = tuple(SYSTEMS)
"""The order systems stand in everywhere; one that is not named here follows."""

FROM_DISK_BYTES = 16 << 20
"""More than this read from the disk in a warm repeat is told: what it is compared with may not have waited for one."""

Side = tuple[pl.DataFrame, str, str]
"""One side of a ratio: samples, engine, case."""


@dataclass(frozen=True, slots=True)
class Point:
    """One case of one engine: an estimate, or the status and reason that stand in its place."""

    engine: str
    case: str
    estimate: Estimate | None
    status: str
    reason: str | None
    warnings: tuple[str, ...] = ()


def only(
    runs: pl.DataFrame, profile: str = "default", scale: str | None = None, durability: str | None = None
) -> pl.DataFrame:
    """Return the samples of one profile, one scale (the largest present if none is named) and one durability class.

    Raises MixedClasses where more than one durability class or host would remain, ResultsMissing where nothing would.
    """
    return once(runs, (only, profile, scale, durability), lambda: _only(runs, profile, scale, durability))


def _only(runs: pl.DataFrame, profile: str, scale: str | None, durability: str | None) -> pl.DataFrame:
    chosen = runs.filter(pl.col("profile") == profile)
    if durability is not None:
        chosen = chosen.filter(pl.col("durability") == durability)
    scale = scale or largest_scale(chosen)
    chosen = chosen.filter(pl.col("scale") == scale)
    if chosen.is_empty():
        experiment = runs["experiment"][0] if runs.height else "EXPERIMENT"
        raise ResultsMissing(
            f"no result for {experiment}, profile {profile}, scale {scale};"
            f" run: dbreport run {experiment} --profile {profile} --scale {scale}"
        )
    return unmixed(chosen)


def at(runs: pl.DataFrame, profile: str, scale: str, durability: str) -> pl.DataFrame:
    """Return the samples of one profile, scale and durability class; none where it was not measured there.

    Raises MixedClasses for more than one host.
    """
    asked = {"profile": profile, "scale": scale, "durability": durability}
    return unmixed(runs.filter(*(pl.col(column) == value for column, value in asked.items())))


def shipped(runs: pl.DataFrame) -> pl.DataFrame:
    """Return the samples as shipped at the largest scale; none where nothing was measured yet."""
    return only(runs) if runs.height else runs


def unmixed(runs: pl.DataFrame) -> pl.DataFrame:
    """Return samples as they are. Raises MixedClasses for more than one profile, scale, durability class or host."""
    for column in ("profile", "scale", "durability", "host"):
        present = runs[column].unique().sort().to_list()
        if len(present) > 1:
            raise MixedClasses(
                f"a comparison would mix {column} {' and '.join(present)}; filter the samples to one of them first"
            )
    return runs


def cases(runs: pl.DataFrame, metric: str) -> list[str]:
    """Return the cases that have a metric on any system, in the order they were first measured."""
    return runs.filter(pl.col("metric") == metric).sort("started_at")["case"].unique(maintain_order=True).to_list()


def measured_in(runs: pl.DataFrame, cases: Sequence[str]) -> pl.DataFrame:
    """Return the samples of those systems alone that one of the cases is for; all of them where it is for none."""
    return once(runs, (measured_in, *cases), lambda: _measured_in(runs, cases))


def _measured_in(runs: pl.DataFrame, cases: Sequence[str]) -> pl.DataFrame:
    concerned = runs.filter(pl.col("case").is_in(cases))["engine"].unique()
    return runs.filter(pl.col("engine").is_in(concerned.implode())) if len(concerned) else runs


def largest_scale(runs: pl.DataFrame) -> str:
    """Return the largest scale among the samples; the smallest there is for none."""
    return next(reversed(scales(runs)), str(Scale.SMOKE))


def shipped_scale(runs: pl.DataFrame) -> str:
    """Return the largest scale at which anything was measured as shipped, whatever another profile was measured at."""
    return largest_scale(runs.filter(pl.col("profile") == "default"))


def broadest_scale(runs: pl.DataFrame) -> str:
    """Return the scale at which most systems were measured as shipped, the larger of equals."""
    shipped = runs.filter(pl.col("profile") == "default")
    counted = {str(s): shipped.filter(pl.col("scale") == str(s))["engine"].n_unique() for s in Scale}
    return max(counted, key=lambda s: (counted[s], list(Scale).index(Scale(s))))


def fullest_scale(runs: pl.DataFrame) -> str:
    """Return the scale at which most cases were answered as shipped, the larger of equals."""
    answered = runs.filter((pl.col("profile") == "default") & (pl.col("status") == "ok"))
    counted = {str(s): answered.filter(pl.col("scale") == str(s)).select("engine", "case").n_unique() for s in Scale}
    return max(counted, key=lambda s: (counted[s], list(Scale).index(Scale(s))))


def shipped_by_rows(runs: pl.DataFrame, durability: str | None = None) -> list[pl.DataFrame]:
    """Return what was measured as shipped, a frame a number of rows, the fewest first; a first try does not count."""
    shipped = runs.filter((pl.col("profile") == "default") & (pl.col("scale") != str(Scale.SMOKE)))
    if durability is not None:
        shipped = shipped.filter(pl.col("durability") == durability)
    return [only(shipped, "default", scale) for scale in scales(shipped)]


def scales(runs: pl.DataFrame) -> list[str]:
    """Return the scales present, smallest first."""
    present = set(runs["scale"].unique())
    return [str(scale) for scale in Scale if scale in present]


def engines(runs: pl.DataFrame) -> list[str]:
    """Return the engines present, in the report's order."""
    return sorted(runs["engine"].unique().to_list(), key=place)


def place(engine: str) -> tuple[int, str]:
    """Return where an engine stands in the report's order, to sort by."""
    return (ORDER.index(engine) if engine in ORDER else len(ORDER), engine)


@dataclass(frozen=True, slots=True)
class _Case:
    """What one case of one engine holds: its `ok` values by metric and temperature, none where it failed; its age."""

    ok: dict[tuple[str, str], list[Taken]]
    failure: tuple[str, str] | None
    stale: bool
    durability: frozenset[str]


def _case(runs: pl.DataFrame, engine: str, case: str) -> _Case:
    return once(runs, (_case, engine, case), lambda: _read(of_case(runs, engine, case)))


def _read(samples: pl.DataFrame) -> _Case:
    columns = ("repeat", "status", "reason", "metric", "temperature", "session", "run_id", "value")
    failure, ok = None, defaultdict[tuple[str, str], list[Taken]](list)
    read = zip(*(samples[column].to_list() for column in columns), strict=True)  # a query for each case costs more
    for repeat, status, reason, metric, temperature, session, run, value in read:
        if status == "ok":
            ok[metric, temperature].append(Taken(session, run, repeat, value))
        elif status != "missing":
            failure = failure or (status, reason)
    for values in ok.values():
        values.sort(key=lambda each: each.repeat)
    stale = "stale" in samples.columns and bool(samples["stale"].any())
    return _Case({} if failure else dict(ok), failure, stale, frozenset(samples["durability"].to_list()))


def is_stale(runs: pl.DataFrame, engine: str, case: str) -> bool:
    """Tell whether a case is no longer what would be measured."""
    return _case(runs, engine, case).stale


def taken(
    runs: pl.DataFrame, engine: str, case: str, metric: str = "latency", temperature: str = "warm"
) -> list[Taken]:
    """Return the values of one metric in the order they were measured, each with its session, run and repeat.

    Empty where any repeat of the case failed: the median of those that survived would flatter the system. A reading at
    the side that could not be had is `missing`, which fails nothing.
    """
    return _case(runs, engine, case).ok.get((metric, temperature), [])


def values(
    runs: pl.DataFrame, engine: str, case: str, metric: str = "latency", temperature: str = "warm"
) -> list[float]:
    """Return the values of one metric in the order they were measured; empty where there are none or one failed."""
    return [each.value for each in taken(runs, engine, case, metric, temperature)]


def together(runs: pl.DataFrame, engine: str, case: str, *metrics: str) -> list[tuple[float, ...]]:
    """Return the values of several metrics side by side, of those repeats that have them all."""
    return in_same_rounds(*(taken(runs, engine, case, metric) for metric in metrics))


def point(
    runs: pl.DataFrame, engine: str, case: str, metric: str = "latency", temperature: str = "warm"
) -> Point | None:
    """Return one case as a point; None where it was not measured at all."""
    mine = _case(runs, engine, case)
    measured = values(runs, engine, case, metric, temperature)
    stale = ["stale"] if mine.stale else []
    if mine.failure:
        return Point(engine, case, None, *mine.failure, tuple(stale))
    if not measured:
        return None
    warned: list[str] = []
    if metric == "throughput":
        lines = [[value for _, value in line] for line in series(runs, engine, case, "throughput_series")]
        client, server = values(runs, engine, case, "client_cpu"), values(runs, engine, case, "server_cpu")
        warned = stats.load_warnings(measured, lines, client, server) if lines else []
    elif metric in ("latency", "duration"):
        client = values(runs, engine, case, "client_cpu", temperature)
        server = values(runs, engine, case, "server_cpu", temperature)
        warned = stats.warnings(measured, client, server)
        if temperature != "warm":  # a restart each: three are what the rules ask for
            warned = [name for name in warned if name != "few_repeats"]
        elif metric == "latency" and _from_disk(runs, engine, case):
            warned.append("from_disk")
    return Point(engine, case, estimate(metric, measured), "ok", None, (*stale, *warned))


def _from_disk(runs: pl.DataFrame, engine: str, case: str) -> bool:
    read = values(runs, engine, case, "server_read")
    return bool(read) and stats.median(read).value > FROM_DISK_BYTES


def series(runs: pl.DataFrame, engine: str, case: str, metric: str) -> list[list[tuple[float, float]]]:
    """Return a series or histogram of every repeat as (place, value) pairs; empty where there is none."""
    mine = of_case(runs, engine, case)
    mine = mine.filter((pl.col("metric") == metric) & (pl.col("status") == "ok"))
    repeats = mine.sort("repeat", "at").partition_by("repeat", maintain_order=True)
    return [list(zip(part["at"], part["value"], strict=True)) for part in repeats]


# ratios --------------------------------------------------------------------------------------


def ratio(
    runs: pl.DataFrame, over: tuple[str, str], under: tuple[str, str], metric: str = "latency", comparisons: int = 1
) -> Estimate | None:
    """Return the ratio of two (engine, case), or None where either has no value; one case of two engines in pairs.

    Raises MixedClasses where the two sides were measured in different classes of durability.
    """
    classes = sorted(_case(runs, *over).durability | _case(runs, *under).durability)
    if len(classes) > 1:
        raise MixedClasses(f"a ratio would mix durability {' and '.join(classes)}; compare within one of them")
    return across((runs, *over), (runs, *under), metric, comparisons)


def across(
    over: Side, under: Side, metric: str = "latency", comparisons: int = 1, temperature: str = "warm"
) -> Estimate | None:
    """Return the ratio of two sides, each of its own samples (a scale, a profile, a class of durability), or None."""
    top, bottom = (taken(*side, metric, temperature) for side in (over, under))
    return compare(top, bottom, metric, over[2] == under[2], comparisons)


def rows_of(runs: pl.DataFrame) -> int:
    """Return the number of rows the samples were measured on; the largest where there are several."""
    return int(runs.select(pl.col("rows").max()).item())


def usual_rows(runs: pl.DataFrame) -> int:
    """Return the number of rows most samples were measured on: a case with a table of its own speaks for itself."""
    return int(runs.select(pl.col("rows").mode().max()).item())


def measured_on(runs: pl.DataFrame) -> str:
    """Return the day of the newest sample, as YYYY-MM-DD in UTC."""
    newest: datetime = runs.select(pl.col("started_at").max()).item()
    return f"{newest:%Y-%m-%d}"
