"""Acceleration spikes of knees and feet that clean-up put into a motion: what a mean over all joints and frames does not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of

Array = NDArray[np.float64]
SIDES = ("left", "right")
PARTS = ("knee", "ankle", "toe")  # joints whose places relative to the hips are judged
HIPS = "hips"  # judged too, in the world: they give way to legs
BEND = "bend"  # the angle of the knee, judged too
HIGH_PERCENTILE = 99.9  # of what a clip has already
NEAR = 0.1  # seconds around a peak in which the uncleaned motion is looked at
EXCESS = 1.2  # times what it had there
SHOWN = 0.8  # of the percentile that a spike exceeds, from which a peak is looked at at all
# Below so many m/s2, half of what falls, and rad/s2, nothing is a spike: some captured knees do not move at all.
LEAST, LEAST_BEND = 5.0, 25.0


@dataclass(frozen=True)
class Spike:
    """A local peak of acceleration that is new: m/s2, of the bend of a knee rad/s2.

    joint: left_knee, or left_bend; frame and seconds; after, and before: the highest within a tenth of a second in the motion as it was;
    usual: the 99.9th percentile of that motion, both sides together.
    """

    joint: str
    frame: int
    seconds: float
    after: float
    before: float
    usual: float

    @property
    def excess(self) -> float:
        """How many times as high as what it must not exceed: 1 is no spike."""
        return self.after / max(self.usual, EXCESS * self.before, 1e-12)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a report."""
        return {**asdict(self), "excess": self.excess}


def find_spikes(before: Motion, after: Motion) -> list[Spike]:
    """The spikes that `after` has and `before`, the same motion frame by frame, has not; the worst first.

    A spike is a local peak above the 99.9th percentile of `before` and above 1.2 times what that had within 0.1 s of it.
    """
    return [peak for peak in find_peaks(before, after) if peak.excess > 1]


def find_peaks(before: Motion, after: Motion) -> list[Spike]:
    """The local peaks of `after` that would be spikes if only `before` had been calmer, the nearest to being one first."""
    if len(before) < 3:
        return []
    old, new = measure_accelerations(before), measure_accelerations(after)
    peaks = [peak for part in (HIPS, *PARTS, BEND) for peak in _of_part(part, old, new, before.fps)]
    return sorted(peaks, key=lambda peak: peak.excess, reverse=True)


def measure_accelerations(motion: Motion) -> dict[str, Array]:
    """joint -> accelerations (F - 2,) about the frames 1 to F - 2: knees, ankles and toes relative to the hips, m/s2; bends, rad/s2."""
    tracks = {**_places(motion), **measure_bends(motion)}
    scale = motion.fps**2
    return {name: scale * np.linalg.norm(np.diff(track.reshape(len(track), -1), 2, axis=0), axis=1) for name, track in tracks.items()}


def measure_bends(motion: Motion) -> dict[str, Array]:
    """left_bend, right_bend -> angles (F,) radians between thigh and shin: 0 where the leg is straight."""
    body, positions = body_of(motion.skeleton), motion.positions().astype(np.float64)
    bends = {}
    for side in SIDES:
        hip, knee, ankle = (positions[:, body.joint(f"{side}_{part}")] for part in ("hip", "knee", "ankle"))
        thigh, shin = knee - hip, ankle - knee
        away = np.linalg.norm(np.cross(thigh, shin), axis=1)
        bends[f"{side}_{BEND}"] = np.arctan2(away, np.einsum("fc,fc->f", thigh, shin))
    return bends


def _places(motion: Motion) -> dict[str, Array]:
    """joint -> places (F, 3) metres, relative to the hips."""
    body, positions = body_of(motion.skeleton), motion.positions().astype(np.float64)
    hips = positions[:, body.joint("hips")]
    names = [f"{side}_{part}" for side in SIDES for part in PARTS]
    return {HIPS: hips, **{name: positions[:, body.joint(name)] - hips for name in names if name in body.roles}}


def _of_part(part: str, old: Mapping[str, Array], new: Mapping[str, Array], fps: float) -> list[Spike]:
    names = [name for name in old if name == part or name.endswith(f"_{part}")]
    if not names:
        return []
    usual = float(np.percentile(np.concatenate([old[name] for name in names]), HIGH_PERCENTILE))
    near = max(1, round(NEAR * fps))
    spikes = []
    for name in names:
        curve = new[name]
        padded = np.concatenate([[-np.inf], curve, [-np.inf]])
        peaks = (curve >= padded[:-2]) & (curve > padded[2:]) & (curve > max(SHOWN * usual, LEAST_BEND if part == BEND else LEAST))
        for peak in np.flatnonzero(peaks):
            most = float(old[name][max(peak - near, 0) : peak + near + 1].max())
            frame = int(peak) + 1
            spikes.append(Spike(name, frame, frame / fps, float(curve[peak]), most, usual))
    return spikes
