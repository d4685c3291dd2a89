"""Whether what a transition table's file holds fits together: it may come from a stranger, or be damaged, and loops count on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.score.segments import MassModel
from motionloom.transitions.scoring import frames_looked_at

LONGEST = 60 * 60  # frames of a transition; a minute
_TYPES = {
    "representatives": np.int32,
    "recipes": np.int16,
    "plant": np.float32,
    "balance": np.float32,
    "starts": np.int32,
    "distances": np.float16,
    "filters": np.float64,
    "plants": np.uint8,
}


class _Fault(Exception):
    """What does not fit."""


def check_table(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], where: str) -> None:
    """An error where a table's data or arrays are not of the types and shapes that belong together."""
    try:
        _check_about(about)
        _check_arrays(int(about["frames"]), arrays)
    except _Fault as fault:
        raise altered(where, str(fault)) from None


def check_frames(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], frames: int, where: str) -> None:
    """An error where a table's windows do not lie within the frames of its clips."""
    last = frames - int(about["frames"])
    for name in ("representatives", "starts"):
        if arrays[name].max(initial=0) > last:
            raise altered(where, f"its {name} go beyond the {frames} frames of its clips")


def altered(where: str, what: str) -> FileError:
    """The error of a table that does not fit together."""
    return FileError(f"{where}: this transition table is damaged or was altered: {what}; build it again")


def _check_about(about: Mapping[str, Any]) -> None:
    frames, masses = about["frames"], about["masses"]
    if not isinstance(frames, int) or isinstance(frames, bool) or not 4 <= frames <= LONGEST:
        raise _Fault(f"frames must be a whole number from 4 to {LONGEST}")
    if not _is_number(about.get("seconds", 1.0)) or not isinstance(about["mirrored"], bool):
        raise _Fault("seconds must be a number, mirrored true or false")
    count = len(_texts(about["clip_ids"], "clip_ids"))
    for name in ("contents", "plants_sources"):
        if name in about and len(_texts(about[name], name)) != count:
            raise _Fault(f"{name} must have one text for each of {count} clips")
    shares = masses.get("shares") if isinstance(masses, dict) else None
    usual = len(MassModel().shares)
    if not isinstance(shares, list) or len(shares) != usual or not all(_is_number(share) and share >= 0 for share in shares):
        raise _Fault(f"masses must have {usual} shares, numbers from 0")
    if not isinstance(masses.get("source"), str):
        raise _Fault("masses must say their source")


def _texts(value: Any, name: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
        raise _Fault(f"{name} must be a list of texts")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6 and math.isfinite(value)


def _check_arrays(frames: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    count, windows = len(np.atleast_1d(arrays["representatives"])), len(np.atleast_1d(arrays["starts"]))
    shapes: dict[str, tuple[int, ...]] = {
        "representatives": (count,),
        "recipes": (count, count, 2),
        "plant": (count, count),
        "balance": (count, count),
        "starts": (windows,),
        "distances": (windows, count),
    }
    if "filters" in arrays:
        shapes["filters"] = (2 * len(frames_looked_at(frames)), frames)
    if "plants" in arrays:
        shapes["plants"] = (len(np.atleast_1d(arrays["plants"])), 1)
    for name, shape in shapes.items():
        array, wanted = arrays[name], np.dtype(_TYPES[name])
        if array.shape != shape or array.dtype != wanted:
            raise _Fault(f"{name} must be of shape {shape} and {wanted}, found {array.shape} of {array.dtype}")
        if array.dtype.kind == "f" and not np.all(np.isfinite(array)):
            raise _Fault(f"{name} has values that are no finite numbers")
    if not count or not windows:
        raise _Fault("it has no representatives or no windows")
    if arrays["recipes"].min() < -1 or arrays["recipes"].max() >= count:
        raise _Fault(f"recipes must name representatives, 0 to {count - 1}, or -1")
    if min(arrays["representatives"].min(), arrays["starts"].min()) < 0:
        raise _Fault("windows must begin at frames from 0")
    if np.any(np.diff(arrays["starts"]) <= 0):
        raise _Fault("starts must be in order")
