"""How firm the feet of transitions are and how hard their joints jerk, beside the captures they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.transitions.comparison import natural_limit
from motionloom.transitions.joining import join
from motionloom.transitions.synthesis import Transition, make_transition
from motionloom.transitions.table import TransitionTable

LOW = 0.02  # metres above the floor: what is lower and moves is dragged, whether it is called a plant or not
PERCENTILES = (50, 75, 90)
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Beside:
    """Percentiles (50, 75, 90) of the same quantity in transitions and in captures."""

    made: tuple[float, ...]
    captured: tuple[float, ...]


@dataclass(frozen=True)
class Firmness:
    """Of random pairs of frames: how many there were, how many score within `limit` metres, and of those the speeds in m/s along the
    ground of planted heels and toes and of those near the floor; of all of them the largest joint acceleration in m/s2. Captured: windows
    that begin at the same frames."""

    pairs: int
    natural: int
    limit: float
    planted: Beside
    low: Beside
    acceleration: Beside


@dataclass(frozen=True)
class _Sides:
    """Values (n,) of transitions and of captures, pair by pair."""

    made: list[Array] = field(default_factory=list)
    captured: list[Array] = field(default_factory=list)

    def sum_up(self) -> Beside:
        """Percentiles of all; none where there is nothing."""
        both = (np.concatenate(side) if side else np.empty(0) for side in (self.made, self.captured))
        return Beside(*(tuple(round(float(v), 3) for v in np.percentile(x, PERCENTILES)) if len(x) else () for x in both))


def measure_pairs(table: TransitionTable, pairs: int = 300, seed: int = 0, progress: Progress | None = None) -> Firmness:
    """Random pairs of frames, made into transitions and measured."""
    stock, length, limit = table.stock, table.frames, natural_limit(table)
    rng = np.random.default_rng(seed)
    planted, low, peaks = _Sides(), _Sides(), _Sides()
    natural = 0
    progress = progress or Progress()
    progress.begin("Measuring pairs", pairs)
    for _ in range(pairs):
        source, target = int(rng.choice(table.starts)), int(rng.choice(table.starts)) + length - 1
        made, captured = make_transition(table, source, target), stock.motion(source, source + length)
        peaks.made.append(accelerations(made.motion).max(keepdims=True).ravel())
        peaks.captured.append(accelerations(captured).max(keepdims=True).ravel())
        planted.captured.append(planted_speeds(captured, stock.plants[source : source + length]))
        low.captured.append(low_speeds(captured, 0.0))
        if made.score <= limit:
            natural += 1
            planted.made.append(planted_speeds(made.motion, made.plants))
            low.made.append(low_speeds(made.motion, stock.clips[int(stock.clip_of[source])].floor))
        progress.advance()
    return Firmness(pairs, natural, limit, planted.sum_up(), low.sum_up(), peaks.sum_up())


def measure_join(table: TransitionTable, made: Transition, lead: float) -> tuple[float, float, float]:
    """The median speed of planted points in m/s, and the largest acceleration of a joint in m/s2: in the transition, and in `lead` seconds
    of captured motion before and after it."""
    whole = accelerations(join(table, made, round(lead * 60), round(lead * 60)))
    before = min(round(lead * 60), made.source - int(table.stock.starts[int(table.stock.clip_of[made.source])]))
    inside = slice(max(before - 1, 0), before + table.frames - 1)  # one value a frame of the transition, both joins among them
    outside = np.concatenate([whole[: inside.start], whole[inside.stop :]])
    speeds = planted_speeds(made.motion, made.plants)
    return (
        float(np.median(speeds)) if len(speeds) else 0.0,
        float(whole[inside].max()),
        float(outside.max()) if outside.size else 0.0,
    )


def planted_speeds(motion: Motion, plants: NDArray[np.bool_]) -> Array:
    """Speeds (n,) in m/s along the ground of heels and toes from a frame in which they are planted (F, 4) to the next in which they are."""
    return _speeds(motion)[plants[1:] & plants[:-1]]


def low_speeds(motion: Motion, floor: float) -> Array:
    """Speeds (n,) in m/s along the ground of heels and toes that are within two centimetres of a floor at some height."""
    low = foot_points(motion)[..., 1] - floor < LOW
    return _speeds(motion)[low[1:] & low[:-1]]


def _speeds(motion: Motion) -> Array:
    steps = np.diff(foot_points(motion)[..., [0, 2]].astype(np.float64), axis=0)
    return np.asarray(np.linalg.norm(steps, axis=-1) * motion.fps)
