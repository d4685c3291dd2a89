"""three.js: glTF at 30 frames a second, in place: the page moves its characters itself."""

from __future__ import annotations

from motionloom.formats.presets.preset import Preset, register

THREE = register(
    Preset("three", "three.js", "GLB at 30 Hz, in place: the page moves the character", fps=30.0, root="in_place"),
)
