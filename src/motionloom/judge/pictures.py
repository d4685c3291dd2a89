"""Filmstrips of the worst moments: the poses about each, and the path of the joint it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.judge.summary import Moment

if TYPE_CHECKING:
    from PIL.Image import Image

BEFORE = AFTER = 0.3  # seconds
CELLS = 7
SIZE, GAP, CAPTION = (240, 320), 2, 40  # pixels
POINTS = {"heel": "ankle", "foot": "ankle", "shin": "ankle", "forearm": "wrist", "thigh": "knee", "arm": "elbow"}


@dataclass(frozen=True)
class Pictured:
    """A picture that was drawn, of which moment, and how many times the captures' 99.9th percentile it has."""

    path: Path
    moment: Moment
    times: float


def draw_moment(motion: Motion, moment: Moment, times: float, folder: Path, number: int) -> Pictured:
    """Draw the seconds about a moment of a motion into a folder."""
    from motionloom.render.files import save_image

    first = max(0, round((moment.seconds - BEFORE) * motion.fps))
    last = min(len(motion), round((moment.seconds + AFTER) * motion.fps) + 1)
    name = re.sub(r"[^a-z0-9.]+", "-", f"{number:02d} {moment.clip} {moment.measure} {moment.seconds:.2f}s".lower())
    path = folder / f"{name}.png"
    words = (
        f"{moment.clip}: {moment.measure} at {moment.seconds:.2f} s, {moment.channel}, {times:.1f} times the captures' 99.9th percentile"
    )
    save_image(lambda: _strip(motion[first:last], first / motion.fps, role_of(motion, moment.channel), words), path)
    return Pictured(path, moment, times)


def _strip(part: Motion, start: float, trails: tuple[str, ...], words: str) -> Image:
    """Cells of a part of a motion that starts at a second, with the true seconds in them and words above."""
    from PIL import Image as images

    from motionloom.render import LIGHT, Figure, Scene, filmstrip
    from motionloom.render.overlay import letter_size, write

    count, letters = min(CELLS, len(part)), letter_size(SIZE[1])
    cells = filmstrip(Scene((Figure(part, trails=trails),)), count, size=SIZE, view="side", stamps=False, gap=GAP)
    sheet = images.new("RGB", (cells.width, cells.height + CAPTION), LIGHT.sky)
    write(sheet, words, "top left", LIGHT.text, letters)
    for number in range(count):
        left = number * (SIZE[0] + GAP)
        cell = cells.crop((left, 0, left + SIZE[0], SIZE[1]))
        time = start + number / max(count - 1, 1) * (len(part) - 1) / part.fps
        write(cell, f"{time:.2f} s", "bottom left", LIGHT.text, letters)
        sheet.paste(cell, (left, CAPTION))
    return sheet


def role_of(motion: Motion, channel: str) -> tuple[str, ...]:
    """The role whose path shows what a channel is of: that joint, the ankle for a heel, nothing for the whole body."""
    roles = body_of(motion.skeleton).roles
    words = channel.split(" and ")[0].replace("_", " ").split()
    if len(words) >= 2 and words[0] in ("left", "right"):
        part = POINTS.get(words[-1], words[-1])
        role = f"{words[0]}_{part}"
        return (role,) if role in roles else (f"{words[0]}_ankle",) if part == "toe" else ()
    return (channel,) if channel in roles else ()
