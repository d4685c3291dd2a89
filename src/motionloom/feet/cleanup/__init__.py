"""Footskate clean-up: planted feet held still, offline and as a stream."""

from motionloom.feet.cleanup.offline import CleanUp, clean
from motionloom.feet.cleanup.options import CleanUpOptions

__all__ = ["CleanUp", "CleanUpOptions", "clean"]
