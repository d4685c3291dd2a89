"""From the columns of a BVH file to rotations, root positions and rigid offsets, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import EndSite, Motion, quaternion
from motionloom.formats._bvh_hierarchy import Hierarchy
from motionloom.formats.registry import UpAxis

# Offsets repeat in every frame with the file's few digits; a bone that changes by less of the body's size is rigid.
_RIGID = 1e-5
# A joint that carries at least this part of the skeleton may stand in for the root.
_CARRIER_SHARE = 0.75


@dataclass(frozen=True)
class Channels:
    """rotations (F, J, 4) xyzw, root_positions (F, 3), offsets (J, 3) and, by joint name, how far animated positions stray from them."""

    rotations: NDArray[np.float32]
    root_positions: NDArray[np.float64]
    offsets: NDArray[np.float64]
    stretched: dict[str, float]
    notes: tuple[str, ...] = ()


def from_columns(hierarchy: Hierarchy, values: NDArray[np.float64], up: UpAxis = "y") -> Channels:
    """Columns (F, C) as a motion with positions at the root only.

    A position channel replaces the joint's OFFSET (as in Blender). Positions of other joints that never change
    become their offsets. Where the joint that carries the body moves against its parents (Bandai's hips under
    a still root), the root is moved instead so that the carrier and all below it stay where the file puts
    them; what any other joint loses is told in `stretched`.
    """
    from motionloom.formats._bvh_numbers import turn

    columns, axes, starts = [], [], [0]
    for first, channels in zip(hierarchy.columns, hierarchy.channels, strict=True):
        turning = [(first + place, channel - 3) for place, channel in enumerate(channels) if channel >= 3]
        columns += [column for column, _ in turning]
        axes += [axis for _, axis in turning]
        starts.append(len(columns))
    rotations = turn(values, columns, axes, starts)
    moved = [joint for joint, channels in enumerate(hierarchy.channels) if any(channel < 3 for channel in channels)]
    positions = {joint: _position(hierarchy, values, joint) for joint in moved}
    root = positions.pop(0, np.broadcast_to(hierarchy.offsets[0], (len(values), 3)))
    if not positions:
        return Channels(rotations, root, hierarchy.offsets, {})
    return _fold(hierarchy, rotations, root, positions, up)


def _position(hierarchy: Hierarchy, values: NDArray[np.float64], joint: int) -> NDArray[np.float64]:
    position = np.tile(hierarchy.offsets[joint], (len(values), 1))
    for place, channel in enumerate(hierarchy.channels[joint]):
        if channel < 3:
            position[:, channel] = values[:, hierarchy.columns[joint] + place]
    return position


def _fold(
    hierarchy: Hierarchy,
    rotations: NDArray[np.float32],
    root: NDArray[np.float64],
    positions: dict[int, NDArray[np.float64]],
    up: UpAxis,
) -> Channels:
    notes: list[str] = []
    if _are_relative(hierarchy, positions):
        positions = {joint: position + hierarchy.offsets[joint] for joint, position in positions.items()}
        notes.append("position channels of the joints are near zero: taken as added to OFFSET, not in its place")
    tolerance = _RIGID * _size(hierarchy)
    offsets = hierarchy.offsets.copy()
    for joint, position in positions.items():
        if np.max(np.abs(position - offsets[joint])) > tolerance:
            middle = (position.min(axis=0) + position.max(axis=0)) / 2
            offsets[joint] = middle if np.max(np.abs(position - middle)) <= tolerance else position.mean(axis=0)
    strays = {joint: np.linalg.norm(position - offsets[joint], axis=1) for joint, position in positions.items()}
    loose = {joint: float(stray.max()) for joint, stray in strays.items() if stray.max() > 2 * tolerance}
    carrier = _carrier(hierarchy, loose)
    if carrier:
        # The root stays right below: an OFFSET may also hold where in the room the clip began.
        offsets[carrier] = np.where(np.arange(3) == quaternion.AXES[up], hierarchy.offsets[carrier], 0.0)
        root = _move_root(hierarchy, rotations, root, positions, offsets, carrier)
        notes.append(f"{hierarchy.names[carrier]} moves under {hierarchy.names[0]}, which was moved instead: the body stays in place")
    kept = {hierarchy.names[joint]: stray for joint, stray in loose.items() if not _is_above(hierarchy, joint, carrier)}
    if len(positions) > bool(carrier) + len(kept):
        notes.append(f"positions of {len(positions) - bool(carrier) - len(kept)} joints never change: kept as offsets")
    return Channels(rotations, root, offsets, kept, tuple(notes))


def _are_relative(hierarchy: Hierarchy, positions: dict[int, NDArray[np.float64]]) -> bool:
    """Whether most joints' positions lie nearer to zero than to their OFFSET: some programs write displacements."""
    votes = 0
    for joint, position in positions.items():
        offset = hierarchy.offsets[joint]
        if np.any(offset != 0):
            middle = np.median(position, axis=0)
            votes += 1 if np.linalg.norm(middle) < np.linalg.norm(middle - offset) else -1
    return votes > 0


def _size(hierarchy: Hierarchy) -> float:
    return float(np.sum(np.linalg.norm(hierarchy.offsets[1:], axis=1))) or 1.0


def _is_above(hierarchy: Hierarchy, joint: int, below: int) -> bool:
    while below > 0:
        if below == joint:
            return True
        below = int(hierarchy.parents[below])
    return False


def _carrier(hierarchy: Hierarchy, loose: dict[int, float]) -> int:
    """The last joint on the way from the root that still carries the body and moves by itself; 0 if none."""
    sizes = np.ones(len(hierarchy.names), dtype=int)
    for joint in range(len(sizes) - 1, 0, -1):
        sizes[hierarchy.parents[joint]] += sizes[joint]
    heavy = [joint for joint in loose if sizes[joint] >= _CARRIER_SHARE * len(sizes)]
    return max(heavy, default=0)


def _move_root(
    hierarchy: Hierarchy,
    rotations: NDArray[np.float32],
    root: NDArray[np.float64],
    positions: dict[int, NDArray[np.float64]],
    offsets: NDArray[np.float64],
    carrier: int,
) -> NDArray[np.float64]:
    """Root positions (F, 3) that put the carrier, on rigid offsets, where the file's own positions put it."""
    way = [carrier]
    while hierarchy.parents[way[-1]] > 0:
        way.append(int(hierarchy.parents[way[-1]]))
    turned = rotations[:, 0].astype(np.float64)
    out = root.copy()
    for joint in reversed(way):
        out += quaternion.rotate(turned, positions.get(joint, offsets[joint]) - offsets[joint])
        turned = quaternion.multiply(turned, rotations[:, joint].astype(np.float64))
    return out


def stand_in_zero_pose(motion: Motion) -> Motion:
    """The same motion, joint for joint in the same places, on a skeleton whose rest rotations are all zero."""
    skeleton = motion.skeleton
    if np.all(quaternion.angle_between(skeleton.rest_rotations, quaternion.IDENTITY) < 1e-7):
        return motion
    rest = skeleton.rest_world[0]
    above = np.concatenate([quaternion.IDENTITY[None], rest[skeleton.parents[1:]]])
    sites = [(site.parent, quaternion.rotate(rest[site.parent], np.array(site.offset))) for site in skeleton.end_sites]
    still = replace(
        skeleton,
        offsets=quaternion.rotate(above, skeleton.offsets),
        end_sites=tuple(EndSite(parent, (float(x), float(y), float(z))) for parent, (x, y, z) in sites),
        rest_rotations=np.tile(quaternion.IDENTITY, (len(rest), 1)),
    )
    local = motion.rotations.astype(np.float64)
    turned = quaternion.multiply(quaternion.multiply(above[None], local), quaternion.conjugate(rest)[None])
    return replace(motion, skeleton=still, rotations=quaternion.normalise(turned))


def to_columns(motion: Motion, order: Sequence[int], units_per_metre: float) -> NDArray[np.float64]:
    """Columns (F, 3 + 3 J): the root's position, then degrees about z, x and y of each joint in `order`.

    The middle angle is the one about x: it alone must not pass 90 degrees for the others to stay smooth, and characters turn about
    y and lift arms about z far more often than they lie on their backs.
    """
    from motionloom.formats._bvh_numbers import angles_zxy

    angles = angles_zxy(motion.rotations, np.asarray(order))
    return np.concatenate([motion.root_positions * units_per_metre, angles.reshape(len(motion), -1)], axis=1)
