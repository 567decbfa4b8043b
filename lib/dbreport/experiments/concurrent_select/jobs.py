"""What is asked, how often and by how many: the source's question and the stages of a turn. Runs nothing."""

from ...model import Scale

STATEMENT = "SELECT * FROM {table} WHERE place = '{place}' ORDER BY created"
"""Ours: the source prints none (docs/decisions/0023). It filters by place, sorts, and returns about two megabytes."""
WRITE = "UPDATE {table} SET var4 = 'written at {{n}}' WHERE id = {row}"
"""A change that no answer shows, of a row at a place nobody asks for."""
WRITE_EVERY_S = 1.0

CONNECTIONS, TIMES = 20, 10
"""The source's: so many at once, so often each."""

COLD, DROPPED, ALONE, FILLING, TWENTY, PLACES, WRITTEN = STAGES = (
    *("cold", "dropped", "alone", "filling", "twenty", "places"),
    "written",
)
"""A turn, in this order, each from a start of the server over an empty page cache:

the first query of all; the same after the kernel's page cache was dropped, as reading other files for long does; one
client on a warm base; twenty, while the cache of answers fills, where there is one; twenty; twenty that ask for
different places; twenty while another client changes a row once a second. Where the first is left out, the server has
answered once all the same.
"""
NOTHING = "tool.nothing"
"""The load generator alone: answers of that size that lie in its own memory."""

LASTING_S = {Scale.SMOKE: 1.0, Scale.SMALL: 4.0, Scale.MEDIUM: 10.0, Scale.FULL: 10.0}
"""Seconds of the stage in which somebody writes: several writes must fall into it."""

MEMORY_BYTES = {Scale.FULL: 1 << 30}
"""What a system has for itself and the files it reads, where it is held: the source's machine had a gigabyte. At full
the table is larger."""
