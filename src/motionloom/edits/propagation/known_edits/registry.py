"""The edits with a known answer, and what they need: one pure function of a motion each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from motionloom.core import Motion
from motionloom.core.errors import MotionloomError, list_names
from motionloom.edits.propagation.example import Example

# name: the module whose `apply(motion)` gives the motion and its edit, frame for frame
_NAMES = ("lean_back", "arms_up", "strut", "limp", "giant")


def names() -> tuple[str, ...]:
    """The names of the known edits."""
    return _NAMES


def find_edit(name: str) -> Callable[[Motion], Example]:
    """The function that does a known edit to a whole motion."""
    if name not in _NAMES:
        raise MotionloomError(f"no known edit {name!r}; there are {list_names(_NAMES)}")
    apply: Callable[[Motion], Example] = import_module(f"motionloom.edits.propagation.known_edits.{name}").apply
    return apply
