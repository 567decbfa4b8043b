"""MinIO, an object store that speaks S3.

Its makers archived it; what is built is its last state.
"""

import re
import time
from collections.abc import Mapping
from pathlib import Path

from ..errors import StatementFailed
from ..model import Durability
from .embedded import allocated_bytes
from .s3 import S3Server
from .setup import Setup

_SWEEP_LIMIT_S = 60.0
_COMPRESSION = {"shipped": "off", "s2": "on"}


class MinIO(S3Server):
    name = "minio"
    durable = frozenset({Durability.FULL})
    ways = tuple(_COMPRESSION)
    module = "github.com/minio/minio"
    # no release was tagged after October 2025
    stamps = {f"{module}/cmd.ReleaseTag": "DEVELOPMENT.2026-02-12T20-18-48Z"}  # noqa: RUF012
    brand = re.compile(r"minio version")
    beside = ".minio.sys"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._way = "shipped"

    def _command(self, program: str, variables: Path) -> list[str]:
        # env(1): no launcher takes variables
        command = ["env", f"MINIO_CONFIG_ENV_FILE={variables}", program, "server"]
        return [*command, "--quiet", "--address", f"127.0.0.1:{self._port}", str(self._data)]

    def _variables(self) -> Mapping[str, str]:
        return {"MINIO_ROOT_USER": self._user, "MINIO_ROOT_PASSWORD": self._password, **self.settings()}

    @staticmethod
    def _digits(said: str) -> str:
        day = re.search(r"(\d{4})-(\d\d)-(\d\d)", said)  # the day of a release is its version
        return ".".join(day.groups()) if day else "0.0 (of no release)"

    def settings(self) -> dict[str, str]:
        """Return what it was told; it tells its settings to its own client alone."""
        return {"MINIO_BROWSER": "off", "MINIO_UPDATE": "off", "MINIO_COMPRESSION_ENABLE": _COMPRESSION[self._way]}

    def empty(self, way: str) -> None:
        self.require_way(way)
        if way != self._way:
            self.stop()  # whether it compresses is read at the start
            self._way = way
        super().empty(way)

    def reclaim(self) -> None:
        """Have its trash thrown away, which it does every five minutes and after a start."""
        system = self._data / self.beside
        if not _holds(system / "tmp" / ".trash"):
            return
        self.stop()
        self.start()
        deadline = time.monotonic() + _SWEEP_LIMIT_S
        while _holds(system / "tmp" / ".trash") or _holds(system / "tmp-old"):  # where a start puts it first
            if time.monotonic() > deadline:
                raise StatementFailed(f"minio has not thrown away its trash within {_SWEEP_LIMIT_S:.0f} s of a start")
            time.sleep(0.05)


def _holds(folder: Path) -> bool:
    return any(allocated_bytes(folder))
