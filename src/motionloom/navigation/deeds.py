"""What somebody does where they have arrived, while they are steered: turns to the heading that a goal asks for, then does its behaviour.

Both are promised like moves: what is played from a stand is known beforehand, and is asked for only where it is clear.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.navigation.heading_filter import wrap
from motionloom.navigation.minds import Minds
from motionloom.navigation.repertoire import Moves, Repertoire, play_deed
from motionloom.navigation.scene import FACING, Goal

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
ANYHOW = -100.0  # what a turn must bring of a path that is only to be clear


@dataclass(eq=False)
class Deeds:
    """Of N characters: the heading (N,) that each is to face at its goal, nan for any; the state (N,) it is to be in there, by number, -1
    for none; begun (N,): whether it has been asked for that. apart: radians off a heading that no turn on the spot may mend."""

    repertoire: Repertoire
    facing: Floats
    states: NDArray[np.int64]
    begun: Flags
    apart: float
    paths: dict[int, Floats] = field(default_factory=dict)

    @property
    def asked(self) -> Flags:
        """Who is to do anything at its goal (N,)."""
        return np.asarray(np.isfinite(self.facing) | (self.states >= 0))

    @property
    def longest(self) -> int:
        """Ticks of the longest path of a deed that was asked for."""
        return max((path.shape[2] for path in self.paths.values()), default=0)

    def ask(self, n: int, goal: Goal) -> bool:
        """Note what a goal asks of n; whether it is anything that is done standing."""
        graph, gait = self.repertoire.machine.graph, self.repertoire.gait
        self.facing[n] = np.nan if goal.heading is None else goal.heading
        self.states[n], self.begun[n] = -1, False
        if goal.behaviour not in ("", gait.walk, gait.stand):
            self.states[n] = state = graph.index(goal.behaviour)
            if state not in self.paths:
                self.paths[state] = play_deed(self.repertoire, goal.behaviour)
        return goal.heading is not None or goal.behaviour not in ("", gait.walk)

    def forget(self, n: int) -> None:
        """Nothing is asked of n any more."""
        self.facing[n], self.states[n], self.begun[n] = np.nan, -1, False

    def off(self, c: Characters) -> Floats:
        """Radians (N,) that the heading which is asked for is off; 0 where any will do."""
        return np.where(np.isfinite(self.facing), wrap(np.nan_to_num(self.facing) - c.place[:, 2]), 0.0)

    def done(self, c: Characters, near: Flags, still: Flags) -> Flags:
        """Who has done what its goal asks for (N,): near, who is near enough to it; still, who stands."""
        faced = near & still & (np.abs(self.off(c)) <= self.apart)
        stays = np.array([state.cyclic for state in self.repertoire.machine.states])[self.states]
        did = self.begun & np.where(stays, c.state == self.states, still)
        return np.asarray(np.where(self.states < 0, faced, did))

    def choose(self, n: int, c: Characters, tick: int, world: tuple[object, ...], ticks: int) -> str:
        """What n, who stands at its goal, does next: the name of a state, '' where it has to wait. The path is promised."""
        from motionloom.navigation._standing_kernels import choose_spin, row_of, take

        rep, minds = self.repertoire, cast(Minds, world[1])
        work = (np.empty((1, 2)), np.empty((ticks, 2)), np.empty(4), np.zeros(len(rep.moves.turns) + 1, dtype=np.bool_))
        row, off = row_of(rep.moves, c, n), float(self.off(c)[n])
        minds.space[n] = 0.0  # whoever has arrived needs no more room than the margin
        if abs(off) > self.apart:
            found, _turned = choose_spin(rep.moves, row, n, off, False, 0.0, world, tick, work)
            name = rep.gait.spins[found] if found >= 0 else ""
        else:  # its path stands in for that of a turn, which is looked at in the same way
            state = int(self.states[n])
            alone = rep.moves._replace(spinning=self.paths[state])
            found, _turned = choose_spin(alone, min(row, len(self.paths[state]) - 1), n, 0.0, False, ANYHOW, world, tick, work)
            name = rep.machine.graph.names[state] if found >= 0 else ""
            self.begun[n] = found >= 0
        if name:
            take(minds, n, tick, work, np.zeros(n + 1, dtype=np.int64), 0)
        return name


def make_deeds(repertoire: Repertoire, count: int) -> Deeds:
    """The deeds of so many characters of whom nothing is asked yet."""
    nobody = np.full(count, -1, dtype=np.int64)
    return Deeds(repertoire, np.full(count, np.nan), nobody, np.zeros(count, dtype=bool), turn_apart(repertoire.moves))


def turn_apart(moves: Moves) -> float:
    """Radians within which some turn on the spot brings anybody to a heading; pi for a machine that has none to each side."""
    turns = moves.spinning[0, :, -1, 2]
    left, right = turns[turns > 0], -turns[turns < 0]
    if not len(left) or not len(right):
        return math.pi
    return max(FACING, 0.5 * max(float(left.min()), float(right.min())) + 0.01)
