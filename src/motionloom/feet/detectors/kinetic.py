"""Low AND slow, with hysteresis on both: the default before anyone has labelled anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from motionloom.feet.detectors.base import Detector
from motionloom.feet.detectors.registry import register
from motionloom.feet.plants import Bits, apply_hysteresis, drop_short
from motionloom.feet.signals import FootSignals


@register
@dataclass(frozen=True)
class Kinetic(Detector):
    """A plant begins when a point is both low and slow and ends when it is either high or fast.

    The larger of height and speed, each as a share of its limit, is one number that must fall below `enter` to
    begin a plant and rises above 1 to end it.
    """

    name: ClassVar[str] = "kinetic"
    candidates: ClassVar[dict[str, Sequence[float]]] = {
        "height_limit": tuple(np.geomspace(0.01, 0.15, 16).tolist()),
        "speed_limit": tuple(np.geomspace(0.1, 2.0, 20).tolist()),
        "enter": (0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    }

    height_limit: float = 0.017  # leg lengths
    speed_limit: float = 0.65  # leg lengths a second
    enter: float = 0.9  # share of both limits below which a plant may begin
    shortest: float = 0.05  # seconds; shorter runs and gaps are noise

    def detect(self, signals: FootSignals) -> Bits:
        """Which of the four points are planted, (F, 4) bool."""
        excess = np.maximum(signals.heights / self.height_limit, signals.speeds / self.speed_limit)
        bits = apply_hysteresis(-excess, -1.0, -self.enter)
        frames = self.shortest * signals.fps
        return np.stack([drop_short(bits[:, point], frames) for point in range(bits.shape[1])], axis=1)
