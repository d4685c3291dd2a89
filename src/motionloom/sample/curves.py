"""Smooth curves that performances are drawn with: steps, keyed curves, cycles and slow wandering, all C2."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def smooth_step(x: ArrayLike) -> Array:
    """0 below x = 0, 1 above x = 1, and between them the quintic that starts and ends at rest."""
    u = np.clip(np.asarray(x, dtype=np.float64), 0.0, 1.0)
    return u**3 * (10 - 15 * u + 6 * u**2)


def bump(x: ArrayLike) -> Array:
    """A hill of height 1 over 0..1, flat (to the second derivative) where it begins and ends."""
    u = np.clip(np.asarray(x, dtype=np.float64), 0.0, 1.0)
    return 64 * u**3 * (1 - u) ** 3


def quintic(x: Array, duration: float, start: Sequence[ArrayLike], end: Sequence[ArrayLike]) -> Array:
    """The curve (..., D) of least jerk that meets (value, velocity, acceleration) at both ends.

    x (F,) runs 0..1 over `duration` seconds; start and end are triples of (D,) or scalars, per second.
    """
    p0, v0, a0 = (np.asarray(k, dtype=np.float64) for k in start)
    p1, v1, a1 = (np.asarray(k, dtype=np.float64) for k in end)
    v0, v1, a0, a1 = v0 * duration, v1 * duration, a0 * duration**2, a1 * duration**2
    u = x.reshape(x.shape + (1,) * p0.ndim)
    rest = p1 - p0 - v0 - a0 / 2
    slope, curve = v1 - v0 - a0, a1 - a0
    c3 = 10 * rest - 4 * slope + curve / 2
    c4 = -15 * rest + 7 * slope - curve
    c5 = 6 * rest - 3 * slope + curve / 2
    result: Array = p0 + u * (v0 + u * (a0 / 2 + u * (c3 + u * (c4 + u * c5))))
    return result


def keyed(times: Array, keys: Sequence[tuple[float, float]]) -> Array:
    """A curve (F,) through keys (second, value), held before the first and after the last.

    It never overshoots: it comes to rest at extremes and passes the others with the gentler of its neighbours' slopes.
    """
    at, value = np.array(sorted(keys), dtype=np.float64).T
    result = np.where(times < at[0], value[0], value[-1]).astype(np.float64)
    slope = np.diff(value) / np.diff(at) if len(keys) > 1 else np.zeros(0)
    velocity = np.zeros(len(keys))
    same_way = slope[:-1] * slope[1:] > 0
    velocity[1:-1] = np.where(same_way, np.sign(slope[1:]) * np.minimum(np.abs(slope[:-1]), np.abs(slope[1:])), 0.0)
    for i in range(len(keys) - 1):
        inside = (times >= at[i]) & (times <= at[i + 1])
        duration = float(at[i + 1] - at[i])
        x = (times[inside] - at[i]) / duration
        result[inside] = quintic(x, duration, (value[i], velocity[i], 0.0), (value[i + 1], velocity[i + 1], 0.0))
    return result


def wander(rng: np.random.Generator, times: Array, deviation: float, slowest: float = 4.0, fastest: float = 0.8) -> Array:
    """Correlated noise (F,) of the given standard deviation: a sum of sines with periods in seconds between the two."""
    count = 6
    periods = np.exp(rng.uniform(np.log(fastest), np.log(slowest), count))
    phases = rng.uniform(0, 2 * np.pi, count)
    weights = rng.uniform(0.5, 1.0, count) * periods  # slow waves are larger, as in people
    weights *= deviation * np.sqrt(2 / np.sum(weights**2))
    waves = weights[:, None] * np.sin(2 * np.pi * times / periods[:, None] + phases[:, None])
    return waves.sum(axis=0)


class Cycle:
    """A periodic curve through equally spaced samples of one cycle, as its Fourier series."""

    def __init__(self, samples: Sequence[float] | Array, harmonics: int = 8) -> None:
        spectrum = np.fft.rfft(np.asarray(samples, dtype=np.float64)) / len(samples)
        self.coefficients = spectrum[: harmonics + 1]

    def __call__(self, phase: ArrayLike) -> Array:
        """Values (...) at phases (...), where 1 is a whole cycle."""
        step = np.exp(2j * np.pi * np.asarray(phase, dtype=np.float64))
        value = np.zeros_like(step)
        for coefficient in self.coefficients[:0:-1]:  # Horner's rule in the unit complex number
            value = (value + 2 * coefficient) * step
        return self.coefficients[0].real + value.real
