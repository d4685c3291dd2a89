"""Both legs in a window about the frame, as the paper has them (000, section 3.3).

Positions of knees, ankles and toes in a window about the frame, seen from where the frame stands and faces, heights kept. Windows
are in seconds, lengths in leg lengths, so captures of any rate and bodies of any size can share a pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import Body, body_of
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.feet.features.base import BLOCK, Features, window_offsets
from motionloom.feet.features.registry import register
from motionloom.feet.signals import measure

PARTS = ("knee", "ankle", "toe", "root")
SHIN, FOOT = 0.49, 0.155  # of the leg: the lengths that every shin and foot gets where segments are scaled one by one
NOMINAL_LEG = 0.85  # metres: unscaled features are divided by it, which keeps their size near that of the others


@register
@dataclass(frozen=True)
class Legs(Features):
    """Options of the window.

    window seconds from its first to its last sample, rate samples a second; parts of both legs, and "root" for the hips; scaling of
    lengths: not at all, by leg length, or segment by segment.
    """

    name: ClassVar[str] = "legs"
    views: ClassVar[int] = 1

    window: float = 1 / 3
    rate: float = 60.0
    parts: tuple[str, ...] = ("knee", "ankle", "toe")
    scaling: Literal["none", "leg", "segment"] = "leg"

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        unknown = [part for part in self.parts if part not in PARTS]
        if unknown or not self.parts:
            raise MotionError(f"legs have no part {', '.join(unknown) or 'left'}; the parts are {', '.join(PARTS)}")

    @property
    def width(self) -> int:
        """How many numbers a description has."""
        points = sum(1 if part == "root" else 2 for part in self.parts)
        return len(window_offsets(self.window, self.rate)) * points * 3

    def blocks(self, motion: Motion) -> Iterator[NDArray[np.float32]]:
        """Descriptions (N, 1, width) of a motion, some frames at a time."""
        from motionloom.feet.features._windows import fill_legs

        positions, roots = self._positions(motion)
        angles = headings(motion)
        offsets = window_offsets(self.window, self.rate) * motion.fps
        buffer = np.empty((min(BLOCK, len(motion)), self.width), np.float32)
        for start in range(0, len(motion), BLOCK):
            windows = buffer[: min(BLOCK, len(motion) - start)]
            fill_legs(positions, roots, angles, offsets, windows, start)
            yield windows[:, None]

    def _positions(self, motion: Motion) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The parts (F, P, 3), heights above the floor, and the root's place on it (F, 2); scaled."""
        body = body_of(motion.skeleton)
        joints = motion.positions().astype(np.float64)
        roots = joints[:, body.joint("hips")]
        legs = [self._leg(joints, body, side) for side in ("left", "right")]
        columns = [leg[part] for part in self.parts if part != "root" for leg in legs]
        columns += [roots] if "root" in self.parts else []
        stacked = np.stack(columns, axis=1)
        stacked[..., 1] -= measure(motion).floor.under(stacked)
        scale = NOMINAL_LEG if self.scaling == "none" else body.leg_length
        return (stacked / scale).astype(np.float32), (roots[:, [0, 2]] / scale).astype(np.float32)

    def _leg(self, joints: NDArray[np.float64], body: Body, side: str) -> dict[str, NDArray[np.float64]]:
        """World positions (F, 3) metres of one leg's parts, its segments made alike where asked."""
        knee, ankle, toe = (joints[:, body.joint(f"{side}_{part}")] for part in ("knee", "ankle", "toe"))
        if self.scaling == "segment":
            # Built up from the toes, where plants happen: each segment keeps its direction and gets the length it has in an average leg.
            shin = _lengthen(knee - ankle, SHIN * body.leg_length)
            ankle = toe + _lengthen(ankle - toe, FOOT * body.leg_length)
            knee = ankle + shin
        return {"knee": knee, "ankle": ankle, "toe": toe}


def _lengthen(vectors: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors * (length / np.maximum(lengths, 1e-9)))
