"""Foot plants as a short text, for recipes: a recipe says which plants it was made by, whatever is said of its sources later."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.making.recipe import RecipeError


def pack_plants(bits: NDArray[np.bool_]) -> str:
    """Plants (F, 4) as text: a digit a frame, compressed."""
    nibbles = np.asarray(bits, bool) @ (1 << np.arange(4))
    return base64.b64encode(zlib.compress(nibbles.astype(np.uint8).tobytes(), 9)).decode()


def unpack_plants(text: Any, frames: int) -> NDArray[np.bool_]:
    """The plants (F, 4) of a text, checked: it may come from a stranger's file."""
    try:
        unpacker = zlib.decompressobj()
        packed = np.frombuffer(unpacker.decompress(base64.b64decode(text, validate=True), frames + 1), np.uint8)
    except (ValueError, TypeError, zlib.error):
        raise RecipeError("the plants of a recipe are not as they were written") from None
    if len(packed) != frames:
        raise RecipeError(f"the plants of a recipe are for {len(packed)} frames, its source has {frames}")
    return ((packed[:, None] >> np.arange(4)) & 1).astype(bool)
