"""Corpora nobody tuned: documents out of Debian packages, fetched by name when first asked for and never installed."""

import gzip
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import DatasetMissing
from ..project import root
from .folder import Folder, folder


@dataclass(frozen=True, slots=True)
class Packaged:
    """Files of a `kind` out of the first of some packages that this system's package sources carry.

    `versions` takes all of the packages there are: versions of the same documents, of which those count that every
    version has; the versions of one lie one after the other, as a crawler meets them.
    """

    name: str
    kind: str
    packages: tuple[str, ...]
    pattern: str
    versions: bool = False

    def known_as(self) -> str | None:
        """Return the packages with their versions, None where they have not been fetched yet."""
        unpacked = self._unpacked()
        return " + ".join(path.name for path in unpacked) if unpacked else None

    def documents(self) -> Folder:
        """Return the documents, fetched when first asked for. Raises DatasetMissing where they are not to be had."""
        for program in ("apt-get", "dpkg-deb", "tar"):
            if shutil.which(program) is None:
                raise DatasetMissing(f"{program} was not found, so no Debian package can be unpacked; {self._instead}")
        if not self._unpacked():
            self._fetch()
        unpacked = self._unpacked()
        return self._side_by_side(unpacked) if self.versions else folder(unpacked[0])

    @property
    def _instead(self) -> str:
        own = "give a folder of HTML files with --corpus FOLDER, or " if self.name == "docs" else ""
        return f"{own}leave out the cases --case '{self.name}.*'"

    def _unpacked(self) -> list[Path]:
        """Return the packages that have been fetched, of one alone the first."""
        cache = root() / "data" / "cache"
        unpacked = [path for name in self.packages for path in sorted(cache.glob(f"{name}_*")) if path.is_dir()]
        return unpacked if self.versions else unpacked[:1]

    def _side_by_side(self, unpacked: Iterable[Path]) -> Folder:
        """Return the documents that every version has, the versions of one after the other."""
        versions = [{_without_version(path, file): file for file in folder(path).files} for path in unpacked]
        shared = sorted(set.intersection(*map(set, versions)))
        files = tuple(version[name] for name in shared for version in versions)
        return replace(Folder(self.known_as() or "", files), together=len(versions))

    def _fetch(self) -> None:
        """Download and unpack; a folder appears under its name only when it is whole, versions all or none."""
        cache = root() / "data" / "cache"
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache, prefix=".fetch-") as work:
            done, complaint = Path(work, "unpacked"), ""
            done.mkdir()
            for name in self.packages:
                asked = subprocess.run(["apt-get", "download", name], cwd=work, capture_output=True, text=True)  # noqa: S607
                if asked.returncode:
                    complaint = _last_line(asked.stderr)
                    continue
                self._unpack(next(Path(work).glob(f"{name}_*.deb")), done)
                if not self.versions:
                    break
            unpacked = list(done.iterdir())
            if len(unpacked) < (2 if self.versions else 1):
                raise DatasetMissing(
                    f"{'fewer than two' if self.versions else 'none'} of {', '.join(self.packages)} could be downloaded"
                    f" ({complaint}); run: apt-get update, or {self._instead}"
                )
            for path in unpacked:
                path.rename(cache / path.name)

    def _unpack(self, archive: Path, done: Path) -> None:
        # what is after the version in the name is the architecture, and `%3a` stands for a colon
        target = done / re.sub(r"_[^_]*$", "", archive.stem).replace("%3a", ":")
        target.mkdir()
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE) as tar:  # noqa: S607
            wanted = ["--wildcards", self.pattern, "--no-same-owner", "--no-same-permissions"]
            unpacking = subprocess.run(
                ["tar", "--extract", "--directory", str(target), *wanted],  # noqa: S607
                stdin=tar.stdout,
                capture_output=True,
                text=True,
            )
        if unpacking.returncode or tar.returncode:
            raise DatasetMissing(
                f"{archive.name} could not be unpacked: {_last_line(unpacking.stderr)}; free some room and retry"
            )
        for packed in target.rglob("*.gz"):
            if not packed.is_symlink():  # another name of a document is none
                packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
            packed.unlink()


CORPORA = {
    corpus.name: corpus
    for corpus in (
        # over ten thousand pages that one program wrote
        Packaged("docs", "HTML", ("openjdk-17-doc", "openjdk-21-doc", "openjdk-25-doc"), "*.html"),
        # many short ones, most of them Chinese
        Packaged("manuals", "roff", ("manpages-zh",), "*/man/*.gz"),
        # few long ones
        Packaged("reference", "HTML", tuple(f"python3.{n}-doc" for n in range(11, 15)), "*.html"),
        Packaged("versions", "HTML", tuple(f"llvm-{n}-doc" for n in range(14, 23)), "*.html", versions=True),
    )
}
"""All of them by name, in the report's order."""


def _without_version(unpacked: Path, file: Path) -> str:
    """Return the path of a document in its package, without the package's name."""
    return str(file.relative_to(unpacked)).replace(unpacked.name.partition("_")[0], "")


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no message"
