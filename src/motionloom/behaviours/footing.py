"""Feet that stand while a machine plays, without delay.

A blend of clips whose feet stand has feet that slide and sink. What feet do is known of each clip beforehand: a machine keeps the plants
that its clips had when it was built, a person's corrections among them, and `find_footing` holds each clip's planted feet still. At run
time every heel and toe has a place of its own:

- It moves as fast as the clips' feet do, by weight: not at all where all of them stand, and slowing down as they do before that.
- It is as high as the clips' feet are, by weight, so never below the floor.
- Where the clips' votes disagree, a gate closes when more than half of them stand, and opens when they do no more.
- While the gate is open it also comes back to where the pose has it, so that what blending did to it is gone by the next step.

Then the foot is turned to fit heel and toe, the pelvis rises or sinks so that knees near straight do not pop, and legs are solved
analytically. `examples/three-machine/feet.js` is the same for engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE, State
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.core.roles import path_to_root
from motionloom.feet.cleanup import clean
from motionloom.feet.cleanup.calming import find_moving
from motionloom.feet.cleanup.ground import Ground, find_ground
from motionloom.feet.cleanup.rig import rig_of
from motionloom.feet.plants import Bits, Plants, drop_short

if TYPE_CHECKING:
    from motionloom.behaviours.characters import Characters
    from motionloom.behaviours.tables import Tables

Array = NDArray[np.float64]
SHORTEST = 0.05  # seconds: shorter plants and gaps are noise of the vote
PLANTS = "the machine's clips"


class FootTables(NamedTuple):
    """What the compiled step reads of feet: points are left heel, left toe, right heel and right toe.

    touching (F, 4): which points stand in every frame of every clip, in the order of `Tables`, but for plants that clean-up leaves; of the
    points of clips whose planted feet were held: heights (F, 4) metres, and seen from the clip's heading, level, velocities (F, 4, 2)
    metres a frame, since the frame before, and offsets (F, 4, 2) metres from where they were captured;
    joints (M,): those from the root to the feet, parents first; above (M,): the row of each one's parent, -1 for the root; bones (M, 3)
    metres from it; legs (2, 3): rows of hip, knee and ankle; carriers (4,): the row of each point's joint, and points (4, 3) metres in it;
    hinges (2, 3): in the hip's frame, what knees bend about; thigh, shin (2,) metres.
    """

    touching: NDArray[np.bool_]
    heights: NDArray[np.float64]
    velocities: NDArray[np.float64]
    offsets: NDArray[np.float64]
    joints: NDArray[np.int64]
    above: NDArray[np.int64]
    bones: NDArray[np.float64]
    legs: NDArray[np.int64]
    carriers: NDArray[np.int64]
    points: NDArray[np.float64]
    hinges: NDArray[np.float64]
    thigh: NDArray[np.float64]
    shin: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Footing:
    """What a machine's clips say about feet, and the ground: the floor they all stand on, level because characters walk over it in any
    direction."""

    tables: FootTables
    ground: Ground

    def beliefs(self, machine: Tables, characters: Characters) -> NDArray[np.float64]:
        """How likely (N, 4), 0 to 1, each point of each character is planted now, by the weights of the clips it is blended of."""
        from motionloom.behaviours._footing_kernels import believe

        out = np.empty((len(characters.state), 4))
        believe(machine, self.tables, characters, 0, len(out), out)
        return out

    def hold(self, machine: Tables, characters: Characters, dt: float, poses: NDArray[np.float32], roots: NDArray[np.float32]) -> None:
        """Hold the feet of characters that just took a step of dt seconds, in their poses (N, J, 4) and roots (N, 3)."""
        from motionloom.behaviours._footing_kernels import hold

        hold(machine, self.tables, characters, float(dt), 0, len(roots), poses, roots)


def find_footing(machine: Machine) -> Footing:
    """The footing of a machine, by the plants it keeps."""
    motions = [motion for state in machine.states for motion in state.motions]
    plants = [bits for state in machine.states for bits in find_plants(state)]
    # without places no slope can be told
    points = np.concatenate([foot_points(motion) * [0.0, 1.0, 0.0] for motion in motions])
    ground = find_ground(points, np.concatenate(plants), body_of(machine.skeleton).leg_length)
    held = [state.captured is not None for state in machine.states for _ in state.motions]
    paths = [_follow_feet(motion, bits, None if done else ground) for motion, bits, done in zip(motions, plants, held, strict=True)]
    return Footing(FootTables(*(np.concatenate(parts) for parts in zip(*paths, strict=True)), *_legs(machine.skeleton)), ground)


def find_plants(state: State) -> tuple[Bits, ...]:
    """The plants (F, 4) of a state's clips: those it keeps, or what Motionloom's own oracle says where a machine was built without."""
    if state.plants is not None:
        return state.plants
    from motionloom.feet.oracle import default_oracle

    return tuple(default_oracle().label(motion).bits for motion in state.motions)


def _follow_feet(motion: Motion, held: Bits, ground: Ground | None) -> tuple[Bits, Array, Array, Array]:
    """Touching, heights, velocities and offsets of one clip, as in `FootTables`; ground: to hold its feet on, None where they are held."""
    points = foot_points(motion).astype(np.float64)
    if ground is not None:
        cleaned = clean(motion, Plants(held, motion.fps), None, ground)
        held, points = cleaned.held.bits, foot_points(cleaned.motion).astype(np.float64)
    else:
        held = held & ~find_moving(points, motion.fps)  # plants that clean-up let go
    steps, offsets = np.zeros_like(points), points - foot_points(motion)
    steps[1:] = np.diff(points, axis=0)  # from the frame before: what a step of the machine's rate adds up again
    steps[1:][held[1:] & held[:-1]] = 0.0
    steps[0] = steps[1]
    facing = headings(motion)
    return held, points[..., 1], _see_from(facing, steps), _see_from(facing, offsets)


def _see_from(facing: Array, ways: Array) -> Array:
    """The level part (F, 4, 2) of ways (F, 4, 3), seen by who faces facing (F,) radians."""
    cosine, sine, x, z = np.cos(facing)[:, None], np.sin(facing)[:, None], ways[..., 0], ways[..., 2]
    return np.stack([cosine * x - sine * z, sine * x + cosine * z], axis=-1)


def _legs(skeleton: Skeleton) -> tuple[NDArray[np.generic], ...]:
    """The joints, rows and lengths of `FootTables`, from joints on."""
    rig = rig_of(skeleton)
    joints = np.array(sorted({joint for end in rig.point_joints for joint in path_to_root(skeleton, int(end))}), dtype=np.int64)
    rows = {int(joint): row for row, joint in enumerate(joints)}
    above = np.array([rows.get(int(skeleton.parents[joint]), -1) for joint in joints], dtype=np.int64)
    legs = np.array([[rows[int(joint)] for joint in leg[:3]] for leg in rig.joints], dtype=np.int64)
    carriers = np.array([rows[int(joint)] for joint in rig.point_joints], dtype=np.int64)
    bones = np.ascontiguousarray(skeleton.offsets[joints], dtype=np.float64)
    return joints, above, bones, legs, carriers, rig.points, rig.hinges, rig.thigh, rig.shin


def to_plants(beliefs: NDArray[np.float64]) -> Plants:
    """Plants where beliefs (F, 4) are above a half, without flicker."""
    bits = np.stack([drop_short(column > 0.5, SHORTEST * RATE) for column in beliefs.T], axis=1)
    return Plants(bits, RATE, source=PLANTS)
