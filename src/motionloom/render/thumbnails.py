"""Small pictures, fast: what lists and notebooks show of a clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.render.scene import Subject, as_scene
from motionloom.render.strips import filmstrip, picture
from motionloom.render.theme import Theme

if TYPE_CHECKING:
    from PIL.Image import Image


def thumbnail(subject: Subject, size: tuple[int, int] = (320, 180), theme: str | Theme | None = None) -> Image:
    """A small picture (PIL) of the middle of a clip."""
    scene = as_scene(subject, theme)
    return picture(scene, scene.duration / 2, size=size, samples=2)


def thumbnail_strip(subject: Subject, frames: int = 8, size: tuple[int, int] = (640, 120), theme: str | Theme | None = None) -> Image:
    """A small strip (PIL), `size` in all, of moments evenly spaced over a clip."""
    cell = (-(-size[0] // frames), size[1])
    return filmstrip(subject, frames, size=cell, theme=theme, stamps=False, samples=2, gap=0).crop((0, 0, *size))
