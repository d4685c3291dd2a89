"""Which clips are the sample's own performances, and which are performances at all."""

from __future__ import annotations

from motionloom.library.records import Clip

SOURCE = "sample"


def is_performed(clip: Clip) -> bool:
    """Whether a clip is a performance: captured, or by one of the sample's performers."""
    return not clip.made or clip.source == SOURCE
