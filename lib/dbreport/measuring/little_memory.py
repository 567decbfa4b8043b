"""A small machine imitated: what a system allocates and has the page cache keep for it is held to so many bytes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import Unsupported
from .control_groups import Hierarchy, held, require_ours

_FIRST = Hierarchy(Path("/sys/fs/cgroup/memory"), "memory", "memory.limit_in_bytes")
_SECOND = Hierarchy(Path("/sys/fs/cgroup"), "", switch="memory")
HIERARCHIES = (_FIRST, _SECOND)


@contextmanager
def given(pids: Sequence[int], memory_bytes: int) -> Iterator[None]:
    """Give process trees so many bytes of memory while the block runs, the files they read included.

    What they have allocated before counts where they came from: hold a server just started, over an empty page cache.
    Raises Unsupported where processes are not ours to see, or the kernel does not let us.
    """
    require_ours(pids)
    if _FIRST.there():
        hierarchy, file = _FIRST, _FIRST.sign
    elif _SECOND.there():
        hierarchy, file = _SECOND, "memory.max"
    else:
        raise Unsupported("the kernel offers no control group that limits memory; a small machine cannot be imitated")
    with held(hierarchy, [(file, str(memory_bytes))], pids, "memory"):
        yield
