"""Matches: which captured fragments are nearest to each fragment of the sketch (paper 002 §3.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.keyframes.fragments import Fragments
from motionloom.keyframes.rig import Floats

LONGER = 4.0  # times: a captured fragment that is longer than this times the sketch's is left out (a held pose)
SHARE, FEWEST, MOST = 0.1, 3, 40  # of the captured fragments are kept as matches, at least and at most so many
SMALLEST, LARGEST = 0.0, 1.25  # of the captured size: what a scale factor may be


@dataclass(frozen=True, eq=False)
class Matches:
    """The nearest captured fragments of each of S sketch fragments, best first.

    fragment (S, K): which captured one, -1 where there are fewer; error (S, K): mean squared difference of value and slope, inf there;
    scale (S, K): the factor that brings the captured drivers nearest to the sketch's.
    """

    fragment: NDArray[np.intp]
    error: Floats
    scale: Floats


def count_matches(fragments: int) -> int:
    """How many matches are kept: about a tenth of the captured fragments."""
    return int(np.clip(round(SHARE * fragments), FEWEST, MOST))


def resample_places(start: NDArray[np.intp], stop: NDArray[np.intp], count: int) -> Floats:
    """Where (N, count) in time fragments are read so that they come to `count` frames, both ends among them."""
    return np.asarray(start[:, None] + (stop - start)[:, None] * (np.arange(count) / max(count - 1, 1))[None])


def read_at(values: Floats, places: Floats) -> Floats:
    """Curves (F, ...) read between frames at places (...), linearly."""
    below = np.clip(places.astype(np.intp), 0, max(len(values) - 2, 0))
    part = (places - below).reshape(*places.shape, *([1] * (values.ndim - 1)))
    return np.asarray(values[below] * (1 - part) + values[np.minimum(below + 1, len(values) - 1)] * part)


def describe_drivers(band: Floats, period: float) -> Floats:
    """What is matched (F, 2 D): the drivers' band (F, D) and its slope, weighed so that both count alike in a swing of this period."""
    slopes = np.gradient(band, axis=0) * (period / (2 * np.pi)) if len(band) > 1 else np.zeros_like(band)
    return np.concatenate([band, slopes], axis=1)


def find_matches(
    sketch: Floats, sketched: Fragments, captured: Floats, fragments: Fragments, count: int | None = None, scaled: bool = False
) -> Matches:
    """The nearest captured fragments of every fragment of the sketch.

    sketch (F, 2 D) and captured (T, 2 D) as `describe_drivers` has them. Captured fragments are resampled linearly to the length of the
    sketch's; those over four times as long are left out. scaled: fragments are compared after the scale factor, too.
    """
    keep = min(count or count_matches(len(fragments)), len(fragments))
    shape = (len(sketched), keep)
    found = Matches(np.full(shape, -1, np.intp), np.full(shape, np.inf), np.ones(shape))
    for n in range(len(sketched)):
        length = int(sketched.lengths[n])
        near = np.flatnonzero(fragments.lengths <= LONGER * length)
        if not len(near):
            near = np.array([int(np.argmin(fragments.lengths))])
        wanted = sketch[sketched.start[n] : sketched.stop[n] + 1]
        read = read_at(captured, resample_places(fragments.start[near], fragments.stop[near], length))
        error = np.mean((read - wanted) ** 2, axis=(1, 2))
        best = np.argsort(error, kind="stable")[:keep]
        found.fragment[n, : len(best)], found.error[n, : len(best)] = near[best], error[best]
        if scaled:
            found.scale[n, : len(best)] = scale_factor(read[best], wanted)
    return found


def scale_factor(captured: Floats, wanted: Floats) -> Floats:
    """The factor s (...) for which captured drivers (..., L, D) times s are nearest to the wanted ones (L, D): it minimises |Ms - A|."""
    over = np.sum(captured * wanted, axis=(-2, -1))
    under = np.sum(captured * captured, axis=(-2, -1))
    return np.clip(over / np.maximum(under, 1e-12), SMALLEST, LARGEST)
