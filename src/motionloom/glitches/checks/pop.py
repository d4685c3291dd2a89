"""Pops: a marker that is taken for another for a frame or two throws a joint out of its way and back.

Real impacts are none: a foot that lands goes to a new place and does not come back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.masks import find_runs
from motionloom.glitches.bridging import bridge
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks, say_length

Size = tuple[float, float, float]
# Seconds to either side over which a joint's median is where it ought to be, metres by which a pop departs from it, and how many times
# as far as is usual: single frames first, because beside them longer pops are hard to tell. FINE is what a machine that plays a clip lap
# after lap must not have; SEEN is what a person sees who looks at it once.
FINE: tuple[Size, ...] = ((0.02, 0.005, 4.0), (0.034, 0.008, 6.0))
SEEN: tuple[Size, ...] = ((0.02, 0.03, 4.0), (0.034, 0.04, 6.0))
AROUND = 0.15  # seconds to either side: how much a joint usually departs
LONGEST = 0.05  # seconds of a pop: what lasts longer was done
SLOWEST = 60.0  # Hz: between frames further apart any movement may begin and end
NETWORK = 11  # frames of a window, beyond which sorting by a network is slow
SMOOTHER = 0.6  # of the acceleration there was: what bridging does not bring down to that was no pop


def bridge_pops(motion: Motion, sizes: tuple[Size, ...] = FINE) -> Motion:
    """The motion with frames in which a joint pops put between those around them; as it is where it has fewer than 60 Hz.

    The whole pose is: rotations of one joint make up for those of another, so mending them one by one would throw the rest of a limb.
    """
    for size in sizes:
        spans = _find_worth_bridging(motion, size)
        motion = bridge(motion, spans) if spans else motion
    return motion


def find_pops(positions: NDArray[np.float64], fps: float, size: Size) -> list[tuple[int, int]]:
    """Spans of frames in which a joint of positions (F, J, 3) departs from its way by more than a size allows."""
    frames, (near, least, unusual) = len(positions), size
    if fps < SLOWEST or frames < 2 * AROUND * fps:
        return []
    away = departures(positions, round(near * fps))
    out = np.zeros(frames, bool)
    reach = round(AROUND * fps)
    for joint in np.flatnonzero((away > least).any(axis=0)):  # few: what is usual around them is dear to find
        usual = _medians(away[:, joint], reach)
        out |= away[:, joint] > np.maximum(unusual * 1.4826 * usual, least)
    out = np.convolve(out, [1, 1, 1], "same") > 0  # its edges are a little off too
    return [(start, stop) for start, stop in find_runs(out) if stop - start <= LONGEST * fps and start > 1 and stop < frames - 1]


def departures(positions: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """How far (F, J) metres each joint is from its median over `reach` frames to either side."""
    away = positions - _medians(positions, reach)
    return np.asarray(np.sqrt(np.einsum("fjc,fjc->fj", away, away)))


def _find_worth_bridging(motion: Motion, size: Size) -> list[tuple[int, int]]:
    spans = find_pops(motion.positions().astype(np.float64), motion.fps, size)
    if not spans:
        return []
    before, after = (_jerks(each) for each in (motion, bridge(motion, spans)))
    return [(a, b) for a, b in spans if after[a:b].max() < SMOOTHER * before[a:b].max()]


def _jerks(motion: Motion) -> NDArray[np.float64]:
    """The largest second difference (F,) of a joint's place around each frame."""
    found = np.linalg.norm(np.diff(motion.positions().astype(np.float64), 2, axis=0), axis=2).max(axis=1)
    padded = np.pad(found, 2, mode="edge")
    return np.asarray(np.maximum.reduce([padded[k : k + len(motion)] for k in range(3)]))


def _medians(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Medians (F, ...) over `reach` frames to either side; the ends stand in for what is beyond them."""
    padded, count = np.pad(values, [(reach, reach), *[(0, 0)] * (values.ndim - 1)], mode="edge"), 2 * reach + 1
    if count > NETWORK:
        return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, count, axis=0), axis=-1))
    # All windows are sorted at once by an odd-even network of minima and maxima: ten times as fast as a sort of each.
    window = [padded[k : k + len(values)] for k in range(count)]
    for turn in range(count):
        for k in range(turn % 2, count - 1, 2):
            window[k], window[k + 1] = np.minimum(window[k], window[k + 1]), np.maximum(window[k], window[k + 1])
    return window[reach]


def find(tracks: Tracks) -> list[Glitch]:
    """Pops that a person sees, of all sizes, each once."""
    found: list[Glitch] = []
    for near, least, unusual in SEEN:
        away = None
        for start, stop in _find_worth_bridging(tracks.motion, (near, least * tracks.scale, unusual)):
            away = departures(tracks.positions, round(near * tracks.fps)) if away is None else away
            joint = int(away[start:stop].max(axis=0).argmax())
            size = float(away[start:stop, joint].max())
            words = f"the {tracks.say_joint(joint)} is thrown {say_length(size)} aside and back within {stop - start} frames"
            glitch = Glitch("pop", start, stop, tracks.motion.skeleton.names[joint], size, words, "bridge")
            found += [] if any(glitch.overlaps(other) for other in found) else [glitch]
    return found


CHECK = register(Check("pop", "Pop", find))
