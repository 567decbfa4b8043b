"""Which of the three ways to a server is taken: the one asked for, else the first that works."""

import re
from collections.abc import Callable, Sequence

from ...errors import UsageError
from .container import Container
from .external import external_url
from .native import Native
from .programs import Programs

LAUNCHERS = ("external", "native", "container")


def choose(
    engine: str,
    program: str,
    places: Sequence[str],
    launcher: str | None,
    brand: re.Pattern[str] | None = None,
    complete: Callable[[Programs], bool] = lambda programs: True,
) -> Programs | str | None:
    """Return an external URL, the programs of the first launcher that has `program`, or None.

    Args:
        engine: the engine's name, for its URL and image.
        program: the server program to look for.
        places: folders (globs) where distributions put it, beside PATH.
        launcher: one of LAUNCHERS to use that one alone; None for the first that works, in that order.
        brand: what a program's `--version` must match to be taken, where others use its name.
        complete: tells of programs that are there whether what they need is, too.
    """
    if launcher is not None and launcher not in LAUNCHERS:
        raise UsageError(f"no launcher {launcher!r}; choose one of: {', '.join(LAUNCHERS)}")
    wanted = (launcher,) if launcher else LAUNCHERS
    if "external" in wanted and (url := external_url(engine)):
        return url
    if "native" in wanted and (native := Native(places, brand)).which(program) and complete(native):
        return native
    if "container" in wanted and (container := Container.of(engine, places)):
        return container if container.which(program) and complete(container) else None
    return None
