"""The frames that an order may be made of: clips of one body at 60 Hz, numbered through, each frame with its words.

What lies between two glitches is a stretch of its own, so that no order shows them. A mirrored clip adds its stretches once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align import Clouds, make_clouds, shared_roles
from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.editing import mirror, resample
from motionloom.core.errors import MotionError
from motionloom.core.ground import ground_height
from motionloom.core.heading import headings
from motionloom.demands.closeness import Closeness, make_closeness
from motionloom.demands.demand import RATE
from motionloom.demands.fitting import AS_IT_IS, Fit
from motionloom.demands.words import mirror_word
from motionloom.feet.plants import LEFT_RIGHT

SHORTEST = 0.4  # seconds: a shorter stretch is left out
STEADY = 0.15  # seconds to either side over which a body's velocity is averaged


@dataclass(frozen=True)
class Stretch:
    """Frames of a clip from `first` on, at 60 Hz. made: of other clips (a transplant, say), and not performed.

    fit: how its motion is put on the pool's body.
    """

    clip: str
    name: str
    content: str
    first: int
    mirrored: bool = False
    made: bool = False
    fit: Fit = AS_IT_IS


@dataclass(frozen=True, eq=False)
class Take:
    """A clip that goes into a pool: its motion on the pool's body, plants (F, 4) and words, masks (F,), by the motion's frames.

    bad: half-open ranges of frames that no order shows. rarity: how rare it is as captured, (R,) at 60 Hz; unknown where it is not given.
    fit: how the motion was put on the pool's body.
    """

    clip: str
    name: str
    content: str
    motion: Motion
    plants: NDArray[np.bool_]
    words: Mapping[str, NDArray[np.bool_]]
    bad: tuple[tuple[int, int], ...] = ()
    made: bool = False
    rarity: NDArray[np.float64] | None = None
    fit: Fit = AS_IT_IS


@dataclass(frozen=True, eq=False)
class Pool:
    """S stretches of one skeleton, N frames in all.

    starts (S + 1,): each stretch's first frame; rotations (N, J, 4), the root's without its heading; heights (N,) metres of the root
    above its clip's floor; ground (N, 2) metres and facing (N,) radians, as captured; plants (N, 4); words, and bits (N,): bit w of a
    frame is word w; closeness: how alike frames are; floors (S,) metres, as captured; rarity (N,): how rare in captures the seconds are
    that each frame comes from (`score.rarity`), 0 where nobody knows.
    """

    skeleton: Skeleton
    stretches: tuple[Stretch, ...]
    starts: NDArray[np.intp]
    rotations: NDArray[np.float32]
    heights: NDArray[np.float32]
    ground: NDArray[np.float64]
    facing: NDArray[np.float64]
    plants: NDArray[np.bool_]
    words: tuple[str, ...]
    bits: NDArray[np.uint64]
    closeness: Closeness
    floors: tuple[float, ...]
    rarity: NDArray[np.float32]
    left_out: tuple[tuple[str, str], ...] = field(default=())

    def __len__(self) -> int:
        return len(self.heights)

    @cached_property
    def stretch_of(self) -> NDArray[np.intp]:
        """The stretch (N,) of each frame."""
        return np.repeat(np.arange(len(self.stretches)), np.diff(self.starts))

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """How many frames (N,) its stretch goes on for, the frame itself among them."""
        return (self.starts[1:][self.stretch_of] - np.arange(len(self))).astype(np.int64)

    @cached_property
    def steps(self) -> NDArray[np.float64]:
        """The way (N, 3) from each frame to the next, seen from its heading: aside, ahead metres, turn radians; a last one repeats."""
        ahead = np.minimum(np.arange(len(self)) + 1, self.starts[1:][self.stretch_of] - 1)
        move, turn = self.ground[ahead] - self.ground, self.facing[ahead] - self.facing
        cosine, sine = np.cos(self.facing), np.sin(self.facing)
        steps = np.stack([cosine * move[:, 0] - sine * move[:, 1], sine * move[:, 0] + cosine * move[:, 1], turn], axis=1)
        last = self.starts[1:] - 1
        steps[last] = steps[np.maximum(last - 1, 0)]
        return steps

    @cached_property
    def speeds(self) -> NDArray[np.float64]:
        """Metres a second (N,) along the ground."""
        return np.hypot(self.steps[:, 0], self.steps[:, 1]) * RATE

    @cached_property
    def velocities(self) -> NDArray[np.float32]:
        """How a body goes (N, 4), as seen from its heading: aside, ahead, up in m/s, and its turn in rad/s, each the mean of 0.3 s."""
        climb = np.append(np.diff(self.heights), 0.0)
        climb[self.starts[1:] - 1] = climb[np.maximum(self.starts[1:] - 2, 0)]
        moves = np.column_stack([self.steps[:, :2], climb, self.steps[:, 2]]) * RATE
        reach, out = round(STEADY * RATE), np.empty((len(self), 4), np.float32)
        for start, stop in pairwise(self.starts.tolist()):
            sums = np.concatenate([np.zeros((1, 4)), np.cumsum(moves[start:stop], axis=0)])
            at = np.arange(stop - start)
            low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, stop - start)
            out[start:stop] = (sums[high] - sums[low]) / (high - low)[:, None]
        return out

    def mask(self, word: str) -> NDArray[np.bool_]:
        """Where (N,) a word holds; nowhere if nobody uses it."""
        if word not in self.words:
            return np.zeros(len(self), bool)
        return (self.bits >> np.uint64(self.words.index(word)) & np.uint64(1)).astype(bool)

    def frame(self, clip: str, second: float, mirrored: bool = False) -> int:
        """The frame that shows a second of a clip, by its id or name; an error where there is none."""
        wanted = round(second * RATE)
        for n, stretch in enumerate(self.stretches):
            inside = stretch.first <= wanted < stretch.first + int(self.starts[n + 1] - self.starts[n])
            if clip in (stretch.clip, stretch.name) and stretch.mirrored == mirrored and inside:
                return int(self.starts[n]) + wanted - stretch.first
        raise MotionError(
            f"no frame to pass at {second:g} s of {clip!r}{' mirrored' if mirrored else ''}: choose a clip and second that are there"
        )

    def joins(self, frames: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where (n,) in a sequence of frames (F,) another piece begins."""
        goes_on = (np.diff(frames) == 1) & (self.left[frames[:-1]] > 1)
        return np.flatnonzero(~goes_on) + 1

    def only(self, keep: NDArray[np.bool_]) -> Pool:
        """The pool of some of its stretches (S,)."""
        rows = np.repeat(keep, np.diff(self.starts))
        close = self.closeness
        parts = Closeness(close.ground[rows], close.turned[rows], close.heights[rows], close.squares[rows])
        starts = np.concatenate([[0], np.cumsum(np.diff(self.starts)[keep])]).astype(np.intp)
        stretches = tuple(stretch for stretch, kept in zip(self.stretches, keep, strict=True) if kept)
        floors = tuple(floor for floor, kept in zip(self.floors, keep, strict=True) if kept)
        return replace(
            self,
            stretches=stretches,
            starts=starts,
            rotations=self.rotations[rows],
            heights=self.heights[rows],
            ground=self.ground[rows],
            facing=self.facing[rows],
            plants=self.plants[rows],
            bits=self.bits[rows],
            closeness=parts,
            floors=floors,
            rarity=self.rarity[rows],
        )


def make_pool(takes: Sequence[Take], mirrored: bool = True, left_out: Sequence[tuple[str, str]] = ()) -> Pool:
    """The pool of these takes, all on one skeleton. mirrored: each once more in a mirror."""
    if not takes:
        raise MotionError("an order needs at least one clip to be made of")
    roles = shared_roles([take.motion for take in takes])
    words = tuple(
        sorted({word for take in takes for word in take.words} | ({mirror_word(w) for t in takes for w in t.words} if mirrored else set()))
    )
    if len(words) > 64:
        raise MotionError(f"{len(words)} different words are too many for one order, at most 64; choose fewer clips, or drop tracks")
    stretches, parts, clouds, floors = list[Stretch](), list[tuple[NDArray[Any], ...]](), list[Clouds](), list[float]()
    for take in takes:
        if take.motion.skeleton.hash != takes[0].motion.skeleton.hash:
            raise MotionError(f"{take.name!r} has another skeleton than {takes[0].name!r}; an order is made of one body")
        for seen in (False, True) if mirrored else (False,):
            motion, bits, plants = _at_rate(take, seen, words)
            floor = ground_height(motion)
            for first, stop in _good_ranges(take, len(motion)):
                stretches.append(Stretch(take.clip, take.name, take.content, first, seen, take.made, take.fit))
                part = motion[first:stop]
                parts.append((*take_apart(part, floor), plants[first:stop], bits[first:stop], _rarity_of(take, len(motion))[first:stop]))
                floors.append(floor)
                clouds.append(make_clouds(part, roles=roles))
    if not stretches:
        raise MotionError("none of the clips has as much as half a second without a glitch; mend them (`motionloom mend`)")
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    starts = np.concatenate([[0], np.cumsum([len(part[0]) for part in parts])]).astype(np.intp)
    rotations, heights, ground, facing, stood, said, rarity = columns
    closeness = make_closeness(clouds)
    skeleton = takes[0].motion.skeleton
    return Pool(
        skeleton,
        tuple(stretches),
        starts,
        rotations,
        heights,
        ground,
        facing,
        stood,
        words,
        said,
        closeness,
        tuple(floors),
        rarity,
        tuple(left_out),
    )


def _at_rate(take: Take, mirrored: bool, words: Sequence[str]) -> tuple[Motion, NDArray[np.uint64], NDArray[np.bool_]]:
    """A take at 60 Hz: its motion, the bits (F,) of its words, its plants (F, 4)."""
    motion = resample(take.motion, RATE)
    nearest = np.clip(np.rint(np.arange(len(motion)) * take.motion.fps / RATE).astype(np.intp), 0, len(take.motion) - 1)
    plants, bits = take.plants[nearest], np.zeros(len(motion), np.uint64)
    for word, mask in take.words.items():
        number = words.index(mirror_word(word) if mirrored else word)
        bits |= mask[nearest].astype(np.uint64) << np.uint64(number)
    return (mirror(motion), bits, plants[:, LEFT_RIGHT]) if mirrored else (motion, bits, plants)


def _rarity_of(take: Take, frames: int) -> NDArray[np.float32]:
    """A take's rarity (frames,) at 60 Hz."""
    if take.rarity is None or not len(take.rarity):
        return np.zeros(frames, np.float32)
    return np.asarray(take.rarity[np.minimum(np.arange(frames), len(take.rarity) - 1)], np.float32)


def _good_ranges(take: Take, frames: int) -> list[tuple[int, int]]:
    """Half-open ranges of frames at 60 Hz between what is bad, each long enough."""
    scale = RATE / take.motion.fps
    cuts = sorted((int(start * scale), int(np.ceil(stop * scale))) for start, stop in take.bad)
    ranges, begin = list[tuple[int, int]](), 0
    for start, stop in cuts:
        ranges.append((begin, min(start, frames)))
        begin = max(begin, stop)
    ranges.append((begin, frames))
    return [(start, stop) for start, stop in ranges if stop - start >= SHORTEST * RATE]


def take_apart(motion: Motion, floor: float) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64], NDArray[np.float64]]:
    """Rotations without heading, heights, ground and facing of a motion, in the order of `Pool`'s fields."""
    facing, roots = headings(motion), motion.root_positions.astype(np.float64)
    rotations = quaternion.make_continuous(motion.rotations)
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(-facing).astype(np.float32), rotations[:, 0])
    return rotations, (roots[:, 1] - floor).astype(np.float32), roots[:, [0, 2]], facing
