"""Filmstrips of the worst moments: the poses about each, and the path of the joint it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.judge.summary import Moment

BEFORE = AFTER = 0.3  # seconds
CELLS = 7
SIZE = (240, 320)
POINTS = {"heel": "ankle", "foot": "ankle", "shin": "ankle", "forearm": "wrist", "thigh": "knee", "arm": "elbow"}


@dataclass(frozen=True)
class Pictured:
    """A picture that was drawn, of which moment, and how many times the captures' 99.9th percentile it has."""

    path: Path
    moment: Moment
    times: float


def draw_moment(motion: Motion, moment: Moment, times: float, folder: Path, number: int) -> Pictured:
    """Draw the seconds about a moment of a motion into a folder."""
    from motionloom.render import Figure, Label, Scene, save_filmstrip
    from motionloom.render.theme import LIGHT

    first = max(0, round((moment.seconds - BEFORE) * motion.fps))
    last = min(len(motion), round((moment.seconds + AFTER) * motion.fps) + 1)
    figure = Figure(motion[first:last], trails=role_of(motion, moment.channel))
    start = first / motion.fps
    words = f"{moment.measure} {moment.channel}\nfrom {start:.2f} s"
    scene = Scene((figure,), labels=(Label(words),), theme=LIGHT)
    name = re.sub(r"[^a-z0-9.]+", "-", f"{number:02d} {moment.clip} {moment.measure} {moment.seconds:.2f}s".lower())
    path = folder / f"{name}.png"
    save_filmstrip(scene, path, min(CELLS, last - first), size=SIZE, view="side")
    return Pictured(path, moment, times)


def role_of(motion: Motion, channel: str) -> tuple[str, ...]:
    """The role whose path shows what a channel is of: that joint, the ankle for a heel, nothing for the whole body."""
    roles = body_of(motion.skeleton).roles
    words = channel.split(" and ")[0].replace("_", " ").split()
    if len(words) >= 2 and words[0] in ("left", "right"):
        part = POINTS.get(words[-1], words[-1])
        role = f"{words[0]}_{part}"
        return (role,) if role in roles else (f"{words[0]}_ankle",) if part == "toe" else ()
    return (channel,) if channel in roles else ()
