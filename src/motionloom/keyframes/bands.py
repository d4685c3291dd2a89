"""Bands: a Laplacian pyramid of curves, every band as long as the curve (paper 002 §3.1).

The bands are not thinned out (Bruderlin and Williams 1995 do it alike), so that fragments of any band can be cut at the same frames. Band 1
is the highest; the last level is what remains below all bands. Together they are the curve again.
"""

from __future__ import annotations

import numpy as np

from motionloom.keyframes.rig import Floats

KERNEL = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
CENTRE = 2.16  # frames: a band b passes periods of about CENTRE * 2**b, from 1.5 to 3.1 times 2**b
PAPER_FPS = 24.0
HIGHEST = 8  # bands at most


def smooth(values: Floats, level: int) -> Floats:
    """Curves (F, ...) without their bands 1 to `level`."""
    found = np.asarray(values, np.float64)
    for step in range(level):
        found = _blur(found, 2**step)
    return found


def split_bands(values: Floats, count: int) -> Floats:
    """The bands (count + 1, F, ...) of curves (F, ...), the highest first; the last is what remains below them. Their sum is the curves."""
    rest = np.asarray(values, np.float64)
    found = []
    for step in range(count):
        lower = _blur(rest, 2**step)
        found.append(rest - lower)
        rest = lower
    return np.stack([*found, rest])


def band_of(values: Floats, band: int, last: int | None = None) -> Floats:
    """One band (F, ...) of curves, or the sum of the bands `band` to `last`."""
    upper = smooth(values, band - 1)
    lower = upper
    for step in range(band - 1, band if last is None else last):
        lower = _blur(lower, 2**step)
    return upper - lower


def _blur(values: Floats, spread: int) -> Floats:
    """Curves (F, ...) averaged over five places `spread` frames apart; mirrored through their ends, so that a line stays a line."""
    if len(values) < 2:
        return values
    pad, width = 2 * spread, [(0, 0)] * (values.ndim - 1)
    long = values
    while pad > 0:  # numpy mirrors at most once around, a short curve needs more
        some = min(pad, len(long) - 1)
        long = np.pad(long, [(some, some), *width], mode="reflect", reflect_type="odd")
        pad -= some
    count = len(values)
    start = (len(long) - count) // 2
    total = KERNEL[2] * long[start : start + count]
    for offset, weight in ((1, KERNEL[1]), (2, KERNEL[0])):
        shift = offset * spread
        total = total + weight * (long[start - shift : start - shift + count] + long[start + shift : start + shift + count])
    return np.asarray(total)


def finer(fps: float) -> int:
    """How many more bands there are at a rate than at the paper's 24 Hz: 1 at 48 to 60 Hz, 2 at 96 to 120."""
    return max(0, round(float(np.log2(fps / PAPER_FPS))))


def noise_level(fps: float) -> int:
    """The bands that count as noise and are left out: the highest at 24 Hz."""
    return 1 + finer(fps)


def texture_bands(fps: float) -> tuple[int, int]:
    """The first and the last band that texturing replaces: 2 to 3 at 24 Hz, periods of 0.25 to 1 s."""
    return 2 + finer(fps), 3 + finer(fps)


def choose_band(driver: Floats, fps: float) -> int:
    """The band to match in: that of the driver's (F,) own period. At 24 Hz a walk comes to 4, a slow dance to 6 (paper 002 §4)."""
    period = dominant_period(driver)
    most = max(noise_level(fps) + 1, int(np.log2(max(len(driver), 8) / CENTRE)))
    return int(np.clip(round(float(np.log2(max(period, 2.0) / CENTRE))), noise_level(fps) + 2, min(most, HIGHEST + finer(fps))))


def dominant_period(values: Floats) -> float:
    """The period in frames that carries most of a curve's (F,) motion; its length where it has none."""
    count = len(values)
    if count < 8:
        return float(count)
    line = np.linspace(values[0], values[-1], count)
    power = np.abs(np.fft.rfft((values - line - np.mean(values - line)) * np.hanning(count), 4 * count)) ** 2
    periods = 4 * count / np.maximum(np.arange(len(power)), 1)
    power[(periods > 0.75 * count) | (periods < 4)] = 0.0
    return float(count) if not power.any() or np.ptp(values) < 1e-6 else float(periods[np.argmax(power)])
