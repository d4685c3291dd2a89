"""Machines at run time (paper 001 section 6.1): characters in playback, preparation or transition, each with a queue of events.

Free of rendering and of files: all state is arrays, one step advances any number of characters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import NAMES
from motionloom.behaviours.states import RATE
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.core import Motion
from motionloom.core.errors import MotionError

Wish = str | float | tuple[str, float]  # a state to go to, a turn, or a parameter and its value
MODES = ("playback", "preparation", "transition")
GO, STEER = 1, 2  # kinds of event, as the compiled step knows them
NOT_ASKED = 1e30  # nobody has steered by this parameter yet
QUEUE = 64  # events a character can have waiting
LONGEST_STEP = 0.1  # seconds: a longer one would jump over transitions


class Characters(NamedTuple):
    """N characters. A plain tuple of arrays: copy them all and a run can be taken up again from there.

    state (N,), at (N,) reference frame, mode (N,) of MODES, point (N,) transition or -1, goal (N,) state or -1, doing (N,) serial of the
    request for it; weights and entering (N, K) of the state's clips and the transition's target's; asked (N, 2) value of each
    parameter and heard (N, 2), which follows it; place (N, 3): x, z metres and heading; queue: kinds, amounts and serials (N, QUEUE) from
    head (N,), waiting (N,) of them; done (N,): serial of the last request that was carried out; given (N,): of the last that was made;
    replaced (N,): how many were dropped for newer ones.
    """

    state: NDArray[np.int64]
    at: NDArray[np.float64]
    mode: NDArray[np.int64]
    point: NDArray[np.int64]
    goal: NDArray[np.int64]
    doing: NDArray[np.int64]
    weights: NDArray[np.float64]
    entering: NDArray[np.float64]
    asked: NDArray[np.float64]
    heard: NDArray[np.float64]
    place: NDArray[np.float64]
    kinds: NDArray[np.int64]
    amounts: NDArray[np.float64]
    serials: NDArray[np.int64]
    head: NDArray[np.int64]
    waiting: NDArray[np.int64]
    done: NDArray[np.int64]
    given: NDArray[np.int64]
    replaced: NDArray[np.int64]


class Controller:
    """A machine that plays: N characters, requests to them, and a step that moves them all."""

    def __init__(self, machine: Machine, count: int = 1, start: str | None = None) -> None:
        if count < 1:
            raise MotionError(f"a machine plays one character or more, not {count}")
        self.machine = machine
        self.tables: Tables = make_tables(machine)
        first = machine.graph.index(start) if start is not None else int(np.argmax(self.tables.cyclic))
        self.characters = _place_characters(self.tables, count, first)
        joints = len(machine.skeleton)
        self.rotations = np.zeros((count, joints, 4), dtype=np.float32)
        self.roots = np.zeros((count, 3), dtype=np.float32)
        self.step(0.0)

    def __len__(self) -> int:
        return len(self.characters.state)

    def go(self, state: str, character: int = 0, replace: bool = False) -> int:
        """Ask for a behaviour; its serial number comes out. replace: requests that have not begun are dropped for it."""
        return self._queue(character, GO, self.machine.graph.index(state), replace)

    def steer(self, value: float, character: int = 0, replace: bool = False, parameter: str = "turn") -> int:
        """Ask for a turn in radians or a speed in metres a second; it holds in every state that has that parameter."""
        if not abs(value) < NOT_ASKED:
            raise MotionError(f"a parameter must be a finite number, found {value}")
        if parameter not in NAMES:
            raise MotionError(f"no parameter {parameter!r}; there are {' and '.join(NAMES)}")
        return self._queue(character, STEER + NAMES.index(parameter), value, replace)

    def _queue(self, n: int, kind: int, amount: float, replace: bool) -> int:
        c = self.characters
        if not 0 <= n < len(self):
            raise MotionError(f"no character {n}; there are {len(self)}, counted from 0")
        if replace:
            c.replaced[n] += c.waiting[n]
            c.waiting[n] = 0
            if c.mode[n] == MODES.index("preparation"):  # a goal that has not begun is dropped, one under way is finished
                c.replaced[n] += 1
                c.mode[n], c.goal[n] = 0, -1
        if c.waiting[n] == QUEUE:
            raise MotionError(f"character {n} has {QUEUE} requests waiting; step it, or replace them")
        slot = (c.head[n] + c.waiting[n]) % QUEUE
        c.given[n] += 1
        c.kinds[n, slot], c.amounts[n, slot], c.serials[n, slot] = kind, amount, c.given[n]
        c.waiting[n] += 1
        return int(c.given[n])

    def step(self, dt: float = 1 / RATE) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Advance all characters by dt seconds; rotations (N, J, 4) and roots (N, 3) come out, overwritten by the next step."""
        from motionloom.behaviours._control_kernels import step

        if not 0 <= dt <= LONGEST_STEP:
            raise MotionError(f"a step lasts 0 to {LONGEST_STEP:g} s, not {dt:g}; take several")
        step(self.tables, self.characters, float(dt), 0, len(self), self.rotations, self.roots)
        return self.rotations, self.roots

    def state(self, character: int = 0) -> str:
        """The name of the state a character is in, or leaves."""
        return self.machine.graph.names[self.characters.state[character]]

    def mode(self, character: int = 0) -> str:
        """What a character does: playback, preparation or transition."""
        return MODES[self.characters.mode[character]]


def _place_characters(tables: Tables, count: int, state: int) -> Characters:
    from motionloom.behaviours._control_kernels import aim

    most = tables.weights.shape[2]

    def whole(value: int = 0) -> NDArray[np.int64]:
        return np.full(count, value, dtype=np.int64)

    asked, weights = np.array([0.0, NOT_ASKED]), np.empty(most)  # straight on, at the reference's own speed
    aim(tables, state, asked, weights)
    queue = np.zeros((count, QUEUE), dtype=np.int64)
    return Characters(
        whole(state),
        np.zeros(count),
        whole(),
        whole(-1),
        whole(-1),
        whole(),
        np.tile(weights, (count, 1)),
        np.zeros((count, most)),
        np.tile(asked, (count, 1)),
        np.tile(asked, (count, 1)),
        np.zeros((count, 3)),
        queue.copy(),
        queue.astype(np.float64),
        queue.copy(),
        whole(),
        whole(),
        whole(),
        whole(),
        whole(),
    )


def _ask(controller: Controller, wish: Wish) -> None:
    if isinstance(wish, str):
        controller.go(wish)
    elif isinstance(wish, tuple):
        controller.steer(wish[1], parameter=wish[0])
    else:
        controller.steer(wish)


def play(
    controller: Controller,
    seconds: float,
    requests: Sequence[tuple[float, Wish]] = (),
    name: str = "machine",
    after: Callable[[Controller], None] = lambda controller: None,
) -> Motion:
    """One character's performance: (second, wish) requests are made at their times. after: called when a step is done."""
    frames = max(round(seconds * RATE), 1)
    pending = sorted(requests, key=lambda request: request[0])
    rotations = np.empty((frames, len(controller.machine.skeleton), 4), dtype=np.float32)
    roots = np.empty((frames, 3), dtype=np.float32)
    for f in range(frames):
        while pending and pending[0][0] * RATE <= f:
            _, wish = pending.pop(0)
            _ask(controller, wish)
        made = controller.step()
        rotations[f], roots[f] = made[0][0], made[1][0]
        after(controller)
    recipe = {"made_by": "machine", "requests": [list(request) for request in requests]}
    return Motion(controller.machine.skeleton, rotations, roots, RATE, name, recipe)
