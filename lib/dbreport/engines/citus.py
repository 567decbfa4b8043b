"""Citus: PostgreSQL whose tables are dealt out over several servers, here all of them on this machine.

A coordinator that is asked, and behind it as many workers as `Setup.options` names; without any it holds all parts
itself. They know each other by the folders of their sockets. A cluster that is there is used as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .. import processes
from ..allotted import cores
from ..errors import StatementFailed, Unsupported
from ..model import Table
from .dialect import DocumentTable, Statements, WayToStore
from .extended import Extended
from .launch.external import variable
from .launch.folders import make_folder, write_secret
from .launch.programs import Programs
from .postgresql import HOUSEKEEPING_LIMIT_S
from .postgresql_dialect import PostgreSQLDialect
from .setup import Setup

_PORT = 5432
"""What a socket's name ends in; no server listens on it."""
_LOG = "SELECT sum(size)::bigint FROM pg_ls_waldir()"


class _Dialect(PostgreSQLDialect):
    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        return {}  # a part of a table is a table of PostgreSQL's

    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        return {}

    def dealt_out(self, table: str, column: str, parts: int | None = None) -> Statements:
        asked = f", shard_count := {parts}" if parts else ""
        return (f"SELECT create_distributed_table('{table}', '{column}'{asked})",)


class _Server(Extended):
    """One of the servers, coordinator or worker."""

    name = extension = "citus"
    image = "citusdata/citus"
    dialect = _Dialect()
    reported = tuple(
        f"citus.{name}" for name in ("shard_count", "shard_replication_factor", "enable_repartition_joins")
    )

    def requested(self) -> dict[str, Any]:
        own = {name: value for name, value in super().requested().items() if name != "workers"}
        # as shipped a join by another column than the one that tables are dealt out by is refused, whatever it takes
        return {**own, "citus.enable_repartition_joins": "on"}

    def serve_argv(self, programs: Programs) -> list[str]:
        return [*super().serve_argv(programs), "-c", f"citus.local_hostname={self.address}"]

    @property
    def address(self) -> str:
        """What the others know it by."""
        return str(self.socket.parent)


class _Worker(_Server):
    """One that holds parts of tables and works on them."""

    @property
    def reach(self) -> Path:
        return self.setup.folder.parent  # the others' sockets are there: parts are sent from worker to worker


class Citus(_Server):
    """The coordinator, with its workers."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._hired: list[_Worker] = []

    def _execute(self, connection: Any, sql: str, limit_s: float = HOUSEKEEPING_LIMIT_S) -> tuple[Any, float]:
        try:
            return super()._execute(connection, sql, limit_s)
        except StatementFailed as error:
            said = self._named(str(error))
        raise StatementFailed(said)

    def explain(self, sql: str) -> str:
        return self._named(super().explain(sql))

    def _named(self, text: str) -> str:
        """Return a text of Citus's that calls servers by what they are: where they live is nobody's business."""
        for number, worker in enumerate(self._hired, 1):
            text = text.replace(worker.address, f"worker {number}")
        return text.replace(self.address, "coordinator")

    # life ------------------------------------------------------------------------------------

    def start(self) -> None:
        wanted = self._wanted()
        if wanted and isinstance(self.choose(self.setup.launcher), str):
            raise Unsupported(f"the cluster named in {variable(self.name)} is used as it is, with the workers it has")
        if wanted > cores():
            raise Unsupported(f"{wanted} workers need a core each, and this machine has {cores()}")
        super().start()

    def _wanted(self) -> int:
        return int(self.setup.options.get("workers", "0"))

    @property
    def memory_bytes(self) -> int:
        """The coordinator's share, as large as a worker's."""
        return super().memory_bytes // (1 + self._wanted())

    def _serve(self, programs: Programs) -> None:
        """Start the servers, those too that have held parts before, and have the wanted ones hold all parts."""
        while len(self._hired) < self._wanted():
            self._hired.append(_Worker(self._setup_of(len(self._hired) + 1)))
        for number, worker in enumerate(self._hired, 1):
            worker.setup = self._setup_of(number)  # of this start
            make_folder(worker.setup.folder)
            write_secret(worker.setup.folder / "password", self.password())
            worker.start()
            worker.connection()  # makes the extension
        super()._serve(programs)
        self._gather()

    def _setup_of(self, number: int) -> Setup:
        # the folder's name is in that of a container, of which there may be one a run
        folder = self.setup.folder / f"{self.setup.folder.name}-worker{number}"
        return replace(self.setup, folder=folder, options={}, memory_limit_bytes=self.memory_bytes)

    def _gather(self) -> None:
        """Make the servers known to each other, and have all parts of tables be where they are to be."""
        servers, wanted = (self, *self._hired), self._hired[: self._wanted()]
        login = f"(0, 'dbreport', 'password={self.password()}')"  # 0 is any of them
        for server in servers:
            server._query(f"INSERT INTO pg_dist_authinfo VALUES {login} ON CONFLICT DO NOTHING")
        # what the last start has left noted is named by process ids, which begin anew in a container
        self._query("SELECT recover_prepared_transactions()")
        self._query(f"SELECT citus_set_coordinator_host('{self.address}', {_PORT})")
        known = {address for (address,) in self._query("SELECT nodename FROM pg_dist_node")}
        for worker in self._hired:
            if worker.address not in known:
                self._query(f"SELECT citus_add_node('{worker.address}', {_PORT})")
        for server in servers:
            holds = server in (wanted or (self,))
            self._query(f"SELECT citus_set_node_property('{server.address}', {_PORT}, 'shouldhaveshards', {holds})")
        if len(servers) > 1 and (tables := self._query("SELECT logicalrelid::text FROM pg_dist_partition")):
            self._query("SELECT rebalance_table_shards(shard_transfer_mode := 'block_writes')")
            self._query("CALL citus_cleanup_orphaned_resources()")
            for (table,) in tables:  # parts that have moved know nothing of themselves
                self._query(f"VACUUM (ANALYZE) {table}")
            self.checkpoint()

    def _end(self, patience_s: float) -> bool:
        return all([super()._end(patience_s), *(worker._end(patience_s) for worker in self._hired)])

    def pids(self) -> tuple[int, ...]:
        return (*super().pids(), *_pids(self._hired))

    def workers(self) -> tuple[int, ...]:
        """Return the process ids of the workers that hold parts."""
        return _pids(self._hired[: self._wanted()])

    def lose(self, worker: int) -> None:
        """Kill a worker with its processes, as a machine goes that fails. Another start after a stop brings it back."""
        processes.kill(worker)

    # facts -----------------------------------------------------------------------------------

    def worked(self) -> dict[str, int]:
        """Return nothing: sessions that servers keep open to each other count what they did when they please."""
        return {}

    def spill_folders(self) -> Sequence[Path]:
        """Return where the servers put what exceeds their memory, and the rows that they send to each other."""
        places = ("pgsql_tmp", "pgsql_job_cache")
        return [server.data / "base" / place for server in (self, *self._hired) for place in places]

    def checkpoint(self) -> float:
        return super().checkpoint() + sum(worker.checkpoint() for worker in self._hired)

    def size(self, table: Table) -> dict[str, int]:
        """Return bytes of the table's parts and of their indexes, wherever they are; and of all servers' logs."""
        if not self._query(f"SELECT 1 FROM pg_dist_partition WHERE logicalrelid = '{table.name}'::regclass"):
            return super().size(table)
        sizes = f"SELECT citus_table_size('{table.name}'), citus_total_relation_size('{table.name}')"
        ((own, whole),) = self._query(sizes)
        logs = [server._query(_LOG)[0][0] for server in (self, *self._hired)]
        return {"table": int(own), "index": int(whole) - int(own), "log": sum(map(int, logs))}


def _pids(servers: Sequence[_Server]) -> tuple[int, ...]:
    return tuple(pid for server in servers for pid in server.pids())
