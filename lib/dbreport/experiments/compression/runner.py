"""How many pages fit into 25 GB: every method on every corpus, in files and in databases, each round trip verified."""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from ... import allotted
from ...datasets import corpus, packages
from ...datasets.corpus import Corpus
from ...datasets.folder import Folder, folder
from ...datasets.pages import Pages
from ...errors import DatasetMissing, DiskFull, Unsupported
from ...measuring.bench import Bench, turns
from ...measuring.engine_run import EngineRun, Repeat
from ...model import Case, Experiment, Metrics, Options, Reading, Scale, Turns
from ...repeats import required_repeats
from .codecs import child, libraries
from .codecs.methods import METHODS, Method
from .in_database import WAYS, store

ROWS = {Scale.SMOKE: 20, Scale.SMALL: 200, Scale.MEDIUM: 2_000, Scale.FULL: 10_000}
ENGINES = ("files", *dict.fromkeys(way.engine for way in WAYS))  # files: libraries in a process of their own
TUNED = "profiles"
"""The corpus of our own making, tuned to what the source printed: it shows what that may have looked like."""
CORPORA = (TUNED, *packages.CORPORA)
OWN = "docs"
"""The corpus that a reader's own folder stands in for."""
BYTES_PER_ROW = 2_500_000
"""Room one system is given on the disk for a page of 570 KiB: as it is, in its log, and as another copy of both."""

TOO_LONG_S = 600.0
EVERY = 5
"""A method that would take longer than that has every fifth document instead."""
TRIAL_S = 2.0
"""How long a method is tried to find out how long all documents take."""


def cases(pages: Any, scale: Scale) -> list[Case]:
    """Return every case: corpus and method; several systems may have a method of one name."""
    return [
        Case(f"{name}.{method}", engines=frozenset(who), turns=Turns.ACTION)
        for name in CORPORA
        for method, who in _methods().items()
    ]


def _methods() -> dict[str, set[str]]:
    """Return the names of all methods, each with the systems that have it."""
    engines: dict[str, set[str]] = {method.name: {"files"} for method in METHODS}
    for way in WAYS:
        engines.setdefault(way.name, set()).add(way.engine)
    return engines


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return the method, or the system's own way, and the documents it is measured on where they are not our pages."""
    corpus_name, _, name = case.name.partition(".")
    ways = [way for way in WAYS if (way.engine, way.name) == (engine, name)]
    method = asdict(ways[0] if ways else next(method for method in METHODS if method.name == name))
    documents = {} if corpus_name == TUNED else {"corpus": _known_as(corpus_name, options.corpus)}
    return {**{key: list(value) if isinstance(value, tuple) else value for key, value in method.items()}, **documents}


def _known_as(name: str, own: Path | None) -> str | None:
    """Return what stands for the documents of a corpus; None where they have not been fetched yet."""
    return folder(own).fingerprint() if own and name == OWN else packages.CORPORA[name].known_as()


def run(bench: Bench, pages: Pages, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` holds the profile pages as one corpus file."""
    for engine_run in bench.runs:
        _note_versions(engine_run)
    for name in CORPORA:
        path = text if name == TUNED else _documents(bench, name, pages.count, text.with_name(f"{name}.corpus"))
        if path is not None:
            _measure(bench, name, path)


def _measure(bench: Bench, name: str, path: Path) -> None:
    """Measure every method on one corpus."""
    for engine_run in bench.runs:
        if engine_run.name == "files":
            _compress(bench, engine_run, name, path)
    is_text = _is_text(bench, name)
    for way in WAYS:
        case = f"{name}.{way.name}"
        for engine_run in bench.needing(case):
            if engine_run.name == way.engine:
                store(bench, case, way, engine_run, path, is_text)


# corpora -------------------------------------------------------------------------------------


def _documents(bench: Bench, name: str, count: int, target: Path) -> Path | None:
    """Write the documents of a corpus to a file where any case needs them: `count`, at full scale all of them.

    Raises UsageError for a folder that cannot be used, DiskFull.
    """
    names = [f"{name}.{method}" for method in _methods()]
    engine_runs = bench.needing(*names)
    if not engine_runs:
        return None
    own = bench.options.corpus if name == OWN else None
    try:
        source = folder(own) if own else packages.CORPORA[name].documents()
    except DatasetMissing as error:
        for engine_run in engine_runs:
            for case in names:
                if engine_run.needs(case):
                    engine_run.add_failure(case, error, "size", "bytes")
                    engine_run.finish(case)
        bench.reporter.say(f"no documents for {name}: {error}")
        return None
    if source.empty:
        bench.reporter.say(f"{source.empty} empty files of {source.name} are left out")
    everything = own is not None or (bench.options.scale is Scale.FULL and bench.options.rows is None)
    kind = "" if own else packages.CORPORA[name].kind
    facts = {"kind": kind, **_written(source, None if everything else count, target)}
    for engine_run in engine_runs:
        if engine_run.footer.dataset.get(name, facts)["digest"] != facts["digest"]:
            engine_run.forget(names)  # of another version of the package, or another folder: one file has one
        engine_run.footer.dataset[name] = facts
    return target


def _written(source: Folder, count: int | None, target: Path) -> dict[str, Any]:
    needed = sum(file.stat().st_size for file in source.files)
    free = shutil.disk_usage(target.parent).free
    if free < needed * 1.1:
        raise DiskFull(
            f"the documents of {source.name} need {needed / 1e9:.1f} GB and {free / 1e9:.1f} GB are free;"
            " free some room or set DBREPORT_DATA to a larger disk"
        )
    return {"name": source.name, **asdict(corpus.write(target, source.documents(count)))}


def _is_text(bench: Bench, name: str) -> bool:
    """Tell whether a corpus can go into text columns: pages of ours can, others say so themselves."""
    return name == TUNED or all(
        engine_run.footer.dataset.get(name, {"text": True})["text"] for engine_run in bench.runs
    )


def _note_versions(engine_run: EngineRun) -> None:
    """Keep the versions of the libraries: what another version has measured is measured again."""
    versions = libraries.versions()
    for name in versions if engine_run.name == "files" else ("lzma", "zlib"):
        engine_run.uses(name, versions[name])


# files ---------------------------------------------------------------------------------------


def _compress(bench: Bench, engine_run: EngineRun, name: str, path: Path) -> None:
    """Measure the methods by family: within one they take turns, and a kill loses one family at most."""
    dictionary = path.with_suffix(".dictionary")
    for _, family in groupby(METHODS, lambda method: (method.family, method.dictionary, method.fetched_alone)):
        wanted = [method for method in family if engine_run.needs(f"{name}.{method.name}")]
        if wanted:
            _Turns(bench, engine_run, name, path, dictionary).take(wanted)


class _Turns:
    """The methods of one family on one corpus, each measurement in a process of its own, one after the other."""

    def __init__(self, bench: Bench, engine_run: EngineRun, name: str, path: Path, dictionary: Path) -> None:
        self._bench = bench
        self._engine_run = engine_run
        self._name = name
        self._path = path
        self._dictionary = dictionary
        with Corpus(path) as opened:
            self._count, self._bytes = opened.count, opened.length(range(opened.count))

    def take(self, methods: list[Method]) -> None:
        steps = dict(self._tried(methods))
        repeats = dict.fromkeys(steps, 1)
        for method, repeat in turns(list(steps), lambda method: repeats[method]):
            repeats[method] = self._once(method, steps[method], repeat)
        for method in methods:
            self._engine_run.finish(self._case(method))

    def _case(self, method: Method) -> str:
        return f"{self._name}.{method.name}"

    def _tried(self, methods: Iterable[Method]) -> Iterator[tuple[Method, int]]:
        """Yield the methods that can be measured, and which share of the documents each is given."""
        for method in methods:
            self._bench.reporter.begin(self._case(method), self._engine_run.name)
            with self._bench.guarded(self._engine_run, self._case(method), "size", "bytes"):
                _require_memory(method)
                trial = child.measured(self._path, method, 1, TRIAL_S, self._trained(method))
                seconds = trial["compress"]["wall_s"] + trial["decompress"]["wall_s"]
                whole_s = seconds / max(trial["raw_bytes"], 1) * self._bytes / (2 if method.dictionary else 1)
                yield method, EVERY if whole_s > TOO_LONG_S else 1

    def _trained(self, method: Method) -> Path | None:
        if not method.dictionary:
            return None
        if not self._dictionary.exists():
            child.dictionary_of(self._path, self._dictionary)
        return self._dictionary

    def _once(self, method: Method, step: int, repeat: int) -> int:
        """Measure once more; return how many times there are to be in all."""
        case, engine_run = self._case(method), self._engine_run
        self._bench.reporter.begin(case, engine_run.name)
        with self._bench.guarded(engine_run, case, "size", "bytes", repeat):
            for attempt in self._bench.attempts(engine_run, sampled=False):
                with attempt:
                    measured = child.measured(self._path, method, step, None, self._trained(method))
                if measured["wrong"]:
                    documents = Reading(float(measured["documents"]), "documents")
                    engine_run.add(Repeat(case, repeat, attempt), {"documents": documents})
                    engine_run.call_wrong(case, measured["wrong"])
                    self._bench.reporter.end(case, engine_run.name, measured["wrong"])
                    return 0
                if not measured["documents"]:
                    raise Unsupported(
                        f"{self._count} documents are too few to train on one half and judge on the other"
                    )
                values = _values(method, measured, self._count)
                engine_run.add(Repeat(case, repeat, attempt), values)
            self._bench.reporter.end(case, engine_run.name, f"{values['ratio'][0]:.2f} times smaller")
            return self._bench.few(required_repeats(measured["compress"]["wall_s"] + measured["decompress"]["wall_s"]))
        return 0


def _require_memory(method: Method) -> None:
    free = allotted.free_memory_bytes()
    if method.memory_bytes > free:
        raise Unsupported(
            f"this window needs {method.memory_bytes / 1e9:.0f} GB of memory and {free / 1e9:.0f} GB are free"
        )


def _values(method: Method, measured: dict[str, Any], count: int) -> Metrics:
    """Return the metrics of one measurement of a corpus of `count` documents."""
    documents, raw = measured["documents"], measured["raw_bytes"]
    # a dictionary is kept once for all documents; those measured bear their share of it
    dictionary = measured["dictionary_bytes"] * documents / count
    size = measured["stored_bytes"] + dictionary
    values: Metrics = {
        "ratio": Reading(raw / size, "raw/stored"),
        "size": Reading(size, "bytes"),
        "size_data": Reading(float(measured["stored_bytes"]), "bytes"),
        "size_on_disk": Reading(measured["disk_bytes"] + dictionary, "bytes"),
        "raw": Reading(float(raw), "bytes"),
        "documents": Reading(float(documents), "documents"),
        "bytes_touched": Reading(measured["touched_bytes"], "bytes"),
        "bytes_read": Reading(measured["read_bytes"], "bytes"),
        "peak_memory": Reading(float(measured["peak_memory_bytes"]), "bytes"),
    }
    if method.dictionary:
        values["size_dictionary"] = Reading(dictionary, "bytes")
    if method.family == "text":  # nothing was compressed
        return values
    for way in ("compress", "decompress"):
        clock = measured[way]
        values[f"{way}_throughput"] = Reading(raw / clock["wall_s"], "bytes/s")
        values[f"{way}_rate"] = Reading(documents / clock["wall_s"], "documents/s")
        values[f"{way}_cpu"] = Reading(clock["cpu_s"], "s")
    return values


EXPERIMENT = Experiment(
    name="compression",
    rows=ROWS,
    dataset=Pages,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    takes_folder=True,
)
