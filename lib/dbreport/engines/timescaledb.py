"""TimescaleDB: PostgreSQL with hypertables, whose chunks become column by column when they are compressed."""

from collections.abc import Sequence
from typing import Any

from ..model import Table
from .dialect import DocumentTable, Parts, Statements, WayToStore
from .extended import Extended
from .postgresql_dialect import PostgreSQLDialect
from .postgresql_extensions import schema_of, using

CHUNK_ROWS = 1000
"""Rows of a chunk, told apart by their numbers; as many as one compressed row holds at most."""


class _Dialect(PostgreSQLDialect):
    always_in_parts = True

    def in_parts(self, table: Table, column: str, bounds: Sequence[int]) -> Parts | None:
        dropped = using("timescaledb", f"SELECT %1$s.drop_chunks('{table.name}', {bounds[1]}::bigint)")
        return Parts(_hypertable(table.name, column, bounds[1] - bounds[0]), dropped)

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        # its own plan of this, SkipScan, goes from each key to the next, and backwards as the index is read then
        return f"SELECT DISTINCT ON ({key}) {key}, {moment}, {value} FROM {table} ORDER BY {key} DESC, {moment} DESC"

    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        return {}  # PostgreSQL's are of the empty table above the chunks

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        made = _hypertable(table, "id", CHUNK_ROWS)
        compressed = f"ALTER TABLE {table} SET (timescaledb.compress, timescaledb.compress_orderby = 'id')"
        return {
            "hypertable": WayToStore(made),
            "columnstore": WayToStore((*made, compressed), _compress(table)),
        }

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        own = f"tsdb.hypertable, tsdb.partition_column = 'id', tsdb.chunk_interval = {CHUNK_ROWS}"
        # said although it is so as shipped: a build without it refuses then, where else it would only fail later
        own = f"{own}, tsdb.columnstore = true, tsdb.orderby = 'id'"
        body = f"id bigint PRIMARY KEY, body {'text' if kind == 'text' else 'bytea'} NOT NULL) WITH ({own})"
        return {"columnstore": DocumentTable(body, after=_compress("pages"))}


def _hypertable(table: str, column: str, width: int) -> Statements:
    return using("timescaledb", f"SELECT %1$s.create_hypertable('{table}', '{column}', chunk_time_interval => {width})")


def _compress(table: str) -> Statements:
    return using("timescaledb", f"SELECT %1$s.compress_chunk(chunk) FROM %1$s.show_chunks('{table}') AS chunk")


class TimescaleDB(Extended):
    name = "timescaledb"
    dialect = _Dialect()
    extension = "timescaledb"
    reported = ("timescaledb.license", "timescaledb.compression_batch_size_limit")
    image = "timescale/timescaledb"

    def requested(self) -> dict[str, Any]:
        return {**super().requested(), "timescaledb.telemetry_level": "off"}

    def connections_into(self, table: Table) -> int:
        """Return one for a hypertable: who makes a chunk keeps it locked until it commits, and others wait for it.

        All connections fill the same chunks and commit at the end, so that two would wait for each other for ever.
        """
        known = "SELECT FROM timescaledb_information.hypertables WHERE hypertable_schema = current_schema"
        return 1 if self._query(f"{known} AND hypertable_name = '{table.name}'") else self.bulk_connections

    def size(self, table: Table) -> dict[str, int]:
        """Return the bytes of all chunks too, compressed or not."""
        parts = super().size(table)
        (schema,) = self._query(schema_of(self.extension))[0]
        for heap, index in self._query(
            "SELECT table_bytes + coalesce(toast_bytes, 0), index_bytes"
            f" FROM {schema}.hypertable_detailed_size('{table.name}')"
        ):
            parts |= {"table": int(heap), "index": int(index)}
        return parts
