"""What the oracle knows before anyone corrects it: boosted trees for heels and toes, and how corrections weigh against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.feet.boosting import TreeOptions, Trees, grow
from motionloom.feet.plants import Bits

Floats = NDArray[np.float32]
DOUBT = 0.5  # examples that a correction must outweigh before it counts half
PARTS = ("questions", "limits", "values")


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees of heels and of toes, and how far the say of a correction reaches in the space where neighbours are looked for."""

    heel: Trees
    toe: Trees
    reach: float

    def chances(self, columns: Floats) -> Floats:
        """How likely each point is planted (F, 4) 0..1, from descriptions of both feet (2, D, F)."""
        odds = [trees.odds(np.ascontiguousarray(columns[side])) for side in range(2) for trees in (self.heel, self.toe)]
        return (1 / (1 + np.exp(-np.stack(odds, axis=1)))).astype(np.float32)

    def corrections(self, surprises: Floats, found: NDArray[np.integer], distances: Floats) -> Floats:
        """What to add to the chances (Q, 2) of feet: surprises (P, 2) of the corrected ones found (Q, k) at distances (Q, k)."""
        weights = np.exp(-np.square(distances / np.float32(self.reach)))
        shares = weights / (weights.sum(axis=1, keepdims=True) + np.float32(DOUBT))
        return np.einsum("qk,qkc->qc", shares, surprises[found]).astype(np.float32)

    def check(self, width: int) -> None:
        """An error unless every tree asks for numbers that descriptions of this width have: compiled loops would read beyond them."""
        asked = [trees.questions for trees in (self.heel, self.toe) if trees.questions.size]
        numbers = (self.heel.start, self.toe.start, self.reach)
        if any(questions.min() < 0 or questions.max() >= width for questions in asked):
            raise MotionError(f"its trees must ask for the numbers 0 to {width - 1} of a description")
        if not np.all(np.isfinite(numbers)) or self.reach <= 0:
            raise MotionError("a forest's log odds must be finite, and its reach greater than 0")

    def to_arrays(self) -> dict[str, NDArray[np.generic]]:
        """Plain arrays that `from_arrays` reads."""
        named = {f"{part}_{name}": getattr(trees, part) for name, trees in (("heel", self.heel), ("toe", self.toe)) for part in PARTS}
        return {**named, "forest": np.array([self.heel.start, self.toe.start, self.reach])}

    @staticmethod
    def from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> Forest:
        """The forest that `to_arrays` wrote."""
        heel, toe, reach = (float(value) for value in arrays["forest"].astype(np.float64))
        parts: dict[str, dict[str, Any]] = {name: {part: arrays[f"{part}_{name}"] for part in PARTS} for name in ("heel", "toe")}
        return Forest(Trees(**parts["heel"], start=heel), Trees(**parts["toe"], start=toe), reach)


def grow_forest(described: Floats, bits: Bits, reach: float, options: TreeOptions | None = None) -> Forest:
    """The forest of described feet (P, D) and their bits (P, 2)."""
    columns = np.ascontiguousarray(described.T)
    return Forest(grow(columns, bits[:, 0], options), grow(columns, bits[:, 1], options), reach)
