"""PostgreSQL with DocumentDB, which keeps documents for FerretDB. It is measured through that alone."""

from functools import partial
from typing import Any

from . import postgresql_schema as schema
from .extended import Extended
from .launch.folders import write_secret
from .launch.programs import Programs
from .postgresql import PostgreSQL


class DocumentDB(Extended):
    name = "ferretdb"  # whose image, address and version it is
    extension = "documentdb"
    reported = ("documentdb.maxUserLimit",)
    image = "ghcr.io/ferretdb/postgres-documentdb"

    def requested(self) -> dict[str, Any]:
        return {
            **super().requested(),
            "shared_preload_libraries": "pg_cron,pg_documentdb_core,pg_documentdb",
            "cron.database_name": "postgres",
            "cron.use_background_workers": "on",  # where it would connect by an address
        }

    def serve_argv(self, programs: Programs) -> list[str]:
        # it makes collections over a connection to itself, by an address unless it is told the socket and the password
        passwords = self.setup.folder / "pgpass"
        write_secret(passwords, f"*:*:*:*:{self.password()}\n")
        itself = f"host={self.socket.parent} passfile={passwords}"
        return [*super().serve_argv(programs), "-c", f"documentdb.localhost_connection_string={itself}"]

    def prepare(self, connection: Any) -> None:
        PostgreSQL.prepare(self, connection)
        ask = partial(self._ask, connection)
        ask("SET search_path = public")  # where its script looks for what it builds on
        ask(f"CREATE EXTENSION IF NOT EXISTS {self.extension} CASCADE")
        schema.enter(ask)
