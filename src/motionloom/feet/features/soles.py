"""Each foot on its own: how far its heel and toe are, around the frame, from where they are now, and how high above rest.

What tells a plant is whether a sole stays within a centimetre or two of a place on the floor; whether a swinging foot is thirty
or sixty away tells nothing. Distances are therefore bent by x / sqrt(1 + x^2): fine near rest, flat far from it. Nothing in here knows
left from right or which way the body faces, so the two feet of every frame teach each other, and a pool need not be mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.feet.features.base import BLOCK, Features, window_offsets
from motionloom.feet.features.registry import register
from motionloom.feet.signals import measure

NOMINAL_LEG = 0.85  # metres: unscaled features are divided by it, which keeps their size near that of the others
FOOT = 0.155  # of the leg, ankle to toe


@register
@dataclass(frozen=True)
class Soles(Features):
    """Options of the window.

    window seconds from its first to its last sample, rate samples a second; points: heel, toe or both; scaling of lengths: not at
    all, by leg length, or by the foot's own length; near: leg lengths at which a distance, and low: at which a height, bends;
    vertical: how much a rise and a height count against a distance along the floor; tempos: how many times slower every example is
    taught as well, every second frame of it. A border of a plant is the same border in slow motion, and labels hold few slow steps;
    what that gains and costs is in docs/feet.md.
    """

    name: ClassVar[str] = "soles"
    views: ClassVar[int] = 2

    window: float = 1 / 6
    rate: float = 60.0
    points: tuple[str, ...] = ("heel", "toe")
    scaling: Literal["none", "leg", "segment"] = "leg"
    near: float = 0.03
    low: float = 0.05
    vertical: float = 0.7
    tempos: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(self.points))
        object.__setattr__(self, "tempos", tuple(self.tempos))
        if not self.points or any(point not in ("heel", "toe") for point in self.points):
            raise MotionError(f"soles have a heel and a toe, found {', '.join(self.points) or 'neither'}")

    @property
    def width(self) -> int:
        """How many numbers a description has."""
        samples = len(window_offsets(self.window, self.rate))
        return len(self.points) * (samples + 2 * (samples - 1))

    def pooled(self) -> tuple[tuple[Features, int], ...]:
        """Every frame as it is, and every second one at each of the tempos: a window in slow motion is a shorter window."""
        slower = [replace(self, window=self.window / tempo, rate=self.rate * tempo) for tempo in self.tempos]
        return ((self, 1), *((features, 2) for features in slower))

    def blocks(self, motion: Motion) -> Iterator[NDArray[np.float32]]:
        """Descriptions (N, 2, width) of a motion, some frames at a time."""
        from motionloom.feet.features._windows import fill_soles, pad_soles

        offsets = window_offsets(self.window, self.rate) * motion.fps
        padded, pad = pad_soles(self._positions(motion), offsets)
        for start in range(0, len(motion), BLOCK):
            windows = np.empty((2, self.width, min(BLOCK, len(motion) - start)), np.float32)
            fill_soles(padded, pad, offsets, self.near, self.low, self.vertical, windows, start)
            yield windows.transpose(2, 0, 1)

    def _positions(self, motion: Motion) -> NDArray[np.float32]:
        """The points (F, 2, P, 3) of both feet, heights above where each rests; scaled."""
        signals = measure(motion)
        scaled = signals.points.copy()
        scaled[..., 1] = signals.heights * signals.leg_length
        scaled /= self._scale(motion, signals.leg_length)
        chosen = [("heel", "toe").index(point) for point in self.points]
        return np.ascontiguousarray(scaled.reshape(-1, 2, 2, 3)[:, :, chosen], np.float32)

    def _scale(self, motion: Motion, leg_length: float) -> float:
        if self.scaling == "none":
            return NOMINAL_LEG
        if self.scaling == "leg":
            return leg_length
        body = body_of(motion.skeleton)
        rest = motion.skeleton.rest_positions
        ends = [(body.joint(f"{side}_ankle"), body.joint(f"{side}_toe")) for side in ("left", "right")]
        return float(np.mean([np.linalg.norm(rest[toe] - rest[ankle]) for ankle, toe in ends])) / FOOT
