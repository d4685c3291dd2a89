"""A machine looked at as a person would: every state is asked for in turn, and what is then seen is told by `judge`.

`state_table` judges the captures that a state is made of; here the machine itself plays, with feet held, and every stay is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motionloom.behaviours.characters import MODES
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.footing import find_footing
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.requests import Request
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.state_table import SHORTEST, share_that_does
from motionloom.behaviours.states import RATE
from motionloom.behaviours.touring import Tour, plan_tour
from motionloom.core import Motion

TRANSITION = MODES.index("transition")
ALSO = {"speed_up": "walk_to_run", "slow_down": "run_to_walk"}  # what others call the same behaviour
ELSEWHERE = "walk_"  # a start, a stop or a turn without a gait in its name is a walk's


@dataclass(frozen=True)
class Stay:
    """A stay of a character in a state: frames start:stop of a run, of an act with the ways in and out, of what goes on without."""

    state: str
    start: int
    stop: int


@dataclass(frozen=True)
class Played:
    """A state on a tour: the second at which it was reached (None: never), whether it was left again, and the share of the frames that do
    what its name says (None where no word of it can be told, or all stays were short)."""

    name: str
    reached: float | None
    left: bool
    does: float | None


@dataclass(frozen=True, eq=False)
class Survey:
    """A tour of a machine with feet held: what was played, the stays in it, and every state's row."""

    motion: Motion
    tour: Tour
    stays: tuple[Stay, ...]
    rows: tuple[Played, ...]


def survey(machine: Machine, seed: int = 0) -> Survey:
    """Ask for every state of a machine in turn, and judge what is played."""
    tour = plan_tour(machine, seed=seed)
    motion, stays = watch(machine, tour.requests, tour.seconds, seed)
    rows = []
    for name in machine.graph.names:
        visits = [stay for stay in stays if stay.state == name]
        ends = any(stay.stop < len(motion) for stay in visits)
        rows.append(Played(name, tour.reached.get(name), ends, _judge(motion, visits)))
    return Survey(motion, tour, stays, tuple(rows))


def watch(
    machine: Machine, requests: Sequence[Request], seconds: float, seed: int = 0, start: str | None = None, feet: bool = True
) -> tuple[Motion, tuple[Stay, ...]]:
    """What is played when so much is asked, with feet held or bare, and the stays in it."""
    first = start or next(state.name for state in machine.states if state.cyclic)
    here, ahead = list[int](), list[int]()

    def note(controller: Controller) -> None:
        c = controller.characters
        here.append(int(c.state[0]))
        ahead.append(int(controller.tables.ways[c.point[0], 1]) if c.mode[0] == TRANSITION else here[-1])

    controller = Controller(machine, start=first, footing=find_footing(machine) if feet else None, seed=seed)
    motion = play(controller, seconds, requests, after=note)
    changes = [f for f in range(1, len(here)) if here[f] != here[f - 1]]
    spans = zip([0, *changes], [*changes, len(here)], strict=True)
    return motion, tuple(_stay(machine, here, ahead, a, b) for a, b in spans)


def _stay(machine: Machine, here: Sequence[int], ahead: Sequence[int], start: int, stop: int) -> Stay:
    """The stay of frames start:stop: an act with the ways in and out, since a start begins in a stand; what goes on without them."""
    number = here[start]
    state = machine.states[number]
    while state.cyclic and stop - 1 > start and ahead[stop - 1] != number:
        stop -= 1
    while not state.cyclic and start > 0 and ahead[start - 1] == number:
        start -= 1
    return Stay(state.name, start, stop)


def _judge(motion: Motion, visits: Sequence[Stay]) -> float | None:
    long = [stay for stay in visits if stay.stop - stay.start >= SHORTEST * RATE]
    shares = [share_that_does(motion[stay.start : stay.stop], stay.state) for stay in long]
    told = [(share, stay.stop - stay.start) for share, stay in zip(shares, long, strict=True) if share is not None]
    frames = sum(count for _, count in told)
    return sum(share * count for share, count in told) / frames if told else None


def compare_built(graph: StateGraph, manual: StateGraph) -> tuple[float, float, tuple[tuple[str, str], ...]]:
    """(chi, rho, what was drawn and is not there) of a machine's graph beside one drawn by hand, between the states of the latter.

    Names differ: whoever draws a `start` beside a `run_start` means the walk's.
    """
    called = {name: _called(name, graph.names) for name in manual.names}
    drawn = {(called[a], called[b]) for a, b in manual.edges}
    found = {edge for edge in graph.edges if set(edge) <= set(called.values())}
    return len(found) / len(drawn), len(found & drawn) / len(drawn), tuple(sorted(drawn - found))


def _called(name: str, names: Sequence[str]) -> str:
    """The name that a machine has for a behaviour that somebody drew."""
    tried = (name, ALSO.get(name, name), ELSEWHERE + name)
    return next((each for each in tried if each in names), name)
