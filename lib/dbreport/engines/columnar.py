"""What the columnar access method has of its own: Citus's, and Hydra's, which was made from it."""

from collections.abc import Sequence

from .dialect import DocumentTable, Statements, WayToStore
from .extended import Extended
from .postgresql_dialect import PostgreSQLDialect

METHODS = ("none", "pglz", "lz4", "zstd")
"""What it compresses by; zstd, at level 3, as shipped."""


def _by(method: str) -> Statements:
    # a group of rows is compressed as one value, of a gigabyte at most: of large values only the fewest fit
    return (
        f"SET columnar.compression = {method}",
        "SET columnar.chunk_group_row_limit = 1000",
        "SET columnar.stripe_row_limit = 1000",
    )


class _Dialect(PostgreSQLDialect):
    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        return {}  # it has no TOAST, no dead rows and no age

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        changed = f"ALTER TABLE {table} SET ACCESS METHOD columnar"
        return {f"columnar_{method}": WayToStore((*_by(method), changed)) for method in METHODS}

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        body = f"id bigint PRIMARY KEY, body {'text' if kind == 'text' else 'bytea'} NOT NULL) USING columnar"
        methods = METHODS if kind == "text" else ("zstd",)
        return {f"columnar_{method}": DocumentTable(body, before=_by(method)) for method in methods}


class Columnar(Extended):
    """PostgreSQL with that access method."""

    dialect = _Dialect()
    reported = tuple(
        f"columnar.{name}" for name in ("compression", "compression_level", "chunk_group_row_limit", "stripe_row_limit")
    )
