"""Terms over seconds: a motion's traces of every term, and the worst of each in windows of one second, half a second apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.score.terms import TERMS
from motionloom.score.tracks import RATE, Tracks

WINDOW, HOP = round(RATE), round(RATE / 2)  # frames


@dataclass(frozen=True, eq=False)
class Terms:
    """values (T, F): each term of a motion at 60 Hz, in the term's unit; names (T,); liveliness (F,) m/s."""

    names: tuple[str, ...]
    values: NDArray[np.float64]
    liveliness: NDArray[np.float64]


def read_terms(tracks: Tracks) -> Terms:
    """Every registered term of a motion."""
    terms = TERMS.all()
    return Terms(tuple(terms), np.stack([term.read(tracks) for term in terms.values()]), tracks.liveliness)


def window_starts(frames: int) -> NDArray[np.intp]:
    """The first frames (W,) of the windows of a motion at 60 Hz; the last ends with it. A shorter one is one window."""
    if frames <= WINDOW:
        return np.zeros(1, dtype=np.intp)
    return np.unique(np.append(np.arange(0, frames - WINDOW + 1, HOP), frames - WINDOW)).astype(np.intp)


def window_values(traces: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest (W, T) of traces (T, F) in each window."""
    starts = window_starts(traces.shape[1])
    if len(starts) == 1:
        return traces.max(axis=1)[None]
    inside = np.lib.stride_tricks.sliding_window_view(traces, WINDOW, axis=1)[:, starts]
    return np.asarray(inside.max(axis=2).T)
