"""The results of one machine as one file: put together here, unpacked on another, checked in full before it counts.

The file is a tar of the cells' Parquet files under the paths they have in a folder of results, and of nothing else.
"""

import os
import shutil
import tarfile
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .. import discovery
from ..errors import ResultsInvalid, ResultsMissing, ResultsReadOnly, UsageError, unknown
from .store import Cell, read

SUFFIX = ".dbreport.tar"
_LARGEST_BYTES = 256 << 20
"""Of one cell's file: the largest there is has a hundredth of it."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What an import has done: the machine, and its cells by what became of them."""

    host: str
    new: tuple[Cell, ...]
    replaced: tuple[Cell, ...]
    same: tuple[Cell, ...]


def hosts(results: Path) -> dict[str, int]:
    """Return the machines that have results, with how many files each has."""
    return dict(sorted(Counter(path.parent.name for path in results.glob("*/*/*.parquet")).items()))


def export(host: str, results: Path, target: Path) -> int:
    """Write the results of a machine into one file; return how many cells it holds.

    Every cell is read first: what is damaged is not handed on. Raises UsageError for a machine without results, or a
    file that is there already, ResultsInvalid for a cell that cannot be read, ResultsReadOnly where it is not written.
    """
    if host not in (there := hosts(results)):
        raise (
            unknown("host", host, there) if there else ResultsMissing("no results are stored; run: dbreport run --help")
        )
    if target.exists():
        raise UsageError(f"{target} is there already; name another file, or move it away")
    paths = sorted(results.glob(f"*/{host}/*.parquet"))
    for path in paths:
        read(path)
    part = target.with_name(f".{target.name}.tmp")
    try:
        with tarfile.open(part, "w") as file:
            for path in paths:
                file.add(path, path.relative_to(results).as_posix(), filter=_nobodys)
        os.replace(part, target)
    except OSError as error:
        raise ResultsReadOnly(f"{target} cannot be written ({error.strerror}); name another place") from error
    finally:
        part.unlink(missing_ok=True)
    return len(paths)


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Leave out who owns a file here: the results name no user."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o644
    return member


def unpack(source: Path, results: Path, replace: bool = False) -> Moved:
    """Unpack a machine's results into a folder of results, all of them or, where something is wrong, none.

    Raises UsageError for what is no such file, and for cells that are here already with other content unless
    `replace`; ResultsInvalid for a cell that is damaged, changed or of a newer version; ResultsReadOnly.
    """
    try:
        results.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".import-", dir=results) as folder:
            cells = _unpacked(source, Path(folder))
            (host,) = {cell.host for cell in cells}
            kinds: dict[str, list[Cell]] = {"new": [], "replaced": [], "same": []}
            for cell, path in cells.items():
                target = cell.path(results)
                same = target.exists() and target.read_bytes() == path.read_bytes()
                kinds["same" if same else "replaced" if target.exists() else "new"].append(cell)
            if kinds["replaced"] and not replace:
                first = kinds["replaced"][0].path(results).relative_to(results)
                raise UsageError(
                    f"{len(kinds['replaced'])} cells are here already with other samples, {first} among them;"
                    " give --replace to have those of the file, or set DBREPORT_RESULTS to another folder"
                )
            for cell in (*kinds["new"], *kinds["replaced"]):
                cell.path(results).parent.mkdir(parents=True, exist_ok=True)
                os.replace(cells[cell], cell.path(results))
    except OSError as error:
        raise ResultsReadOnly(f"{results} cannot be written ({error.strerror}); set DBREPORT_RESULTS") from error
    return Moved(host, *(tuple(kinds[name]) for name in ("new", "replaced", "same")))


def _unpacked(source: Path, folder: Path) -> dict[Cell, Path]:
    """Return the cells of an exported file, each unpacked, read and found sound."""
    cells = {}
    try:
        with tarfile.open(source, "r:") as file:
            for member in file:
                target = folder / _inside(member, source)
                target.parent.mkdir(parents=True, exist_ok=True)
                content = file.extractfile(member)
                assert content is not None
                with target.open("wb") as copy:
                    shutil.copyfileobj(content, copy)
                target.chmod(0o644)
                read(target)
                cells[Cell.of(target)] = target
    except (tarfile.TarError, EOFError) as error:
        raise UsageError(f"{source} is no file that `dbreport host export` has written ({error})") from error
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {source}") from error
    if len({cell.host for cell in cells}) != 1:
        raise UsageError(f"{source} does not hold the results of one machine")
    return cells


def _inside(member: tarfile.TarInfo, source: Path) -> PurePosixPath:
    """Return where a member belongs. Raises UsageError for one that is no cell's file of a known experiment."""
    path = PurePosixPath(member.name)
    plain = member.isfile() and len(path.parts) == 3 and not path.is_absolute() and ".." not in path.parts
    if not plain or path.suffix != ".parquet" or path.name.startswith("."):
        raise UsageError(f"{source} holds {member.name!r}, which is no result; it was not written by dbreport")
    if member.size > _LARGEST_BYTES:
        raise ResultsInvalid(f"{member.name} would take {member.size >> 20} MB, which no result does")
    if path.parts[0] not in discovery.experiments():
        raise UsageError(
            f"{source} has results of {path.parts[0]!r}, which this version does not know; get the newest version"
        )
    return path
