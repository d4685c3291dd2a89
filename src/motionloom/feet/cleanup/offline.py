"""Footskate clean-up of a whole clip, after Kovar, Schreiner and Gleicher 2002."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup.calming import ROUNDS, calm_more, find_loose, give_up, keep_share, no_calm
from motionloom.feet.cleanup.giving_way import give_way
from motionloom.feet.cleanup.ground import Ground, find_ground, level_ground
from motionloom.feet.cleanup.options import CleanUpOptions
from motionloom.feet.cleanup.rig import Legs, Rig, legs_of, rig_of
from motionloom.feet.cleanup.root import at_most, lower_root
from motionloom.feet.cleanup.runs import HIGH, SHAKES, Run, RunTable, moved_bits, place_all, to_table
from motionloom.feet.cleanup.steadying import steady
from motionloom.feet.cleanup.tilting import tilt_pelvis
from motionloom.feet.cores import keep_cores
from motionloom.feet.plants import POINTS, Bits, Plants
from motionloom.feet.spike_measures import Spike, find_spikes

Array = NDArray[np.float64]
BEYOND = 0.25  # of what is left to a straight leg: only that near to it is the root lowered for legs that were eased already
MISSED = 0.001  # metres short of its place from which a plant counts as out of reach


@dataclass(frozen=True, eq=False)
class CleanUp:
    """A cleaned motion and what was done to it.

    motion; ground it was put on; runs: every plant, with how far it moved and whether it was held; shifts (F, 3) metres of the root;
    misses (F, 2) metres that planted ankles stay short of their place; sunk (F, 2) metres that free feet were left below the floor,
    because they were too deep in it to be lifted; loose (F, 4): where planted points were let move, because held still they would have
    jerked the leg.
    """

    motion: Motion
    ground: Ground
    runs: tuple[Run, ...]
    shifts: Array
    misses: Array
    sunk: Array
    loose: Bits

    @property
    def left_alone(self) -> list[Run]:
        """Plants that were not held: too far above or below the floor, too far to move, or such that they would jerk the leg."""
        return [run for run in self.runs if not run.held]

    @property
    def held(self) -> Plants:
        """The plants that were held, without the ends that were given up because the foot was on its way already, and what was let move."""
        bits = np.zeros((len(self.motion), len(POINTS)), bool)
        for run in self.runs:
            bits[run.start : run.stop, run.point] = run.held
        return Plants(bits & ~self.loose, self.motion.fps, source="clean-up")

    def describe(self) -> list[str]:
        """What a person should know: plants that were left or missed, feet that were left in the floor, and a floor that is no plane."""
        lines = []
        if self.ground.uneven:
            lines.append("the floor is no plane (stairs, a slope, boxes?): plants were held at the height they have, no foot was lifted")
        lines += [self._describe_left(run) for run in self.left_alone]
        lines += [line for foot in range(2) if (line := self._describe_loose(foot))]
        for foot, side in enumerate(("left", "right")):
            worst, deepest = int(np.argmax(self.misses[:, foot])), int(np.argmax(self.sunk[:, foot]))
            if self.misses[worst, foot] > MISSED:
                miss = f"{self.misses[worst, foot]:.3f} m"
                lines.append(f"the {side} leg is {miss} too short to reach its plant at {self._seconds(worst)} s")
            if self.sunk[deepest, foot] > 0:
                lines.append(
                    f"the {side} foot is {self.sunk[deepest, foot]:.2f} m below the floor at {self._seconds(deepest)} s; it was left there"
                )
        return lines

    def _describe_left(self, run: Run) -> str:
        plant = f"{POINTS[run.point]} plant at {self._seconds(run.start)}-{self._seconds(run.stop)} s"
        if run.left == HIGH:
            return f"{plant} is {abs(run.height):.2f} m {'above' if run.height > 0 else 'below'} the floor; it was left as it is"
        if run.left == SHAKES:
            return f"{plant} would jerk the leg if it were held; it was left as it is"
        return f"{plant} would move {run.farthest:.2f} m; it was left as it is"

    def _describe_loose(self, foot: int) -> str:
        """Words for how long a foot was let move; none if it was not."""
        loose = np.zeros_like(self.loose)
        for run in self.runs:
            loose[run.start : run.stop, run.point] = run.held
        frames = np.flatnonzero((loose & self.loose)[:, 2 * foot : 2 * foot + 2].any(axis=1))
        if not len(frames):
            return ""
        spell = f"{len(frames) / self.motion.fps:.2f} s from {self._seconds(frames[0])} s on"
        return f"the {('left', 'right')[foot]} foot was let move for {spell}: held still it would have jerked the leg"

    def _seconds(self, frame: int) -> str:
        return f"{frame / self.motion.fps:.2f}"


@dataclass(frozen=True, eq=False)
class Solution:
    """What clean-up makes of some frames: local rotations (F, 2, 4, 4) of the rig's joints, shifts (F, 3) of the root and tilts (F, 4)
    of the pelvis about the middle between the hips, misses (F, 2), and which frames were changed at all (F,)."""

    local: Array
    shifts: Array
    tilts: Array
    misses: Array
    changed: NDArray[np.bool_]


def clean(
    motion: Motion,
    plants: Plants,
    options: CleanUpOptions | None = None,
    ground: Ground | None = None,
    placed_by: Motion | None = None,
) -> CleanUp:
    """The motion with its planted feet held still, on a given ground or on the one the options say.

    Each plant gets one place on the ground; corrections come and go around it; the root gives way where legs do not reach; legs are solved
    analytically and feet turned so that heels and toes lie where they should. placed_by: the motion whose feet say where the places are,
    where that is another, as of a body whose hips were moved over its feet.
    """
    options = options or CleanUpOptions()
    if len(plants) != len(motion):
        raise MotionError(f"{motion.name!r} has {len(motion)} frames, its plants have {len(plants)}; label this clip itself")
    rig = rig_of(motion.skeleton)
    legs = legs_of(motion, rig)
    placing = legs if placed_by is None else legs_of(placed_by, rig)
    bits = _choose_bits(placing, plants, options)
    leg_length = body_of(motion.skeleton).leg_length
    ground = choose_ground(legs, bits, leg_length, options) if ground is None else ground
    runs = place_all(placing.points, bits, ground, options.bounds(motion.fps, leg_length))
    if placed_by is not None:
        for run in runs:  # what stood still there may move here
            away = np.linalg.norm(legs.points[run.start : run.stop, run.point] - run.place, axis=1).max()
            run.farthest = max(run.farthest, float(away))
    cleaned, solution, calm = _solve_calmly(motion, legs, rig, runs, ground, options)
    loose = find_loose(legs_of(cleaned, rig).points, calm, motion.fps) if calm.any() else np.zeros_like(bits)
    sunk = _find_sunk(legs, bits, ground, options.limit)
    return CleanUp(cleaned, ground, tuple(runs), solution.shifts, solution.misses, sunk, loose)


def _solve_calmly(
    motion: Motion, legs: Legs, rig: Rig, runs: list[Run], ground: Ground, options: CleanUpOptions
) -> tuple[Motion, Solution, Array]:
    """The cleaned motion, its solution, and how far (F, 2) corrections of feet gave way so that no new peak of acceleration is left.

    They give way only if the options say so. What is a peak is told by the whole clip, not within a horizon.
    """
    fade = options.windows(motion.fps).fade
    first, *others = ROUNDS if options.calm and options.horizon is None else (0,)
    cleaned, solution, calm, spikes = _calm_down(motion, legs, rig, to_table(runs), ground, options, first)
    for rounds in others:
        if not spikes:
            break
        give_up(runs, spikes, fade)
        cleaned, solution, calm, spikes = _calm_down(motion, legs, rig, to_table(runs), ground, options, rounds)
    return cleaned, solution, calm


def _calm_down(
    motion: Motion, legs: Legs, rig: Rig, table: RunTable, ground: Ground, options: CleanUpOptions, rounds: int
) -> tuple[Motion, Solution, Array, list[Spike]]:
    """The motion cleaned by the plants of a table, its solution, how far (F, 2) corrections gave way, and the new peaks that are left."""
    calm, fade = no_calm(len(legs)), options.windows(motion.fps).fade
    solution = solve(legs, rig, table, ground, options, motion.fps, calm)
    cleaned, spikes = apply(motion, rig, solution), list[Spike]()
    for left in range(rounds, 0, -1):
        spikes = find_spikes(motion, cleaned)
        if not spikes or left == 1:
            break
        calm = calm_more(calm, spikes, fade)
        solution = solve(legs, rig, table, ground, options, motion.fps, calm)
        cleaned = apply(motion, rig, solution)
    return cleaned, solution, calm, spikes


def ground_of(motion: Motion, plants: Plants, options: CleanUpOptions | None = None) -> Ground:
    """The ground that `clean` puts a motion on."""
    options, legs = options or CleanUpOptions(), legs_of(motion, rig_of(motion.skeleton))
    return choose_ground(legs, _choose_bits(legs, plants, options), body_of(motion.skeleton).leg_length, options)


def _choose_bits(legs: Legs, plants: Plants, options: CleanUpOptions) -> Bits:
    # How a plant ends is not known to whoever looks at its beginning only.
    return plants.bits if options.horizon is not None else keep_cores(legs.points, plants.bits, plants.fps)


def choose_ground(legs: Legs, bits: Bits, leg_length: float, options: CleanUpOptions) -> Ground:
    """The ground that was asked for, or the clip's own."""
    return find_ground(legs.points, bits, leg_length) if options.ground is None else level_ground(options.ground)


def _find_sunk(legs: Legs, bits: Bits, ground: Ground, limit: float) -> Array:
    """How far (F, 2) metres free feet are below the floor where that is farther than `limit`."""
    depths = np.where(bits | ground.uneven, 0.0, -ground.heights(legs.points)).reshape(-1, 2, 2).max(axis=2)
    return np.where(depths > limit, depths, 0.0)


def solve(
    legs: Legs, rig: Rig, table: RunTable, ground: Ground, options: CleanUpOptions, fps: float, calm: Array | None = None
) -> Solution:
    """Legs that hold the plants of a table. A frame's result depends only on frames nearby.

    calm (F, 2): how far the corrections of both feet give way, see `calming`.
    """
    from motionloom.feet.cleanup._corrections import correct
    from motionloom.feet.cleanup._solve import place_feet, solve_legs

    windows = options.windows(fps)
    calm = no_calm(len(legs)) if calm is None else calm
    steadying = keep_share(calm.max(axis=1, keepdims=True))
    legs, steadied = steady(legs, moved_bits(table, len(legs)), windows.lift, windows.shake, steadying)
    lift = 0.0 if ground.uneven else options.limit
    floor = np.array(ground.plane), np.array(ground.rests)
    corrections, pins, flex, held = correct(legs.points, table, *floor, windows, options.sink, lift, calm)
    ankles, *turns = place_feet(legs, corrections, pins, flex)
    rooms = np.zeros((len(legs), 2)) if ground.uneven else _rooms(ground.heights(legs.points + corrections))
    given = give_way(legs, rig, ankles, held, rooms, windows, options.reach, options.root_limit)
    spans, reach = rig.thigh + rig.shin, 1 - BEYOND * (1 - options.reach)
    lowered = lower_root(given.legs, given.ankles, spans, reach, windows.drop)
    lowered = at_most(given.shifts + lowered, options.root_limit) - given.shifts
    local, misses = solve_legs(given.legs, rig.hinges, (given.ankles, *turns), lowered, spans, reach, given.sides)
    misses = np.where(held.reshape(-1, 2, 2).any(axis=2), misses, 0.0)
    shifts = steadied + given.shifts + lowered
    changed = corrections.any(axis=(1, 2)) | shifts.any(axis=1) | given.changed
    return Solution(local, shifts, given.tilts, misses, changed)


def _rooms(heights: Array) -> Array:
    """How far (F, 2) metres both points of a foot are above where they rest, of heights (F, 4)."""
    return np.maximum(heights.reshape(-1, 2, 2).min(axis=2), 0.0)


def apply(motion: Motion, rig: Rig, solution: Solution) -> Motion:
    """The motion with the solution's joints; frames that were not changed keep every bit."""
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    rows = np.flatnonzero(solution.changed)
    local = quaternion.normalise(solution.local[rows]).astype(np.float32)
    for foot in range(2):
        for part, joint in enumerate(rig.joints[foot]):
            if part == 0 or joint != rig.joints[foot, part - 1]:
                rotations[rows, joint] = local[:, foot, part]
    roots[rows] += solution.shifts[rows].astype(np.float32)
    tilt_pelvis(motion.skeleton, motion.world, solution.tilts, rotations, roots)
    return motion.with_arrays(rotations, roots, recipe={})
