"""A tour of a machine: every state is asked for in turn, the nearest next, and at last the first again, so that one run shows all."""

from __future__ import annotations

from dataclasses import dataclass

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.requests import Request
from motionloom.behaviours.states import RATE

STAY = 2.0  # seconds in a state that goes on
PATIENCE = 40.0  # seconds after which a state that was asked for is given up


@dataclass(frozen=True)
class Tour:
    """What is asked at which step, how long it all lasts, the second at which each state was reached, and states that were not."""

    requests: tuple[Request, ...]
    seconds: float
    reached: dict[str, float]
    missed: tuple[str, ...] = ()


def plan_tour(machine: Machine, start: str | None = None, stay: float = STAY, seed: int = 0) -> Tour:
    """The tour from a state, the first cyclic one if not said; what goes on is stayed in for so many seconds, an act is seen whole.

    seed: of the order in which laps of long cycles are played.
    """
    first = start or next(state.name for state in machine.states if state.cyclic)
    controller = Controller(machine, start=first, seed=seed)
    reached, missed, requests, step = {first: 0.0}, list[str](), list[Request](), 0

    def wait(frames: int) -> int:
        for _ in range(frames):
            controller.advance()
        return step + frames

    step = wait(round(stay * RATE))
    shown = {first}
    while left := [name for name in machine.graph.names if name not in missed and not _is_seen(machine, name, reached, shown)]:
        here = controller.state()
        target = min(left, key=lambda name: (_length(machine, here, name), name))
        requests.append(Request(step, target))
        controller.go(target)
        for _ in range(round(PATIENCE * RATE)):
            controller.advance()
            step += 1
            reached.setdefault(controller.state(), step / RATE)
            if controller.state() == target:
                break
        else:
            missed.append(target)
            continue
        shown.add(target)
        if machine.state(target).cyclic:
            step = wait(round(stay * RATE))
        else:  # it is seen to its end
            while controller.state() == target:
                step = wait(1)
                reached.setdefault(controller.state(), step / RATE)
    if controller.state() != first and machine.graph.shortest_path(controller.state(), first) is not None:
        requests.append(Request(step, first))
        controller.go(first)
        for _ in range(round(PATIENCE * RATE)):
            step = wait(1)
            if controller.state() == first:
                break
    return Tour(tuple(requests), (wait(round(stay * RATE))) / RATE, reached, tuple(missed))


def _is_seen(machine: Machine, name: str, reached: dict[str, float], shown: set[str]) -> bool:
    """An act that was passed through was seen; what goes on must have been stayed in."""
    return name in shown or (name in reached and not machine.state(name).cyclic)


def _length(machine: Machine, source: str, target: str) -> float:
    """How many states a natural way passes, and what it costs."""
    path = machine.graph.shortest_path(source, target)
    return float("inf") if path is None else float(len(path))
