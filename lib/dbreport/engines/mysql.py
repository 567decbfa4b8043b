"""MySQL: how its server is made, started, tuned and asked. What it shares with MariaDB is in `mysql_family`."""

import re
from collections.abc import Mapping
from typing import ClassVar

from ..model import Profile
from .launch.programs import Programs
from .mysql_dialect import MySQLDialect
from .mysql_family import MySQLFamily
from .setup import Setup


class MySQL(MySQLFamily):
    name = "mysql"
    dialect = MySQLDialect("COMPRESSION='zlib'", "utf8mb4_0900_bin")
    program = "mysqld"
    # MariaDB installs a `mysqld` too, and never stands in for MySQL under its name
    brand = banner = re.compile(r"\A(?!.*MariaDB)", re.DOTALL)
    places = ("/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/opt/homebrew/opt/mysql/bin")
    # reaches SELECT alone; everything else is killed from a second connection
    limit_sql = "SET SESSION max_execution_time = {ms}"
    tablespaces = "innodb_tablespaces"
    reported = tuple(
        """
        binlog_format bulk_insert_buffer_size character_set_server collation_server innodb_adaptive_hash_index
        innodb_buffer_pool_instances innodb_buffer_pool_load_at_startup innodb_buffer_pool_size
        innodb_change_buffering innodb_ddl_buffer_size innodb_ddl_threads innodb_doublewrite
        innodb_flush_log_at_trx_commit innodb_flush_method innodb_io_capacity innodb_io_capacity_max
        innodb_log_buffer_size innodb_page_size innodb_parallel_read_threads innodb_redo_log_capacity
        innodb_sort_buffer_size innodb_thread_concurrency innodb_use_native_aio internal_tmp_mem_storage_engine
        join_buffer_size log_bin max_allowed_packet max_connections max_heap_table_size sort_buffer_size
        sync_binlog table_open_cache temptable_max_ram tmp_table_size transaction_isolation
        """.split()
    )

    lacks: ClassVar[Mapping[Profile, str]] = {}
    source_cache_bytes = 8 << 30
    source: ClassVar[Mapping[str, str]] = {
        "innodb-buffer-pool-size": f"{source_cache_bytes >> 30}G",
        "tmp-table-size": "16M",
        "max-heap-table-size": "16M",
        "max-allowed-packet": "16M",
        "table-open-cache": "2048",
        "innodb-thread-concurrency": "4",
        "bulk-insert-buffer-size": "16M",
    }

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        # without a primary key several connections insert at one edge of one hidden tree and only get in each
        # other's way; but where each also writes its share of the binary log, two are a fifth faster than one
        self.bulk_connections = 1 if setup.profile is Profile.TUNED else 2

    def init(self, programs: Programs) -> None:
        programs.run(
            [programs.require(self.program), "--no-defaults", "--initialize-insecure", f"--datadir={self.data}"],
            self.setup.folder,
        )

    def serve_argv(self, programs: Programs) -> list[str]:
        # without X protocol there is no port; the folder of secure-file-priv may not exist in an image
        return [*super().serve_argv(programs), "--mysqlx=OFF", "--secure-file-priv=NULL"]

    def tuned(self) -> dict[str, str]:
        budget = self.setup.memory_budget_bytes
        return {
            # with O_DIRECT nothing else caches pages; the last quarter is for sorts and connections
            "innodb-buffer-pool-size": str(budget * 3 // 4),
            "innodb-redo-log-capacity": str(8 << 30),  # no forced flush in the middle of an import
            "innodb-ddl-buffer-size": str(budget // 8),  # sorting of an index build, over all its threads
            "innodb-sort-buffer-size": str(64 << 20),  # the most it takes
            "sort-buffer-size": str(budget // 64),  # a statement's ORDER BY
            "tmp-table-size": str(budget // 16),  # one GROUP BY in memory …
            "temptable-max-ram": str(budget // 16),  # … and all of them
            "max-heap-table-size": str(budget // 16),
            "skip-log-bin": "",  # no replica to feed, as PostgreSQL's wal_level is minimal in its tuned profile
            # innodb-doublewrite stays on: it is what full_page_writes is to PostgreSQL, torn pages stay impossible
        }

    def redo_bytes(self) -> int:
        shown = self._query("SELECT COALESCE(SUM(SIZE_IN_BYTES), 0) FROM performance_schema.innodb_redo_log_files")
        return int(shown[0][0])

    def history_length(self) -> int:
        shown = self._query("SELECT COUNT FROM information_schema.innodb_metrics WHERE NAME = 'trx_rseg_history_len'")
        return int(shown[0][0])

    def explain(self, sql: str) -> str:
        return "\n".join(str(row[0]) for row in self._query(f"EXPLAIN FORMAT=TREE {sql}"))
