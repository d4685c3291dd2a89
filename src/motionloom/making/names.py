"""Names that nothing else has."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or "name 2", "name 3", ... where something has it already."""
    known = set(taken)
    return next(each for each in chain([wanted], (f"{wanted} {number}" for number in count(2))) if each not in known)
