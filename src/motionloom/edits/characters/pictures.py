"""A character as a picture: its mesh at rest, with its mapped joints on it."""

from __future__ import annotations

from os import PathLike

import numpy as np

from motionloom.core import Motion
from motionloom.core.roles import find_roles
from motionloom.formats.character_file import CharacterFile
from motionloom.render import Figure, Scene
from motionloom.render.files import save_image
from motionloom.render.scene import Arrows, Label, Markers
from motionloom.render.strips import picture
from motionloom.render.theme import theme_named

LEFT, RIGHT, MIDDLE = "#d8794d", "#4a87ab", "#2fa36b"


def at_rest(character: CharacterFile) -> Motion:
    """One frame of the character in its rest pose."""
    skeleton = character.skeleton
    return Motion(skeleton, skeleton.rest_rotations[None].astype(np.float32), skeleton.rest_root[None].astype(np.float32), 30.0)


def rest_scene(character: CharacterFile, theme: str = "light") -> Scene:
    """The character at rest, a ball on every mapped joint (left orange, right blue) and lines between them."""
    places, roles = character.skeleton.rest_positions, find_roles(character.skeleton)
    marks, lines = [], []
    for colour, begins in ((LEFT, "left"), (RIGHT, "right"), (MIDDLE, "")):
        own = [role for role in roles if role.startswith(begins) and (begins or not role.startswith(("left", "right")))]
        if own:
            marks.append(Markers(places[[roles[role] for role in own]], colour=colour, radius=0.016))
    mapped = set(roles.values())
    ends = [(joint, _above(character, joint, mapped)) for joint in mapped]
    starts = [(places[above], places[joint] - places[above]) for joint, above in ends if above >= 0]
    if starts:
        lines.append(Arrows(np.stack([start for start, _ in starts]), np.stack([way for _, way in starts]), colour="#3a3a40", radius=0.004))
    count = f"{len(roles)} roles mapped" + (f", missing {', '.join(character.missing)}" if character.missing else "")
    figure = Figure(at_rest(character), skin=character.skin, opacity=0.6)
    return Scene((figure,), markers=tuple(marks), arrows=tuple(lines), labels=(Label(count),), theme=theme_named(theme), floor=0.0)


def _above(character: CharacterFile, joint: int, mapped: set[int]) -> int:
    """The next mapped joint towards the root, -1 where there is none."""
    joint = int(character.skeleton.parents[joint])
    while joint >= 0 and joint not in mapped:
        joint = int(character.skeleton.parents[joint])
    return joint


def save_map(character: CharacterFile, path: str | PathLike[str], size: tuple[int, int] = (720, 720)) -> None:
    """Write the picture of a character's joint map to .png, .jpg or .webp."""
    save_image(lambda: picture(rest_scene(character), size=size, view="front"), path)
