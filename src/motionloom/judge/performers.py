"""A protocol against tuning: which performers are looked at while we develop, and which only when the work is frozen.

Figures in the docs come from the reporting group, with those of the developing group beside them. Nobody changes a constant after
looking at the second; whoever must, says so and moves the performer to the first.
"""

from __future__ import annotations

from typing import Literal

Group = Literal["develop", "report"]
DEVELOPING = frozenset({"2", "7", "9", "16", "35", "86", "sample"})
# Performers whose files state another rate than they were recorded at: (stated, true) frames a second. Their jumps fall at 39 m/s2.
TRUE_RATES = {"75": (120.0, 60.0), "141": (120.0, 60.0)}


def performer_name(subject: str, source: str = "") -> str:
    """One name for a performer, however a catalogue or a file name spells it: "02" is "2"; without a subject its collection."""
    if source == "sample":
        return "sample"
    return subject.strip().lstrip("0") or subject.strip() or source.strip() or "unknown"


def group_of(performer: str) -> Group:
    """Which group a performer belongs to: everybody who is not among the developing is kept for reporting."""
    return "develop" if performer in DEVELOPING else "report"


def true_rate(performer: str, stated: float) -> float:
    """The rate a performer was recorded at, where it is known that files state another."""
    known = TRUE_RATES.get(performer)
    return known[1] if known is not None and abs(known[0] - stated) < 0.5 else stated
