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
from motionloom.core.errors import MotionError, list_names

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
TICK = 6  # steps: paths are kept at ten a second
EVERY = 12  # steps from one choice of a character to its next
HEARDS, ASKEDS = 7, 9  # turns, evenly spaced, that paths are kept for: while one is heard, another is asked
ROWS = 2  # frames between phases that are kept
AHEAD = 14.0  # frames: whoever goes on may choose again before the stop that was promised is asked for
LONGEST = 20.0  # seconds within which everybody must have come to stand
STANDS = 0.1  # metres a second: what moves less stands
SPIN, SPOT = 0.4, 0.5  # radians that a turn on the spot turns by at least, and metres that it goes at most


@dataclass(frozen=True)
class Gait:
    """The states that steering uses: one that walks and is steered by turn, one that stands, and those that turn on the spot."""

    walk: str
    stand: str
    spins: tuple[str, ...] = ()


class Moves(NamedTuple):
    """Paths of moves as the compiled choice reads them, each (..., T, 3): x, z and heading after each tick, seen from where one is now.

    walking (P, H, A, T, 3): by phase, by the turn that is heard, by the turn that is asked; lap (R,): the phase for each reference frame of
    the walk; releases (P,): the frame, counted on through the lap, at which whoever went on in that phase asks for the stop; setting_off
    (Q, A, T', 3): by frame of the stand; first (1,): the release of whoever sets off; spinning (Q, K, T', 3); turns (A,) and heards (H,),
    radians a second; walk, stand: states, and their own transitions; lap_start, lap_length: frames of the walk's; speed: metres a second
    straight on.
    """

    walking: Floats
    lap: Whole
    releases: Floats
    setting_off: Floats
    first: float
    spinning: Floats
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


def find_gait(machine: Machine, tables: Tables, walk: str = "", stand: str = "") -> Gait:
    """The gait of a machine: its slowest cycle that goes somewhere and is steered by turn, the cycle that stands, spins."""
    speeds, turned = _measure(machine, tables)
    steered = [s for s in machine.states if s.cyclic and s.parameter is not None and s.parameter.name == "turn" and speeds[s.name] > STANDS]
    still = [state for state in machine.states if state.cyclic and speeds[state.name] <= STANDS]
    if walk:
        steered = [machine.state(walk)]
    if stand:
        still = [machine.state(stand)]
    if not steered or not still:
        what = "a cycle that walks and is steered by turn" if not steered else "a cycle that stands"
        raise MotionError(f"steering needs {what}; this machine has {list_names(list(machine.graph.names))}")
    base = still[0].name
    spins = tuple(
        state.name
        for state in machine.states
        if not state.cyclic and state.default == base and speeds[state.name] * len(state.frames) / RATE < SPOT
        if abs(turned[state.name]) > SPIN and np.isfinite(machine.graph.costs[machine.graph.index(base), machine.graph.index(state.name)])
    )
    return Gait(min(steered, key=lambda state: speeds[state.name]).name, base, spins)


def _measure(machine: Machine, tables: Tables) -> tuple[dict[str, float], dict[str, float]]:
    """How far each state's reference goes, metres a second from its first frame to its last, and how far it turns."""
    speeds, turned = dict[str, float](), dict[str, float]()
    for number, state in enumerate(machine.states):
        path = tables.paths[tables.clips[number, 0] : tables.clips[number, 1]]
        speeds[state.name] = float(np.hypot(*(path[-1, :2] - path[0, :2])) / len(path) * RATE)
        turned[state.name] = float(path[-1, 2] - path[0, 2])
    return speeds, turned


def make_repertoire(machine: Machine, tables: Tables | None = None, walk: str = "", stand: str = "") -> Repertoire:
    """The repertoire of a machine; takes a second or two, since everything is played."""
    tables = make_tables(machine) if tables is None else tables
    gait = find_gait(machine, tables, walk, stand)
    maker = _Maker(machine, tables, gait)
    return Repertoire(machine, tables, gait, maker.make())


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
        releases = np.array([self.find_release(float(frame)) for frame in frames])
        walking = self.play_walking([_stack(rows, p) for p in range(len(frames))], releases)
        stands = self.play_stands()
        off, first = self.play_setting_off(stands)
        spins = [self.play_spin(stands, spin, off.shape[2]) for spin in self.gait.spins]
        straight = walking[:, np.abs(self.heards).argmin(), np.abs(self.turns).argmin(), EVERY // TICK - 1]
        speed = float(np.mean(np.hypot(straight[:, 0], straight[:, 1])) / (EVERY / RATE))
        spinning = np.stack(spins, axis=1) if spins else np.zeros((len(stands.at), 0, off.shape[2], 3))
        return Moves(
            walking, lap, releases, off, first, spinning, self.turns, self.heards, self.walk, self.stand,
            int(self.tables.ranges[self.walk, self.walk, 0]), int(self.tables.ranges[self.stand, self.stand, 0]),
            self.lap_start, self.lap_length, speed,
        )  # fmt: skip

    def find_release(self, frame: float) -> float:
        """The frame, counted on through laps, at which to ask for the stop: half way between two ways out, so that a little more or less
        takes the same one, and later than the next choice."""
        begin, end = self.tables.ranges[self.walk, self.tables.routes[self.walk, self.stand]]
        outs = np.sort(self.tables.windows[begin:end, 0])
        through = np.concatenate([outs + k * self.lap_length for k in range(-1, 5)])
        middles = (through[1:] + through[:-1]) / 2
        return float(middles[np.argmax(middles >= self.count_on(frame) + AHEAD)])

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

    def play_walking(self, phases: list[Characters], releases: Floats) -> Floats:
        """Paths (P, H, A, T, 3): asked to turn, and when its release comes to stand."""
        heards, askeds = len(self.heards), len(self.turns)
        everyone = phases[0]
        for phase in phases[1:]:
            everyone = everyone.join(phase)
        everyone = everyone.pick(np.repeat(np.arange(len(phases) * heards), askeds))
        everyone.asked[:, self.turn] = np.tile(self.turns, len(phases) * heards)
        path = self.play_to_stand(everyone, np.repeat(releases, heards * askeds))
        return path.reshape(len(phases), heards, askeds, -1, 3)

    def play_setting_off(self, stands: Characters) -> tuple[Floats, float]:
        """Paths (Q, A, T, 3): asked to walk, and at the release that comes out to stand again."""
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
        path = self.play_to_stand(everyone, np.full(len(everyone.at), first), self.gait.walk)
        return path.reshape(len(stands.at), askeds, -1, 3), first

    def play_to_stand(self, everyone: Characters, releases: Floats, ask: str = "") -> Floats:
        """Paths (N, T, 3) of characters until all of them stand; ask: what they are asked for first."""
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

    def play_spin(self, stands: Characters, spin: str, ticks: int) -> Floats:
        """Paths (Q, T, 3): asked to turn on the spot."""
        controller, path = self.controller(stands), list[Floats]()
        controller.go_many(spin, replace=True)
        controller.go_many(self.gait.stand)
        self.record(controller, path, ticks * TICK)
        return np.stack(path, axis=1)

    def record(self, controller: Controller, path: list[Floats], steps: int) -> None:
        for step in range(steps):
            controller.advance()
            if step % TICK == TICK - 1:
                path.append(controller.characters.place.copy())


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
