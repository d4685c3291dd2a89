"""Filmstrips above each other, as the papers show a motion, another, and what was made of both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from motionloom.core.motion import Motion
from motionloom.reproduce.result import Given

SIZE, MOMENTS = (110, 140), 8


def stack_strips(given: Given, motions: Sequence[Motion], name: str) -> str:
    """A row a motion, from above to below; the name of the file."""
    from PIL import Image

    from motionloom.render import filmstrip

    samples = 1 if given.quick else 2
    rows = [filmstrip(motion, MOMENTS, size=SIZE, samples=samples).convert("RGB") for motion in motions]
    sheet = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)))
    top = 0
    for row in rows:
        sheet.paste(row, (0, top))
        top += row.height
    path = given.picture(f"{name}.png")
    sheet.save(path)
    pack(path)
    return path.name


def pack(path: Path) -> None:
    """Make a picture's file smaller: 128 colours are enough for a page."""
    from PIL import Image

    with Image.open(path) as opened:
        packed = opened.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE, colors=128)
    packed.save(path, optimize=True)
