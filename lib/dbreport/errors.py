"""Every error the package raises on purpose. Each message is one sentence with the next step.

DbreportError
├── UsageError              a name, number or option that does not exist; exit code 2
├── EngineError             something is wrong with one system; the others go on
│   ├── EngineMissing       no server program, image or driver was found
│   ├── EngineStartFailed   it was found and did not come up
│   ├── EngineDied          it was up and is gone
│   ├── AccessRefused       it is up and refuses the user or the password
│   ├── StatementFailed     it rejected a statement
│   └── StatementTimeout    it did not answer within the limit
├── ClientError             a load generator could not do its work
│   ├── ClientMissing       it is not installed, or too old
│   ├── ClientFailed        it ended with an error, or printed what we cannot read
│   └── WrongAnswer         it read back something else than was written
├── Unsupported             this system, version or profile cannot do the case
├── DiskFull                too little room, checked before an import starts
├── DatasetMissing          the files a corpus is made of are not to be had
├── DatasetMismatch         cached rows are not the rows the seed stands for
├── ResultsError            something is wrong with a stored result
│   ├── ResultsMissing      nothing was measured yet
│   ├── ResultsInvalid      a corrupt or foreign file, or one of an older schema
│   └── ResultsReadOnly     the results folder cannot be written
├── PublishedInvalid        the sources' figures do not fit their schema
│   └── BenchmarkMissing    no benchmark has kept what a sentence reads
├── MixedClasses            a chart or ratio would mix durability classes or hosts
└── ReportError             something is wrong with the report
    ├── ChapterMissing      no such notebook
    ├── ChapterFailed       a code cell raised, or was never executed
    └── SiteFailed          the renderer failed
"""

from collections.abc import Iterable
from difflib import get_close_matches


class DbreportError(Exception):
    """Base of all errors raised on purpose."""


class UsageError(DbreportError):
    """A name, number or option that does not exist."""


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """Return the error of a name that does not exist, with the one it may have been meant to be."""
    names = list(known)
    near = get_close_matches(name, names, 1, cutoff=0.75)
    meant = f", did you mean {near[0]}?" if near else ";"
    return UsageError(f"no {what} {name!r}{meant} choose from: {', '.join(names)}")


class EngineError(DbreportError):
    """Something is wrong with one system."""


class EngineMissing(EngineError):
    """No server program, image or driver was found."""


class EngineStartFailed(EngineError):
    """The server was found and did not come up."""


class EngineDied(EngineError):
    """The server or worker was up and is gone."""


class AccessRefused(EngineError):
    """The server refuses the user or the password."""


class StatementFailed(EngineError):
    """The server rejected a statement."""


class StatementTimeout(EngineError):
    """The statement did not answer within the limit."""


class ClientError(DbreportError):
    """A load generator could not do its work."""


class ClientMissing(ClientError):
    """The load generator is not installed, or too old."""


class ClientFailed(ClientError):
    """The load generator ended with an error, or printed what we cannot read."""


class WrongAnswer(ClientError):
    """The load generator read back something else than was written."""


class Unsupported(DbreportError):
    """This system, version or profile cannot do the case."""


class DiskFull(DbreportError):
    """Too little room on the disk for the case."""


class DatasetMissing(DbreportError):
    """The files a corpus is made of are not to be had."""


class DatasetMismatch(DbreportError):
    """Cached rows are not the rows the seed stands for."""


class ResultsError(DbreportError):
    """Something is wrong with a stored result."""


class ResultsMissing(ResultsError):
    """Nothing was measured yet."""


class ResultsInvalid(ResultsError):
    """A corrupt or foreign file, or one of an older schema."""


class ResultsReadOnly(ResultsError):
    """The results folder cannot be written."""


class PublishedInvalid(DbreportError):
    """The sources' figures, or those of a benchmark, do not fit their schema."""


class BenchmarkMissing(PublishedInvalid):
    """No benchmark has kept what a sentence reads."""


class MixedClasses(DbreportError):
    """A chart or ratio would mix durability classes or hosts."""


class ReportError(DbreportError):
    """Something is wrong with the report."""


class ChapterMissing(ReportError):
    """No such notebook."""


class ChapterFailed(ReportError):
    """A code cell raised, or was never executed."""


class SiteFailed(ReportError):
    """The renderer failed."""
