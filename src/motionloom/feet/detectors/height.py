"""Planted is what is low: the first of the two tests everybody tries (paper 000, section 3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from motionloom.feet.detectors.base import Detector
from motionloom.feet.detectors.registry import register
from motionloom.feet.plants import Bits
from motionloom.feet.signals import FootSignals


@register
@dataclass(frozen=True)
class Height(Detector):
    """Points lower than a threshold above where they rest."""

    name: ClassVar[str] = "height"
    candidates: ClassVar[dict[str, Sequence[float]]] = {"limit": tuple(np.geomspace(0.005, 0.15, 35).tolist())}

    limit: float = 0.014  # leg lengths

    def detect(self, signals: FootSignals) -> Bits:
        """Which of the four points are planted, (F, 4) bool."""
        return signals.heights < self.limit
