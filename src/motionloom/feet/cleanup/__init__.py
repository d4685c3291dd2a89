"""Footskate clean-up: planted feet held still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.feet.cleanup.offline import CleanUp as CleanUp, clean as clean, ground_of as ground_of
    from motionloom.feet.cleanup.options import CleanUpOptions as CleanUpOptions

# On first use: two threads that import a package and a module of it at once would wait for each other, and one would get half of it.
__all__, __getattr__ = load_later(__name__, __file__)
