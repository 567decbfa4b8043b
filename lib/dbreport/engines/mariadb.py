"""MariaDB: how its server is made, started, tuned and asked. What it shares with MySQL is in `mysql_family`."""

import re
from collections.abc import Mapping
from typing import ClassVar

from ..model import Profile
from .launch.programs import Programs
from .mysql_dialect import MariaDBDialect
from .mysql_family import MySQLFamily


class MariaDB(MySQLFamily):
    name = "mariadb"
    dialect = MariaDBDialect("PAGE_COMPRESSED=1", "utf8mb4_nopad_bin")
    program = "mariadbd"
    banner = re.compile("MariaDB")
    places = ("/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/opt/homebrew/opt/mariadb/bin")
    lacks: ClassVar[Mapping[Profile, str]] = {Profile.SOURCE: "it has no innodb_thread_concurrency since 10.6"}
    limit_sql = "SET SESSION max_statement_time = {s}"
    tablespaces = "innodb_sys_tablespaces"
    reported = tuple(
        """
        character_set_server collation_server innodb_adaptive_hash_index innodb_buffer_pool_load_at_startup
        innodb_buffer_pool_size innodb_change_buffering innodb_doublewrite innodb_flush_log_at_trx_commit
        innodb_flush_method innodb_io_capacity innodb_io_capacity_max innodb_log_buffer_size innodb_log_file_size
        innodb_page_size innodb_sort_buffer_size innodb_use_native_aio join_buffer_size log_bin max_connections
        max_heap_table_size query_cache_size query_cache_type sort_buffer_size sync_binlog tmp_memory_table_size
        tmp_table_size tx_isolation transaction_isolation
        """.split()
    )

    def init(self, programs: Programs) -> None:
        programs.run(
            [
                *(programs.require("mariadb-install-db"), "--no-defaults", f"--datadir={self.data}"),
                *("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"),
            ],
            self.setup.folder,
        )

    def tuned(self) -> dict[str, str]:
        budget = self.setup.memory_budget_bytes
        return {
            # with O_DIRECT nothing else caches pages; the last quarter is for sorts and connections
            "innodb-buffer-pool-size": str(budget * 3 // 4),
            "innodb-log-file-size": str(8 << 30),  # no forced flush in the middle of an import
            "innodb-log-buffer-size": str(64 << 20),  # as MySQL ships
            "innodb-io-capacity": "10000",  # as MySQL ships: the disk is not a spinning one
            "innodb-io-capacity-max": "20000",
            "innodb-sort-buffer-size": str(64 << 20),  # index builds; the most it takes
            "sort-buffer-size": str(budget // 64),  # a statement's ORDER BY
            "tmp-memory-table-size": str(budget // 16),  # a statement's GROUP BY in memory
            "max-heap-table-size": str(budget // 16),
            # there is no binary log as shipped, and innodb-doublewrite stays on: torn pages stay impossible
        }

    def redo_bytes(self) -> int:
        return int(self._query("SELECT @@innodb_log_file_size")[0][0])

    def history_length(self) -> int:
        return self._status("Innodb_history_list_length")

    def explain(self, sql: str) -> str:
        return "\n".join(str(row[0]) for row in self._query(f"EXPLAIN FORMAT=JSON {sql}"))
