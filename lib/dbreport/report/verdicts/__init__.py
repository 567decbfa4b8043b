"""How a claim is decided: the kinds of outcome, evidence as data, and whether a second measurement decides alike.

A claim of "about x times" is reproduced within a quarter of x; one of "over x times" when the whole interval
lies above x.
"""

from .again import Again, again
from .decide import Audited, Evidence, Outcome, Verdict, about, both, over, times

__all__ = ["Again", "Audited", "Evidence", "Outcome", "Verdict", "about", "again", "both", "over", "times"]
