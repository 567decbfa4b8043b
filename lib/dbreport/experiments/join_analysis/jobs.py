"""The stages and what each is measured under: names and numbers, for who measures and who reports."""

from ...model import Scale
from .queries import EXACT, LONGEST

LOADED = "loaded"
ALONE = {"spark": "files", "citus": LOADED}
"""Systems that spread their work over machines, and the stage at which they do it without workers."""
CLUSTERED = frozenset(ALONE)
WORKERS = {"one_worker": "1", "two_workers": "2", "killed_worker": "2"}
"""The stages of a cluster on this machine, and of how many workers it is; together they have all its processors."""
OF_WORKERS = (LONGEST, "busiest", EXACT)
"""What workers are asked: a join, a grouping, a count of different values."""
RESERVE_BYTES = 6 << 30
"""What each system leaves of the machine's memory: to the kernel, to this program, to those that wait meanwhile."""
WAITING_BYTES = 5 << 30
"""What those that wait may hold of it together; where they hold more they are stopped."""
LIMIT_S = {Scale.SMOKE: 60.0, Scale.SMALL: 300.0, Scale.MEDIUM: 1800.0, Scale.FULL: 3600.0}
"""How long one waits for an answer, seconds: nobody at a desk waits longer than an hour."""

IMPORT, SIZE_FILES, SIZE_LOADED = "import.loaded", "size.files", "size.loaded"
START, EMPTY_JOB = "session.start", "session.empty_job"
KILLED = f"killed_worker.{LONGEST}"
WHY = {"why.pairs_merged": "spark", "why.pairs_broadcast": "spark"}
"""The longest question with one thing changed, and the system it is changed on."""
KILLED_AFTER = (1 / 2, 1 / 4, 1 / 8)
"""When a worker is killed, in the shortest time the question takes with both; the next where the answer was there."""
