"""Unity: a root bone at the ground, FBX where it can be written; glTF needs the package glTFast there."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

UNITY = register(
    Preset(
        "unity",
        "Unity",
        "A root bone at the ground for root motion, bones named as the Humanoid's, 60 Hz; GLB needs the package glTFast",
        suffixes=(".fbx", ".glb"),
        fps=60.0,
        root_bone="root",
        bones="unity",
    )
)
