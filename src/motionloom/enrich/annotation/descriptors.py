"""One second of motion as a row of numbers, a kind of description a name (paper 004, section 3.3: joint positions)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError, list_names
from motionloom.enrich.annotation.body_facts import Facts, shared_facts, sided_facts
from motionloom.enrich.annotation.body_signals import RATE, BodySignals, Floats, turn_back

WINDOW = 1.0  # seconds about a frame
STEPS = 7  # moments of the window at which positions are taken
SHORT, NOW = 0.4, 0.3  # seconds: the middle of the window, where what is done now stands out


@dataclass(frozen=True)
class Description:
    """shared (F, S): numbers that are the same of the mirrored motion; sided (F, D - S): numbers that are not."""

    shared: Callable[[BodySignals], Floats]
    sided: Callable[[BodySignals], Floats]


def describe_positions(signals: BodySignals) -> Floats:
    """The paper's (F, D): where all joints are through a second, seen from the body in its middle frame."""
    count = len(signals)
    offsets = np.round(np.linspace(-WINDOW / 2, WINDOW / 2, STEPS) * RATE).astype(int)
    origin = signals.joint("hips") * np.array([1.0, 0.0, 1.0])
    parts = []
    for offset in offsets:
        frames = np.clip(np.arange(count) + offset, 0, count - 1)
        parts.append(turn_back(signals.places[frames] - origin[:, None], signals.heading).reshape(count, -1))
    return np.concatenate(parts, axis=1)


def describe_shared(signals: BodySignals) -> Floats:
    """Ours: means, least and most in the second and in its middle, what changes in it, and against half a second before and after."""
    values = _stack(shared_facts(signals))
    at, half = np.arange(len(values)), round(WINDOW * RATE / 2)
    before, after = values[np.maximum(at - half, 0)], values[np.minimum(at + half, len(values) - 1)]
    return np.concatenate([*_in_windows(values, (WINDOW, SHORT)), values - before, after - values], axis=1)


def describe_sided(signals: BodySignals) -> Floats:
    """Ours: the same of left and right, in the middle of the second only."""
    return np.concatenate(_in_windows(_stack(sided_facts(signals)), (SHORT,)), axis=1)


def _stack(facts: Facts) -> Floats:
    return np.stack(list(facts.values()), axis=1)


def _in_windows(values: Floats, windows: Sequence[float]) -> list[Floats]:
    """Of values (F, S): means over the second and now, least and most in each window, and how the second half differs from the first."""
    from scipy.ndimage import maximum_filter1d, minimum_filter1d, uniform_filter1d

    def over(filtered: Callable[..., Floats], seconds: float) -> Floats:
        return filtered(values, 2 * round(seconds * RATE / 2) + 1, axis=0, mode="nearest")

    rows = [over(uniform_filter1d, WINDOW), over(uniform_filter1d, NOW)]
    rows += [over(extreme, seconds) for seconds in windows for extreme in (minimum_filter1d, maximum_filter1d)]
    half = round(WINDOW * RATE / 2)
    later, earlier = (uniform_filter1d(values, half, axis=0, mode="nearest", origin=side * ((half - 1) // 2)) for side in (-1, 1))
    return [*rows, later - earlier]


def _nothing(signals: BodySignals) -> Floats:
    return np.empty((len(signals), 0))


DESCRIPTIONS: dict[str, Description] = {
    "positions": Description(_nothing, describe_positions),
    "deeds": Description(describe_shared, describe_sided),
}


@dataclass(frozen=True, eq=False)
class Described:
    """Rows (N, D) of a motion and of the mirrored motion, ten a second or as they were taken; the first `shared` columns are equal."""

    rows: NDArray[np.float32]
    mirrored: NDArray[np.float32]
    shared: int


def find_description(name: str) -> Description:
    """A description by name."""
    if name not in DESCRIPTIONS:
        raise MotionError(f"no description {name!r} of a second of motion; there are {list_names(tuple(DESCRIPTIONS))}")
    return DESCRIPTIONS[name]


def describe(signals: BodySignals, name: str, step: int = 1) -> Described:
    """Every step-th frame of a motion, described."""
    kind = find_description(name)
    shared = kind.shared(signals)[::step]
    rows, mirrored = (np.concatenate([shared, kind.sided(each)[::step]], axis=1) for each in (signals, signals.mirrored()))
    return Described(rows.astype(np.float32), mirrored.astype(np.float32), shared.shape[1])


def join_described(parts: Sequence[Described]) -> Described:
    """Described frames of several motions as one."""
    rows, mirrored = (np.concatenate(each) for each in zip(*((part.rows, part.mirrored) for part in parts), strict=True))
    return Described(rows, mirrored, parts[0].shared)
