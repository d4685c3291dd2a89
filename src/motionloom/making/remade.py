"""Motions of recipes that are not clips: made when they are looked at, and the last ones kept by the recipe's digest."""

from __future__ import annotations

import threading
from collections import OrderedDict

from motionloom.library import Library
from motionloom.making.makers import Made, make
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources

KEPT = 8_000_000  # joints times frames, 28 bytes each

_made: OrderedDict[tuple[str, str], Made] = OrderedDict()
_lock = threading.Lock()


def remake(library: Library, recipe: Recipe) -> Made:
    """What a recipe gives, kept for whoever asks next; an error where a source is gone or has changed."""
    key = (library.id, recipe.digest)
    with _lock:
        found = _made.get(key)
        if found is not None:
            _made.move_to_end(key)
            return found
    made = make(Sources(library), recipe)
    with _lock:
        _made[key] = made
        while len(_made) > 1 and sum(other.motion.rotations.size // 4 for other in _made.values()) > KEPT:
            _made.popitem(last=False)
    return made
