"""Loops as engines play them: they wrap from the last key to the first at once, so the last has to be the first again.

Our loops end on the frame before the first. Closed, the first pose comes once more behind them, where the root has got to by then.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core import Motion, SkeletonError, quaternion
from motionloom.core.editing import RootPath, join_root, split_root
from motionloom.formats.marks import Marks


def close_loop(motion: Motion, marks: Marks | None) -> tuple[Motion, Marks | None]:
    """A motion that loops with its first pose behind its last, and its marks for so many frames; any other as it is.

    The root goes on by the mean of its last step and its first, and turns likewise. Of a body that is not known nothing is closed.
    """
    if marks is None or not marks.loop or marks.closed or len(motion) < 3:
        return motion, marks
    try:
        in_place, path = split_root(motion)
    except SkeletonError:
        return motion, marks
    again = np.concatenate([np.arange(len(motion)), [0]])
    closed = join_root(in_place.with_arrays(in_place.rotations[again], in_place.root_positions[again]), _go_on(path))
    return closed, replace(marks, plants=None if marks.plants is None else marks.plants[again], closed=True)


def _go_on(path: RootPath) -> RootPath:
    """A path one frame longer."""
    headings = np.unwrap(path.headings)
    steps = np.diff(path.positions, axis=0)[[0, -1]]
    local = quaternion.rotate(quaternion.about_y(-headings[[0, -2]]), steps).mean(axis=0)
    turn = np.diff(headings)[[0, -1]].mean()
    step = quaternion.rotate(quaternion.about_y(headings[-1:]), local[None])
    return RootPath(np.concatenate([path.positions, path.positions[-1:] + step]), np.append(headings, headings[-1] + turn))
