"""Nothing but the format: for whoever knows what they want."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

PLAIN = register(
    Preset("plain", "As it is", "The clip as it is: its own rate, its own floor, a simple body", to_floor=False, close_loops=False),
)
