"""What a machine's character can do next and where each leads, played once: the moves that steering chooses from.

A move is always safe to take back: it is followed by a stop. Walking on with some turn for a moment and then stopping, setting off and
then stopping, turning on the spot: each is played by the control machine itself from every phase, and kept as a path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import names as parameter_names
from motionloom.behaviours.states import RATE
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.core.errors import MotionError
from motionloom.navigation.gait import Gait, find_gait

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
TICK = 6  # steps: paths are kept at ten a second
EVERY = 12  # steps from one choice of a character to its next
HEARDS, ASKEDS = 7, 9  # turns, evenly spaced, that paths are kept for: while one is heard, another is asked
ROWS = 2  # frames between phases that are kept
BETWEEN = 4.5  # frames that a stop is asked for before the way out that it takes, and after the one before that
AHEAD = 14.0  # frames: whoever goes on may choose again before the stop that was promised is asked for
LONGEST = 20.0  # seconds within which everybody must have come to stand


class Moves(NamedTuple):
    """Paths of moves as the compiled choice reads them, each (..., T, 3): x, z and heading after each tick, seen from where one is now.

    walking (P, H, A, T, 3): by phase, by the turn that is heard, by the turn that is asked; lap (R,): the phase for each reference frame of
    the walk; frames (P,) those phases are at, leaves (P,): frames after which whoever went on in that phase asks for the stop, and stops
    (P,): which of the gait's; setting_off (Q, A, T', 3): by frame of the stand; first, first_stop: the release of whoever sets off;
    spinning and stepping (Q, K, T', 3); turns (A,) and heards (H,), radians a second; walk, stand: states, and their own transitions;
    lap_start, lap_length: frames of the walk's; speed: metres a second straight on.
    """

    walking: Floats
    lap: Whole
    frames: Whole
    leaves: Floats
    stops: Whole
    setting_off: Floats
    first: float
    first_stop: int
    spinning: Floats
    stepping: Floats
    turns: Floats
    heards: Floats
    walk: int
    stand: int
    walk_loop: int
    stand_loop: int
    lap_start: float
    lap_length: float
    speed: float


@dataclass(frozen=True, eq=False)
class Repertoire:
    """A machine's gait and moves; tables: the machine's own."""

    machine: Machine
    tables: Tables
    gait: Gait
    moves: Moves

    @property
    def fastest_turn(self) -> float:
        """Radians a second that it can turn to its slower side."""
        return float(min(-self.moves.turns[0], self.moves.turns[-1]))


def make_repertoire(machine: Machine, tables: Tables | None = None, walk: str = "", stand: str = "") -> Repertoire:
    """The repertoire of a machine; takes a second or two, since everything is played."""
    tables = make_tables(machine) if tables is None else tables
    gait = find_gait(machine, tables, walk, stand)
    maker = _Maker(machine, tables, gait)
    return Repertoire(machine, tables, gait, maker.make())


def play_deed(repertoire: Repertoire, state: str) -> Floats:
    """Paths (Q, 1, T, 3) of a state that is asked for from a stand, by frame of the stand, until one stands again: what goes on until
    something else is asked for is left a moment after it was come to."""
    maker = _Maker(repertoire.machine, repertoire.tables, repertoire.gait)
    return maker.play_act(maker.play_stands(), state)[:, None]


def longest_stride(moves: Moves) -> float:
    """The most metres that anybody goes in a tick, whatever it does, a little more for rounding."""
    found = 0.0
    for paths in (moves.walking, moves.setting_off, moves.spinning, moves.stepping):
        steps = np.diff(paths[..., :2], axis=-2, prepend=0.0)
        found = max(found, float(np.hypot(steps[..., 0], steps[..., 1]).max(initial=0.0)))
    return found * (1 + 1e-6) + 1e-6


class _Maker:
    """Plays moves from every phase."""

    def __init__(self, machine: Machine, tables: Tables, gait: Gait) -> None:
        self.machine, self.tables, self.gait = machine, tables, gait
        low, high = (float(value) for value in machine.state(gait.walk).parameter.values[[0, -1]])  # type: ignore[union-attr]
        self.turns, self.heards = _around_zero(low, high, ASKEDS), _around_zero(low, high, HEARDS)
        self.turn = parameter_names().index("turn")
        self.walk, self.stand = machine.graph.index(gait.walk), machine.graph.index(gait.stand)
        loop = int(tables.ranges[self.walk, self.walk, 0])
        self.lap_start = float(tables.windows[loop, 0])
        self.lap_length = float(tables.windows[loop, 1] - tables.maps[loop, -1])

    def make(self) -> Moves:
        laps = [self.play_lap(self.gait.walk, heard) for heard in self.heards]
        frames = np.arange(int(min(lap.at.min() for lap in laps)), int(max(lap.at.max() for lap in laps)) + 2, ROWS)
        rows = [lap.pick(np.abs(lap.at[None] - frames[:, None]).argmin(axis=1)) for lap in laps]
        lap = np.abs(np.arange(frames[-1] + 2)[:, None] - frames[None]).argmin(axis=1)
        found = [self.find_release(float(frame)) for frame in frames]
        releases, stops = np.array([each[0] for each in found]), np.array([each[1] for each in found], dtype=np.int64)
        walking = self.play_walking([_stack(rows, p) for p in range(len(frames))], releases, stops)
        stands = self.play_stands()
        off, first = self.play_setting_off(stands)
        acts = [self.play_act(stands, act) for act in self.gait.acts]
        spins = len(self.gait.spins)
        straight = walking[:, np.abs(self.heards).argmin(), np.abs(self.turns).argmin(), EVERY // TICK - 1]
        speed = float(np.mean(np.hypot(straight[:, 0], straight[:, 1])) / (EVERY / RATE))
        leaves = releases - np.array([self.count_on(float(frame)) for frame in frames])
        return Moves(
            walking, lap, frames, leaves, stops, off, *first, _join(acts[:spins], len(stands.at)), _join(acts[spins:], len(stands.at)),
            self.turns, self.heards, self.walk, self.stand,
            int(self.tables.ranges[self.walk, self.walk, 0]), int(self.tables.ranges[self.stand, self.stand, 0]),
            self.lap_start, self.lap_length, speed,
        )  # fmt: skip

    def find_release(self, frame: float) -> tuple[float, int]:
        """The frame, counted on through laps, at which to ask for a stop, and for which: between two ways out, so that a little more or
        less takes the same one, later than the next choice, and so that one stands as soon as can be."""
        best = (np.inf, 0.0, 0)
        for number, stop in enumerate(self.gait.stops or (self.gait.stand,)):
            through, stands = self.find_ways_out(self.machine.graph.index(stop))
            room = np.minimum(BETWEEN, np.diff(through) / 2)
            soonest = self.count_on(frame) + AHEAD
            rows = np.flatnonzero(through[1:] - room >= soonest)
            row = int(rows[np.argmin(stands[rows + 1])])
            release = max((through[row] + through[row + 1]) / 2, soonest)
            best = min(best, (float(stands[row + 1]), float(release), number))
        return best[1], best[2]

    def find_ways_out(self, stop: int) -> tuple[Floats, Floats]:
        """Frames, counted on through laps, at which a stop can be begun, and about the frame (the same clock) at which one stands then."""
        t, by = self.tables, int(self.tables.routes[self.walk, stop])
        begin, end = t.ranges[self.walk, by]
        order = begin + np.argsort(t.windows[begin:end, 0])
        outs, enters = t.windows[order, 0], t.maps[order, 0]
        left = t.ranges[by, self.stand, 0] if by != self.stand and t.ranges[by, self.stand, 1] > t.ranges[by, self.stand, 0] else -1
        lasts = t.windows[left, 0] - enters if left >= 0 else np.zeros(len(outs))
        laps = self.lap_length * np.repeat(np.arange(-1, 5), len(outs))
        return np.tile(outs, 6) + laps, np.tile(outs + lasts, 6) + laps

    def count_on(self, frame: float) -> float:
        """A frame of the walk as it is counted on: from the end of its own transition on it is in the next lap."""
        return frame - self.lap_length if frame >= self.lap_start else frame

    def play_stands(self) -> Characters:
        """A character at every whole frame of a stand's lap, from 0 on."""
        stood = self.play_lap(self.gait.stand, 0.0, 0)
        frames = np.arange(int(stood.at.max()) + 2)
        return stood.pick(np.abs(np.ceil(stood.at[None] - 1e-6) - frames[:, None]).argmin(axis=1))

    def controller(self, characters: Characters) -> Controller:
        controller = Controller(self.machine, tables=self.tables)
        controller.restore(characters)
        return controller

    def play_lap(self, state: str, heard: float, after: int = 2) -> Characters:
        """A character at every step of a lap of a state, after so many others, at the origin."""
        controller = Controller(self.machine, start=state, tables=self.tables)
        controller.place(state, asked={"turn": heard})
        laps, last, kept = 0, -1.0, list[Characters]()
        for _ in range(round(LONGEST * RATE)):
            controller.advance()
            at = float(controller.characters.at[0])
            laps, last = laps + (at < last), at
            if laps > after:
                break
            if laps == after:
                kept.append(controller.characters.copy())
        joined = kept[0]
        for each in kept[1:]:
            joined = joined.join(each)
        joined.place[:] = 0.0
        return joined

    def play_walking(self, phases: list[Characters], releases: Floats, stops: Whole) -> Floats:
        """Paths (P, H, A, T, 3): asked to turn, and when its release comes to stand."""
        heards, askeds = len(self.heards), len(self.turns)
        everyone = phases[0]
        for phase in phases[1:]:
            everyone = everyone.join(phase)
        everyone = everyone.pick(np.repeat(np.arange(len(phases) * heards), askeds))
        everyone.asked[:, self.turn] = np.tile(self.turns, len(phases) * heards)
        path = self.play_to_stand(everyone, np.repeat(releases, heards * askeds), np.repeat(stops, heards * askeds))
        return path.reshape(len(phases), heards, askeds, -1, 3)

    def play_setting_off(self, stands: Characters) -> tuple[Floats, tuple[float, int]]:
        """Paths (Q, A, T, 3): asked to walk, and at the release that comes out, with its stop, to stand again."""
        askeds = len(self.turns)
        everyone = stands.pick(np.repeat(np.arange(len(stands.at)), askeds))
        everyone.asked[:, self.turn] = np.tile(self.turns, len(stands.at))
        trial = self.controller(everyone.pick([askeds // 2]))
        trial.go(self.gait.walk)
        for _ in range(round(LONGEST * RATE)):
            trial.advance()
            if trial.characters.state[0] == self.walk:
                break
        first = self.find_release(float(trial.characters.at[0]))
        count = len(everyone.at)
        path = self.play_to_stand(everyone, np.full(count, first[0]), np.full(count, first[1], dtype=np.int64), self.gait.walk)
        return path.reshape(len(stands.at), askeds, -1, 3), first

    def play_to_stand(self, everyone: Characters, releases: Floats, stops: Whole, ask: str = "") -> Floats:
        """Paths (N, T, 3) of characters until all of them stand, each asked at its release for its stop; ask: what they are asked first."""
        controller, path = self.controller(everyone), list[Floats]()
        c, loops = controller.characters, [int(self.tables.ranges[state, state, 0]) for state in (self.walk, self.stand)]
        if ask:
            controller.go_many(ask, replace=True)
        asked, left, last = np.zeros(len(releases), dtype=bool), np.full(len(releases), np.nan), c.at.copy()
        for step in range(round(LONGEST * RATE)):
            walks = (c.state == self.walk) & ((c.mode != 2) | (c.point == loops[0]))
            begins = walks & np.isnan(left)
            left[begins] = releases[begins] - np.where(c.at >= self.lap_start, c.at - self.lap_length, c.at)[begins]
            due = walks & ~asked & (left <= 0)
            if due.any():
                for number, stop in enumerate(self.gait.stops):
                    controller.go_many(stop, np.flatnonzero(due & (stops == number)))
                controller.go_many(self.gait.stand, np.flatnonzero(due))
                asked |= due
            last[:] = c.at
            controller.advance()
            moved = c.at - last
            left -= np.where(walks, np.where(moved < 0, moved + self.lap_length, moved), 0.0)
            if step % TICK == TICK - 1:
                path.append(c.place.copy())
                if np.all(asked & (c.state == self.stand) & ((c.mode == 0) | (c.point == loops[1])) & (c.goal < 0)):
                    return np.stack(path, axis=1)
        raise MotionError(f"steering needs a machine that comes to stand within {LONGEST:g} s whatever it does")

    def play_act(self, stands: Characters, act: str) -> Floats:
        """Paths (Q, T, 3): asked for what goes from a stand to a stand, until all stand again."""
        controller, path = self.controller(stands), list[Floats]()
        controller.go_many(act, replace=True)
        c, number = controller.characters, self.machine.graph.index(act)
        stays = self.machine.states[number].cyclic
        if not stays:
            controller.go_many(self.gait.stand)
        begun, loop = np.zeros(len(stands.at), dtype=bool), int(self.tables.ranges[self.stand, self.stand, 0])
        for step in range(round(LONGEST * RATE)):
            controller.advance()
            begun |= c.state == number
            if stays and begun.all():
                controller.go_many(self.gait.stand)
                stays = False
            if step % TICK == TICK - 1:
                path.append(c.place.copy())
                if np.all(begun & (c.state == self.stand) & ((c.mode == 0) | (c.point == loop)) & (c.goal < 0)):
                    return np.stack(path, axis=1)
        if not begun.all():
            raise MotionError(f"steering cannot do {act!r} at a goal: this machine does not come to it from {self.gait.stand!r}")
        return np.stack(path, axis=1)


def _join(acts: list[Floats], rows: int) -> Floats:
    """Paths of several acts as one (Q, K, T, 3), the ends of shorter ones held."""
    ticks = max((path.shape[1] for path in acts), default=1)
    held = [np.pad(path, ((0, 0), (0, ticks - path.shape[1]), (0, 0)), mode="edge") for path in acts]
    return np.stack(held, axis=1) if held else np.zeros((rows, 0, ticks, 3))


def _stack(rows: list[Characters], p: int) -> Characters:
    """The characters of one phase, one for each turn that is heard."""
    joined = rows[0].pick([p])
    for row in rows[1:]:
        joined = joined.join(row.pick([p]))
    return joined


def _around_zero(low: float, high: float, count: int) -> Floats:
    """Evenly from low to high on either side of 0, which is in the middle; a walk that turns to one side only has all of them there."""
    if not low < 0 < high:
        return np.linspace(low, max(high, low + 1e-3), count)
    half = count // 2
    return np.concatenate([np.linspace(low, 0, half + 1)[:-1], np.linspace(0, high, half + 1)])
