"""The detectors by name."""

from __future__ import annotations

from typing import TypeVar

from motionloom.core.errors import MotionError, list_names
from motionloom.feet.detectors.base import Detector

AnyDetector = TypeVar("AnyDetector", bound=Detector)
_DETECTORS: dict[str, type[Detector]] = {}


def register(detector: type[AnyDetector]) -> type[AnyDetector]:
    """Make a detector known by its name; used as a decorator."""
    _DETECTORS[detector.name] = detector
    return detector


def names() -> tuple[str, ...]:
    """The registered detectors' names."""
    return tuple(_DETECTORS)


def make(name: str) -> Detector:
    """A detector with its default thresholds, or an error that lists those that exist."""
    if name not in _DETECTORS:
        raise MotionError(f"no foot plant detector {name!r}; there are {list_names(names())}")
    return _DETECTORS[name]()
