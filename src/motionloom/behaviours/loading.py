"""The compiled loops of building and the libraries behind them, loaded before a person waits for them."""

from __future__ import annotations

from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.control import Controller
from motionloom.behaviours.feet_trials import find_excess
from motionloom.behaviours.frame_graph import THRESHOLD
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.mining import mine
from motionloom.behaviours.parameters import make_parameter
from motionloom.behaviours.segmenting import segment
from motionloom.behaviours.states import RATE, lap_of, make_single
from motionloom.behaviours.transition_points import find_transition_points
from motionloom.behaviours.transition_trials import try_transition
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.feet.oracle import default_oracle
from motionloom.making.work import KINDS

MOMENT = round(1.5 * RATE)  # frames of each state that are looked at


def load_building(machine: Machine) -> None:
    """Make a little of a machine again and drop it: what building is made of takes a second to load, and is there afterwards.

    What has already been loaded or cannot be made of this machine is no matter.
    """
    KINDS.find("machine")
    shown = [state.motions[0][:MOMENT] for state in machine.states]
    for work in (_make, _join, _mine):
        try:
            work(machine, shown)
        except MotionError:
            continue


def _make(machine: Machine, shown: list[Motion]) -> None:
    plants = default_oracle().label(shown[0])
    segment(shown[0], machine.states[0].name, plants.bits)
    make_single("a moment", shown[0], cyclic=False, default="none", plants=(plants,))


def _join(machine: Machine, shown: list[Motion]) -> None:
    cyclic = min((state for state in machine.states if state.cyclic), key=lambda state: len(state.frames))
    find_excess(cyclic)
    for state in [state for state in machine.states if state.cyclic and state.parameter is not None][:1]:
        make_parameter("turn", state.motions, state.frames, lap_of(state))
    for point in machine.transitions[:1]:
        find_transition_points(machine.state(point.source), machine.state(point.target))
        try_transition(Controller(machine), point)


def _mine(machine: Machine, shown: list[Motion]) -> None:
    mine([LabelledClip(motion, state.name) for motion, state in zip(shown, machine.states, strict=True)], THRESHOLD)
