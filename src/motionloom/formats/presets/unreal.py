"""Unreal Engine: a root bone at the ground, 30 frames a second, centimetres and z up where the format can say so."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

# FBX is what Unreal knows best, and can be written only where Blender is; its importer of glTF turns metres to centimetres by itself.
UNREAL = register(
    Preset(
        "unreal",
        "Unreal Engine",
        "A root bone at the ground for root motion, bones named as the Mannequin's, 30 Hz; drop it into the Content Browser",
        suffixes=(".fbx", ".glb"),
        fps=30.0,
        root_bone="root",
        unit="cm",
        up="z",
        bones="unreal",
    )
)
