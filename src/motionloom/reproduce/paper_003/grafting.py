"""One graft of two clips, measured and shown as the paper shows it: base, donor, result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.core import quaternion
from motionloom.core.motion import Motion
from motionloom.core.parts import UPPER_BODY, find_part
from motionloom.enrich.grafts.candidates import Candidate
from motionloom.library import Library
from motionloom.reproduce.result import Given, Number
from motionloom.reproduce.strips import stack_strips


@dataclass(frozen=True, eq=False)
class Grafted:
    """A base, a donor, what came of them, and how."""

    base: Motion
    donor: Motion
    made: Motion
    how: Candidate


def graft(library: Library, base: str, donor: str) -> Grafted:
    """The upper body of one clip on another, both by name, arms on the legs' clock."""
    from motionloom.core.errors import MotionloomError
    from motionloom.enrich.grafts.candidates import make_candidate, read_body
    from motionloom.enrich.grafts.maker import graft_recipe
    from motionloom.making.makers import make
    from motionloom.making.plants import find_plants
    from motionloom.making.sources import Sources, clip_source

    clips = [library.clip(library.find(name)) for name in (base, donor)]
    motions = [library.motion(clip.id) for clip in clips]
    bodies = [read_body(clip.id, motion, find_plants(library, clip, motion)) for clip, motion in zip(clips, motions, strict=True)]
    how = make_candidate(bodies[0], bodies[1], True)
    if how is None:
        raise MotionloomError(f"{donor} cannot be grafted on {base}: the torso graph or their clocks forbid it; name another pair")
    recipe = graft_recipe(clip_source(clips[0]), clip_source(clips[1]), how.clock, how.enter, how.leave, warped=how.warped)
    return Grafted(motions[0], motions[1], make(Sources(library), recipe).motion, how)


def measure(found: Grafted) -> tuple[Number, ...]:
    """How long it lasts, how safe it is, that the legs stay, and how far the arms come from the base's."""
    legs = ~find_part(found.base.skeleton, UPPER_BODY).joints
    stayed = np.array_equal(found.base.rotations[:, legs], found.made.rotations[:, legs])
    stayed &= np.array_equal(found.base.root_positions, found.made.root_positions)
    turned = quaternion.angle_between(found.made.rotations, found.base.rotations).mean(axis=0)[~legs]
    return (
        Number("seconds of the base", found.base.duration, "", "s", 0.05),
        Number("seconds with the donor's upper body", found.how.leave - found.how.enter, "", "s", 0.2),
        Number("frames that the torso graph calls safe", 100 * found.how.safe, "", "%", 5.0),
        Number("legs and root stay bit for bit (1: yes)", float(stayed), "1", "", 0.0),
        Number("the joint that changed most", float(np.degrees(turned.max())), "", "degrees", 3.0),
    )


def show(given: Given, found: Grafted, name: str) -> str:
    """Base, donor and result above each other."""
    return stack_strips(given, (found.base, found.donor, found.made), name)
