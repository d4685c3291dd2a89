"""Each foot among its own steps: where heel and toe were and will be, where they last and next rest, and what else the body does.

For trees (`feet.boosting`), which choose among many numbers and do not mind those that say little; neighbours would. Lengths are in leg
lengths, times in seconds, so neither rate nor size matters, and each foot is described alike, so left and right teach each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.feet.features.base import Features
from motionloom.feet.features.registry import register
from motionloom.feet.signals import FootSignals, differentiate_over, measure

Floats = NDArray[np.float32]
NEAR, LOW, LIFTED = 0.03, 0.03, 0.05  # leg lengths at which distances, heights of resting places and heights bend
RESTING = 0.015  # leg lengths from its resting place at which a point has left it: the labels say 1.3 cm
SLOW, BODY = 0.5, 1.0  # leg lengths a second at which speeds of points and of the hips bend
SLOWEST, LOWEST = 0.05, 0.125  # seconds to either side within which a point's slowest speed and its lowest height are looked for
REST_SPAN, BODY_SPAN = 1 / 15, 0.2  # seconds over which the speeds are taken that resting places and the body's way are found by


@register
@dataclass(frozen=True)
class Steps(Features):
    """Options: offsets, seconds before and after at which a point is looked at; rests, seconds to either side within which its resting
    place is looked for; spans, seconds over which its speed is taken."""

    name: ClassVar[str] = "steps"
    views: ClassVar[int] = 2

    offsets: tuple[float, ...] = (0.025, 0.05, 0.083, 0.133, 0.2, 0.3)
    rests: tuple[float, ...] = (0.12, 0.3, 0.6)
    spans: tuple[float, ...] = (1 / 30, 1 / 10)

    def __post_init__(self) -> None:
        for name in ("offsets", "rests", "spans"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def of_point(self) -> int:
        """How many numbers tell of a heel or a toe."""
        return 4 * len(self.offsets) + 4 * len(self.rests) + 2 * len(self.spans) + 4

    @property
    def width(self) -> int:
        """How many numbers a description has."""
        return 2 * self.of_point + 10

    def blocks(self, motion: Motion) -> Iterator[Floats]:
        """Descriptions (F, 2, width) of a motion, all at once."""
        yield self.columns(motion).transpose(2, 0, 1)

    def describe(self, motion: Motion, projection: Floats | None = None) -> Floats:
        """Descriptions (F, 2, width) of every frame, or their projections; not copied, for trees take them as they lie."""
        return self.columns(motion).transpose(2, 0, 1) if projection is None else super().describe(motion, projection)

    def columns(self, motion: Motion) -> Floats:
        """Descriptions (2, width, F), frames last, as trees take them: of each foot heel, toe, both together, the other foot, the hips."""
        from motionloom.feet.features._windows import pad_soles, split_offsets

        signals = measure(motion)
        scaled = signals.points / signals.leg_length
        scaled[..., 1] = signals.heights
        sides = np.concatenate([-np.array(self.offsets)[::-1], self.offsets]) * motion.fps
        padded, pad = pad_soles(np.ascontiguousarray(scaled.reshape(-1, 2, 2, 3), np.float32), sides)
        out = np.empty((2, self.width, len(motion)), np.float32)
        for point in range(4):
            own = out[point // 2, (point % 2) * self.of_point :][: self.of_point]
            self._fill_point(padded[point], pad, split_offsets(sides), scaled[:, point], motion.fps, own)
        self._fill_body(motion, signals, scaled, out[:, 2 * self.of_point :])
        for point in range(4):
            own = out[point // 2, (point % 2) * self.of_point :][: self.of_point]
            own[-1] = _bend(signals.heights[:, point] - signals.heights.min(axis=1), LOW)
        return out

    def _fill_point(
        self, padded: Floats, pad: int, sides: tuple[NDArray[np.int64], Floats], point: NDArray[np.float64], fps: float, out: Floats
    ) -> None:
        """Fill out (of_point, F) with what is told of one point (F, 3), its last row left free."""
        from motionloom.feet.features._steps import fill_moves, fill_rests, find_lowest

        fill_moves(padded, pad, *sides, NEAR, out[: 4 * len(self.offsets)])
        row = 4 * len(self.offsets)
        inside = np.ascontiguousarray(padded[:, pad : pad + len(point)])
        slowness = np.linalg.norm(differentiate_over(point, fps, REST_SPAN), axis=1).astype(np.float32)
        for seconds in self.rests:
            reach = max(1, round(seconds * fps))
            fill_rests(inside, slowness, reach, np.float32(RESTING), np.float32(SLOW), np.float32(LOW), out[row : row + 4])
            row += 4
        for span in self.spans:
            velocity = differentiate_over(point, fps, span)
            out[row], out[row + 1] = _bend(np.hypot(velocity[:, 0], velocity[:, 2]), SLOW), _bend(velocity[:, 1], SLOW)
            row += 2
        lowest = np.empty(len(point), np.int64)
        find_lowest(slowness, max(1, round(SLOWEST * fps)), lowest)
        out[row] = _bend(slowness[lowest], SLOW)
        find_lowest(inside[1], max(1, round(LOWEST * fps)), lowest)
        out[row + 1] = _bend(inside[1] - inside[1][lowest], NEAR)
        out[row + 2] = _bend(point[:, 1], LIFTED)

    def _fill_body(self, motion: Motion, signals: FootSignals, scaled: NDArray[np.float64], out: Floats) -> None:
        """Fill out (2, 10, F): heel above toe, how fast and how high the other foot is, how the hips move and how high they are, how steep
        the foot is, how far the hips are from being above it and above the other one, and which of the two carries more."""
        leg, heights = signals.leg_length, signals.heights
        hips = motion.positions()[:, body_of(motion.skeleton).joint("hips")].astype(np.float64)
        way = differentiate_over(hips / leg, motion.fps, BODY_SPAN)
        speeds = np.linalg.norm(differentiate_over(scaled, motion.fps, self.spans[-1]), axis=2)
        away = hips[:, None, [0, 2]] - signals.points.reshape(-1, 2, 2, 3).mean(axis=2)[..., [0, 2]]
        aside = (np.hypot(away[..., 0], away[..., 1]) / leg).T
        for side in range(2):
            own, other = slice(2 * side, 2 * side + 2), slice(2 - 2 * side, 4 - 2 * side)
            out[side, 0] = _bend(heights[:, own][:, 0] - heights[:, own][:, 1], LIFTED)
            out[side, 1] = _bend(speeds[:, other].min(axis=1), SLOW)
            out[side, 2] = _bend(heights[:, other].min(axis=1), LIFTED)
            out[side, 3] = _bend(np.hypot(way[:, 0], way[:, 2]), BODY)
            out[side, 4] = _bend(way[:, 1], SLOW)
            out[side, 5] = (hips[:, 1] - signals.floor.under(hips)) / leg
            sole = signals.points[:, 2 * side + 1] - signals.points[:, 2 * side]
            out[side, 6] = sole[:, 1] / np.maximum(np.linalg.norm(sole, axis=1), 1e-9)
            out[side, 7], out[side, 8] = aside[side], aside[1 - side]
            out[side, 9] = aside[1 - side] ** 2 - aside[side] ** 2


def _bend(values: NDArray[np.float64], near: float) -> NDArray[np.float64]:
    """Values as shares of `near`, fine below it and flat far above."""
    share = values / near
    return np.asarray(share / np.sqrt(1 + share * share))
