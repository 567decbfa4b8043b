"""VersityGW, a gateway that speaks S3: each document is a file of its name, and its facts are the file's attributes.

It leaves it to the system when a file reaches the disk, and packs nothing.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from ..model import Durability
from .s3 import S3Server


class VersityGW(S3Server):
    name = "versitygw"
    durable = frozenset(Durability)  # nothing is timed that waits for the disk: the same in every class
    module = "github.com/versity/versitygw"
    below = "cmd/versitygw"
    stamps = {"main.Version": "1.8.0"}  # noqa: RUF012
    brand = re.compile(r"^Version +: [\d.]+", re.MULTILINE)
    beside = ".vgwlocks"

    def _command(self, program: str, variables: Path) -> list[str]:
        # sh(1): no launcher takes variables, and it reads none from a file
        told = ["sh", "-c", 'set -a; . "$0"; exec "$@"', str(variables)]
        return [*told, program, "--quiet", "--port", f"127.0.0.1:{self._port}", "posix", str(self._data)]

    def _variables(self) -> Mapping[str, str]:
        return {"ROOT_ACCESS_KEY": self._user, "ROOT_SECRET_KEY": self._password}

    @staticmethod
    def _digits(said: str) -> str:
        version = re.search(r"\d+(\.\d+)+", said)
        return version[0] if version else "0.0 (of no release)"
