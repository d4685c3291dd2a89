"""Mass shares fitted so that captured motion is in balance, staying near Winter's table (paper 000 section 5.6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.score.balance import carrying, measure_balance
from motionloom.score.segments import SEGMENTS, TABLE, MassModel
from motionloom.score.support import distance_to_support, sole_corners, standing_corners

STAY = 0.002  # metres that a change of all shares by a tenth must bring the points nearer, to be worth it
FARTHEST = 0.15  # metres: what is further out is a chair or a missing plant, and says nothing about masses
LEAST_SHARE = 0.6  # captures in balance for less of the time than this by the table stand on something else than the floor
FRAMES = 6_000  # enough to fit ten numbers on


def fit_masses(motions: Sequence[Motion], plants: Sequence[NDArray[np.bool_]], rng: np.random.Generator) -> MassModel:
    """Shares that bring the zero moment point of these motions nearest to their support, on at most 6,000 of their frames."""
    from scipy.optimize import minimize

    parts: list[NDArray[Any]] = []
    loads: list[NDArray[Any]] = []
    corners: list[NDArray[Any]] = []
    standing: list[NDArray[Any]] = []
    for motion, bits in zip(motions, plants, strict=True):
        balance = measure_balance(motion, bits)
        if balance.share_inside < LEAST_SHARE:
            continue
        use = balance.judged & balance.supported & (balance.dynamics.load > 0.4)
        parts.append(balance.dynamics.parts[use])
        loads.append(balance.dynamics.loads[use])
        corners.append(sole_corners(motion)[use])
        standing.append(standing_corners(carrying(bits, motion.fps))[use])
    if not loads:
        raise MotionError("no capture stands on its own feet for long enough to fit masses on; give walks")
    chosen = _choose(sum(map(len, loads)), rng)
    p, w, c, s = (np.concatenate(list_)[chosen] for list_ in (parts, loads, corners, standing))
    table = TABLE / TABLE.sum()

    def cost(logs: NDArray[np.float64]) -> float:
        shares = table * np.exp(logs)
        points = np.einsum("s,fsc->fc", shares, p) / (w @ shares)[:, None]
        away = distance_to_support(points, c, s)
        return float(np.mean(np.minimum(away, FARTHEST)) + STAY * np.mean((logs / 0.1) ** 2))

    found = minimize(
        cost, np.zeros(len(SEGMENTS)), method="Powell", bounds=[(-1.0, 1.0)] * len(SEGMENTS), options={"maxiter": 6, "xtol": 1e-2}
    )
    shares = table * np.exp(found.x)
    return MassModel(tuple(float(share) for share in shares / shares.sum()), f"fitted on {len(loads)} captures")


def _choose(count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    return np.sort(rng.permutation(count)[:FRAMES])
