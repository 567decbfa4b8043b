"""What becomes of a claim: its parts and the rule for the whole, evidence as data, whether a second measurement agrees.

A part of "about x times" is reproduced within a quarter of the excess over 1; one of "over x times" when the whole
interval lies above x.
"""

from .again import Again, again
from .decide import Audited, Evidence, Outcome, Part, Verdict, slips, times

__all__ = [
    "Again",
    "Audited",
    "Evidence",
    "Outcome",
    "Part",
    "Verdict",
    "again",
    "slips",
    "times",
]
