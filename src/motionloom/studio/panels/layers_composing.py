"""What layers make of an open clip, kept for the next who asks: the window looks at it, and poses it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.edits.layers import LayerStack
    from motionloom.studio.session import OpenLibrary

KEPT = 6
_kept: OrderedDict[tuple[str, str, str], Composed] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, eq=False)
class Composed:
    """A clip, its layers, and what they make of it; changed: the frames start to stop that are not the clip's own."""

    source: Motion
    stack: LayerStack
    motion: Motion
    changed: tuple[int, int]


def compose(current: OpenLibrary, clip: str, stack: LayerStack) -> Composed:
    """What layers make of a clip."""
    import json

    record = current.kept(clip)
    key = (current.id, f"{clip} {record.content} {record.fps}", json.dumps(stack.to_json(), sort_keys=True))
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = _compose(current, clip, stack)
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _compose(current: OpenLibrary, clip: str, stack: LayerStack) -> Composed:
    from motionloom.core.body import is_body
    from motionloom.edits.layers import apply_layers

    motion, plants = current.motion(clip), None
    if stack.counts and stack.feet != "free" and is_body(motion.skeleton):
        from motionloom.making.plants import find_plants  # with all that knows of feet: only where layers need it

        plants = find_plants(current.library, current.kept(clip), motion).bits
    edited = apply_layers(motion, stack, plants).motion
    return Composed(motion, stack, edited, _changed(motion, edited))


def _changed(motion: Motion, edited: Motion) -> tuple[int, int]:
    if edited is motion:
        return 0, 0
    if len(edited) != len(motion):
        return 0, len(edited)
    rows = (edited.rotations != motion.rotations).any(axis=(1, 2)) | (edited.root_positions != motion.root_positions).any(axis=1)
    frames = np.flatnonzero(rows)
    return (int(frames[0]), int(frames[-1]) + 1) if len(frames) else (0, 0)
