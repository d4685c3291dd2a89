"""Curves through keys as animators know them: linear, step, auto-clamped and free tangents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionloomError

Floats = NDArray[np.float64]
Tangent = Literal["auto", "linear", "step", "free"]
TANGENTS: tuple[str, ...] = get_args(Tangent)


class SketchError(MotionloomError):
    """A sketch that is not one, or that cannot be completed."""


@dataclass(frozen=True)
class Key:
    """A value at a moment (seconds) and how the curve goes through it.

    auto: smooth, flat where the curve turns, never beyond its keys. linear: straight to the next key. step: held until the next key.
    free: with the slopes (units a second) on its left and on its right.
    """

    at: float
    value: float
    tangent: Tangent = "auto"
    left: float = 0.0
    right: float = 0.0

    def __post_init__(self) -> None:
        if self.tangent not in TANGENTS:
            raise SketchError(f"a key's tangent is one of {', '.join(TANGENTS)}, found {self.tangent!r}")
        if not all(np.isfinite([self.at, self.value, self.left, self.right])) or self.at < 0:
            raise SketchError(f"a key has a moment of 0 or more seconds and finite numbers, found {self.at!r} and {self.value!r}")

    def to_json(self) -> list[Any]:
        """A short row: moment, value, and what is not the default."""
        if self.tangent == "free":
            return [self.at, self.value, "free", self.left, self.right]
        return [self.at, self.value] if self.tangent == "auto" else [self.at, self.value, self.tangent]


def key_from_json(data: Any, where: str) -> Key:
    """The key of a row, checked."""
    numbers = isinstance(data, list) and 2 <= len(data) <= 5 and all(_is_number(data[n]) for n in range(len(data)) if n != 2)
    if not numbers or (len(data) > 2 and data[2] not in TANGENTS):
        raise SketchError(f"{where}: a key is [seconds, value, tangent, slope left, slope right], the last three optional, found {data!r}")
    return Key(float(data[0]), float(data[1]), *data[2:3], *(float(slope) for slope in data[3:]))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def evaluate(keys: Sequence[Key], at: Floats) -> Floats:
    """The curve (F,) at moments (F,) seconds; before the first key and after the last one it is held."""
    moments, values = np.array([key.at for key in keys]), np.array([key.value for key in keys])
    if len(keys) == 1:
        return np.full(len(at), values[0])
    left, right = _slopes(keys, moments, values)
    piece = np.clip(np.searchsorted(moments, at, side="right") - 1, 0, len(keys) - 2)
    span = moments[piece + 1] - moments[piece]
    s = np.clip((at - moments[piece]) / span, 0.0, 1.0)
    begin, end = values[piece], values[piece + 1]
    out, into = right[piece] * span, left[piece + 1] * span
    curve = begin + s * s * (3 - 2 * s) * (end - begin) + s * (1 - s) * ((1 - s) * out - s * into)
    kinds = np.array([key.tangent for key in keys])[piece]
    curve = np.where(kinds == "linear", begin + s * (end - begin), curve)
    curve = np.where((kinds == "step") & (s < 1), begin, curve)
    exact = np.clip(np.searchsorted(moments, at), 0, len(keys) - 1)  # at a key its value, to the last bit
    return np.where(moments[exact] == at, values[exact], curve)


def _slopes(keys: Sequence[Key], moments: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Slopes (K,) on the left and on the right of each key.

    Auto-clamped: the slope between both neighbours, flat at the ends and where the curve turns, and at most three times the slope of
    either side, beyond which a cubic would overshoot.
    """
    rates = np.diff(values) / np.diff(moments)
    auto = np.zeros(len(keys))
    before, after = rates[:-1], rates[1:]
    middle = (values[2:] - values[:-2]) / (moments[2:] - moments[:-2])
    most = 3 * np.minimum(np.abs(before), np.abs(after))
    auto[1:-1] = np.where(before * after > 0, np.clip(middle, -most, most), 0.0)
    left, right = auto.copy(), auto.copy()
    for n, key in enumerate(keys):
        if key.tangent == "free":
            left[n], right[n] = key.left, key.right
        elif key.tangent == "linear":
            left[n] = rates[n - 1] if n else 0.0
        elif key.tangent == "step":
            left[n] = 0.0
    return left, right
