"""Ways to spread an edit, ours and simpler ones, behind one function each: an edited motion, frame for frame with its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.features import Features, kinematic_features
from motionloom.edits.propagation.model import EditModel, Estimate, assemble, estimate, fit
from motionloom.edits.propagation.offsets import Anchors, Edited, decode, encode
from motionloom.edits.propagation.sequence_solve import Weights

Floats = NDArray[np.float64]
BESIDE = Anchors(True, True)
ALONE = Weights(1.0, 0.0, 0.0, 0.0)  # what a predictor says, not weighed against the source


@dataclass(frozen=True, eq=False)
class Taught:
    """Examples, and all that the ways take from them."""

    examples: tuple[Example, ...]

    @cached_property
    def model(self) -> EditModel:
        """Ours."""
        return fit(self.examples)

    @cached_property
    def local_lines(self) -> EditModel:
        """Moving least squares."""
        return fit(self.examples, "moving-least-squares")

    @cached_property
    def offsets(self) -> Floats:
        """Offsets of all frames."""
        return np.concatenate([encode(put_on(each.source, each.edited.skeleton), each.edited, each.times) for each in self.examples])

    @cached_property
    def features(self) -> Floats:
        """Features of all frames, as positions now, before and after."""
        return np.concatenate([_positions(kinematic_features(each.source)) for each in self.examples])

    @cached_property
    def poses(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rotations and roots of all edited frames."""
        edited = [each.edited for each in self.examples]
        return np.concatenate([each.rotations for each in edited]), np.concatenate([each.root_positions for each in edited])

    def nearest(self, clip: Motion) -> NDArray[np.intp]:
        """The taught frame (F,) that is most like each of a clip's."""
        seen = _positions(kinematic_features(clip))
        squares = np.einsum("nk,nk->n", self.features, self.features)
        return np.argmin(squares - 2 * seen @ self.features.T, axis=1)


def _positions(features: Features) -> Floats:
    now, half, bend = np.split(features.values, 3, axis=1)
    return np.concatenate([now, now + bend - half, now + bend + half], axis=1)


def _nothing(taught: Taught, clip: Motion, mapped: Motion) -> Edited:
    return decode(mapped, np.zeros((len(clip), taught.offsets.shape[1])), BESIDE)


def _constant(taught: Taught, clip: Motion, mapped: Motion) -> Edited:
    return decode(mapped, np.repeat(taught.offsets.mean(axis=0)[None], len(clip), axis=0), BESIDE)


def _nearest_pose(taught: Taught, clip: Motion, mapped: Motion) -> Edited:
    rows = taught.nearest(clip)
    copied = mapped.with_arrays(taught.poses[0][rows], taught.poses[1][rows])
    return Edited(copied, decode(mapped, taught.offsets[rows], BESIDE).times)


def _nearest_offset(taught: Taught, clip: Motion, mapped: Motion) -> Edited:
    return decode(mapped, taught.offsets[taught.nearest(clip)], BESIDE)


def _local_lines(taught: Taught, clip: Motion, mapped: Motion) -> Edited:
    return assemble(taught.local_lines, estimate(taught.local_lines, clip), ALONE)


OURS = "processes"
SIMPLER: dict[str, Callable[[Taught, Motion, Motion], Edited]] = {
    "nothing": _nothing,
    "constant offset": _constant,
    "nearest pose": _nearest_pose,
    "nearest offset": _nearest_offset,
    "moving least squares": _local_lines,
}
WAYS = (*SIMPLER, OURS)


def all_ways(taught: Taught, clip: Motion) -> tuple[dict[str, Edited], Estimate]:
    """What every way makes of a clip, and what ours says of its confidence."""
    found = estimate(taught.model, clip)
    made = {name: way(taught, clip, found.mapped) for name, way in SIMPLER.items()}
    return {**made, OURS: assemble(taught.model, found)}, found
