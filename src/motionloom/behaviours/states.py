"""Behaviour states (paper 001 sections 5.1 to 5.3): one clip or several on one clock, cyclic or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.align import Clouds, distances, find_warp, make_clouds, register
from motionloom.behaviours.loops import find_loop, roughness_of_seams
from motionloom.behaviours.parameters import Parameter, make_parameter
from motionloom.behaviours.periodic_registration import find_lap, find_round
from motionloom.behaviours.steering_table import SteeringTable, make_steering_table
from motionloom.behaviours.takes import RATE as RATE, Take, differ, find_jerks, find_steps, hold_feet, prepare
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.feet.plants import Bits, Plants

BLEND = 0.3  # seconds of a transition
SHORT = 2.4  # laps: a clip that is no longer is played round
GENTLE = 1.3  # how much faster or slower than the other either state may run in a transition
STANDING = 0.3  # metres that two frames are farther apart where none of the feet stands in one that stands in the other
OUT_OF_STEP = 0.4  # of the time that feet stand in two clips: what they may stand in one alone
LIVELY = 0.5  # of how much a clip changes from frame to frame: what a lap that several clips share must have, for a wait is no gait
POSTURE = 0.15  # metres that a lap is from the reference's in the mean: farther is another posture, and blends of two are neither
SHARED = 1.25  # times as rough as its lap: what a seam that several clips share may be, for theirs are others than the reference's
SHORTEST_LAP, LONGEST_LAP = 0.5, 2.2  # seconds of one round of a cycle that several clips share


@dataclass(frozen=True, eq=False)
class TransitionPoint:
    """A way from one state into another: leave `source` between reference frames start and stop, blending into `target`.

    frames (M,): the target's reference frame at M evenly spaced moments of that window. cost: mean distance in metres along it.
    """

    source: str
    target: str
    start: float
    stop: float
    frames: NDArray[np.float64]
    cost: float

    def __post_init__(self) -> None:
        frames = np.asarray(self.frames)
        if not np.isfinite([self.start, self.stop, self.cost]).all() or not self.stop > self.start >= 0:
            raise MotionError(f"a transition {self.source} -> {self.target} needs a window of some length and a cost")
        if frames.ndim != 1 or len(frames) < 2 or not np.isfinite(frames).all() or np.any(np.diff(frames) <= 0):
            raise MotionError(f"a transition {self.source} -> {self.target} needs a warp that increases")


@dataclass(frozen=True, eq=False)
class State:
    """A behaviour: clips (the first is the reference), frames (R, K) of each clip at every reference frame, and how it goes on.

    loop: the self-transition of a cyclic state, None for an acyclic one; default: the cyclic state an acyclic one ends in;
    parameter: what a person steers it by, None where there is one clip; steering: turn and speed at once, once a speed is asked for too.
    plants: which foot points (F, 4) stand in each frame of each clip, None where nobody has said; captured: the clips before their feet
    were held, None where they are played as they are. hops: from the end of a lap into another lap that does not follow it anyhow, where
    a cyclic state has several; which is taken is drawn while it plays.
    """

    name: str
    motions: tuple[Motion, ...]
    frames: NDArray[np.float64]
    loop: TransitionPoint | None = None
    default: str = ""
    parameter: Parameter | None = None
    steering: SteeringTable | None = None
    plants: tuple[Bits, ...] | None = None
    captured: tuple[Motion, ...] | None = None
    hops: tuple[TransitionPoint, ...] = ()

    def __post_init__(self) -> None:
        if not self.motions:
            raise MotionError(f"state {self.name!r} has no clips")
        frames, count = np.array(self.frames, dtype=np.float64), len(self.motions)
        if frames.shape != (len(self.motions[0]), count) or not np.isfinite(frames).all() or np.any(np.diff(frames, axis=0) <= 0):
            raise MotionError(f"state {self.name!r} needs increasing frames of {len(self.motions)} clips at each frame of the first")
        if any(motion.fps != RATE for motion in self.motions):
            raise MotionError(f"state {self.name!r} needs clips at {RATE:g} Hz; resample them")
        if (self.loop is None) == (self.default == ""):
            raise MotionError(f"state {self.name!r} needs a self-transition if it is cyclic, or a state to end in if it is not")
        if np.any(frames[0] < -1) or np.any(frames[-1] > [len(motion) for motion in self.motions]):
            raise MotionError(f"state {self.name!r} has frames beyond the ends of its clips")
        if self.loop is not None and max(self.loop.stop, self.loop.frames[-1]) > len(frames) - 1 + 1e-6:
            raise MotionError(f"state {self.name!r} lasts {len(frames)} frames, but its loop goes on to {self.loop.stop:g}")
        for hop in self.hops:
            if (
                self.loop is None
                or (hop.source, hop.target) != (self.name, self.name)
                or max(hop.stop, hop.frames[-1]) > len(frames) - 1 + 1e-6
            ):
                raise MotionError(
                    f"state {self.name!r} lasts {len(frames)} frames; hops lead from lap to lap of a cyclic state within them"
                )
        for weighted in (self.parameter, self.steering):
            if weighted is not None and weighted.weights.shape[-1] != count:
                raise MotionError(f"state {self.name!r} has {count} clips, but weights of {weighted.weights.shape[-1]}")
        if self.plants is not None and [np.shape(bits) for bits in self.plants] != [(len(motion), 4) for motion in self.motions]:
            raise MotionError(f"state {self.name!r} needs the plants of four points in each frame of each of its clips, or none")
        if self.captured is not None and [len(motion) for motion in self.captured] != [len(motion) for motion in self.motions]:
            raise MotionError(f"state {self.name!r} needs as many captured frames of each clip as it plays, or none")
        frames.flags.writeable = False
        object.__setattr__(self, "frames", frames)

    @property
    def cyclic(self) -> bool:
        """Whether it goes on for ever."""
        return self.loop is not None


def cost_between(a: Motion, b: Motion) -> NDArray[np.float64]:
    """Distances (Fa, Fb) in metres between the frames of two motions at the machine's rate."""
    return np.sqrt(np.maximum(distances(_clouds_of(a), _clouds_of(b)), 0)).astype(np.float64)


@lru_cache(maxsize=64)
def _clouds_of(motion: Motion) -> Clouds:
    """The clouds of a motion, which is compared with many."""
    return make_clouds(motion)


def make_transition_point(
    source: str, target: str, cost: NDArray[np.float64], start: int, enter: int, blend: int, knots: int = 16
) -> TransitionPoint:
    """The transition that leaves at frame `start` and enters at `enter`: the best legal warp through its block of the cost matrix."""
    block = cost[start : start + blend + 1, enter : enter + blend + 1]
    warp = find_warp(block, RATE)
    at = np.linspace(0, (block.shape[0] - 1) / RATE, knots)
    frames = enter + _straighten(RATE * warp(at), (block.shape[0] - 1) / (knots - 1))
    return TransitionPoint(source, target, float(start), float(start + block.shape[0] - 1), frames, float(warp.cost))


def _straighten(frames: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """The warp drawn towards its straight line until its slope is nowhere beyond GENTLE: accelerations go by the square of a pace."""
    straight = np.linspace(frames[0], frames[-1], len(frames))
    mean = (straight[1] - straight[0]) / step
    slopes = np.diff(frames) / step
    room = min((GENTLE - mean) / max(slopes.max() - mean, 1e-9), (mean - 1 / GENTLE) / max(mean - slopes.min(), 1e-9), 1.0)
    return np.asarray(straight + max(room, 0.0) * (frames - straight))


def make_single(name: str, motion: Motion, cyclic: bool, default: str = "", blend: float = BLEND, plants: Sequence[Plants] = ()) -> State:
    """A state of one clip; a cyclic one is cut to its best lap, as long a one as there is. plants: the clip's, or none."""
    take = prepare([motion], plants)[0]
    if not cyclic:
        return _settle(State(name, (take.motion,), np.arange(len(take), dtype=np.float64)[:, None], None, default), [take])
    frames = round(blend * RATE)
    longest = max(round(0.5 * len(take)), round(SHORTEST_LAP * RATE))
    shortest = max(round(SHORTEST_LAP * RATE), longest // 2)
    cost, jerks, rough = cost_between(take.motion, take.motion), find_jerks(take.motion), roughness_of_seams(take.motion, frames)
    late, early = find_loop(cost, frames, shortest, len(take), jerks=jerks, rough=rough)
    return _close(name, [take], [slice(early, late + frames + 1)], np.arange(late + frames + 1.0 - early)[:, None], frames)


def make_cycle(
    name: str,
    reference: Motion,
    others: Sequence[Motion],
    parameter: str = "turn",
    blend: float = BLEND,
    both: bool = False,
    plants: Sequence[Plants] = (),
    words: tuple[str, ...] = (),
    order: tuple[str, ...] = (),
) -> State:
    """A cyclic state of several clips: one lap of the reference, and of each other the piece that goes like it.

    both: it is steered by turn and by speed at once. plants: of the reference and the others, or none. words: what each clip is called
    where the parameter has words, and all of the machine's in their order.
    """
    for other in others:
        if not other.skeleton.fits(reference.skeleton):
            raise MotionError(f"{other.name!r} has another skeleton than {reference.name!r}; make a state of clips of one body")
    (first, *rest), frames = prepare([reference, *others], plants), round(blend * RATE)
    laps = round(SHORTEST_LAP * RATE), round(LONGEST_LAP * RATE)
    cost, jerks, rough = cost_between(first.motion, first.motion), find_jerks(first.motion), roughness_of_seams(first.motion, frames)
    try:
        late, early = find_loop(cost, frames, *laps, LIVELY, jerks, find_steps(first), rough, SHARED)
    except MotionError:  # what goes on without stepping, or for less than two steps
        late, early = find_loop(cost, frames, *laps, LIVELY, jerks, rough=rough, room=SHARED)
    lap = slice(early, late + frames + 1)
    pieces = [find_piece(first[lap], take, frames) for take in rest]
    takes, rows, columns = zip((first, lap, np.arange(late + frames + 1.0 - early)), *pieces, strict=True)
    state = _close(name, takes, rows, np.stack(columns, axis=1), frames)
    made = make_parameter("turn" if both else parameter, state.motions, state.frames, lap_of(state), words=words, order=order)
    steering = make_steering_table(state.motions, state.frames, lap_of(state)) if both else None
    return replace(state, parameter=made, steering=steering)


def make_act(
    name: str,
    motions: Sequence[Motion],
    default: str,
    parameter: str = "speed",
    plants: Sequence[Plants] = (),
    words: tuple[str, ...] = (),
    order: tuple[str, ...] = (),
) -> State:
    """An acyclic state of several clips that go alike from beginning to end, such as jumps of several lengths; plants: theirs, or none.

    words, order: as of a cycle.
    """
    takes = prepare(motions, plants)
    sampled = [take.motion for take in takes]
    for other in sampled[1:]:
        if not other.skeleton.fits(sampled[0].skeleton):
            raise MotionError(f"{other.name!r} has another skeleton than {sampled[0].name!r}; make a state of clips of one body")
    found = register(sampled, reference=0)
    for motion, warp in zip(sampled, found.warps, strict=True):
        if not warp.legal:
            raise MotionError(f"{motion.name!r} does not go like {sampled[0].name!r} at between half and double its pace; leave it out")
    at = np.arange(len(sampled[0])) / RATE
    frames = np.stack([np.clip(RATE * warp(at), 0, len(m) - 1) for m, warp in zip(sampled, found.warps, strict=True)], axis=1)
    frames += 1e-9 * np.arange(len(frames))[:, None]  # a warp may reach a clip's end a frame early: it must still increase
    for take, column in zip(takes[1:], frames.T[1:], strict=True):
        check_step(takes[0], take, np.rint(column).astype(np.intp))
    made = make_parameter(parameter, sampled, frames, (0.0, float(len(frames) - 2)), words=words, order=order)
    return _settle(State(name, tuple(sampled), frames, None, default, made), takes)


def find_piece(reference: Take, take: Take, blend: int) -> tuple[Take, slice, NDArray[np.float64]]:
    """The lap of a take that goes like the reference's: the take, played round where it is short, its rows, and of these the frames (R,)
    at the reference's."""
    period = len(reference) - 1 - blend
    if len(take) < SHORT * period + blend:  # it has no lap that begins when the reference's does
        found = find_round(cost_between(take.motion, take.motion), headings(take.motion), period, blend)
        take = take if found is None else take.played_round(*found, blend)
    own = cost_between(take.motion, take.motion)
    cost = cost_between(reference.motion, take.motion) + STANDING * differ(reference, take)
    at = find_lap(cost, own, headings(take.motion), blend)
    if at is None:
        raise MotionError(f"{take.motion.name!r} has no lap like that of {reference.motion.name!r} at about its pace; take a longer clip")
    check_step(reference, take, np.rint(at).astype(np.intp))
    rows = slice(int(at[0]), int(np.ceil(at[-1])) + 1)
    return take, rows, at - rows.start


def check_step(reference: Take, take: Take, frames: NDArray[np.intp]) -> None:
    """An error where a take, at these frames (R,) for each of the reference's, does not stand when the reference does: nothing could be
    held where the two are blended."""
    if reference.plants is None or take.plants is None:
        return
    one, other = reference.plants, take.plants[frames]
    alone, stood = int((one != other).sum()), int(one.sum() + other.sum())
    if alone > OUT_OF_STEP * stood:
        raise MotionError(
            f"the feet of {take.motion.name!r} do not stand when those of {reference.motion.name!r} do "
            f"({alone / stood:.0%} of the time they stand in one alone); leave it out, or make a state of its own of it"
        )


def check_posture(state: State) -> None:
    """An error where a clip of a state is farther from its reference all along than one body in one posture is."""
    rows = np.arange(len(state.frames))
    for motion, column in zip(state.motions[1:], state.frames.T[1:], strict=True):
        at = np.clip(np.rint(column).astype(np.intp), 0, len(motion) - 1)
        apart = float(cost_between(state.motions[0], motion)[rows, at].mean())
        if apart > POSTURE:
            raise MotionError(
                f"{motion.name!r} goes in another posture than {state.motions[0].name!r} ({100 * apart:.0f} cm apart); "
                "leave it out, or make a state of its own of it"
            )


def _close(name: str, takes: Sequence[Take], rows: Sequence[slice], frames: NDArray[np.float64], blend: int) -> State:
    """A cyclic state of rows of takes whose last frames blend into its first."""
    motions = tuple(take.motion[part] for take, part in zip(takes, rows, strict=True))
    loop = make_transition_point(name, name, cost_between(motions[0], motions[0]), len(motions[0]) - 1 - blend, 0, blend)
    return _settle(State(name, motions, frames, loop), takes, rows)


def _settle(state: State, takes: Sequence[Take], rows: Sequence[slice] = ()) -> State:
    """A state of rows of takes, or of all of them, that plays them with their feet held, where their plants are known."""
    parts = [(take, part) for take, part in zip(takes, rows or [slice(0, len(take)) for take in takes], strict=True)]
    plants = tuple(take.plants[part] for take, part in parts if take.plants is not None)
    if not plants:
        return state
    return replace(state, motions=tuple(hold_feet(take, part) for take, part in parts), plants=plants, captured=state.motions)


def lap_of(state: State) -> tuple[float, float]:
    """First and last reference frame of one round of a cyclic state: where its self-transition arrives and where it starts."""
    if state.loop is None:
        raise MotionError(f"state {state.name!r} is acyclic: it has no lap")
    middle = len(state.loop.frames) // 2
    share = middle / (len(state.loop.frames) - 1)
    return float(state.loop.frames[middle]), state.loop.start + share * (state.loop.stop - state.loop.start)
