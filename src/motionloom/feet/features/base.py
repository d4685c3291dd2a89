"""What every description of a frame is: options, a width, and a way to describe all frames of a motion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion

BLOCK = 4096  # frames whose full descriptions are held in memory at a time


class Features(ABC):
    """A frozen dataclass of options.

    A frame has one description of both legs, which tells all four bits, or two, one of each foot, each of which tells its heel
    and its toe. A new kind is one file with a subclass decorated with `features.register`, and one line in
    `features/__init__.py` that imports it.
    """

    name: ClassVar[str]
    views: ClassVar[int]  # descriptions a frame: 1 of both legs together, or 2, one of each foot

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers a description has."""

    @abstractmethod
    def blocks(self, motion: Motion) -> Iterator[NDArray[np.float32]]:
        """Descriptions (N, views, width) of a motion, some frames at a time; a block may be overwritten by the next."""

    def describe(self, motion: Motion, projection: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Descriptions (F, views, width) of every frame, or their projections (F, views, K) by (width, K)."""
        from motionloom.feet.features._windows import project

        if projection is None:
            return np.concatenate([block.copy() for block in self.blocks(motion)])
        out = np.empty((self.views, projection.shape[1], len(motion)), np.float32)
        start = 0
        for block in self.blocks(motion):
            project(block, projection, out, start)
            start += len(block)
        return out.transpose(2, 0, 1)

    def pooled(self) -> tuple[tuple[Features, int], ...]:
        """How the examples of a pool are described: by these features, every one of the frames, and in what further ways, how sparsely."""
        return ((self, 1),)

    def to_json(self) -> dict[str, Any]:
        """Plain data that `features.from_json` turns back into the same description."""
        return {"name": self.name, **asdict(self)}  # type: ignore[call-overload]


def window_offsets(window: float, rate: float) -> NDArray[np.float64]:
    """When the samples of a window lie, seconds from its frame: the same number on either side."""
    reach = round(window * rate / 2)
    return np.arange(-reach, reach + 1) / rate
