"""Whether a statement has to run once more before it is timed, so that the timed run is a warm one."""

SHORT_S = 0.1
"""What calibrates before each repeat empties the processor's caches, which costs a statement some 80 µs, and up to some
milliseconds where it touches a line of each of thousands of pages: much of one under this, little of a longer one."""


def cools(first_s: float, idle_s: float | None) -> bool:
    """Tell whether what a statement touches has left the caches when its turn comes again.

    Some kernels take back memory that nobody touches for a while, page cache first, and begin long before the whole of
    that time: while other systems have their turns, a part of a table is lost. A statement that takes longer than that
    itself cools behind itself, and nothing helps.

    Args:
        first_s: what it took at first, seconds.
        idle_s: after how many seconds the kernel takes memory back; None for one that leaves it alone.
    """
    return first_s < SHORT_S or (idle_s is not None and first_s < idle_s)
