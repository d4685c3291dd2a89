"""The feet of a transition put where its plants say: the footskate clean-up of the `feet` room, with nothing moved at both ends.

What is special here: places of plants are known already, and the first and the last frame belong to the neighbouring motions.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.feet.cleanup.giving_way import give_way
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Legs, Rig, rig_of
from motionloom.feet.cleanup.root import lower_root
from motionloom.feet.cleanup.tilting import tilt_pelvis
from motionloom.transitions.stock import RATE

# A plant farther away than the limit would be held by a leg torn out of shape.
OPTIONS = CleanUpOptions(limit=0.25, root_limit=0.1)
WINDOWS = OPTIONS.windows(RATE)
SINK = 0.005  # metres that a free foot on the ground may come down so that its knee bends smoothly
FASTEST = 0.025  # metres a frame: a foot that the blend moves so fast is on its way, whatever its plant says
PUSH = 0.002  # metres that a foot may be moved within a frame, four times that within two: an acceleration of 40 m/s2
CARRY_PUSH = 0.0012  # the same for plants that the blend does not ask for
EASE = 12.0  # frames in which a foot gives up, or takes on, the speed it had at the border of its plant
LIFT, HIGHEST = 0.4, 0.07  # how high a foot rises that has to step: share of its way, and metres
RISE = 6  # frames in which a foot is raised that would skim or dip
APART = 0.09  # leg lengths between the middles of two feet beside each other: 7 cm, as in captures
ENDS = 6  # frames over which the root's own way is taken up and given back


def settle(
    skeleton: Skeleton,
    rotations: NDArray[np.float32],
    roots: NDArray[np.float32],
    world: tuple[NDArray[np.float32], NDArray[np.float32]],
    feet: NDArray[np.float64],
    bits: NDArray[np.bool_],
    targets: NDArray[np.float64],
    stand: NDArray[np.float64],
    flies: NDArray[np.bool_],
) -> None:
    """Hold planted feet (N, 4, 3) at targets (N, 4, 3) metres: changes rotations (N, J, 4) and roots (N, 3), and bits (N, 4) and targets
    to those that are held. world: rotations (N, J, 4) and positions (N, J, 3) of the joints; stand (4,) metres above the floor: where each
    point of the feet is when it stands; flies (N,): where the body may be without support."""
    from motionloom.transitions._carrying import carry_body
    from motionloom.transitions._holding import plan_holds
    from motionloom.transitions._settling import clear_floor, move_feet, part_feet

    feet = np.ascontiguousarray(feet)
    plan_holds(bits, targets, feet, OPTIONS.limit, FASTEST, PUSH)
    carry_body(bits, targets, feet, stand, flies, OPTIONS.limit, CARRY_PUSH)
    corrections = np.empty_like(feet)
    move_feet(feet, bits, targets, EASE, LIFT, HIGHEST, PUSH, corrections)
    rig = _rig(skeleton)
    part_feet(feet, bits, _across(world[1][:, rig.joints[:, 0]]), APART * float(np.mean(rig.thigh + rig.shin)), RISE, corrections)
    clear_floor(feet, bits, stand, RISE, corrections)
    if corrections.any():
        _move_legs(skeleton, rig, world, feet, bits, corrections, stand, rotations, roots)


def _move_legs(
    skeleton: Skeleton,
    rig: Rig,
    world: tuple[NDArray[np.float32], NDArray[np.float32]],
    feet: NDArray[np.float64],
    bits: NDArray[np.bool_],
    corrections: NDArray[np.float64],
    stand: NDArray[np.float64],
    rotations: NDArray[np.float32],
    roots: NDArray[np.float32],
) -> None:
    """Move feet (N, 4, 3) by corrections (N, 4, 3) metres, in place; pelvis and free feet give way so that knees bend smoothly."""
    from motionloom.feet.cleanup._corrections import set_pins
    from motionloom.feet.cleanup._solve import place_feet, solve_legs

    pins, flex, held = np.full((len(feet), 2), 0.5), np.zeros((len(feet), 2)), bits.copy()
    held[[0, -1]] = True
    for foot in range(2):
        set_pins(held, foot, float(WINDOWS.lift), float(WINDOWS.fade), pins, flex)
    parts = (world[0][:, rig.joints], world[1][:, rig.joints], world[0][:, rig.parents], feet)
    legs = Legs(*(np.ascontiguousarray(part, np.float64) for part in parts))
    ankles, *turns = place_feet(legs, corrections, pins, flex)
    spans, ramp = rig.thigh + rig.shin, _ramp(len(bits))[:, None]
    rooms = np.maximum((feet + corrections)[..., 1] - stand, SINK).reshape(-1, 2, 2).min(axis=2)
    given = give_way(legs, rig, ankles, bits, rooms, WINDOWS, OPTIONS.reach, OPTIONS.root_limit, True, ramp)
    lowered = lower_root(given.legs, given.ankles, spans, 1.0, WINDOWS.drop) * ramp
    local, _ = solve_legs(given.legs, rig.hinges, (given.ankles, *turns), lowered, spans, 1.0, given.sides)
    for foot in range(2):
        for part, joint in enumerate(rig.joints[foot]):
            if part == 0 or joint != rig.joints[foot, part - 1]:
                rotations[:, joint] = local[:, foot, part]
    roots += (given.shifts + lowered).astype(np.float32)
    tilt_pelvis(skeleton, world, given.tilts, rotations, roots)


@lru_cache(maxsize=64)
def _rig(skeleton: Skeleton) -> Rig:
    return rig_of(skeleton)


def _across(hips: NDArray[np.float32]) -> NDArray[np.float64]:
    """The level direction (N, 2) from the right to the left hip, of hips (N, 2, 3)."""
    away = (hips[:, 0] - hips[:, 1])[:, [0, 2]].astype(np.float64)
    return np.asarray(away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6))


@lru_cache(maxsize=8)
def _ramp(frames: int) -> NDArray[np.float64]:
    """0 at both ends and 1 within (N,), smoothly."""
    s = np.minimum(np.minimum(np.arange(frames), np.arange(frames)[::-1]) / ENDS, 1.0)
    return s * s * (3 - 2 * s)
