"""Machines at run time (paper 001 section 6.1): characters in playback, preparation or transition, each with a queue of events.

Free of rendering and of files: all state is arrays, one step advances any number of characters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.behaviours.characters import MODES, QUEUE, Characters, make_characters
from motionloom.behaviours.footing import Footing
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import NOT_ASKED, find_kind, kinds, names
from motionloom.behaviours.requests import Request, Wish, make_requests
from motionloom.behaviours.states import RATE
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.machine_code import machine_code

GO, STEER = 1, 2  # kinds of event, as the compiled step knows them
LONGEST_STEP = 0.1  # seconds: a longer one would jump over transitions


class Steps(NamedTuple):
    """Steps on end: rotations (F, N, J, 4) and roots (F, N, 3) where they are drawn, points (F, N): the transition each character is in, -1
    for none; places (F, N, 3): x, z metres and heading; at (F, N): reference frames."""

    rotations: NDArray[np.float32]
    roots: NDArray[np.float32]
    points: NDArray[np.int64]
    places: NDArray[np.float64]
    at: NDArray[np.float64]


class Controller:
    """A machine that plays: N characters, requests to them, and a step that moves them all.

    tables: the machine's, where they have been made already; making them takes longer than a hundred steps. footing: hold planted feet, as
    `find_footing` says; without, poses are as they are blended. seed: of the order in which the first character plays the laps of long
    cycles; each other has the next.
    """

    def __init__(
        self,
        machine: Machine,
        count: int = 1,
        start: str | None = None,
        tables: Tables | None = None,
        footing: Footing | None = None,
        seed: int = 0,
    ) -> None:
        if count < 1:
            raise MotionError(f"a machine plays one character or more, not {count}")
        self.machine, self.footing = machine, footing
        self.tables: Tables = make_tables(machine) if tables is None else tables
        self._steps: tuple[Tables, Characters, Callable[..., None]] | None = None  # the compiled step, and what it was compiled for
        self.characters = make_characters(count, self.tables.weights.shape[2], self.tables.seams.shape[1], seed)
        self.place(machine.graph.names[int(np.argmax(self.tables.cyclic))] if start is None else start)
        self._make_room()
        self.step(0.0)

    def __len__(self) -> int:
        return len(self.characters.state)

    def go(self, state: str, character: int = 0, replace: bool = False) -> int:
        """Ask for a behaviour, in its turn; its serial number comes out. replace: requests that have not begun are dropped for it."""
        return int(self._queue(self._check(character), GO, self.machine.graph.index(state), replace)[0])

    def go_many(self, states: str | ArrayLike, characters: ArrayLike | None = None, replace: bool = False) -> NDArray[np.int64]:
        """`go` for many characters (M,) at once, all if none are named: one state by name, or each its own by number (M,); serials (M,)."""
        which, count = self._check(characters), len(self.machine.states)
        goals = np.asarray(self.machine.graph.index(states) if isinstance(states, str) else states)
        if goals.dtype.kind not in "iu" or goals.shape not in ((), which.shape) or not np.all((goals >= 0) & (goals < count)):
            raise MotionError(f"{len(which)} characters go to one state by name or to as many by number, 0 to {count - 1}")
        return self._queue(which, GO, goals, replace)

    def steer(self, value: float | str | None, character: int = 0, parameter: str = "turn") -> None:
        """Turn so many radians or go so many metres a second, from now on, in every state that has that parameter; or a style by name.

        Like a stick, it waits for nothing: what is queued stays queued, and a transition goes on steered. None: as if it had never been
        asked. `queue_steer` is heard in its turn instead.
        """
        self.steer_many(self.value_of(parameter, value) if isinstance(value, str) else value, character, parameter)

    def value_of(self, parameter: str, word: str) -> float:
        """The value of a word that some state of the machine knows for a parameter, a style say."""
        found = [state.parameter for state in self.machine.states if state.parameter is not None and state.parameter.name == parameter]
        if not found:
            raise MotionError(f"no state of this machine is steered by {find_kind(parameter).name}")
        return max(found, key=lambda each: len(each.words)).value_of(word)

    def steer_many(self, values: ArrayLike | None, characters: ArrayLike | None = None, parameter: str = "turn") -> None:
        """`steer` for many characters (M,) at once, all if none are named: one value for all, or each its own (M,)."""
        which, kind = self._check(characters), find_kind(parameter)
        self.characters.asked[which, _number(parameter)] = kind.unasked if values is None else _check_values(values, which)

    def queue_steer(self, value: float, character: int = 0, replace: bool = False, parameter: str = "turn") -> int:
        """`steer` as an event of the queue: heard once all that was asked before is done; its serial number comes out."""
        which, kind = self._check(character), STEER + _number(parameter)
        return int(self._queue(which, kind, _check_values(value, which), replace)[0])

    def _check(self, characters: ArrayLike | None) -> NDArray[np.int64]:
        """Numbers (M,) of characters that there are, each once."""
        if characters is None:
            return np.arange(len(self))
        which = np.atleast_1d(np.asarray(characters))
        if which.dtype.kind not in "iu" or which.ndim > 1:
            raise MotionError(f"characters are named by their numbers, 0 to {len(self) - 1}")
        wrong = which[(which < 0) | (which >= len(self))]
        if len(wrong):
            raise MotionError(f"no character {wrong[0]}; there are {len(self)}, counted from 0")
        if len(which) > 1 and len(np.unique(which)) < len(which):
            raise MotionError("a character is named twice; many are asked at once, each for one thing")
        return which

    def _queue(self, n: NDArray[np.int64], kind: int, amount: ArrayLike, replace: bool) -> NDArray[np.int64]:
        c = self.characters
        if replace:
            c.replaced[n] += c.waiting[n]
            c.waiting[n] = 0
            preparing = n[c.mode[n] == MODES.index("preparation")]  # a goal that has not begun is dropped, one under way is finished
            c.replaced[preparing] += 1
            c.mode[preparing], c.goal[preparing] = 0, -1
        full = n[c.waiting[n] == QUEUE]
        if len(full):
            raise MotionError(f"character {full[0]} has {QUEUE} requests waiting; step it, or replace them")
        slot = (c.head[n] + c.waiting[n]) % QUEUE
        c.given[n] += 1
        c.kinds[n, slot], c.amounts[n, slot], c.serials[n, slot] = kind, amount, c.given[n]
        c.waiting[n] += 1
        return c.given[n]

    def step(self, dt: float = 1 / RATE) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Advance all characters by dt seconds; rotations (N, J, 4) and roots (N, 3) come out, overwritten by the next step."""
        self._step(dt, True)
        return self.rotations, self.roots

    def run(self, frames: int, drawn: bool = True) -> Steps:
        """So many steps on end that nobody interrupts, with poses or without; feet are as they are blended."""
        from motionloom.behaviours._control_kernels import run_steps

        rows, shape = frames if drawn else 1, (frames, len(self))
        rotations, roots = (np.empty((rows, *each.shape), np.float32) for each in (self.rotations, self.roots))
        steps = Steps(rotations, roots, np.empty(shape, np.int64), np.empty((*shape, 3)), np.empty(shape))
        run_steps(self.tables, self.characters, 1 / RATE, rotations, roots, drawn, steps.points, steps.places, steps.at)
        return steps

    def advance(self, dt: float = 1 / RATE) -> None:
        """`step` without poses, for whoever only wants to know where it leads; `draw` makes them when they are wanted.

        Feet that are held come back to their poses while they are free, so with them poses are made all the same.
        """
        self._step(dt, self.footing is not None)

    def draw(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The poses of all characters as they stand: rotations (N, J, 4) and roots (N, 3)."""
        from motionloom.behaviours._control_kernels import draw_all

        draw_all(self.tables, self.characters, 0, len(self), self.rotations, self.roots)
        self._hold(0.0)
        return self.rotations, self.roots

    def _step(self, dt: float, drawn: bool) -> None:
        if not 0 <= dt <= LONGEST_STEP:
            raise MotionError(f"a step lasts 0 to {LONGEST_STEP:g} s, not {dt:g}; take several")
        given = (self.tables, self.characters, float(dt), 0, len(self), self.rotations, self.roots, drawn)
        if self._steps is None or self._steps[0] is not self.tables or self._steps[1] is not self.characters:
            from motionloom.behaviours._control_kernels import step

            self._steps = self.tables, self.characters, machine_code(step, *given)
        self._steps[2](*given)
        self._hold(dt)

    def _hold(self, dt: float) -> None:
        if self.footing is not None:
            self.footing.hold(self.tables, self.characters, dt, self.rotations, self.roots)

    def place(
        self,
        state: str,
        frame: ArrayLike = 0.0,
        characters: ArrayLike | None = None,
        asked: Mapping[str, float] | None = None,
        at: Sequence[float] | None = None,
    ) -> None:
        """Put characters, all if none are named, into a state at a reference frame, or each at its own, steered so (by parameter) for long.

        Nothing else is asked of them any more: what waits is dropped. at: x, z metres and heading to stand at; where they are if not given.
        """
        from motionloom.behaviours._control_kernels import aim
        from motionloom.behaviours._lap_kernels import begin_laps

        c, n, number = self.characters, self._check(characters), self.machine.graph.index(state)
        c.replaced[n] += c.waiting[n]
        c.state[n], c.at[n], c.mode[n], c.point[n], c.goal[n] = number, frame, 0, -1, -1
        c.waiting[n], c.done[n] = 0, c.given[n]
        heard = np.array([float((asked or {}).get(kind.name, kind.unasked)) for kind in kinds()])
        weights = np.empty(c.weights.shape[1])
        aim(self.tables, number, heard, weights)
        c.asked[n], c.heard[n], c.weights[n], c.entering[n] = heard, heard, weights, 0.0
        c.feet[n] = -1.0
        begin_laps(self.tables, c, n)
        if at is not None:
            c.place[n] = at

    def restore(self, characters: Characters) -> None:
        """Go on from characters that were copied or picked before, as many as they are; the copy stays as it is."""
        if len(characters.state) == len(self):
            for array, old in zip(self.characters, characters, strict=True):
                array[...] = old
        else:
            self.characters = characters.copy()
            self._make_room()
        self.draw()

    def set_footing(self, footing: Footing | None) -> None:
        """Hold planted feet from the next step on, beginning from where they are then; or no more."""
        if footing is not self.footing:
            self.footing = footing
            self.characters.feet[:] = -1.0

    def _make_room(self) -> None:
        self.rotations = np.zeros((len(self), len(self.machine.skeleton), 4), dtype=np.float32)
        self.roots = np.zeros((len(self), 3), dtype=np.float32)

    def state(self, character: int = 0) -> str:
        """The name of the state a character is in, or leaves."""
        return self.machine.graph.names[self.characters.state[character]]

    def mode(self, character: int = 0) -> str:
        """What a character does: playback, preparation or transition."""
        return MODES[self.characters.mode[character]]


def _number(parameter: str) -> int:
    return names().index(find_kind(parameter).name)


def _check_values(values: ArrayLike, which: NDArray[np.int64]) -> NDArray[np.float64]:
    """Finite values, one or as many as characters."""
    found = np.asarray(values, dtype=np.float64)
    if found.shape not in ((), which.shape):
        raise MotionError(f"{len(which)} characters are steered to one value or to as many, found {found.shape}")
    if not np.all(np.abs(found) < NOT_ASKED):
        raise MotionError(f"a parameter must be a finite number, found {found[~(np.abs(found) < NOT_ASKED)][0]}")
    return found


def play(
    controller: Controller,
    seconds: float,
    requests: Sequence[Request | tuple[float, Wish]] = (),
    name: str = "machine",
    after: Callable[[Controller], None] = lambda controller: None,
) -> Motion:
    """One character's performance: requests are made at their steps or seconds. after: called when a step is done."""
    frames = max(round(seconds * RATE), 1)
    pending = deque(make_requests(requests))
    rotations = np.empty((frames, len(controller.machine.skeleton), 4), dtype=np.float32)
    roots = np.empty((frames, 3), dtype=np.float32)
    for f in range(frames):
        while pending and pending[0].step <= f:
            pending.popleft().ask(controller)
        made = controller.step()
        rotations[f], roots[f] = made[0][0], made[1][0]
        after(controller)
    return Motion(controller.machine.skeleton, rotations, roots, RATE, name)
