"""The kinds of features by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from motionloom.core.errors import MotionError, list_names
from motionloom.feet.features.base import Features

AnyFeatures = TypeVar("AnyFeatures", bound=Features)
_KINDS: dict[str, type[Features]] = {}


def register(kind: type[AnyFeatures]) -> type[AnyFeatures]:
    """Make a kind of features known by its name; used as a decorator."""
    _KINDS[kind.name] = kind
    return kind


def from_json(data: Mapping[str, Any]) -> Features:
    """The features that `to_json` described."""
    options = dict(data)
    name = options.pop("name", "")
    if name not in _KINDS:
        raise MotionError(f"no foot features {name!r}; there are {list_names(tuple(_KINDS))}")
    try:
        return _KINDS[name](**options)
    except TypeError as error:
        raise MotionError(f"foot features {name!r} cannot be made: {error}") from None
