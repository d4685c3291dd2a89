"""Keys at any times, turned into frames at an even rate: what glTF, USD and FBX files need before they are a motion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import FileError
from motionloom.core.motion import MAX_FPS

Array = NDArray[Any]

COMMON_RATES = (24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 240.0)
NTSC_RATES = tuple(rate * 1000 / 1001 for rate in (24, 30, 48, 60, 120))
SLOWEST_SAMPLED = 12.0  # keys further apart than this are a person's key poses, not samples of a motion
SNAP = 2e-3  # of a frame: what float32 times are off after a minute


def are_numbers(*arrays: Array) -> bool:
    """Whether all values are finite and small enough to be squared."""
    return all(bool(np.all(np.abs(array) < 1e15)) for array in arrays)


def choose_rate(key_times: Sequence[Array], stated: float | None) -> float:
    """The stated rate where all keys fall on its frames, else that of the keys."""
    times = [keys - keys[0] for keys in key_times if len(keys) > 1]
    if stated is not None and all(np.all(np.abs(keys * stated - np.round(keys * stated)) < 0.02) for keys in times):
        return stated
    return find_rate(times)


def find_rate(key_times: Sequence[Array]) -> float:
    """Frames a second of the most common spacing between keys.

    key_times: one rising array of seconds a channel. Keys too sparse to be samples get the slowest common rate on which
    all of them fall, or 30.
    """
    spacings = np.concatenate([np.diff(times) for times in key_times] or [np.empty(0)]).astype(np.float64)
    spacings = spacings[spacings > 1 / MAX_FPS]
    if not len(spacings):
        return 30.0
    bins = np.round(np.log(spacings) / 0.02)
    values, counts = np.unique(bins, return_counts=True)
    rate = snap_rate(1 / float(np.mean(spacings[bins == values[np.argmax(counts)]])))
    if rate >= SLOWEST_SAMPLED:
        return rate
    seconds = np.concatenate([times - times[0] for times in key_times])
    fitting = (known for known in COMMON_RATES if np.all(np.abs(seconds * known - np.round(seconds * known)) < 0.02))
    return next(fitting, 30.0)


def snap_rate(rate: float) -> float:
    """The whole or broadcast rate that a measured one means, or the measured one."""
    nearest = min((float(round(rate)), *NTSC_RATES), key=lambda known: abs(known - rate))
    return nearest if nearest > 0 and abs(nearest - rate) < 2e-4 * rate else rate


def frame_times(path: Path, start: float, end: float, rate: float, joints: int, keys: int) -> Array:
    """Seconds (F,) of the frames from start to end; refuses counts that no honest file of this many keys asks for."""
    frames = int(min(np.floor((end - start) * rate + 0.01) + 1, 2**62)) if np.isfinite(end - start) else 2**62
    if frames * joints > min(50_000_000, max(2_000_000, 1000 * keys)):
        raise FileError(f"{path}: {keys} keys over {end - start:g} s would make {frames:g} frames at {rate:g} Hz; its times are wrong")
    times: Array = start + np.arange(max(frames, 1)) / rate
    return times


def resample(times: Array, values: Array, at: Array, *, turns: bool = False, kind: str = "LINEAR") -> Array:
    """Values (F, C) at the times `at` (F,), held before the first and after the last key.

    times (K,) seconds, never falling; values (K, C), or (K, 3, C) of in-tangent, value, out-tangent for CUBICSPLINE;
    turns: the values are quaternions, which LINEAR takes the shortest way between.
    """
    if kind == "CUBICSPLINE":
        return _resample_cubic(times, values, at, turns)
    spacing = (at[-1] - at[0]) / max(len(at) - 1, 1)
    if len(times) == len(at) and np.all(np.abs(times - at) <= SNAP * spacing):
        return values  # already one key a frame: keep the bits
    index, fraction, _ = _locate(times, at)
    if kind == "STEP":
        return values[np.where(fraction >= 1, index + 1, index)]
    after = np.minimum(index + 1, len(times) - 1)
    if turns:
        return quaternion.slerp(values[index].astype(np.float64), values[after].astype(np.float64), fraction)
    return values[index] + fraction[:, None] * (values[after] - values[index])


def _locate(times: Array, at: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """For each time the key before it, the fraction of the way to the next, and the seconds between the two."""
    index = np.clip(np.searchsorted(times, at, side="right") - 1, 0, max(len(times) - 2, 0))
    span = np.maximum(times[np.minimum(index + 1, len(times) - 1)] - times[index], 1e-9)
    fraction = np.clip((at - times[index]) / span, 0, 1)
    fraction = np.where(fraction < SNAP, 0.0, np.where(fraction > 1 - SNAP, 1.0, fraction))
    return index, fraction, span


def _resample_cubic(times: Array, values: Array, at: Array, turns: bool) -> Array:
    """Hermite splines as glTF 2.0, appendix C, defines them."""
    index, t, span = _locate(times, at)
    after = np.minimum(index + 1, len(times) - 1)
    t, span = t[:, None], span[:, None]
    out: Array = (
        (2 * t**3 - 3 * t**2 + 1) * values[index, 1]
        + span * (t**3 - 2 * t**2 + t) * values[index, 2]
        + (-2 * t**3 + 3 * t**2) * values[after, 1]
        + span * (t**3 - t**2) * values[after, 0]
    )
    return quaternion.normalise(out) if turns else out
