"""Measures what asking many characters costs, and how far a step's length changes where a run leads.

Run `python docs/measure_many.py machine.npz` with a machine that has the states stand, walk and run (docs/behaviours.md, Figures, builds
one). Every time is processor time: the best of five rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.machine_file import read_machine

CROWD = 1000
TICK = 1 / 60


def microseconds(call: Callable[[], object], times: int) -> float:
    """How long a call works, at best."""
    call()
    best = np.inf
    for _ in range(5):
        began = time.process_time()
        for _ in range(times):
            call()
        best = min(best, (time.process_time() - began) / times)
    return float(best * 1e6)


def say_costs(machine: Machine) -> None:
    """Asking, stepping with and without poses, restoring, making a controller."""
    crowd, one = Controller(machine, count=CROWD, start="walk"), Controller(machine, start="walk")
    straight, kept = np.zeros(CROWD), one.characters.copy()
    jobs: list[tuple[str, Callable[[], object], int]] = [
        (f"go_many of {CROWD}", lambda: crowd.go_many("walk", replace=True), 20),
        (f"steer_many of {CROWD}", lambda: crowd.steer_many(straight, parameter="turn"), 50),
        (f"step of {CROWD}", lambda: crowd.step(TICK), 30),
        (f"advance of {CROWD}", lambda: crowd.advance(TICK), 30),
        ("step of one", lambda: one.step(TICK), 500),
        ("advance of one", lambda: one.advance(TICK), 500),
        ("restore of one", lambda: one.restore(kept), 300),
        ("Controller", lambda: Controller(machine), 5),
        ("Controller with tables", lambda: Controller(machine, tables=one.tables), 100),
    ]
    for name, call, times in jobs:
        print(f"{name}: {microseconds(call, times):.1f} us")


def end_of(machine: Machine, rate: int) -> np.ndarray:
    """Where twenty seconds of walking, running and standing end, (2,) in metres, with so many steps a second."""
    character = Controller(machine, start="walk")
    character.steer(0.5)
    for step in range(20 * rate):
        if step == 8 * rate:
            character.go("run")
        if step == 14 * rate:
            character.go("stand")
        _, roots = character.step(1 / rate)
    return np.asarray(roots[0, [0, 2]])


def main() -> None:
    """Say both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine", type=Path)
    machine = read_machine(parser.parse_args().machine)
    say_costs(machine)
    usual = end_of(machine, 60)
    for rate in (240, 120, 30, 20, 10):
        print(f"{rate} steps a second end {100 * np.linalg.norm(end_of(machine, rate) - usual):.1f} cm from 60")


if __name__ == "__main__":
    main()
