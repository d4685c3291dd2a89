"""The family of checks: each is one file in `checks/`; other packages add theirs by entry points of `motionloom.glitches`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from motionloom.core import Motion
from motionloom.core.markers import is_markers, marker_joints
from motionloom.core.registry import Registry
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks

GROUP = "motionloom.glitches"
# In this order: what a freeze, a jump or a tremble does to the frames around it is not told again as a pop or a flip.
KINDS = ("rate", "freeze", "jump", "jitter", "pop", "flip", "floor")
SHORTEST = 5  # frames: in fewer there is nothing to tell a glitch from


@dataclass(frozen=True)
class Check:
    """A kind of glitch: its name, words for people, and the function that finds it.

    alone: whether it is told of frames that an earlier kind has told of.
    """

    kind: str
    title: str
    find: Callable[[Tracks], list[Glitch]]
    alone: bool = False


CHECKS: Registry[Check] = Registry("kind of glitch", GROUP, tuple(f"motionloom.glitches.checks.{kind}" for kind in KINDS))


def register(check: Check) -> Check:
    """Make a kind of glitch known."""
    return CHECKS.add(check.kind, check)


def find_glitches(motion: Motion | Tracks) -> list[Glitch]:
    """All that is wrong with a motion, by where it begins; each frame under the kind that explains it."""
    tracks = motion if isinstance(motion, Tracks) else Tracks(motion)
    if len(tracks) < SHORTEST:
        return []
    known = CHECKS.all()
    told = known["rate"].find(tracks)
    if told:  # all others count in seconds
        tracks = Tracks(replace(tracks.motion, fps=told[0].size).with_world(*tracks.motion.world))
    for kind in (*KINDS[1:], *(kind for kind in known if kind not in KINDS)):
        check = known[kind]
        explained = [] if check.alone else [glitch for glitch in told if not known[glitch.kind].alone]
        told += [glitch for glitch in check.find(tracks) if not any(glitch.overlaps(other) for other in explained)]
    if is_markers(tracks.motion.skeleton):
        told = _of_markers(told, tracks.motion)
    return sorted(told, key=lambda glitch: (glitch.start, glitch.stop))


def _of_markers(told: list[Glitch], motion: Motion) -> list[Glitch]:
    """What is wrong with markers, not with what carries them; frames can be cut, but bones that mean nothing are not bent."""
    names = {"", *(motion.skeleton.names[joint] for joint in marker_joints(motion.skeleton))}
    return [glitch if glitch.remedy == "cut" else replace(glitch, remedy="") for glitch in told if glitch.joint in names]
