"""MongoDB: how its server is started. What it shares with FerretDB is in `documents`.

How durable a write is, its clients ask for by themselves: once it is in the synced journal, or once it is in memory,
from where it reaches the journal within a tenth of a second.
"""

import re
from pathlib import Path
from typing import Any

from ..model import Durability, Profile
from .documents import Documents
from .launch.folders import make_folder
from .launch.programs import Programs


class MongoDB(Documents):
    name = "mongodb"
    program = "mongod"
    brand = re.compile(r"db version v\d")
    places = ("/usr/bin", "/usr/local/bin", "/opt/mongodb/bin", "/opt/homebrew/bin")

    @classmethod
    def hint(cls) -> str:
        return (
            "mongod on PATH, its image (podman pull docker.io/library/mongo:8) or one named in DBREPORT_IMAGE_MONGODB,"
            " or a server in DBREPORT_MONGODB_URL"
        )

    def init(self, programs: Programs) -> None:
        make_folder(self.data)  # it makes what it needs in an empty folder

    def serve_argv(self, programs: Programs) -> list[str]:
        options = {
            "dbpath": str(self.data),
            # nothing but a socket of ours, in a folder of ours: there is no user to log in as
            "bind_ip": str(self.socket),
            "filePermissions": "0700",
            **self._cache(),
        }
        return [
            programs.require(self.program),
            *(part for name, value in options.items() for part in (f"--{name}", value)),
        ]

    @property
    def socket(self) -> Path:
        return self.setup.folder / "mongodb.sock"

    def _cache(self) -> dict[str, str]:
        if self.setup.profile is not Profile.TUNED:
            return {}
        # half of the budget, as PostgreSQL: the kernel's cache holds the compressed pages
        return {"wiredTigerCacheSizeGB": f"{self.setup.memory_budget_bytes / 2 / (1 << 30):.2f}"}

    def requested(self) -> dict[str, Any]:
        return {"writeConcern.j": self.setup.durability is Durability.FULL, **self._cache()}

    def genuine(self, about: dict[str, Any]) -> str:
        version = str(about.get("version", ""))
        return version if re.fullmatch(r"\d+(\.\d+)+", version) and "ferretdb" not in about else ""

    def settings(self) -> dict[str, str]:
        status = self._status()
        told = {
            "storageEngine": status.get("storageEngine", {}).get("name"),
            "cache_bytes": status.get("wiredTiger", {}).get("cache", {}).get("maximum bytes configured"),
            "max_connections": status.get("connections", {}).get("available"),
            "writeConcern.j": self.setup.durability is Durability.FULL,
        }
        return {name: str(value) for name, value in told.items() if value is not None}

    def counters(self) -> dict[str, int]:
        log = self._status().get("wiredTiger", {}).get("log", {})
        names = {"log_bytes": "log bytes written", "log_syncs": "log sync operations"}
        return {name: int(log[theirs]) for name, theirs in names.items() if theirs in log}
