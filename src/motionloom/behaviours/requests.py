"""What is asked of a character and when, as plain data: the same requests at the same steps play the same motion, bit for bit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motionloom.behaviours.states import RATE
from motionloom.core.errors import MotionError

if TYPE_CHECKING:
    from motionloom.behaviours.control import Controller

Wish = str | float | tuple[str, float | None]  # a state to go to, a turn, or a parameter and its value, None for no longer
ROUNDING = 1e-6  # steps: what a second times the rate may be off


@dataclass(frozen=True)
class Request:
    """Asked just before step number `step`, counted from 0: a state to go to, or a value of a parameter (None: no longer).

    replace: requests for states that have not begun are dropped for this one.
    """

    step: int
    state: str = ""
    parameter: str = ""
    value: float | None = None
    replace: bool = False

    def __post_init__(self) -> None:
        if self.step < 0 or bool(self.state) == bool(self.parameter):
            raise MotionError(f"a request is made at a step from 0 on, for a state or for a parameter; found {self}")

    @property
    def words(self) -> str:
        """What is asked, for people."""
        if self.state:
            return self.state
        return f"{self.parameter} off" if self.value is None else f"{self.parameter} {self.value:+.2f}"

    def ask(self, controller: Controller, character: int = 0) -> None:
        """Make the request."""
        if self.state:
            controller.go(self.state, character, self.replace)
        else:
            controller.steer(self.value, character, self.parameter)

    def to_json(self) -> dict[str, Any]:
        """Plain data that `request_from_json` turns back."""
        if self.parameter:
            return {"step": self.step, "parameter": self.parameter, "value": self.value}
        return {"step": self.step, "state": self.state, **({"replace": True} if self.replace else {})}


def request_from_json(data: Any) -> Request:
    """The request of plain data, checked: a recipe may come from a stranger's file."""
    known = {"step": int, "state": str, "parameter": str, "value": int | float | None, "replace": bool}
    if not isinstance(data, Mapping) or not all(name in known and isinstance(value, known[name]) for name, value in data.items()):
        raise MotionError(f"expected a request with a step and a state, or a parameter and its value; found {data!r}")
    return Request(**{"step": -1, **data})


def make_requests(requests: Sequence[Request | tuple[float, Wish]]) -> list[Request]:
    """Requests in the order in which they are made; (second, wish) pairs are made at the first step that is not earlier."""
    made = [each if isinstance(each, Request) else _to_request(*each) for each in requests]
    return sorted(made, key=lambda request: request.step)


def _to_request(second: float, wish: Wish) -> Request:
    step = max(math.ceil(second * RATE - ROUNDING), 0)
    if isinstance(wish, str):
        return Request(step, wish)
    parameter, value = wish if isinstance(wish, tuple) else ("turn", wish)
    return Request(step, parameter=parameter, value=value)
