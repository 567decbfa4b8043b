"""FerretDB: MongoDB's protocol in front of PostgreSQL, whose extension DocumentDB keeps the documents.

Two servers: PostgreSQL with the extension, and FerretDB itself, built by name from Go's module proxy. What a write
promises is what PostgreSQL's settings make it promise, whatever a client asks for.
"""

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..model import Durability
from .base import Found
from .documentdb import DocumentDB
from .documents import Documents
from .launch import golang
from .launch.external import external_url
from .launch.folders import make_folder, write_secret
from .launch.native import Native
from .launch.owned import new_file
from .launch.programs import Programs
from .setup import Setup

_MODULE = "github.com/FerretDB/FerretDB/v2"
_PIN = Path(__file__).parents[2] / "ferretdb"


class FerretDB(Documents):
    name = "ferretdb"
    program = "ferretdb"
    places = ()

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._behind = DocumentDB(self._setup_behind())

    def _setup_behind(self) -> Setup:
        # the folder's name is in that of a container, of which there may be one a run; how many connections there are
        # behind it is not for its clients to say
        return replace(self.setup, folder=self.setup.folder / f"{self.setup.folder.name}-pg", connections=0)

    # life ------------------------------------------------------------------------------------

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        driver = super().find(launcher)
        if driver.how == "external" or driver.hint.startswith("pip install"):
            return driver
        behind = DocumentDB.find(launcher)
        if behind.how and golang.toolchain(_PIN) is None:
            return Found(None, None, None, golang.HINT.format(oldest=golang.oldest(_PIN)))
        return replace(behind, version=golang.pinned(_PIN, _MODULE)) if behind.how else behind

    @classmethod
    def choose(cls, launcher: str | None) -> Programs | str | None:
        if launcher in (None, "external") and (url := external_url(cls.name)):
            return url
        return Native() if launcher != "external" else None

    def init(self, programs: Programs) -> None:
        make_folder(self.data)
        built = golang.install(_PIN, _MODULE, {}, "cmd/ferretdb")
        # copied to where an unprivileged user can run it
        with built.open("rb") as source, os.fdopen(new_file(self._program), "wb") as copy:
            shutil.copyfileobj(source, copy)
            os.fchmod(copy.fileno(), 0o755)

    @property
    def _program(self) -> Path:
        return self.setup.folder / self.program

    @property
    def socket(self) -> Path:
        return self.setup.folder / "ferretdb.sock"

    def _serve(self, programs: Programs) -> None:
        self._behind.setup = self._setup_behind()  # of this start's class of durability
        self._behind.start()
        self._behind.connection()  # makes the extension
        self.socket.unlink(missing_ok=True)
        super()._serve(programs)

    def serve_argv(self, programs: Programs) -> list[str]:
        # the address behind it holds a password, and a command line is everybody's to read
        address = self.setup.folder / "postgresql.url"
        write_secret(address, self._url_behind())
        # nobody else can reach the socket: there is no user to log in as
        listening = [f"--listen-unix={self.socket}", "--listen-addr=", "--debug-addr=", "--no-auth"]
        told = [f"--postgresql-url-file={address}", f"--state-dir={self.data}", "--telemetry=disable"]
        return [str(self._program), *listening, *told, "--log-level=ERROR"]

    def _url_behind(self) -> str:
        at = self._behind.client_address()
        return f"postgres://{at.user}:{quote(at.password, safe='')}@/{at.database}?host={quote(at.host, safe='')}"

    def _end(self, patience_s: float) -> bool:
        by_itself = super()._end(patience_s)
        return self._behind._end(patience_s) and by_itself

    def pids(self) -> tuple[int, ...]:
        return (*super().pids(), *self._behind.pids())

    def launched(self) -> str:
        return "external" if self.url is not None else self._behind.launched()

    # facts -----------------------------------------------------------------------------------

    def genuine(self, about: dict[str, Any]) -> str:
        version = re.search(r"\d+(\.\d+)+", str(about.get("ferretdb", {}).get("version", "")))
        return version.group() if version else ""

    def version(self) -> str:
        if self.url is not None:
            return super().version()
        return f"{super().version()} on DocumentDB {self._behind.version()}"

    def requested(self) -> dict[str, Any]:
        return self._behind.requested()

    def settings(self) -> dict[str, str]:
        return {} if self.url is not None else self._behind.settings()

    def promised(self) -> Durability:
        return self.setup.durability if self.url is not None else self._behind.promised()

    def counters(self) -> dict[str, int]:
        return {} if self.url is not None else self._behind.counters()

    def checkpoint(self) -> float:
        return 0.0 if self.url is not None else self._behind.checkpoint()
