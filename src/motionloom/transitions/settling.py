"""The feet of a transition put where its plants say: the footskate clean-up of the `feet` room, with nothing moved at both ends.

What is special here: places of plants are known already, and the first and the last frame belong to the neighbouring motions.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.feet.cleanup.giving_way import COST, TILTING, stay_bent
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Rig, rig_of
from motionloom.feet.cleanup.root import average_weights
from motionloom.feet.cleanup.tilting import pelvis_of
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
    from motionloom.transitions._settling import correct_feet

    feet, rig = np.ascontiguousarray(feet), _rig(skeleton)
    corrections = np.empty_like(feet)
    if correct_feet(feet, bits, targets, stand, flies, world[1], rig.joints[:, 0], _bounds(skeleton), corrections):
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
    from motionloom.transitions._legs import ask_legs, move_joints

    parts = (rig.joints, rig.parents, rig.thigh, rig.shin, rig.hinges, rig.downs)
    windows, averages = _windows()
    asked = ask_legs(*world, parts, feet, bits, corrections, windows, averages[0])
    # NumPy's tanh, not the compiled one: their last bits differ, and the clean-up's recipes rest on NumPy's.
    least = stay_bent(asked[3][3], OPTIONS.reach)
    ways = (_ramp(len(feet)), windows[1], averages[1:], (COST, TILTING), OPTIONS.root_limit)
    move_joints(world, parts, pelvis_of(skeleton), feet, bits, corrections, stand, SINK, asked, least, *ways, rotations, roots)


@lru_cache(maxsize=64)
def _rig(skeleton: Skeleton) -> Rig:
    return rig_of(skeleton)


@lru_cache(maxsize=64)
def _bounds(skeleton: Skeleton) -> tuple[float, ...]:
    """What `correct_feet` is bounded by."""
    rig = _rig(skeleton)
    apart = APART * float(np.mean(rig.thigh + rig.shin))
    return OPTIONS.limit, FASTEST, PUSH, CARRY_PUSH, EASE, LIFT, HIGHEST, apart, RISE


@lru_cache(maxsize=1)
def _windows() -> tuple[tuple[float, ...], tuple[NDArray[np.float64], ...]]:
    """Frames of the windows lift and fade, and shares of averages: of bends, of shakes, of knees that lose bend, of a root that drops."""
    averages = (WINDOWS.bend, WINDOWS.shake, max(1, WINDOWS.bend // 2), WINDOWS.drop)
    return (float(WINDOWS.lift), float(WINDOWS.fade)), tuple(average_weights(window) for window in averages)


@lru_cache(maxsize=8)
def _ramp(frames: int) -> NDArray[np.float64]:
    """0 at both ends and 1 within (N,), smoothly."""
    s = np.minimum(np.minimum(np.arange(frames), np.arange(frames)[::-1]) / ENDS, 1.0)
    return s * s * (3 - 2 * s)
