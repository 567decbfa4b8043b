"""How each system is to keep the records: rows of a column a field, documents of jsonb, documents of its own."""

from ...clients.ycsb import FIELD_BYTES, TABLE
from ...engines.base import Engine
from ...engines.documents import Documents
from ...errors import ClientFailed
from ...model import Table
from .data import KEY_LENGTH, NAMES

INDEXED = NAMES[0]
_FIELDS = ", ".join(f"{name} VARCHAR({FIELD_BYTES}) NOT NULL" for name in NAMES)
_KEYS = {
    True: {"mysql": f"VARCHAR({KEY_LENGTH})", "postgresql": "text"},
    False: {"mysql": "BIGINT AUTO_INCREMENT", "postgresql": "bigint GENERATED ALWAYS AS IDENTITY"},
}
"""The type of the key, given by the client or made by the system, by the protocol the system speaks."""
_REST = {"mysql": f"{_FIELDS}) ENGINE=InnoDB", "postgresql": "doc jsonb NOT NULL)"}
_INDEXED = {"mysql": INDEXED, "postgresql": f"(doc ->> '{INDEXED}')"}
_LIMIT_S = 3600.0


def statements(protocol: str, keyed: bool, indexed: bool) -> list[str]:
    """Return what makes an empty table on a system with SQL."""
    made = [
        f"DROP TABLE IF EXISTS {TABLE}",
        f"CREATE TABLE {TABLE} (id {_KEYS[keyed][protocol]} PRIMARY KEY, {_REST[protocol]}",
    ]
    return [*made, *([f"CREATE INDEX {TABLE}_indexed ON {TABLE} ({_INDEXED[protocol]})"] if indexed else [])]


def empty(engine: Engine, keyed: bool, indexed: bool) -> None:
    """Have a system begin with no record, whose keys are given or made, with an index on one field or none."""
    if isinstance(engine, Documents):
        engine.empty(TABLE, [INDEXED] if indexed else [])
        return
    for statement in statements(engine.client_address().protocol, keyed, indexed):
        engine.run(statement, _LIMIT_S)


def settle(engine: Engine, table: Table, records: int) -> None:
    """Bring a system that was just filled to rest. Raises ClientFailed where it has not all records."""
    if isinstance(engine, Documents):
        found = engine.documents(TABLE)
    else:
        engine.analyze(table)
        counted = engine.run(f"SELECT count(*) FROM {TABLE}", _LIMIT_S, fetch=True).rows
        found = counted[0][0] if counted else 0
    if found != records:
        raise ClientFailed(f"{engine.name} holds {found} of {records} records; look at its log")
    engine.checkpoint()
