"""A server that speaks S3: one on one folder, on loopback, with credentials of this run alone.

Its program is one that is here already, else one built by name from Go's module proxy.
"""

import importlib.util
import os
import re
import secrets
import shutil
import socket
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from ..errors import (
    AccessRefused,
    DbreportError,
    DiskFull,
    EngineDied,
    EngineMissing,
    EngineStartFailed,
    StatementFailed,
)
from .base import Found
from .embedded import Objects, allocated_bytes
from .launch import golang
from .launch.choosing import choose
from .launch.folders import brief_folder, make_folder, write_secret
from .launch.inner import sync_files
from .launch.native import Native
from .launch.owned import new_file
from .launch.programs import Programs, Server, wait_until
from .setup import Setup

BUCKET = "dbreport-bench"
_PLACES = ("/usr/local/bin", "/opt/bin", "/usr/bin")
_CONNECTIONS = 4
_PAGE = 1000
"""Names one request may list or delete."""
_START_LIMIT_S, _STOP_LIMIT_S, _READ_LIMIT_S = 60.0, 30.0, 300.0
_PORTS_TRIED = 3
_TAKEN = ("BucketAlreadyOwnedByYou", "BucketAlreadyExists")


class S3Server(Objects):
    ordered_index = "none"
    module: ClassVar[str]
    """The Go module it is built from where no program of it is found."""
    below: ClassVar[str] = ""
    """The folder of the program in the module."""
    stamps: ClassVar[Mapping[str, str]]
    """Variables of the program that say its version: built by name it would know none of its own."""
    brand: ClassVar[re.Pattern[str]]
    """What its `--version` matches."""
    beside: ClassVar[str]
    """The folder of its own beside the buckets."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._user, self._password = f"dbreport{secrets.token_hex(6)}", secrets.token_urlsafe(24)
        self._target: Programs | None = None
        self._server: Server | None = None
        self._port = 0
        self._s3: Any = None

    @abstractmethod
    def _command(self, program: str, variables: Path) -> list[str]:
        """Return the command that serves `_data` on `_port` of loopback, told the rest by a file of variables."""

    @abstractmethod
    def _variables(self) -> Mapping[str, str]:
        """Return what it is to be told by variables, its credentials among them."""

    @staticmethod
    @abstractmethod
    def _digits(said: str) -> str:
        """Return its version, digits and dots, out of what it says or of a stamp."""

    # life ------------------------------------------------------------------------------------

    @classmethod
    def _pin(cls) -> Path:
        """Return the folder of the go.mod that names the version."""
        return Path(__file__).parents[2] / cls.name

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        if importlib.util.find_spec("boto3") is None:
            return Found(None, None, None, "pip install boto3, or: make engines")
        if launcher == "external":
            return Found(None, None, None, "its sizes are read off its own folder; leave out --launcher external")
        try:
            if present := cls._present(launcher):
                with brief_folder() as folder:
                    return Found(present.kind, cls._version(present, folder), present.where())
        except DbreportError as error:
            return Found(None, None, None, f"{error}")
        go = golang.toolchain(cls._pin())
        if go is None:
            return Found(None, None, None, golang.HINT.format(oldest=golang.oldest(cls._pin())))
        return Found("native", cls._digits(*cls.stamps.values()), f"{cls.module}, built by Go {go.version}")

    def start(self) -> None:
        if self._server is not None:
            if self._server.alive() and self._answers():
                return
            self._server.stop(0)
            self._server = self._s3 = None
        make_folder(self.setup.folder)
        make_folder(self._data)
        self._target = self._target or self._present(self.setup.launcher) or self._built()
        for left in reversed(range(_PORTS_TRIED)):
            try:
                self._serve(self._target)
                break
            except EngineStartFailed as failed:
                if not left or "already in use" not in str(failed):
                    raise

    def _serve(self, target: Programs) -> None:
        """Start the server on a port that nobody listens on: another program may take it before the server does."""
        self._port = _free_port()
        command = self._command(target.require(self.name), self._written())
        self._server = target.serve(command, self.setup.folder, "SIGTERM")
        try:
            wait_until(self._answers, self._server, self.name, _START_LIMIT_S)
        except DbreportError:
            self._server.stop(5)
            self._server = self._s3 = None
            raise

    def stop(self) -> None:
        if self._s3 is not None:
            self._s3.close()
            self._s3 = None
        if self._server is not None:
            self._server.stop(_STOP_LIMIT_S)
            self._server = None

    def _built(self) -> Programs:
        """Return the program built by name, copied to where an unprivileged user can run it. Raises EngineMissing."""
        if self.setup.launcher == "external":
            raise EngineMissing(f"{self.name} is started here alone; leave out --launcher external")
        program = golang.install(self._pin(), self.module, self.stamps, self.below)
        place = make_folder(self.setup.folder / "bin")
        with program.open("rb") as source, os.fdopen(new_file(place / self.name), "wb") as copy:
            shutil.copyfileobj(source, copy)
            os.fchmod(copy.fileno(), 0o755)
        return Native((str(place),), self.brand)

    def _written(self) -> Path:
        """Write what the server is to be told, for its own eyes: a command line is everybody's to read."""
        path = self.setup.folder / f"{self.name}.env"
        write_secret(path, "".join(f"{name}={value}\n" for name, value in self._variables().items()))
        return path

    def _answers(self) -> bool:
        from botocore.exceptions import BotoCoreError, ClientError

        # its own page of health says ready a moment before users and buckets are there
        try:
            self._client().list_buckets()
        except (BotoCoreError, ClientError):
            return False
        return True

    # facts -----------------------------------------------------------------------------------

    @property
    def _data(self) -> Path:
        return self.setup.folder / "data"

    def pids(self) -> tuple[int, ...]:
        return (self._server.pid(),) if self._server is not None else ()

    def launched(self) -> str:
        return self._target.kind if self._target is not None else "native"

    def version(self) -> str:
        assert self._target is not None, "version of a server that was never started"
        return self._version(self._target, self.setup.folder)

    @classmethod
    def _present(cls, launcher: str | None) -> Programs | None:
        """Return a program or image of it that is here already, or None.

        Where a container is asked for and no image is here, what we build runs natively: only its sizes are compared.
        """
        for kind in (launcher,) if launcher else ("native", "container"):
            programs = choose(cls.name, cls.name, _PLACES, kind, cls.brand)
            if isinstance(programs, Programs):
                return programs
        return None

    @classmethod
    def _version(cls, programs: Programs, folder: Path) -> str:
        return cls._digits(programs.run([programs.require(cls.name), "--version"], folder))

    # documents -------------------------------------------------------------------------------

    def empty(self, way: str) -> None:
        self.require_way(way)
        self.start()
        with self._failures() as s3:
            try:
                s3.create_bucket(Bucket=BUCKET)
            except s3.exceptions.ClientError as error:
                if _code(error) not in _TAKEN:
                    raise
                while listed := s3.list_objects_v2(Bucket=BUCKET, MaxKeys=_PAGE).get("Contents"):
                    self._delete(s3, [entry["Key"] for entry in listed])
        self.reclaim()

    def put(self, documents: Sequence[tuple[str, bytes]]) -> None:
        with self._failures() as s3, ThreadPoolExecutor(_CONNECTIONS) as pool:
            for _ in pool.map(
                lambda document: s3.put_object(Bucket=BUCKET, Key=document[0], Body=document[1]), documents
            ):
                pass

    def get(self, name: str) -> bytes:
        with self._failures() as s3:
            return s3.get_object(Bucket=BUCKET, Key=name)["Body"].read()

    def discard(self, names: Sequence[str]) -> None:
        with self._failures() as s3:
            for first in range(0, len(names), _PAGE):
                self._delete(s3, names[first : first + _PAGE])

    def _delete(self, s3: Any, names: Sequence[str]) -> None:
        done = s3.delete_objects(Bucket=BUCKET, Delete={"Objects": [{"Key": name} for name in names], "Quiet": True})
        if failed := done.get("Errors"):
            raise StatementFailed(f"{self.name} does not delete {failed[0]['Key']}: {failed[0].get('Message')}")

    def occupied(self) -> dict[str, int]:
        sync_files(self._data)
        files, folders = allocated_bytes(self._data / BUCKET)
        return {"table": files, "index": folders + sum(allocated_bytes(self._data / self.beside)), "log": 0}

    @contextmanager
    def _failures(self) -> Iterator[Any]:
        """Give the client and turn its errors into ours."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            yield self._client()
        except ClientError as error:
            said = f"{self.name}: {error}"
            if "StorageFull" in _code(error):
                raise DiskFull(f"{said}; free some room, or set DBREPORT_DATA to a larger disk") from error
            if _code(error) in ("AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch"):
                raise AccessRefused(said) from error
            raise StatementFailed(said) from error
        except BotoCoreError as error:
            tail = self._server.log_tail(3) if self._server is not None else ""
            raise EngineDied(f"{self.name} closed the connection; its log says:\n{tail}") from error

    def _client(self) -> Any:
        if self._server is None:
            raise EngineDied(f"{self.name} is not running")
        if self._s3 is None:
            import boto3
            from botocore.config import Config

            self._s3 = boto3.client(
                "s3",
                endpoint_url=f"http://127.0.0.1:{self._port}",
                region_name="us-east-1",
                aws_access_key_id=self._user,
                aws_secret_access_key=self._password,
                # no proxy of the environment's: the server is on loopback
                config=Config(
                    s3={"addressing_style": "path"}, proxies={}, retries={"total_max_attempts": 1},
                    max_pool_connections=_CONNECTIONS, connect_timeout=5, read_timeout=_READ_LIMIT_S,
                ),
            )  # fmt: skip
        return self._s3


def _code(error: Any) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
