"""A transition between its neighbours: the source before it, the target after it, in one motion that goes on where it was."""

from __future__ import annotations

from motionloom.align.joining import follow_on
from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.core.heading import turn_and_move
from motionloom.transitions.synthesis import Transition
from motionloom.transitions.table import TransitionTable


def join(table: TransitionTable, made: Transition, before: int, after: int) -> Motion:
    """The transition with so many frames of its source before and of its target after it, as far as their clips go."""
    stock = table.stock
    source_clip, target_clip = int(stock.clip_of[made.source]), int(stock.clip_of[made.target])
    floor = stock.clips[source_clip].floor
    parts = [made.motion]
    first = max(made.source - before, int(stock.starts[source_clip]))
    if first < made.source:
        parts.insert(0, turn_and_move(stock.motion(first, made.source), 0.0, (0.0, floor, 0.0)))
    last = min(made.target + after + 1, int(stock.starts[target_clip + 1]))
    if last > made.target + 1:
        target = turn_and_move(stock.motion(made.target, last), 0.0, (0.0, floor, 0.0))
        parts.append(follow_on(made.motion, target)[1:])
    joined = concatenate(parts)
    return joined.with_arrays(joined.rotations, joined.root_positions, name=made.motion.name)
