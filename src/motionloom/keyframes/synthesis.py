"""Synthesis: channels that nobody keyed get all bands of the captured fragments but the noisy ones (paper 002 §4.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.roles import SIDES
from motionloom.keyframes.assembling import Fill, base_fill
from motionloom.keyframes.foot_timing import places_in_step
from motionloom.keyframes.fragments import Fragments
from motionloom.keyframes.joining import join
from motionloom.keyframes.matching import read_at, resample_places
from motionloom.keyframes.pose_curves import from_vectors
from motionloom.keyframes.rig import AXES, Floats, rig_of
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import Style


@dataclass(frozen=True, eq=False)
class Pieces:
    """Captured frames start to stop (S,), both counted, for each fragment of a sketch; clip (S,) of the style; scale (S,)."""

    fragments: Fragments
    start: NDArray[np.intp]
    stop: NDArray[np.intp]
    clip: NDArray[np.intp]
    scale: Floats

    @property
    def consecutive(self) -> NDArray[np.bool_]:
        """Whether each piece (S - 1,) goes on in the next one as it did in the capture."""
        return (self.clip[:-1] == self.clip[1:]) & (self.stop[:-1] == self.start[1:])

    def scale_over(self, frames: int) -> Floats:
        """The scale factor (F,), going smoothly from one fragment to the next."""
        middles = (self.fragments.start + self.fragments.stop) / 2
        return np.interp(np.arange(frames), middles, self.scale)

    def source_frames(self, frames: int) -> Floats:
        """Which frame (F,) of the style each frame shows."""
        shown = np.zeros(frames)
        for n in range(len(self.start)):
            first, last = int(self.fragments.start[n]), int(self.fragments.stop[n])
            shown[first : last + 1] = resample_places(self.start[n : n + 1], self.stop[n : n + 1], last - first + 1)[0]
        return shown


def read_pieces(values: Floats, pieces: Pieces) -> list[Floats]:
    """The captured curves (T, C) of each piece (L, C), resampled to the length of the sketch's fragment."""
    return [
        read_at(values, resample_places(pieces.start[n : n + 1], pieces.stop[n : n + 1], int(length))[0])
        for n, length in enumerate(pieces.fragments.lengths)
    ]


def synthesised_labels(sketch: Sketch) -> set[str]:
    """The joints that captures fill in: those a person chose, else all without keys; the pelvis only where feet are keyed in space.

    Legs that are keyed joint by joint stand where the pelvis has them, so there it stays as it is.
    """
    if sketch.options.synthesised is not None:
        return {name.rpartition(".")[0] for name in sketch.options.synthesised}
    rig = rig_of(sketch.skeleton)
    legs_keyed = any(f"{side}_{part}.{axis}" in sketch.keys for side in SIDES for part in ("hip", "knee") for axis in AXES)
    return set(rig.labels) - ({rig.labels[0]} if legs_keyed else set())


def synthesise(sketch: Sketch, style: Style, pieces: Pieces, stands: NDArray[np.bool_]) -> Fill:
    """What channels without keys do: captured fragments, joined, made smaller or larger about the style's mean pose.

    stands (F, 2): when the sketch's feet do; captured feet roll in step with them.
    """
    rig, frames = rig_of(sketch.skeleton), sketch.frames
    joints, extras = style.calm()
    flat = np.concatenate([joints.reshape(len(style), -1), extras], axis=1)
    mean = np.concatenate([np.zeros(joints[0].size), extras.mean(axis=0)])
    scale = pieces.scale_over(frames)[:, None]
    sized = []
    for n, piece in enumerate(read_pieces(flat, pieces)):
        rows = slice(int(pieces.fragments.start[n]), int(pieces.fragments.stop[n]) + 1)
        sized.append(mean + scale[rows] * (piece - mean))
    curves = join(sized, max(round(sketch.options.join * sketch.fps), 3), style.limits())
    count = joints[0].size
    turns = from_vectors(rig, curves[:, :count].reshape(frames, -1, 3), style.reference)
    base, wanted = base_fill(sketch), synthesised_labels(sketch)
    for joint, label in enumerate(rig.labels):
        if label not in wanted:
            turns[:, joint] = base.turns[:, joint]
    more = _feet_in_step(curves[:, count:], style.stands[np.rint(pieces.source_frames(frames)).astype(np.intp)], stands, style.fps)
    return Fill(turns, more[:, 0], more[:, 1:3], more[:, 3:5], more[:, 5:7])


def _feet_in_step(more: Floats, captured: NDArray[np.bool_], stands: NDArray[np.bool_], fps: float) -> Floats:
    """Extras (F, 7) whose feet (roll, bank) are read when the sketch's feet stand as the captured ones did (F, 2)."""
    found = more.copy()
    for foot in range(2):
        places = places_in_step(captured[:, foot], stands[:, foot], fps)
        for column in (1 + foot, 3 + foot):
            found[:, column] = read_at(more[:, column], places)
    return found
