"""Blender: glTF, which its own importer opens and turns to z up."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

BLENDER = register(Preset("blender", "Blender", "GLB at the clip's own rate; opens with File, Import, glTF 2.0"))
