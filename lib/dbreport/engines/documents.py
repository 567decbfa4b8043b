"""A server of documents that is asked by MongoDB's protocol: the contract, and what MongoDB and FerretDB share.

Not here: how records are asked for under load, which a compiled client does.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from ..errors import AccessRefused, DbreportError, EngineDied, EngineMissing, StatementFailed, Unsupported
from ..model import Durability
from .base import MARK, Address, Found, stopwatch
from .launch.external import NAMESPACE, malformed, read_address, variable, without_address
from .launch.server import ServerEngine

_ANSWER_LIMIT_MS = 5000
_MARKED = "made_by_dbreport"


class Documents(ServerEngine):
    """A server of collections of documents. A subclass says how it is started, and who it must say it is."""

    durable = frozenset({Durability.FULL, Durability.RELAXED})
    ordered_index = "B-tree"

    @abstractmethod
    def genuine(self, about: dict[str, Any]) -> str:
        """Return the version out of what the server says of its build; empty for another system's server."""

    @classmethod
    def find(cls, launcher: str | None = None) -> Found:
        import importlib.util

        if importlib.util.find_spec("pymongo") is None:
            return Found(None, None, None, "pip install pymongo, or: make engines")
        return super().find(launcher)

    # collections -----------------------------------------------------------------------------

    def empty(self, collection: str, indexes: Sequence[str]) -> None:
        """Begin with no document in a collection, with an ascending index on each of the fields."""
        with self._failures() as client:
            place = client[NAMESPACE]
            place.drop_collection(collection)
            place.create_collection(collection)
            for field in indexes:
                place[collection].create_index(field)

    def documents(self, collection: str) -> int:
        """Return how many documents a collection has, counted one by one."""
        with self._failures() as client:
            return int(client[NAMESPACE][collection].count_documents({}))

    # connections -----------------------------------------------------------------------------

    def client_address(self) -> Address:
        if self.url is None:
            return Address("mongodb", "", 0, "", "", NAMESPACE, NAMESPACE, str(self.socket))
        from pymongo.uri_parser import parse_uri

        parts = read_address(self.name, self.url, parse_uri)
        if len(parts["nodelist"]) != 1:
            raise malformed(self.name)
        host, port = parts["nodelist"][0]
        return Address(
            "mongodb", host, port or 27017, parts["username"] or "", parts["password"] or "", NAMESPACE, NAMESPACE
        )

    def open(self) -> Any:
        from pymongo import MongoClient
        from pymongo.errors import ConfigurationError, InvalidURI, OperationFailure, PyMongoError

        said: DbreportError
        client = None
        try:
            client = MongoClient(self._address(), serverSelectionTimeoutMS=_ANSWER_LIMIT_MS, directConnection=True)
            about = client.admin.command("buildInfo")
            client.admin.command("listDatabases", nameOnly=True)
            if self.genuine(about):
                return client
            said = EngineMissing(
                f"the server set up as {self.name} is another system's or tells no version"
                f" ({str(about.get('version'))[:40]}); set {variable(self.name)} to one of {self.name}"
            )
        except (InvalidURI, ConfigurationError, ValueError) as error:
            said = malformed(self.name) if self.url else EngineDied(f"{self.name}: {error}")
            if "wire version" in str(error):
                said = EngineMissing(f"the server set up as {self.name} is too old for this driver; use a newer one")
        except OperationFailure as error:
            text = without_address(str(error), self.url)
            said = AccessRefused(f"{self.name} refuses the login; check {variable(self.name)}: {text}")
        except PyMongoError as error:
            text = without_address(str(error).partition(" (configured")[0], self.url)
            said = EngineDied(f"{self.name} does not answer; is it running? {text}" if self.url else self.died())
        if client is not None:
            client.close()
        raise said  # out here, where what the driver raised is not its context

    def _address(self) -> str:
        from urllib.parse import quote

        return self.url or f"mongodb://{quote(str(self.socket), safe='')}"

    def close(self, connection: Any) -> None:
        connection.close()

    def answers(self) -> bool:
        if not self.socket.exists():
            return False
        try:
            self.close(self.open())
        except EngineDied:
            return False
        return True

    def owned(self, connection: Any) -> bool | None:
        if NAMESPACE not in connection.list_database_names():
            return None
        return connection[NAMESPACE][_MARKED].find_one({"mark": MARK}) is not None

    def prepare(self, connection: Any) -> None:
        if not self.owns(connection):
            connection[NAMESPACE][_MARKED].insert_one({"mark": MARK})

    def drop_namespace(self, connection: Any) -> None:
        connection.drop_database(NAMESPACE)

    @contextmanager
    def _failures(self) -> Iterator[Any]:
        """Give the connection and turn its driver's errors into ours."""
        from pymongo.errors import AutoReconnect, PyMongoError

        try:
            yield self.connection()
        except AutoReconnect:
            self.disconnect()
            raise EngineDied(self.died()) from None
        except PyMongoError as error:
            raise StatementFailed(f"{self.name}: {without_address(str(error), self.url)}") from None

    # facts -----------------------------------------------------------------------------------

    def _status(self) -> dict[str, Any]:
        with self._failures() as client:
            return dict(client.admin.command("serverStatus"))

    def version(self) -> str:
        with self._failures() as client:
            return self.genuine(client.admin.command("buildInfo"))

    def ping(self) -> None:
        with self._failures() as client:
            client.admin.command("ping")

    def checkpoint(self) -> float:
        with stopwatch() as elapsed, self._failures() as client:
            client.admin.command("fsync")
        return elapsed[0]

    def _no_sql(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unsupported(f"{self.name} has no tables and no SQL; only experiments on documents can measure it")

    create = load = fill = build_index = drop_index = run = explain = analyze = size = _no_sql
