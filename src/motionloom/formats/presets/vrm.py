"""VRM: an animation that any VRM character plays."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

VRM = register(
    Preset("vrm", "VRM", "A VRM animation (.vrma), which any VRM character plays", suffixes=(".vrma",), fps=30.0, mesh=False, bones="vrm"),
)
