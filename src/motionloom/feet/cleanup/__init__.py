"""Footskate clean-up: planted feet held still."""

from motionloom.feet.cleanup.offline import CleanUp, clean, ground_of
from motionloom.feet.cleanup.options import CleanUpOptions

__all__ = ["CleanUp", "CleanUpOptions", "clean", "ground_of"]
