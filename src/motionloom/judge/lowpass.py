"""The centre of mass without the noise of captures: a Butterworth filter of second order, forwards and back, 6 Hz."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from motionloom.judge.differences import acceleration

if TYPE_CHECKING:
    from motionloom.judge.take import Take

CUT_OFF = 6.0  # Hz: what a body of that mass can do; steps and landings are slower
EDGE = 0.05  # seconds at either end, where the filter guesses


def centre_acceleration(take: Take) -> NDArray[np.float64]:
    """How the centre of mass accelerates (F, 3), m/s2, low-passed; nan within 0.05 s of the ends."""
    from scipy.signal import butter, filtfilt

    cut = min(CUT_OFF, 0.4 * take.fps)
    b, a = butter(2, cut, fs=take.fps)
    if len(take) <= 3 * max(len(a), len(b)):
        return np.full((len(take), 3), np.nan)
    smooth = filtfilt(b, a, take.centre, axis=0)
    out = acceleration(smooth, take.fps, take.stride)
    edge = take.frames_in(EDGE)
    out[:edge] = out[-edge:] = np.nan
    return out
