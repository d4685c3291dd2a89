"""The kinds of features by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from motionloom.core.errors import MotionError, list_names
from motionloom.feet.features.base import Features

AnyFeatures = TypeVar("AnyFeatures", bound=Features)
_KINDS: dict[str, type[Features]] = {}
_MOST, _MOST_ELSE = {"rate": 1000.0}, 10.0  # samples a second; seconds and leg lengths
_LONGEST_LIST = 64
_SCALINGS = ("none", "leg", "segment")


def register(kind: type[AnyFeatures]) -> type[AnyFeatures]:
    """Make a kind of features known by its name; used as a decorator."""
    _KINDS[kind.name] = kind
    return kind


def from_json(data: Mapping[str, Any]) -> Features:
    """The features that `to_json` described."""
    options = dict(data)
    name = options.pop("name", "")
    if not isinstance(name, str) or name not in _KINDS:
        raise MotionError(f"no foot features {name!r}; there are {list_names(tuple(_KINDS))}")
    _check(name, options)
    try:
        return _KINDS[name](**options)
    except TypeError as error:
        raise MotionError(f"foot features {name!r} cannot be made: {error}") from None


def _check(name: str, options: Mapping[str, Any]) -> None:
    """An error where an option is not of its default's type, or a number that no description has: windows are a second or so long."""
    for field in fields(_KINDS[name]):  # type: ignore[arg-type]
        value, most = options.get(field.name, field.default), _MOST.get(field.name, _MOST_ELSE)
        if isinstance(field.default, tuple):
            fine = isinstance(value, list | tuple) and len(value) <= _LONGEST_LIST
            fine = fine and (all(isinstance(each, str) for each in value) or all(_is_number(each, most) for each in value))
        else:
            fine = isinstance(value, str) if isinstance(field.default, str) else _is_number(value, most)
        if not fine or (field.name == "scaling" and value not in _SCALINGS):
            raise MotionError(f"foot features {name!r}: {field.name} cannot be {str(value)[:60]!r}")


def _is_number(value: Any, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most
