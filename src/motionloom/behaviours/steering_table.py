"""Two things at once: a turn and a speed, mapped together to weights of a state's clips by radial basis functions (section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.parameters import measure, sample_weights
from motionloom.core import Motion
from motionloom.core.errors import MotionError

TURNS, SPEEDS = 25, 13  # entries of the table along either axis
FEWEST = 3  # clips that can differ in two things


@dataclass(frozen=True, eq=False)
class SteeringTable:
    """turns (A,) radians a second and speeds (B,) metres a second, evenly spaced, and the weights (A, B, K) of the clips for each pair.

    Where the clips cannot do both, the weights are those of the nearest they can.
    """

    turns: NDArray[np.float64]
    speeds: NDArray[np.float64]
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        shapes = tuple(np.shape(each) for each in (self.turns, self.speeds, self.weights))
        if shapes[:2] != ((TURNS,), (SPEEDS,)) or shapes[2][:2] != (TURNS, SPEEDS) or len(shapes[2]) != 3:
            raise MotionError(f"turn and speed at once need weights of {TURNS} turns and {SPEEDS} speeds, found {shapes}")
        if not all(np.isfinite(each).all() for each in (self.turns, self.speeds, self.weights)):
            raise MotionError("turns, speeds and their weights must be finite")

    def asked(self) -> NDArray[np.float64]:
        """Every pair of values (A * B, 2), in the order of the weights."""
        return np.stack(np.meshgrid(self.turns, self.speeds, indexing="ij"), axis=-1).reshape(-1, 2)


def make_steering_table(motions: Sequence[Motion], frames: NDArray[np.float64], lap: tuple[float, float], seed: int = 0) -> SteeringTable:
    """The table over blends of these clips, from what each blend would do."""
    from scipy.interpolate import RBFInterpolator

    if len(motions) < FEWEST:
        raise MotionError(f"turn and speed at once need {FEWEST} clips or more, found {len(motions)}; steer by one of them")
    samples = sample_weights(len(motions), np.random.default_rng(seed))
    measured = np.stack([measure(name, motions, frames, lap, samples) for name in ("turn", "speed")], axis=1)
    span = np.ptp(measured, axis=0)
    if span[0] < 0.05 or span[1] < 0.05:
        raise MotionError(f"the clips differ by {span[0]:.2f} rad/s in turn and by {span[1]:.2f} m/s in speed; steer by one of them")
    turns, speeds = (np.linspace(measured[:, k].min(), measured[:, k].max(), count) for k, count in ((0, TURNS), (1, SPEEDS)))
    table = SteeringTable(turns, speeds, np.zeros((TURNS, SPEEDS, len(motions))))
    function = RBFInterpolator(measured / span, samples, kernel="gaussian", epsilon=3.0, smoothing=1e-2, degree=1)
    made = _shape(table, function(pull_inside(table.asked(), measured) / span))
    flat = made.weights.reshape(-1, len(motions))
    return correct_steering_table(made, np.stack([measure(name, motions, frames, lap, flat) for name in ("turn", "speed")], axis=1))


def correct_steering_table(table: SteeringTable, got: NDArray[np.float64]) -> SteeringTable:
    """The table read where it did what was asked: got (A * B, 2) is what every entry did, over the same pairs of values."""
    from scipy.interpolate import LinearNDInterpolator

    span = np.array([np.ptp(table.turns), np.ptp(table.speeds)])
    function = LinearNDInterpolator(got / span, table.weights.reshape(len(got), -1), rescale=False)
    asked = pull_inside(table.asked(), got)
    weights = function(asked / span)
    lost = np.isnan(weights).any(axis=1)  # on the very border: the nearest entry
    nearest = np.argmin(np.linalg.norm((asked[lost, None] - got[None]) / span, axis=2), axis=1)
    weights[lost] = table.weights.reshape(len(got), -1)[nearest]
    return _shape(table, weights)


def _shape(table: SteeringTable, weights: NDArray[np.float64]) -> SteeringTable:
    weights = np.maximum(weights, 0.0)
    weights /= weights.sum(axis=1, keepdims=True)
    return SteeringTable(table.turns, table.speeds, weights.reshape(len(table.turns), len(table.speeds), -1))


def pull_inside(asked: NDArray[np.float64], possible: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pairs of values (N, 2), those beyond the hull of what is possible (M, 2) moved to the nearest place of its border."""
    from scipy.spatial import Delaunay

    span = np.maximum(np.ptp(possible, axis=0), 1e-9)
    points, wanted = possible / span, asked / span
    hull = Delaunay(points)
    outside = np.flatnonzero(hull.find_simplex(wanted) < 0)
    ends = points[hull.convex_hull]  # (H, 2, 2): the border's pieces
    along = ends[:, 1] - ends[:, 0]
    share = np.einsum("nhd,hd->nh", wanted[outside, None] - ends[None, :, 0], along) / np.maximum((along**2).sum(axis=1), 1e-12)
    places = ends[None, :, 0] + np.clip(share, 0, 1)[..., None] * along
    best = np.argmin(np.linalg.norm(places - wanted[outside, None], axis=2), axis=1)
    moved = wanted.copy()
    moved[outside] = places[np.arange(len(outside)), best]
    return np.asarray(moved * span)
