"""What `motionloom machine run --at` asks for, checked before anything is played: a request that would never be heard is a mistake."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError, list_names

if TYPE_CHECKING:
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.requests import Wish

OFF = "off"  # speed:off takes a speed back


def read_requests(machine: Machine, texts: Sequence[str], seconds: float) -> list[tuple[float, Wish]]:
    """(second, wish) of each text, such as 1.5=walk, 4=-0.8, 6=speed:1.4 or 8=style:old."""
    return [_read(machine, text, seconds) for text in texts]


def _read(machine: Machine, text: str, seconds: float) -> tuple[float, Wish]:
    second, _, wish = text.partition("=")
    try:
        when = float(second)
    except ValueError:
        when = -1.0
    if not (0 <= when < math.inf and wish):
        raise MotionloomError(f"--at {text}: expected SECOND=STATE or SECOND=NUMBER, such as 1.5=walk")
    if when >= seconds:
        raise MotionloomError(f"--at {text}: would never be asked, {seconds:g} s are played; ask earlier, or give --seconds")
    if wish in machine.graph.names:
        return when, wish
    name, colon, number = wish.partition(":")
    parameter, number = (name, number) if colon and name in _names() else ("turn", wish)
    if number == OFF:
        return when, (parameter, None)
    words = _words(machine, parameter)
    if number in words:
        return when, (parameter, float(words.index(number)))
    try:
        value = float(number)
    except ValueError:
        if words:
            raise MotionloomError(f"--at {text}: no {parameter} {number!r}; there are {list_names(words, 30)}") from None
        machine.graph.index(wish)  # says which states there are
        raise
    _check_value(machine, f"--at {text}", parameter, value)
    return when, (parameter, value)


def _names() -> tuple[str, ...]:
    from motionloom.behaviours.parameters import names

    return names()


def _words(machine: Machine, parameter: str) -> tuple[str, ...]:
    """All words that states of the machine know for a parameter."""
    found = (state.parameter.words for state in machine.states if state.parameter is not None and state.parameter.name == parameter)
    return max(found, key=len, default=())


def _check_value(machine: Machine, where: str, parameter: str, value: float) -> None:
    from motionloom.behaviours.parameters import find_kind

    ranges = dict[str, tuple[float, float]]()
    for state in machine.states:
        if state.parameter is not None and state.parameter.name == parameter:
            ranges[state.name] = float(state.parameter.values[0]), float(state.parameter.values[-1])
        elif state.steering is not None and parameter == "speed":
            ranges[state.name] = float(state.steering.speeds[0]), float(state.steering.speeds[-1])
    if not ranges:
        raise MotionloomError(f"{where}: no state of this machine is steered by {parameter}")
    if not any(low <= value <= high for low, high in ranges.values()):
        able = ", ".join(f"{name} {low:.2f} to {high:.2f}" for name, (low, high) in ranges.items())
        raise MotionloomError(f"{where}: no state can do that; by {parameter} there are {able} {find_kind(parameter).unit}".rstrip())
