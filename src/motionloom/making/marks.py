"""What is known of a made motion's frames, as it travels with its file."""

from __future__ import annotations

from motionloom.formats.marks import Marks
from motionloom.making.makers import Made
from motionloom.making.sources import OpenSource


def marks_of(motion: Made | OpenSource) -> Marks:
    """The plants and spans of what was made, or of an open source."""
    spans = tuple((span.name, span.start, span.stop) for span in motion.annotations)
    return Marks(motion.plants, motion.plants_source if motion.plants is not None else "", spans)
