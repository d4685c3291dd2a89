"""One second of motion as a row of numbers, a kind of description a name (paper 004, section 3.3: joint positions)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motionloom.core.errors import MotionError, list_names
from motionloom.enrich.annotation.body_signals import RATE, BodySignals, Floats, body_scalars, turn_back

WINDOW = 1.0  # seconds about a frame
STEPS = 7  # moments of the window at which positions are taken
SHORT = 0.3  # seconds: the middle of the window, where what is done now stands out


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


def describe_deeds(signals: BodySignals) -> Floats:
    """Ours (F, D): speeds, heights, turning and hands: least, mean and most in the second, their mean now, and what changes in it."""
    from scipy.ndimage import maximum_filter1d, minimum_filter1d, uniform_filter1d

    _, values = body_scalars(signals)
    size, short = (2 * round(seconds * RATE / 2) + 1 for seconds in (WINDOW, SHORT))
    rows = [uniform_filter1d(values, size, axis=0, mode="nearest"), uniform_filter1d(values, short, axis=0, mode="nearest")]
    rows += [wide(values, size, axis=0, mode="nearest") for wide in (minimum_filter1d, maximum_filter1d)]
    half = round(WINDOW * RATE / 2)
    later, earlier = (uniform_filter1d(values, half, axis=0, mode="nearest", origin=side * ((half - 1) // 2)) for side in (-1, 1))
    return np.concatenate([*rows, later - earlier], axis=1)


DESCRIPTORS: dict[str, Callable[[BodySignals], Floats]] = {
    "positions": describe_positions,
    "deeds": describe_deeds,
}


def find_descriptor(name: str) -> Callable[[BodySignals], Floats]:
    """A description by name."""
    if name not in DESCRIPTORS:
        raise MotionError(f"no description {name!r} of a second of motion; there are {list_names(tuple(DESCRIPTORS))}")
    return DESCRIPTORS[name]
