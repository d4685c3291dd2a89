"""Many numbers as counts in bins of two percent: they can be added up over clips and written to a small file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError

PER_E = 50  # bins in a factor of e
LEAST, MOST = 1e-7, 1e7  # smaller numbers count as zero
BINS = int(np.ceil(np.log(MOST / LEAST) * PER_E))


@dataclass(frozen=True, eq=False)
class Distribution:
    """How often which values came: zeros, counts (BINS,) of those above zero, the largest exactly."""

    zeros: int = 0
    counts: NDArray[np.int64] | None = None
    largest: float = 0.0

    @staticmethod
    def of(values: NDArray[Any]) -> Distribution:
        """The distribution of all finite values, which must not be negative."""
        flat = np.asarray(values, np.float64).ravel()
        flat = flat[np.isfinite(flat)]
        above = flat[flat > LEAST]
        if not len(above):
            return Distribution(len(flat))
        bins = np.clip(np.log(above / LEAST) * PER_E, 0, BINS - 1).astype(np.int64)
        return Distribution(len(flat) - len(above), np.bincount(bins, minlength=BINS), float(above.max()))

    @staticmethod
    def merge(parts: Iterable[Distribution]) -> Distribution:
        """The distribution of all that the parts were made of."""
        parts = list(parts)
        counted = [part.counts for part in parts if part.counts is not None]
        counts = np.sum(counted, axis=0) if counted else None
        return Distribution(sum(part.zeros for part in parts), counts, max((part.largest for part in parts), default=0.0))

    @property
    def total(self) -> int:
        """How many values there were."""
        return self.zeros + (0 if self.counts is None else int(self.counts.sum()))

    def percentile(self, percent: float) -> float | None:
        """The value that so many percent do not exceed, within one percent of it; None where there was none."""
        if self.total == 0:
            return None
        rank = percent / 100 * self.total - self.zeros
        if self.counts is None or rank <= 0:
            return 0.0
        below = np.cumsum(self.counts)
        at = min(int(np.searchsorted(below, rank)), BINS - 1)
        within = (rank - (below[at] - self.counts[at])) / max(int(self.counts[at]), 1)
        return float(min(LEAST * np.exp((at + within) / PER_E), self.largest))

    def count_above(self, value: float) -> int:
        """How many values lie above this one; those in its own bin count as above by how much of the bin does."""
        if self.counts is None or value >= self.largest:
            return 0
        place = max(0.0, np.log(max(value, LEAST) / LEAST) * PER_E)
        at = min(int(place), BINS - 1)
        return round(float(self.counts[at + 1 :].sum() + self.counts[at] * (at + 1 - place)))

    def share_above_zero(self) -> float | None:
        """The share of values above zero; None where there was none."""
        return None if self.total == 0 else 1.0 - self.zeros / self.total

    def to_json(self) -> dict[str, Any]:
        """Plain data: the bins from the first to the last that hold something."""
        if self.counts is None:
            return {"zeros": self.zeros}
        held = np.flatnonzero(self.counts)
        counts = self.counts[held[0] : held[-1] + 1].tolist()
        return {"zeros": self.zeros, "first": int(held[0]), "counts": counts, "largest": self.largest}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Distribution:
        """The distribution of plain data, checked."""
        try:
            if "counts" not in data:
                return Distribution(int(data["zeros"]))
            first, held = int(data["first"]), np.asarray(data["counts"], np.int64)
            counts = np.zeros(BINS, np.int64)
            counts[first : first + len(held)] = held
            return Distribution(int(data["zeros"]), counts, float(data["largest"]))
        except (KeyError, TypeError, ValueError) as error:
            raise FileError(f"this is not a distribution ({error!r}); make the reference again") from None
