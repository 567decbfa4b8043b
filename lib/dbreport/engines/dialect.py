"""What a system that speaks SQL says its own way, as statements a runner asks for by what they do. Nothing here runs.

What most systems say alike stands in `Dialect`; what is a system's own stands in its module, or in one beside it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..model import Index, Table

Statements = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WayToStore:
    """One way to store the large values of a table: `made` is said to the empty table, `filled` to the full one."""

    made: Statements = ()
    filled: Statements = ()


@dataclass(frozen=True, slots=True)
class DocumentTable:
    """One way to keep documents: `body` completes `CREATE TABLE … (` with the columns `id` and `body`.

    `before` and `after` surround the loading.
    """

    body: str
    before: Statements = ()
    after: Statements = ()


@dataclass(frozen=True, slots=True)
class WayToRead:
    """One way to answer many readers: `made` is said to the empty table, `session` by each of their connections.

    `longest_text` is how many characters the table's long texts may have, where their type hangs on it. `options` are
    the server's own, `started` is said after each start. `forget` drops the answers that are kept, and `needs` says YES
    where this build can keep any.
    """

    made: Statements = ()
    longest_text: int | None = None
    session: Statements = ()
    options: Mapping[str, str] = field(default_factory=dict)
    started: Statements = ()
    forget: Statements = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """A table in parts by ranges of a whole number: `made` is said to the empty table, `dropped` drops the first."""

    made: Statements = ()
    dropped: Statements = ()


class Dialect(ABC):
    """One system's own statements: a system overrides what it does not say as most do."""

    session: Statements = ()
    """Settings under which LIKE, UNION and moments mean what they mean elsewhere; a restart forgets them."""
    one_file: bool = False
    """Whether all tables are in one file, and with them the room of those that are gone."""
    always_in_parts: bool = False
    """Whether a table of moments is kept in parts whatever is done with it."""
    refresh_facts: str = ""
    """What makes the system tell `facts` as they are now, not as they were a second ago."""

    # meaning the same as elsewhere ------------------------------------------------------------

    def estimated_distinct(self, column: str) -> str:
        """Return the expression that estimates how many different values there are; empty where there is none."""
        return f"approx_count_distinct({column})"

    def alike(self, table: Table) -> Statements:
        """Return what makes these columns of an empty table compare byte by byte, and moments have no zone."""
        return ()

    def dealt_out(self, table: str, column: str, parts: int | None = None) -> Statements:
        """Return what deals an empty table out over the servers of a cluster by a column, on one that is a cluster.

        `parts` is into how many; None for as many as it does unasked.
        """
        return ()

    def bytes_as_read(self, column: str) -> str:
        """Return the expression that reads bytes back: as bytes, or as their hexadecimal digits."""
        return column

    # tables -----------------------------------------------------------------------------------

    def keyed(self, table: Table, index: Index) -> tuple[Table, tuple[Index, ...]]:
        """Return a table and the indexes beside it that serve its key and one index.

        A system that keeps rows in one order and has nothing beside it gives them the index's.
        """
        return table, (index,)

    def drop(self, table: str) -> str:
        """Return the statement that drops a table, if it is there, and its files."""
        return f"DROP TABLE IF EXISTS {table}"

    def in_parts(self, table: Table, column: str, bounds: Sequence[int]) -> Parts | None:
        """Return how a table is kept in parts of equal width that end at `bounds`; None where there are no such parts.

        The first bound is a multiple of the width.
        """
        return None

    def newest_of_each(self, table: str, key: str, moment: str, value: str) -> str:
        """Return the statement that finds key, moment and value of each key's newest row, as the system finds it
        fastest; empty where it has no way of its own.
        """
        return ""

    def empty_column(self, table: str, column: str) -> str:
        """Return the statement that sets a column to NULL in every row."""
        return f"UPDATE {table} SET {column} = NULL"

    def trigram_index(self, name: str, table: str, column: str) -> Statements:
        """Return what builds an index that serves `LIKE '%text%'`; nothing where there is no such kind of index."""
        return ()

    # space ------------------------------------------------------------------------------------

    @abstractmethod
    def compact(self, table: str) -> str:
        """Return the statement that gives space back to the disk."""

    def housekeeping(self, table: str) -> str:
        """Return what the system does by itself sooner or later to reuse space; empty where it does nothing."""
        return ""

    def facts(self, table: str) -> dict[str, tuple[str, str]]:
        """Return what else the system tells of a table: statement and unit by metric.

        `size_free` is room inside the file that deleting has made; where it is missing, sizes have it in them.
        """
        return {}

    def ways_to_store(self, table: str, columns: Sequence[str]) -> dict[str, WayToStore]:
        """Return by name how the large columns of a table may be stored, as shipped first."""
        return {"shipped": WayToStore()}

    def ways_to_read(self, table: str) -> dict[str, WayToRead]:
        """Return by name how many readers of a table may be answered, as shipped first."""
        return {"shipped": WayToRead()}

    @abstractmethod
    def ways_to_compress(self, kind: str) -> dict[str, DocumentTable]:
        """Return by name how documents of a kind, `text` or `bytes`, may be kept; the empty name is as shipped."""


def newest_by_steps(table: str, key: str, moment: str, value: str) -> str:
    """Return `newest_of_each` for a B-tree on key and moment: from each key to the next, then to its newest moment.

    Source: PostgreSQL's wiki, Loose indexscan.
    """
    after = f"SELECT min({key}) FROM {table}"
    keys = f"{after} UNION ALL SELECT ({after} WHERE {key} > k.{key}) FROM k WHERE k.{key} IS NOT NULL"
    newest = f"SELECT max({moment}) FROM {table} WHERE {key} = k.{key}"
    found = f"SELECT r.{key}, r.{moment}, r.{value} FROM k JOIN {table} AS r"
    return f"WITH RECURSIVE k({key}) AS ({keys}) {found} ON r.{key} = k.{key} AND r.{moment} = ({newest})"
