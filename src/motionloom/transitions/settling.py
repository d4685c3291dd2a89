"""The feet of a transition put where its plants say: the footskate clean-up of the `feet` room, with nothing moved at both ends.

What is special here: places of plants are known already, and the first and the last frame belong to the neighbouring motions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.feet.cleanup.giving_way import COST, TILTING, straightest_bend
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
KNEES = (straightest_bend(OPTIONS.reach), SINK, OPTIONS.root_limit)
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
    from motionloom.transitions._legs import settle_feet

    rig, (windows, averages) = _parts(skeleton), _windows()
    ways = (_bounds(skeleton), KNEES, windows, averages, _ramp(len(feet)), (COST, TILTING))
    settle_feet(world, rig, pelvis_of(skeleton), feet, bits, targets, stand, flies, *ways, rotations, roots)


@lru_cache(maxsize=64)
def _parts(skeleton: Skeleton) -> tuple[NDArray[Any], ...]:
    """What loops must know of the legs: joints and parents (2, 4), thigh and shin (2,) metres, hinges and downs (2, 3)."""
    rig = _rig(skeleton)
    return rig.joints, rig.parents, rig.thigh, rig.shin, rig.hinges, rig.downs


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
