"""Plants grown from frames where a low point stops falling or rising (paper 003, section 5.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.feet.detectors.base import Detector
from motionloom.feet.detectors.registry import register
from motionloom.feet.plants import Bits
from motionloom.feet.signals import FootSignals


@register
@dataclass(frozen=True)
class Crossing(Detector):
    """Seeds near the ground at zero crossings of the vertical displacement, grown both ways while the point is slow."""

    name: ClassVar[str] = "crossing"
    candidates: ClassVar[dict[str, Sequence[float]]] = {
        "seed_height": tuple(np.geomspace(0.01, 0.15, 16).tolist()),
        "speed_limit": tuple(np.geomspace(0.05, 2.0, 24).tolist()),
    }

    seed_height: float = 0.02  # leg lengths
    speed_limit: float = 0.4  # leg lengths a second

    def detect(self, signals: FootSignals) -> Bits:
        """Which of the four points are planted, (F, 4) bool."""
        falling = signals.rises < 0
        crossing = np.zeros_like(falling)
        crossing[1:] = falling[1:] != falling[:-1]
        # A point that does not move at all has no sign to change.
        crossing |= np.abs(signals.rises) < 1e-6
        seeds = crossing & (signals.heights < self.seed_height)
        slow = signals.speeds < self.speed_limit
        bits = seeds.copy()
        for point in range(bits.shape[1]):
            for start, stop in find_runs(slow[:, point]):
                bits[start:stop, point] |= seeds[start:stop, point].any()
        return bits
