"""Servers somebody else runs: where their address stands, how it is read, and that nothing of it is ever said.

The address holds a password. An error of a driver's that has seen it is dropped, not chained: its text is taken
without anything that stands in the address, and it is no `__context__` of ours.
"""

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ...errors import UsageError

NAMESPACE = "dbreport_bench"
"""The one schema or database in which objects are created or dropped."""

_FORM = {
    "postgresql": "postgresql://user:password@host:port/database",
    "mysql": "mysql://user:password@host:port/",
    "mariadb": "mariadb://user:password@host:port/",
    "mongodb": "mongodb://user:password@host:port/",
    "ferretdb": "mongodb://user:password@host:port/",
    "spark": "spark://host:port or sc://host:port/;token=password",
}
# words of every address and of many an error, which tell nothing
_KNOWN = frozenset(
    "postgresql postgres mysql mariadb mongodb spark host hostaddr port user password dbname localhost".split()
)


def variable(engine: str) -> str:
    """Return the name of the environment variable that holds the address."""
    return f"DBREPORT_{engine.upper()}_URL"


def external_url(engine: str) -> str | None:
    """Return the connection string of an external server, or None.

    `DBREPORT_<ENGINE>_URL` comes first, then `url` in the table `[<engine>]` of `engines.toml`.
    Raises UsageError where the file cannot be read. The string holds a password: never print it.
    """
    if url := os.environ.get(variable(engine)):
        return url
    path = Path("engines.toml")
    if not path.exists():
        return None
    try:
        table = tomllib.loads(path.read_text("utf-8")).get(engine, {})
        url = table.get("url", "")
        flaw = None if isinstance(url, str) else f"the url of {engine} is no text"
    except OSError as error:
        flaw = f"{error.strerror}"
    except UnicodeDecodeError:
        flaw = "it is not UTF-8"
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line \d+, column \d+", str(error))  # the rest may quote what stands there
        flaw = f"no TOML at {place.group() if place else 'its end'}"
    except AttributeError:
        flaw = f"{engine} is no table"
    if flaw is not None:
        raise UsageError(f"engines.toml cannot be read ({flaw}); see CONTRIBUTING.md for its form")
    return url or None


def read_address(engine: str, url: str, reader: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Return what `reader` makes of an address. Raises UsageError, whatever the reader raises."""
    try:
        return reader(url)
    except Exception:  # noqa: S110 - it may quote the password; raised below, where it is not the context
        pass
    raise malformed(engine)


def malformed(engine: str) -> UsageError:
    """Return the error of an address that nobody can connect to."""
    form = _FORM.get(engine, _FORM["postgresql"])  # whose address an extension's is
    return UsageError(f"{variable(engine)} is not of the form {form} (special characters of the password as %xx)")


def without_address(text: str, url: str | None) -> str:
    """Return a driver's text with whatever stands in the address, as written or decoded, blotted out.

    All of it, not the password alone: where an address is read otherwise than it was meant, part of the password
    is taken for the host or the user.
    """
    if url is None:
        return text
    written, decoded = (re.split(r"[\s:/@?&=#,;'\"\[\]()]+", form) for form in (url, unquote(url)))
    parts = {*written, *decoded, *map(unquote, written)}
    for part in sorted(parts - _KNOWN - {""}, key=len, reverse=True):
        # a short one stands inside many a word
        around = ("", "") if len(part) > 3 else (r"(?<!\w)", r"(?!\w)")
        text = re.sub(around[0] + re.escape(part) + around[1], "…", text)
    return text
