"""Balance at joins: the body is led over its feet where two pieces meet, so that its weight stays over what carries it.

Two pieces hold their weight over other feet, and going from the one to the other pushes the zero moment point out of the soles: nobody
could stand so. How far it is out at each moment is known. Moving the body by d moves the point by d - d''/w^2, w^2 being gravity over the
height of the centre of mass (the linear inverted pendulum; Kajita et al. 2003), so that the d that brings it back is the excess smoothed by
w/2 exp(-w|t|): a centimetre or two, which begins before the join, as people lean before they step.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.gravity import GRAVITY
from motionloom.feet.cleanup import CleanUp, CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.score.carriers import carriers
from motionloom.score.filters import mean_over, second_differences, smooth_below
from motionloom.score.support import support_polygons
from motionloom.score.tracks import LEG, RATE, SHARES, tracks_of
from motionloom.score.zero_moment import FEWEST, LEAST_LOAD, TIPPED_BELOW, TIPPED_OVER

ABOUT = 0.6  # seconds to either side of a join within which a body is led; farther it moves as it was captured
FADE = 0.3  # seconds more, over which that comes and goes
FARTHEST = 0.06  # metres that a body is moved at most
LOWEST = 0.2  # metres: the centre of mass of whoever lies on the floor
ROUNDS = 2  # feet that are held anew carry at other places, and the nearest place that carries is seldom the last


def hold_balanced(bare: Motion, plants: NDArray[np.bool_], joins: NDArray[np.intp]) -> CleanUp:
    """A motion at 60 Hz, its feet held on a level floor where plants (F, 4) say, and its weight over them about joins (n,).

    Feet stand where they stand without it: the hips go over them and the legs give way.
    """
    stood, options = Plants(plants, RATE), CleanUpOptions(ground=0.0)
    held, moved = clean(bare, stood, options), np.zeros((len(bare), 2))
    if not len(joins) or len(bare) < FEWEST:
        return held
    for _ in range(ROUNDS):
        moved = at_most(moved + find_lead(held.motion, held.held.bits, joins))
        roots = bare.root_positions.copy()
        roots[:, [0, 2]] += moved.astype(np.float32)
        held = clean(bare.with_arrays(bare.rotations, roots), stood, options, placed_by=bare)
    return held


def find_lead(motion: Motion, plants: NDArray[np.bool_], joins: NDArray[np.intp]) -> NDArray[np.float64]:
    """How far (F, 2) metres, x and z, to move a body at 60 Hz so that its weight stays over its feet about joins (n,)."""
    tracks = tracks_of(motion, plants)
    centres = smooth_below(tracks.segments, TIPPED_BELOW, RATE)
    excess = _excess(centres, *carriers(tracks), tracks.floor.min(axis=1))
    excess = mean_over(excess, round(TIPPED_OVER * RATE)) * near(len(motion), joins)[:, None]
    height = float(np.median(centres[..., 1] @ SHARES - tracks.floor.min(axis=1)))
    moved = smooth_ahead(excess, np.sqrt(GRAVITY / max(height, LOWEST)) / RATE) * body_of(motion.skeleton).leg_length / LEG
    return np.asarray(moved * _off_ends(len(motion))[:, None])


def at_most(moved: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same moves (F, 2), none farther than `FARTHEST`: small ones as they are, large ones drawn in smoothly."""
    size = np.linalg.norm(moved, axis=1, keepdims=True)
    return np.asarray(moved * FARTHEST * np.tanh(size / FARTHEST) / np.maximum(size, 1e-12))


def _off_ends(frames: int) -> NDArray[np.float64]:
    """0 at both ends (F,), where a body is told to be at a place, and 1 from `FADE` seconds on."""
    away = np.minimum(np.arange(frames), np.arange(frames)[::-1]) / RATE
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * np.clip(away / FADE, 0.0, 1.0)))


def near(frames: int, joins: NDArray[np.intp]) -> NDArray[np.float64]:
    """How near (F,) each frame is to a join: 1 within `ABOUT`, then less and less."""
    away = np.full(frames, np.inf)
    for join in joins:
        np.minimum(away, np.abs(np.arange(frames) - join) / RATE, out=away)
    return np.asarray(0.5 + 0.5 * np.cos(np.pi * np.clip((away - ABOUT) / FADE, 0.0, 1.0)))


def _excess(
    centres: NDArray[np.float64], corners: NDArray[np.float64], may: NDArray[np.bool_], floor: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The ways (F, 2) from the zero moment point to what may carry, times the body weight borne; 0 inside."""
    from motionloom.score._term_kernels import zero_moment_points

    accelerations = second_differences(centres, RATE)
    points = np.empty((len(centres), 2))
    zero_moment_points(centres, accelerations, SHARES, floor, GRAVITY, LEAST_LOAD, points)
    load = np.clip(1 + accelerations[..., 1] @ SHARES / GRAVITY, 0.0, 1.0)
    return np.stack([_way_in(point, hull) for point, hull in zip(points, support_polygons(corners, may), strict=True)]) * load[:, None]


def _way_in(point: NDArray[np.float64], hull: NDArray[np.float64]) -> NDArray[np.float64]:
    """From a point (2,) to the nearest one of a hull (n, 2), counter-clockwise; 0 inside, and where there is none."""
    if not len(hull):
        return np.zeros(2)
    sides, to = np.roll(hull, -1, axis=0) - hull, point - hull
    if len(hull) > 2 and np.all(sides[:, 0] * to[:, 1] - sides[:, 1] * to[:, 0] >= 0):
        return np.zeros(2)
    along = np.clip(np.sum(to * sides, axis=1) / np.maximum(np.sum(sides**2, axis=1), 1e-12), 0.0, 1.0)
    ways = hull + along[:, None] * sides - point
    return np.asarray(ways[np.argmin(np.sum(ways**2, axis=1))])


def smooth_ahead(excess: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    """The way d (F, 2) with d - d''/rate^2 = excess (F, 2), t in frames: excess smoothed by rate / 2 exp(-rate |t|)."""
    reach = round(6 / rate)
    kernel = np.exp(-rate * np.abs(np.arange(-reach, reach + 1)))
    kernel /= kernel.sum()
    return np.stack([np.convolve(excess[:, axis], kernel, mode="full")[reach : reach + len(excess)] for axis in (0, 1)], axis=1)
