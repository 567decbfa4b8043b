"""What was measured of every way to store documents, picked out of the samples; and which ways none other beats.

A system counts at its own largest scale: a ratio means the same at any, and databases hold fewer documents.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from ... import stats
from ...languages import clauses, listed
from ...report.formats import case_label, size, so_many
from ...report.front import Front
from ...report.words import word
from ...results import ratios, select
from ...results.parts import counted, once
from ...results.ratios import Origin
from ...results.select import Point
from ...stats import Estimate
from .codecs.methods import METHODS, Method

UNTUNED = ("docs", "manuals", "reference", "versions")
"""The corpora nobody tuned, out of packages: verdicts and answers rest on these."""
TUNED = "profiles"
"""The one of our own making, tuned to the source's figures: it illustrates, and decides nothing."""
CORPORA = (*UNTUNED, TUNED)
MAIN = UNTUNED[0]
"""The corpus that stands where there is room for one."""
FILES = "files"
FAMILIES = ("zlib", "lzma", "zstd", "dictionary", "brotli", "lz4")
"""Families of methods that fetch one document alone, in the order of a legend."""
_METHODS = {method.name: method for method in METHODS}
_ORDER = {name: place for place, name in enumerate(_METHODS)}

NOWHERE = Origin(frozenset(), frozenset())
"""Where what has no value was taken."""
Key = tuple[str, str]
"""A system and the name of a method."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to store one corpus: the values of each metric, or the status and reason that stand in their place.

    `dictionary_bytes` is the whole of a trained dictionary: those measured bear their share of it in `ratio`.
    """

    engine: str
    method: str
    values: Mapping[str, list[float]] = field(repr=False)
    cold: Mapping[str, list[float]] = field(repr=False)
    status: str = "ok"
    reason: str | None = None
    origin: Origin = NOWHERE
    dictionary_bytes: float = 0.0

    def get(self, metric: str) -> float | None:
        """Return the median of a metric, after a cold start where it was measured then alone, None where never."""
        return median(self.values, metric) if self.values.get(metric) else median(self.cold, metric)

    @property
    def of_files(self) -> Method | None:
        """Return the method, None for one of a database's own."""
        return _METHODS.get(self.method) if self.engine == FILES else None

    @property
    def single(self) -> bool:
        """Tell whether it is a method of files that fetches a document alone."""
        return self.of_files is not None and self.of_files.fetched_alone

    @property
    def untrained(self) -> bool:
        """Tell whether it is a method of files that sees no document but the one it compresses."""
        return self.single and self.family != "dictionary"

    @property
    def family(self) -> str:
        """Return what it is shown as one of: a family of methods, `merged`, `dictionary` or `database`."""
        if self.of_files is None:
            return "database"
        if not self.of_files.fetched_alone:
            return "merged"
        return "dictionary" if self.of_files.dictionary else self.of_files.library

    def point(self, corpus: str, metric: str) -> Point | None:
        """Return one metric as a point, with the warning that its repeats differ; None where it was not measured."""
        case, values = f"{corpus}.{self.method}", self.values.get(metric)
        if self.status != "ok":
            return Point(self.engine, case, None, self.status, self.reason)
        if not values:
            return None
        warned = ("spread",) if stats.uneven(values) else ()
        return Point(self.engine, case, ratios.estimate(metric, values), "ok", None, warned)

    @property
    def ratio_apart(self) -> float | None:
        """Return the ratio with a dictionary left out, which is kept once however many documents there are."""
        raw, data = self.get("raw"), self.get("size_data")
        return raw / data if self.dictionary_bytes and raw and data else self.get("ratio")

    @property
    def saving(self) -> float | None:
        """Return the share of the raw size that is saved."""
        ratio = self.get("ratio")
        return None if ratio is None else 1 - 1 / ratio

    @property
    def fetch_s(self) -> float | None:
        """Return what one document costs: as timed in a database, in a file what must be decompressed for it."""
        touched, bytes_per_s = self.get("bytes_touched"), self.get("decompress_throughput")
        return touched / bytes_per_s if touched and bytes_per_s else self.get("latency")


Ways = Mapping[Key, Way]


def median(values: Mapping[str, list[float]], metric: str) -> float | None:
    """Return the median of a metric among a way's warm values, or its cold ones; None where it was not measured."""
    return stats.median(values[metric]).value if values.get(metric) else None


def ways(runs: pl.DataFrame, corpus: str, profile: str = "default", scale: str | None = None) -> Ways:
    """Return every way to store a corpus by system and method: files first, then the systems in the report's order.

    Args:
        scale: of this one alone; without it each system counts at its largest.
    """
    return once(runs, (ways, corpus, profile, scale), lambda: _ways(runs, corpus, profile, scale))


def _ways(runs: pl.DataFrame, corpus: str, profile: str, scale: str | None) -> dict[Key, Way]:
    stored: dict[Key, Way] = {}
    of_corpus = runs.filter((pl.col("profile") == profile) & pl.col("case").str.starts_with(f"{corpus}."))
    if scale is not None:
        of_corpus = of_corpus.filter(pl.col("scale") == scale)
    for engine in sorted(select.engines(of_corpus), key=lambda name: (name != FILES, select.place(name))):
        frame = counted(select.only(of_corpus.filter(pl.col("engine") == engine), profile))
        samples = {
            str(case).partition(".")[2]: part
            for (case,), part in frame.sort("repeat").partition_by("case", as_dict=True).items()
        }
        stored |= {(engine, method): _way(engine, method, samples[method]) for method in sorted(samples, key=_place)}
    return _with_dictionaries(stored)


def _with_dictionaries(stored: Mapping[Key, Way]) -> dict[Key, Way]:
    """Return ways that know the whole of their dictionary: one is made for all documents, and half are compressed."""
    of_files = [way for key, way in stored.items() if key[0] == FILES]
    count = max(((way.get("documents") or 0) * (2 if way.family == "dictionary" else 1) for way in of_files), default=0)
    return {
        key: replace(way, dictionary_bytes=share * count / documents)
        if (share := way.get("size_dictionary")) and (documents := way.get("documents"))
        else way
        for key, way in stored.items()
    }


def by_corpus(runs: pl.DataFrame) -> dict[str, Ways]:
    """Return every way to store each corpus."""
    return {corpus: ways(runs, corpus) for corpus in CORPORA}


def unmeasured(runs: pl.DataFrame, corpus: str) -> list[str]:
    """Return the methods of files that have no result on a corpus yet, in the report's order."""
    stored = ways(runs, corpus)
    return [name for name in _METHODS if (FILES, name) not in stored]


def _place(method: str) -> tuple[int, str]:
    return (_ORDER.get(method, len(_ORDER)), method)


def _way(engine: str, method: str, samples: pl.DataFrame) -> Way:
    warm: dict[str, list[float]] = {}
    cold: dict[str, list[float]] = {}
    columns = samples.select("status", "reason", "temperature", "metric", "value")
    for status, reason, temperature, metric, value in columns.iter_rows():
        if status == "missing" or temperature == "first":
            continue
        if status != "ok":
            return Way(engine, method, {}, {}, status, reason)
        (warm if temperature == "warm" else cold).setdefault(metric, []).append(value)
    sessions = samples["session"] if "session" in samples.columns else ("",)
    return Way(engine, method, warm, cold, origin=Origin(frozenset(sessions), frozenset(samples["run_id"])))


# in words ---------------------------------------------------------------------------------------


def label(key: Key, corpus: str, lang: str) -> str:
    """Return the name of a way to store, a database's own with the system's before it."""
    engine, method = key
    name = case_label(f"{corpus}.{method}", lang)
    return name if engine == FILES else f"{word(f'engine.{engine}', lang)} · {name}"


def documents_of(stored: Ways, lang: str) -> str:
    """Return which systems hold how many documents of a corpus, and how large these are: the most first."""
    holds: dict[str, tuple[int, float]] = {}
    for (engine, _), way in stored.items():
        held = (int(way.get("documents") or 0), way.get("raw") or 0.0)
        holds[engine] = max(held, holds.get(engine, held))
    said = []
    for most in sorted({held for held in holds.values() if held[0]}, reverse=True):
        count, raw = most
        documents = word("caption.held", lang, documents=so_many(count, lang), raw=size(raw))
        who = listed((word(f"engine.{engine}", lang) for engine, held in holds.items() if held == most), lang)
        of_files = set(holds) == {FILES}
        said.append(documents if of_files else word("caption.held_by", lang, who=who, documents=documents))
    return clauses(said, lang)


# compared --------------------------------------------------------------------------------------


def ratio(stored: Ways, over: Key, under: Key, metric: str, comparisons: int = 1) -> Estimate | None:
    """Return the ratio of two ways' medians with its interval, None where either has no value."""
    if over not in stored or under not in stored:
        return None
    top, bottom = stored[over], stored[under]
    if not (top.values.get(metric) and bottom.values.get(metric)):
        return None
    return ratios.ratio_of(metric, top.values[metric], bottom.values[metric], top.origin, bottom.origin, comparisons)


def size_ratio(stored: Ways, over: Key, under: Key) -> Estimate | None:
    """Return how many times as much one way stores for the same documents; those measured need not be the same."""
    return ratio(stored, under, over, "ratio")


def speeds(stored: Ways, way: str) -> dict[Key, tuple[float, float]]:
    """Return throughput and ratio of the methods that fetch one document alone, `way` being compress or decompress."""
    return {
        key: (speed, stored_way.get("ratio") or 0)
        for key, stored_way in stored.items()
        if stored_way.family in FAMILIES and (speed := stored_way.get(f"{way}_throughput"))
    }


def front(points: Mapping[Key, tuple[float, float]]) -> list[Key]:
    """Return the points none other beats in both coordinates, more being better in either, by the first one."""
    alone = [key for key in points if not better(points, key)]
    return sorted(alone, key=lambda key: points[key])


def better(points: Mapping[Key, tuple[float, float]], than: Key) -> list[Key]:
    """Return the points at least as good in both coordinates and better in one."""
    x, y = points[than]
    return [key for key, (a, b) in points.items() if a >= x and b >= y and (a, b) != (x, y)]


FRONT = Front("tbl-answer-pages", "tbl-measured-compression", scale=None)
