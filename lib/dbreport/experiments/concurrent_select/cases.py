"""What is measured: each stage of each configuration, and what else identifies a case. Measures nothing.

What a configuration is, its system says (`Dialect.ways_to_read`).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...clients.readers import Asked
from ...engines import engine_class
from ...engines.dialect import WayToRead
from ...model import Case, Options, Scale, Turns
from .data import Pages
from .jobs import (
    ALONE,
    COLD,
    CONNECTIONS,
    DROPPED,
    FILLING,
    LASTING_S,
    MEMORY_BYTES,
    NOTHING,
    PLACES,
    STAGES,
    TIMES,
    WRITE,
    WRITE_EVERY_S,
    WRITTEN,
)

ENGINES = ("postgresql", "mysql", "mariadb", "firebird", "sqlite")
"""The source's systems; MariaDB has kept the query cache that MySQL has dropped."""
NOTHING_TIMES = 100
"""How often the load generator is given nothing: that is over soon."""


def ways(engine: str) -> list[str]:
    """Return the names of a system's configurations, as shipped first."""
    return list(engine_class(engine).dialect.ways_to_read(""))


def table_of(rows: Pages, engine: str, name: str) -> tuple[Pages, WayToRead]:
    """Return the pages a configuration reads, and what it is: a table of a make of its own has a name of its own."""
    own = f"{rows.name}_{name}"
    way = engine_class(engine).dialect.ways_to_read(own)[name]
    if not (way.made or way.longest_text):
        return rows, way
    return replace(rows, name=own, longest_text=way.longest_text or rows.longest_text), way


def cases(rows: Pages, scale: Scale) -> list[Case]:
    """Return each stage of each configuration, and the load generator alone."""
    systems: dict[str, list[str]] = {NOTHING: list(ENGINES)}
    for engine in ENGINES:
        for name in ways(engine):
            for stage in stages(table_of(rows, engine, name)[1]):
                systems.setdefault(f"{stage}.{name}", []).append(engine)
    return [
        Case(name, "\n".join(statements(rows, name.partition(".")[0])), engines=frozenset(of), turns=Turns.LOAD)
        for name, of in systems.items()
    ]


def stages(way: WayToRead) -> Iterator[str]:
    """Yield the stages of a turn: a cache is filled where there is one."""
    yield from (stage for stage in STAGES if stage != FILLING or way.forget)


def statements(rows: Pages, stage: str) -> tuple[str, ...]:
    """Return what is asked at a stage: one question, or one for each reader."""
    return rows.statements(CONNECTIONS if stage == PLACES else 1)


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return how many ask how often, and what makes the configuration."""
    stage, _, name = case.name.partition(".")
    if case.name == NOTHING:
        return {"clients": CONNECTIONS, "times": NOTHING_TIMES}
    rows, way = table_of(Pages(CONNECTIONS), engine, name)
    asking = question(rows, way, stage, options)
    memory = {"memory_bytes": MEMORY_BYTES[options.scale]} if options.scale in MEMORY_BYTES else {}
    made_for = {"longest_text": way.longest_text} if way.longest_text else {}
    return memory | made_for | {
        "clients": asking.connections, "times": asking.times, "lasting_s": asking.lasting_s,
        "write": WRITE if stage == WRITTEN else "", "session": list(way.session), "options": dict(way.options),
        "made": list(way.made), "started": list(way.started),
    }  # fmt: skip


def question(rows: Pages, way: WayToRead, stage: str, options: Options) -> Asked:
    """Return what is asked at a stage."""
    asking = Asked(statements(rows, stage), session=way.session, skip=("created",), limit_s=options.timeout_s)
    if stage in (COLD, DROPPED):
        return asking
    if stage == ALONE:
        return replace(asking, times=TIMES)
    if stage == WRITTEN:
        asking = replace(asking, lasting_s=LASTING_S[options.scale], write_every_s=WRITE_EVERY_S)
    return replace(asking, connections=CONNECTIONS, times=TIMES)
