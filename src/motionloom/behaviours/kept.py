"""Parts of machines that are kept while a process lasts: a machine that is built again after a correction makes only what changed.

States are kept by the content they are made of, everything after that by the states themselves: they never change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from threading import Lock
from typing import Any

import numpy as np

from motionloom.core import Motion


class Kept:
    """The results of a pure function by its inputs, those used last; several threads may ask."""

    def __init__(self, most: int) -> None:
        self.most, self._found, self._lock = most, OrderedDict[Hashable, Any](), Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What was kept under a key, or is made now."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        made = make()
        with self._lock:
            made = self._found.setdefault(key, made)  # another thread's, if it was sooner: results may be told apart by identity
            while len(self._found) > self.most:
                self._found.popitem(last=False)
        return made

    def has(self, key: Hashable) -> bool:
        """Whether something is kept under a key."""
        with self._lock:
            return key in self._found

    def put(self, key: Hashable, made: Any) -> None:
        """Keep what was made together with others."""
        self.get(key, lambda: made)

    def clear(self) -> None:
        """Forget everything, as a new process does."""
        with self._lock:
            self._found.clear()


EVERYTHING = list[Kept]()


def content_of(motion: Motion) -> bytes:
    """What a motion is kept by: its frames, body, rate and name."""
    found = blake2b(f"{motion.skeleton.hash} {motion.fps!r} {motion.name}".encode(), digest_size=16)
    for array in (motion.rotations, motion.root_positions):
        found.update(np.ascontiguousarray(array).tobytes())
    return found.digest()


def keep(most: int) -> Kept:
    """A new store for so many results."""
    made = Kept(most)
    EVERYTHING.append(made)
    return made


def forget() -> None:
    """Forget all that is kept."""
    for each in EVERYTHING:
        each.clear()
