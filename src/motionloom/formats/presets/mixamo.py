"""Mixamo's bone names: for programs and characters that are mapped by them."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

MIXAMO = register(
    Preset(
        "mixamo",
        "Mixamo names",
        "Bones named as Mixamo's (mixamorig:Hips), 30 Hz; for characters that are mapped by these names",
        suffixes=(".fbx", ".glb"),
        fps=30.0,
        bones="mixamo",
    )
)
