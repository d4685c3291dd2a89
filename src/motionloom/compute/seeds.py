"""Seeds that depend on what a task is, not on who runs it or when: the same task always draws the same numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from motionloom.core.errors import MotionloomError


def make_key(*parts: Any) -> str:
    """A hex digest of plain data; equal data gives equal keys, in every process and on every machine."""
    try:
        text = json.dumps(_plain(parts), sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MotionloomError(f"a job's inputs must be plain data: {error}") from None
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def make_seed(*parts: Any) -> int:
    """A 64-bit seed for a task described by plain data."""
    return int(make_key("seed", *parts)[:16], 16)


def make_rng(*parts: Any) -> np.random.Generator:
    """A generator for a task described by plain data."""
    return np.random.default_rng(make_seed(*parts))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_plain(part) for part in value]
    if isinstance(value, PurePath):
        return value.as_posix()
    if isinstance(value, np.ndarray):
        return {"dtype": str(value.dtype), "shape": list(value.shape), "sha256": hashlib.sha256(value.tobytes()).hexdigest()}
    return value.item() if isinstance(value, np.generic) else value
