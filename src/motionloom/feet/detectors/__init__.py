"""Ways to find foot plants without training: one file each, found by name."""

from __future__ import annotations

from motionloom.core import Motion
from motionloom.core.markers import is_markers
from motionloom.feet.detectors.base import Detector, SignalExample
from motionloom.feet.detectors.crossing import Crossing
from motionloom.feet.detectors.height import Height
from motionloom.feet.detectors.kinetic import Kinetic
from motionloom.feet.detectors.registry import make, names, register
from motionloom.feet.detectors.speed import Speed
from motionloom.feet.marked_feet import marked_points
from motionloom.feet.plants import Plants
from motionloom.feet.signals import measure

__all__ = ["Crossing", "Detector", "Height", "Kinetic", "SignalExample", "Speed", "detect", "make", "names", "register"]


def detect(motion: Motion, detector: str | Detector = "kinetic") -> Plants:
    """The foot plants of a motion by one of the detectors; a heel or toe that has no marker is never planted."""
    chosen = make(detector) if isinstance(detector, str) else detector
    bits = chosen.detect(measure(motion))
    if is_markers(motion.skeleton):
        bits = bits & marked_points(motion)
    return Plants(bits, motion.fps, source=chosen.name)
