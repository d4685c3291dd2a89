"""What every detector is: a few thresholds, a way to find plants with them, and a way to fit them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import ClassVar, Self

import numpy as np

from motionloom.feet.plants import Bits, Plants
from motionloom.feet.signals import FootSignals

SignalExample = tuple[FootSignals, Plants]
FIT_ROUNDS = 3


class Detector(ABC):
    """A frozen dataclass of thresholds, in leg lengths and seconds.

    A new detector is one file with a subclass, decorated with `detectors.register`, and one line in
    `detectors/__init__.py` that imports it.
    """

    name: ClassVar[str]
    # Values that fitting tries for a threshold; a threshold without any is not fitted.
    candidates: ClassVar[dict[str, Sequence[float]]] = {}

    @abstractmethod
    def detect(self, signals: FootSignals) -> Bits:
        """Which of the four points are planted, (F, 4) bool."""

    def fitted(self, examples: Sequence[SignalExample]) -> Self:
        """The same detector with the thresholds that label the examples best, found one threshold at a time."""
        best, best_score = self, self.score(examples)
        for _ in range(FIT_ROUNDS):
            before = best_score
            for name in (field.name for field in fields(self) if field.name in self.candidates):  # type: ignore[arg-type]
                for value in self.candidates[name]:
                    tried = replace(best, **{name: value})  # type: ignore[type-var]
                    score = tried.score(examples)
                    if score > best_score:
                        best, best_score = tried, score
            if best_score == before:
                break
        return best

    def score(self, examples: Sequence[SignalExample]) -> float:
        """The share of the bits that a person set in the examples on which the detector agrees."""
        agreed = checked = 0
        for signals, plants in examples:
            agreed += int(np.sum((self.detect(signals) == plants.bits) & plants.by_person))
            checked += int(plants.by_person.sum())
        return agreed / max(checked, 1)
