"""The bones of a character: names, parents, offsets, end sites and the pose they rest in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import quaternion
from motionloom.core.errors import SkeletonError, list_names

MAX_JOINTS = 4096


@dataclass(frozen=True)
class EndSite:
    """A point past the last joint of a chain: a fingertip, the tip of the toes, the top of the head."""

    parent: int
    offset: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Joints in parent-first order.

    names: J unique strings; parents (J,) int, -1 for the single root at index 0;
    offsets (J, 3) metres, in the parent's frame; rest_rotations (J, 4) xyzw, joint to parent, the pose
    the character rests in (a T-pose, often); rest_root (3,) metres, where the root stands then.
    roles: body role -> joint index where a person gave a mapping; see `motionloom.core.body`.
    """

    names: tuple[str, ...]
    parents: NDArray[np.int32]
    offsets: NDArray[np.float64]
    end_sites: tuple[EndSite, ...] = ()
    rest_rotations: NDArray[np.float64] = None  # type: ignore[assignment]
    rest_root: NDArray[np.float64] = None  # type: ignore[assignment]
    given_roles: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        count = len(self.names)
        object.__setattr__(self, "names", tuple(str(name) for name in self.names))
        set_array(self, "parents", self.parents, (count,), np.int32)
        set_array(self, "offsets", self.offsets, (count, 3), np.float64)
        rest = np.tile(quaternion.IDENTITY, (count, 1)) if self.rest_rotations is None else self.rest_rotations
        set_array(self, "rest_rotations", quaternion.normalise(np.asarray(rest, np.float64)), (count, 4), np.float64)
        root = self.offsets[0] if self.rest_root is None and count else self.rest_root
        set_array(self, "rest_root", root, (3,), np.float64)
        object.__setattr__(self, "end_sites", tuple(self.end_sites))
        self._check()

    def _check(self) -> None:
        count = len(self.names)
        if not 0 < count <= MAX_JOINTS:
            raise SkeletonError(f"a skeleton needs 1 to {MAX_JOINTS} joints, found {count}")
        if len(set(self.names)) < count:
            repeated = sorted({name for name in self.names if self.names.count(name) > 1})
            raise SkeletonError(f"joint names must be unique; repeated: {list_names(repeated)}")
        if self.parents[0] != -1 or np.any(self.parents[1:] < 0) or np.any(self.parents[1:] >= np.arange(1, count)):
            raise SkeletonError("joints must come parent first, with one root at index 0 whose parent is -1")
        for site in self.end_sites:
            if not 0 <= site.parent < count or not np.all(np.isfinite(site.offset)):
                raise SkeletonError(f"end site {site} does not hang on one of the {count} joints")

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"Skeleton({len(self)} joints, root {self.names[0]!r}, {len(self.end_sites)} end sites)"

    def index(self, name: str) -> int:
        """The index of a joint by name."""
        try:
            return self.names.index(name)
        except ValueError:
            raise SkeletonError(f"no joint {name!r}; the skeleton has {list_names(self.names)}") from None

    def children(self, joint: int) -> list[int]:
        """Indices of the joints that hang directly on `joint`."""
        return [int(j) for j in np.flatnonzero(self.parents == joint)]

    def is_below(self, joint: int, ancestor: int) -> bool:
        """Whether `joint` hangs, directly or not, on `ancestor` (or is it)."""
        while joint >= 0:
            if joint == ancestor:
                return True
            joint = int(self.parents[joint])
        return False

    @cached_property
    def rest_positions(self) -> NDArray[np.float64]:
        """World positions (J, 3) metres of the joints in the rest pose."""
        return self.rest_world[1]

    @cached_property
    def rest_world(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """World rotations (J, 4) and positions (J, 3) metres of the rest pose."""
        # Plain numbers, by the sums of `quaternion.multiply` and `rotate`: for one vector at a time arrays take six times as long.
        rotations, positions = [self.rest_rotations[0].tolist()], [self.rest_root.tolist()]
        rest, offsets, parents = self.rest_rotations.tolist(), self.offsets.tolist(), self.parents.tolist()
        for joint in range(1, len(self)):
            (x, y, z, w), (px, py, pz) = rotations[parents[joint]], positions[parents[joint]]
            vx, vy, vz = offsets[joint]
            tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
            turned = (vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx)
            positions.append([px + turned[0], py + turned[1], pz + turned[2]])
            bx, by, bz, bw = rest[joint]
            rotations.append(
                [
                    w * bx + x * bw + y * bz - z * by,
                    w * by - x * bz + y * bw + z * bx,
                    w * bz + x * by - y * bx + z * bw,
                    w * bw - x * bx - y * by - z * bz,
                ]
            )
        return np.array(rotations), np.array(positions)

    @cached_property
    def hash(self) -> str:
        """A hex digest of everything that makes this skeleton; equal skeletons have equal hashes."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:32]

    def fits(self, other: Skeleton) -> bool:
        """Whether frames of one play on the other: the same joints with the same bones, to a tenth of a millimetre.

        Rest poses may differ: rigs without one get theirs from the motion, a little different from clip to clip.
        """
        if self is other or self.hash == other.hash:
            return True
        same_tree = self.names == other.names and np.array_equal(self.parents, other.parents)
        return same_tree and bool(np.abs(self.offsets[1:] - other.offsets[1:]).max(initial=0.0) < 1e-4)

    def to_json(self) -> dict[str, Any]:
        """Plain data that `from_json` turns back into the same skeleton."""
        return {
            "names": list(self.names),
            "parents": self.parents.tolist(),
            "offsets": np.round(self.offsets, 9).tolist(),
            "end_sites": [[site.parent, *(round(float(x), 9) for x in site.offset)] for site in self.end_sites],
            "rest_rotations": np.round(self.rest_rotations, 9).tolist(),
            "rest_root": np.round(self.rest_root, 9).tolist(),
            "roles": None if self.given_roles is None else dict(sorted(self.given_roles.items())),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Skeleton:
        """The skeleton that `to_json` described."""
        try:
            sites = tuple(EndSite(int(s[0]), (float(s[1]), float(s[2]), float(s[3]))) for s in data["end_sites"])
            roles = data.get("roles")
            return Skeleton(
                tuple(data["names"]),
                np.asarray(data["parents"]),
                np.asarray(data["offsets"], dtype=np.float64),
                sites,
                np.asarray(data["rest_rotations"], dtype=np.float64),
                np.asarray(data["rest_root"], dtype=np.float64),
                None if roles is None else {str(role): int(joint) for role, joint in roles.items()},
            )
        except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
            raise SkeletonError(f"this is not a skeleton: {error!r}") from None


def set_array(owner: object, name: str, value: ArrayLike, shape: Sequence[int | None], dtype: Any) -> None:
    """Store `value` on a frozen dataclass as a checked, contiguous, read-only array."""
    try:
        array = np.ascontiguousarray(np.asarray(value, dtype=dtype))
    except (ValueError, TypeError, OverflowError) as error:
        raise SkeletonError(f"{type(owner).__name__}.{name} must be numbers: {error}") from None
    fits = array.ndim == len(shape) and all(want in (None, have) for want, have in zip(shape, array.shape, strict=True))
    if not fits:
        wanted = "(" + ", ".join("any" if n is None else str(n) for n in shape) + ")"
        raise SkeletonError(f"{type(owner).__name__}.{name} must have shape {wanted}, found {array.shape}")
    if array.dtype.kind == "f" and not np.all(np.isfinite(array)):
        raise SkeletonError(f"{type(owner).__name__}.{name} holds values that are not finite")
    if array is value or array.base is not None:
        array = array if not array.flags.writeable else array.copy()
    array.flags.writeable = False
    object.__setattr__(owner, name, array)
