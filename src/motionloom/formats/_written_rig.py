"""A motion's joints as a file is to hold them: under a bone at the ground where one is wanted, in any unit and up-axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, SkeletonError, quaternion
from motionloom.core.editing import RootPath, split_root
from motionloom.core.errors import MotionloomError
from motionloom.formats.mesh import BodyMesh
from motionloom.formats.units import parse_unit

Array = NDArray[Any]
# The rotation from our axes, in which y is up, to a file's.
_FROM_Y_UP = {"y": quaternion.IDENTITY, "z": quaternion.from_axis_angle([1.0, 0.0, 0.0], np.pi / 2)}


@dataclass(frozen=True, eq=False)
class WrittenRig:
    """Joints of a file, parents first: at rest (J, 3) and (J, 4) in their parents, rotations (F, J, 4), translations (F, 3) of those that
    move by joint.

    first: where the motion's own joints begin, 1 under a bone at the ground. units_per_metre and turn (4,): of the file's axes.
    """

    names: tuple[str, ...]
    parents: list[int]
    rest_places: Array
    rest_turns: Array
    rotations: Array
    translations: dict[int, Array]
    first: int = 0
    units_per_metre: float = 1.0
    turn: Array | None = None

    def children(self, joint: int) -> list[int]:
        """The joints that hang on one."""
        return [child for child, parent in enumerate(self.parents) if parent == joint]

    def rest_world(self) -> tuple[Array, Array]:
        """Rotations (J, 4) and places (J, 3) at rest, in the file's own axes and unit."""
        turns, places = self.rest_turns.astype(np.float64).copy(), self.rest_places.astype(np.float64).copy()
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                places[joint] = places[parent] + quaternion.rotate(turns[parent], self.rest_places[joint])
                turns[joint] = quaternion.multiply(turns[parent], self.rest_turns[joint])
        return turns, places

    def place(self, points: Array) -> Array:
        """Points (..., 3) metres, y up, in the file's axes and unit."""
        turned = points if self.turn is None else quaternion.rotate(self.turn.astype(points.dtype), points)
        return turned if self.units_per_metre == 1 else turned * points.dtype.type(self.units_per_metre)

    def place_body(self, body: BodyMesh) -> BodyMesh:
        """A body made for the motion, on these joints."""
        normals = body.normals if self.turn is None else quaternion.rotate(self.turn.astype(body.normals.dtype), body.normals)
        joints = (body.joints + self.first).astype(body.joints.dtype)
        return BodyMesh(self.place(body.vertices), normals, body.faces, joints)


def make_rig(motion: Motion, root_bone: str = "", unit: str | float = "m", up: str = "y") -> WrittenRig:
    """The joints of a motion in a unit, y or z up; under `root_bone`, a bone at the ground that goes its way and faces as it does."""
    if up not in _FROM_Y_UP:
        raise MotionloomError(f"no up-axis {up!r} to write; use y or z")
    skeleton = motion.skeleton
    places = skeleton.offsets.copy()
    places[0] = skeleton.rest_root
    rig = WrittenRig(
        skeleton.names, skeleton.parents.tolist(), places, skeleton.rest_rotations, motion.rotations, {0: motion.root_positions}
    )
    if root_bone:
        rig = _put_under_root(motion, rig, root_bone)
    return _put_in_axes(rig, 1 / parse_unit(unit)[1], up)


def _put_under_root(motion: Motion, rig: WrittenRig, name: str) -> WrittenRig:
    """The way along the ground and the heading in a bone of their own, what is left of them in the motion's root."""
    name = next(free for free in (name, f"{name}_motion", f"{name}_motion_root") if free not in rig.names)
    in_place, path = _split(motion)
    still = np.zeros((1, 3))
    return WrittenRig(
        (name, *rig.names),
        [-1, *(parent + 1 for parent in rig.parents)],
        np.concatenate([still, rig.rest_places]),
        np.concatenate([quaternion.IDENTITY[None], rig.rest_turns]),
        np.concatenate([quaternion.about_y(path.headings)[:, None].astype(np.float32), in_place.rotations], axis=1),
        {0: path.positions.astype(np.float32), 1: in_place.root_positions},
        first=1,
    )


def _split(motion: Motion) -> tuple[Motion, RootPath]:
    """As `split_root`; of what is no known body only the way is taken out, for nobody knows where it faces."""
    try:
        return split_root(motion)
    except SkeletonError:
        level = motion.root_positions * np.array([1, 0, 1], np.float32)
        return motion.with_arrays(motion.rotations, motion.root_positions - level), RootPath(
            level.astype(np.float64), np.zeros(len(motion))
        )


def _put_in_axes(rig: WrittenRig, scale: float, up: str) -> WrittenRig:
    """The top joint carries the turn, every place the scale; axes and units as they are stay bit for bit."""
    if up == "y" and scale == 1:
        return rig
    turn = None if up == "y" else _FROM_Y_UP[up]
    places, turns, rotations = rig.rest_places * scale, rig.rest_turns.copy(), rig.rotations.astype(np.float64)
    translations = {joint: (moves.astype(np.float64) * scale).astype(np.float32) for joint, moves in rig.translations.items()}
    if turn is not None:
        places[0], turns[0] = quaternion.rotate(turn, places[0]), quaternion.multiply(turn, turns[0])
        rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
        translations[0] = quaternion.rotate(turn, translations[0].astype(np.float64)).astype(np.float32)
    return WrittenRig(rig.names, rig.parents, places, turns, rotations.astype(np.float32), translations, rig.first, scale, turn)
