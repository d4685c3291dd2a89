"""What was asked of a crowd, kept as arrays while it goes and made into requests when somebody wants to see them.

A request for each character and choice as an object of its own took a tenth of a crowd's step.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.requests import Request

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Entry:
    """At a step: what was asked of characters (M,): a state, or where state is "" the turns values (M,)."""

    step: int
    characters: Whole
    state: str
    replace: bool
    values: NDArray[np.float64] | None = None


@dataclass(eq=False)
class RequestLog:
    """What was asked of each of N characters, in order; entered (N,): the step each came in at, from which its requests count."""

    entered: Whole
    _entries: list[_Entry] = field(default_factory=list)
    _requests: dict[int, list[Request]] = field(default_factory=dict)

    def note_state(self, step: int, characters: Whole, state: str, replace: bool) -> None:
        """Some were asked to go to a state."""
        self._entries.append(_Entry(step, characters, state, replace))

    def note_turns(self, step: int, characters: Whole, turns: NDArray[np.float64]) -> None:
        """Some were asked to turn, each by its own turns (M,), radians a second."""
        self._entries.append(_Entry(step, characters, "", False, turns))

    def requests_of(self, character: int) -> tuple[Request, ...]:
        """All that was asked of one, as a run of the machine has it."""
        for entry in self._entries:
            for k, n in enumerate(entry.characters.tolist()):
                step = entry.step - int(self.entered[n])
                if entry.values is None:
                    request = Request(step, entry.state, replace=entry.replace)
                else:
                    request = Request(step, parameter="turn", value=float(entry.values[k]))
                self._requests.setdefault(n, []).append(request)
        self._entries.clear()
        return tuple(self._requests.get(character, ()))
