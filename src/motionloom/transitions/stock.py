"""A library's clips made ready for transitions: one rate, one floor, one long row of frames, each seen from its own hips.

Everything a blend needs of a frame is here and small, so that millions of blends read arrays and never a motion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import mirror, resample, resampled_length
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.heading import headings, to_heading_frame
from motionloom.feet.plants import LEFT_RIGHT
from motionloom.score.segments import SEGMENTS, segment_centres

if TYPE_CHECKING:
    from motionloom.transitions.deeds import Deeds

RATE = 60.0
POINTS = len(SEGMENTS) + 6  # the segments' centres; left heel and toe, right heel and toe; left and right tip
VELOCITY = 0.1  # seconds: how much a joint's speed counts beside its place when two frames are compared
SMOOTHING = np.array([1, 6, 15, 20, 15, 6, 1], dtype=np.float32) / 64  # shares of seven frames; half of what is at 9 Hz is left


@dataclass(frozen=True)
class StockClip:
    """One clip of a stock. id: its id in the library; mirrored: left and right are exchanged; floor: metres, as captured."""

    id: str
    name: str
    mirrored: bool
    floor: float
    labels: tuple[str, ...] = ()
    spans: tuple[tuple[str, int, int], ...] = ()  # annotations: name, first frame, frame after the last, at the stock's rate
    plants_source: str = ""  # who or what said where its feet stand
    content: str = ""  # of its frames, see `Clip.fingerprint`
    subject: str = ""  # who performed it


@dataclass(frozen=True, eq=False)
class Stock:
    """C clips of one skeleton at 60 Hz, F frames in all, numbered through.

    starts (C + 1,): each clip's first frame; rotations (F, J, 4), the root's without its heading; heights (F,) metres of the root
    above the clip's floor; ground (F, 2) metres and facing (F,) radians: where the root was, as captured; points (F, 16, 3) and
    joints (F, R, 3) metres: what is scored and what is compared, seen from the hips' place on the floor; plants (F, 4).
    """

    skeleton: Skeleton
    clips: tuple[StockClip, ...]
    starts: NDArray[np.intp]
    rotations: NDArray[np.float32]
    heights: NDArray[np.float32]
    ground: NDArray[np.float64]
    facing: NDArray[np.float64]
    points: NDArray[np.float32]
    joints: NDArray[np.float32]
    plants: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.heights)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the frames and plants: equal stocks have equal ones."""
        digest = hashlib.sha256(self.skeleton.hash.encode())
        for array in (self.starts, self.rotations, self.heights, self.plants):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """What frames are compared by when they are aligned in time, (F, 6R): the joints' places and speeds, seen from the hips."""
        flat = self.joints.reshape(len(self), -1)
        speed = np.empty_like(flat)
        for first, last in zip(self.starts[:-1], self.starts[1:], strict=True):
            speed[first:last] = np.gradient(flat[first:last], 1 / RATE, axis=0)
        together = np.concatenate([flat, VELOCITY * speed], axis=1) / np.sqrt(self.joints.shape[1])
        return np.ascontiguousarray(together, dtype=np.float32)

    @cached_property
    def squares(self) -> NDArray[np.float64]:
        """The squared lengths (F,) of the features."""
        from motionloom.transitions._blending import sum_squares

        return np.asarray(sum_squares(self.features))

    @cached_property
    def calm(self) -> NDArray[np.float32]:
        """The rotations (F, J, 4) smoothed over a few frames, clip by clip: without the jolts that captures have."""
        out, reach = np.empty_like(self.rotations), len(SMOOTHING) // 2
        for first, last in zip(self.starts[:-1], self.starts[1:], strict=True):
            longer = np.pad(self.rotations[first:last], ((reach, reach), (0, 0), (0, 0)), mode="edge")
            out[first:last] = sum(share * longer[k : k + last - first] for k, share in enumerate(SMOOTHING))
        return quaternion.normalise(out)

    @cached_property
    def stand(self) -> NDArray[np.float64]:
        """Metres (4,) above the floor at which heels and toes usually stand; 0 for a point that never does."""
        heights = self.points[:, len(SEGMENTS) : len(SEGMENTS) + 4, 1]
        found = [np.median(heights[planted, p]) if planted.any() else 0.0 for p, planted in enumerate(self.plants.T)]
        return np.maximum(np.array(found, dtype=np.float64), 0.0)

    @cached_property
    def deeds(self) -> Deeds:
        """What the body does in every frame."""
        from motionloom.transitions.deeds import Deeds

        return Deeds(self)

    @cached_property
    def clip_of(self) -> NDArray[np.intp]:
        """The clip (F,) of each frame."""
        return np.repeat(np.arange(len(self.clips)), np.diff(self.starts))

    def with_clips(self, clips: Sequence[StockClip]) -> Stock:
        """The same frames under other names, labels and annotations; what was worked out of the frames stays."""
        renamed = copy(self)
        object.__setattr__(renamed, "clips", tuple(clips))
        return renamed

    def frame(self, clip: int, second: float) -> int:
        """The number of the frame of a clip nearest to a second."""
        count = int(self.starts[clip + 1] - self.starts[clip])
        return int(self.starts[clip]) + min(max(round(second * RATE), 0), count - 1)

    def find(self, name: str, mirrored: bool = False) -> int:
        """The clip of this name or id."""
        for n, clip in enumerate(self.clips):
            if name in (clip.name, clip.id) and clip.mirrored == mirrored:
                return n
        raise MotionError(f"no clip {name!r} among the {len(self.clips)} of this transition table; `motionloom library list` shows them")

    def named_frames(self, name: str) -> NDArray[np.intp]:
        """The frames (n,) under an annotation, or of the clips with a label, of this name."""
        found = [
            np.arange(first + a, first + b)
            for clip, first in zip(self.clips, self.starts, strict=False)
            for span, a, b in clip.spans
            if span == name
        ]
        if not found:
            found = [np.arange(self.starts[n], self.starts[n + 1]) for n, clip in enumerate(self.clips) if name in clip.labels]
        if not found:
            raise MotionError(f"nothing here is annotated or labelled {name!r}; there are {', '.join(self.names()) or 'no names'}")
        return np.concatenate(found).astype(np.intp)

    def names(self) -> list[str]:
        """Every annotation and label."""
        return sorted({span for clip in self.clips for span, *_ in clip.spans} | {label for clip in self.clips for label in clip.labels})

    def motion(self, first: int, stop: int) -> Motion:
        """Frames first:stop as a motion where it was captured, on a floor at height 0."""
        rotations = self.rotations[first:stop].astype(np.float64)
        rotations[:, 0] = quaternion.multiply(quaternion.about_y(self.facing[first:stop]), rotations[:, 0])
        ground = self.ground[first:stop]
        roots = np.stack([ground[:, 0], self.heights[first:stop], ground[:, 1]], axis=1)
        single = np.float32
        return Motion(self.skeleton, rotations.astype(single), roots.astype(single), RATE, self.clips[int(self.clip_of[first])].name)


def make_stock(
    motions: Sequence[Motion],
    plants: Sequence[NDArray[np.bool_] | None],
    clips: Sequence[StockClip] | None = None,
    mirrored: bool = False,
    at_rate: bool = False,
) -> Stock:
    """The stock of these motions with plants (F, 4); None: the oracle that comes with Motionloom says. `mirrored` adds each in a mirror.

    at_rate: the plants are at the stock's rate already, as a table keeps them, and not at their motion's.
    """
    if not motions:
        raise MotionError("a transition table needs at least one clip")
    skeleton = motions[0].skeleton
    described = clips or [StockClip(str(n), motion.name, False, 0.0) for n, motion in enumerate(motions)]
    parts = []
    for motion, bits, clip in zip(motions, plants, described, strict=True):
        if motion.skeleton.hash != skeleton.hash:
            raise MotionError(f"{motion.name!r} has another skeleton than {motions[0].name!r}; a transition table is of one body")
        moved = resample(motion, RATE)
        stood = _detect(motion) if bits is None else bits
        known = np.asarray(stood, dtype=bool) if at_rate else plants_at_rate(stood, motion.fps)
        parts.append(_take_apart(moved, known, clip, mirrored=False))
        if mirrored:
            parts.append(_take_apart(mirror(moved), known[:, LEFT_RIGHT], clip, mirrored=True))
    columns: list[Any] = [np.concatenate(column) for column in zip(*(arrays for _, arrays in parts), strict=True)]
    starts = np.concatenate([[0], np.cumsum([len(arrays[0]) for _, arrays in parts])]).astype(np.intp)
    return Stock(skeleton, tuple(clip for clip, _ in parts), starts, *columns)


def find_moment(stock: Stock, named: str) -> int:
    """The frame that `clip@second` means; without a second, the clip's first."""
    name, at, said = named.partition("@")
    try:
        second = float(said) if at else 0.0
    except ValueError:
        second = float("nan")
    if not np.isfinite(second):
        raise MotionError(f"expected a clip and a second, such as 16_15@1.2, found {named!r}")
    clip = stock.find(name)
    last = (int(stock.starts[clip + 1] - stock.starts[clip]) - 1) / RATE
    if not -0.5 / RATE <= second <= last + 0.5 / RATE:
        raise MotionError(f"{named}: expected a second from 0 to {last:.2f}, {name}'s last frame, found {second:g}")
    return stock.frame(clip, second)


def plants_at_rate(bits: NDArray[np.bool_], fps: float) -> NDArray[np.bool_]:
    """Plants (F, 4) of a motion at `fps` as they are at the stock's rate: those of the nearest frame."""
    count = resampled_length(len(bits), fps, RATE)
    nearest = np.clip(np.rint(np.arange(count) * fps / RATE).astype(np.intp), 0, len(bits) - 1)
    return np.asarray(bits, dtype=bool)[nearest]


def _detect(motion: Motion) -> NDArray[np.bool_]:
    from motionloom.feet.oracle import default_oracle

    return np.asarray(default_oracle().label(motion).bits)


def _take_apart(motion: Motion, plants: NDArray[np.bool_], clip: StockClip, mirrored: bool) -> tuple[StockClip, tuple[NDArray[Any], ...]]:
    """The arrays of one clip, in the order of `Stock`'s fields."""
    body = body_of(motion.skeleton)
    floor = ground_height(motion)
    facing, roots = headings(motion), motion.root_positions.astype(np.float64)
    rotations = quaternion.make_continuous(motion.rotations)
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(-facing).astype(np.float32), rotations[:, 0])
    tips = motion.points(body.tip_joints, body.tip_offsets)
    points = np.concatenate([segment_centres(motion), foot_points(motion), tips], axis=1)
    joints = motion.positions()[:, sorted(set(body.roles.values()))].astype(np.float64)
    seen = [to_heading_frame(p - [0.0, floor, 0.0], roots, facing).astype(np.float32) for p in (points, joints)]
    described = replace(clip, mirrored=mirrored, floor=floor)
    return described, (rotations, (roots[:, 1] - floor).astype(np.float32), roots[:, [0, 2]], facing, *seen, plants)
