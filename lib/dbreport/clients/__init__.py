"""Load generators: compiled programs that put a server under load, and what they print turned into numbers.

Not here: what to measure with them (runners), how a server is started (engines).
"""

from . import pgbench, sysbench, ycsb

PROGRAMS = {
    "sysbench": sysbench.OLDEST,
    "pgbench": pgbench.OLDEST,
    "java": ycsb.OLDEST_JAVA,
    "mvn": ycsb.OLDEST_MAVEN,
    "strace": (5, 3),  # the first that stops a process at the calls it looks for and at no others
}
"""The programs, and the oldest version of each whose output is understood."""
