"""Godot: glTF at the 30 frames a second that its importer takes, with a root bone for its root motion track."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

GODOT = register(
    Preset(
        "godot",
        "Godot",
        "GLB at 30 Hz, bones named as SkeletonProfileHumanoid has them; choose the bone Root as root motion track",
        fps=30.0,
        root_bone="Root",
        bones="godot",
    )
)
