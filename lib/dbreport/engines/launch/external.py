"""Servers somebody else runs: a connection string from the environment or from `engines.toml`."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from ...errors import UsageError

NAMESPACE = "dbreport_bench"
"""The one schema or database in which objects are created or dropped."""


def external_url(engine: str) -> str | None:
    """Return the connection string of an external server, or None.

    `DBREPORT_<ENGINE>_URL` comes first, then `url` in the table `[<engine>]` of `engines.toml`.
    Raises UsageError where the file cannot be read. The string holds a password: never print it.
    """
    if url := os.environ.get(f"DBREPORT_{engine.upper()}_URL"):
        return url
    path = Path("engines.toml")
    if not path.exists():
        return None
    try:
        return tomllib.loads(path.read_text("utf-8")).get(engine, {}).get("url")
    except (tomllib.TOMLDecodeError, AttributeError) as error:
        raise UsageError(f"engines.toml cannot be read ({error}); see CONTRIBUTING.md for its form") from error
