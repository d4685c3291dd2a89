"""The zero moment point: where on the ground the reaction force must act for the body to move as it does (Shin et al. 2003).

With both feet off the ground there is none; there the centre of mass must fall freely instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.gravity import GRAVITY
from motionloom.core.kinematics import differentiate
from motionloom.score.segments import MassModel, segment_centres

CUTOFF = 4.0  # Hz: accelerations of captured joints are noise above this
FEWEST = 16  # frames: fewer are not smoothed
LEAST_LOAD = 0.15  # of body weight: below it the point runs off to infinity
TIPPED_OVER = 0.2  # seconds: what is out of balance for less tips nobody over
TIPPED_BELOW = 3.0  # Hz: faster, and a runner's foot is not under the push that is known so finely only in time


@dataclass(frozen=True, eq=False)
class Dynamics:
    """points (F, 2) metres: x and z of the zero moment point; load (F,): vertical ground force over body weight.

    parts (F, S, 2) and loads (F, S) are each segment's share in them for a mass of one, so that other masses need no new
    derivatives: points = sum(mass * parts) / sum(mass * loads). fall (F, 3) m/s2: how the centre of mass accelerates.
    """

    points: NDArray[np.float64]
    load: NDArray[np.float64]
    fall: NDArray[np.float64]
    parts: NDArray[np.float64]
    loads: NDArray[np.float64]


def require_length(motion: Motion) -> None:
    """An error for a motion so short that its accelerations cannot be told from noise."""
    least = max(FEWEST, round(motion.fps / CUTOFF))
    if len(motion) < least:
        raise MotionError(
            f"{motion.name!r} has {len(motion)} frames; expected {least} or more ({least / motion.fps:.2f} s at {motion.fps:g} Hz) to tell "
            "its balance by; score a longer stretch"
        )


def smooth(values: NDArray[np.float64], fps: float, cutoff: float = CUTOFF) -> NDArray[np.float64]:
    """Values (F, ...) without what is above `cutoff` Hz, unshifted in time; too short or slow a series is left as it is."""
    from scipy.signal import sosfiltfilt

    if cutoff >= 0.45 * fps or len(values) < FEWEST:
        return values
    padding = min(len(values) - 1, round(fps / cutoff))
    return np.asarray(sosfiltfilt(_low_pass(cutoff, fps), values, axis=0, padtype="odd", padlen=padding))


@lru_cache(maxsize=64)
def _low_pass(cutoff: float, fps: float) -> NDArray[np.float64]:
    """The filter's sections, designed once: designing takes longer than filtering a transition."""
    from scipy.signal import butter

    return np.asarray(butter(2, cutoff, fs=fps, output="sos"))


def compute_dynamics(motion: Motion, ground: float, masses: MassModel | None = None, cutoff: float = CUTOFF) -> Dynamics:
    """The dynamics of a motion over a level floor at height `ground` metres."""
    shares = np.array((masses or MassModel()).shares)
    centres = smooth(segment_centres(motion), motion.fps, cutoff)
    acceleration = differentiate(centres, motion.fps, order=2)
    loads = acceleration[..., 1] + GRAVITY
    height = centres[..., 1] - ground
    parts = centres[..., [0, 2]] * loads[..., None] - acceleration[..., [0, 2]] * height[..., None]
    load = loads @ shares
    safe = np.maximum(load, LEAST_LOAD * GRAVITY)
    points = np.einsum("s,fsc->fc", shares, parts) / safe[:, None]
    return Dynamics(points, load / GRAVITY, np.einsum("s,fsc->fc", shares, acceleration), parts, loads)
