"""Footskate clean-up: planted feet held still, offline and as a stream."""

from motionloom.feet.cleanup.offline import CleanUp, clean, ground_of
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.streaming import Stream

__all__ = ["CleanUp", "CleanUpOptions", "Stream", "clean", "ground_of"]
