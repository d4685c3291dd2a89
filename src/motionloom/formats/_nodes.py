"""Trees of moving nodes, as glTF, USD and FBX hold them, turned into a skeleton and its rotations.

Those files may scale any node, hang the skeleton under turned and scaled nodes, move every joint and leave out joints in
between. A `Motion` has one root that moves and bones that keep their length, so everything above the root is folded into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import is_body
from motionloom.core.errors import list_names
from motionloom.core.roles import find_roles

Array = NDArray[Any]
Matrix = NDArray[Any]

RIGID = 1e-5  # of the body's size: a bone that changes its length by less is rigid
CARRIER_SHARE = 0.75  # of the joints: what carries as many may stand in for the root
BODY_SIZES = (0.2, 12.0)  # metres; a stated unit that makes a body smaller or larger is not believed


@dataclass(frozen=True)
class Node:
    """A node and how it moves in its parent: each track (F, k), or (1, k) where it stands still; rest (4, 4) local."""

    name: str
    parent: int  # index of an earlier node, -1 at the top
    translation: Array
    rotation: Array  # xyzw
    scale: Array
    rest: Matrix


@dataclass(frozen=True)
class Rig:
    """What came of a tree, in the file's unit and axes: rotations (F, J, 4) joint to parent, root_positions (F, 3);
    stretched: by joint name, how far it strays from a rigid bone; nodes: which node each joint is."""

    skeleton: Skeleton
    rotations: Array
    root_positions: Array
    stretched: dict[str, float]
    notes: tuple[str, ...]
    nodes: tuple[int, ...]


def compose(translation: Array, rotation: Array, scale: Array) -> Matrix:
    """Matrices (..., 4, 4) of translations (..., 3), rotations (..., 4) xyzw and scales (..., 3)."""
    lead = np.broadcast_shapes(translation.shape[:-1], rotation.shape[:-1], scale.shape[:-1])
    matrix = np.zeros((*lead, 4, 4))
    matrix[..., :3, :3] = quaternion.to_matrix(rotation.astype(np.float64)) * scale[..., None, :]
    matrix[..., :3, 3] = translation
    matrix[..., 3, 3] = 1
    return matrix


def decompose(matrix: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Translation (..., 3), rotation (..., 4) and scale (..., 3) of matrices (..., 4, 4); shear is dropped, a mirror scales x by -1."""
    scale = np.linalg.norm(matrix[..., :3, :3], axis=-2)
    scale[..., 0] *= np.where(np.linalg.det(matrix[..., :3, :3]) < 0, -1, 1)
    axes = matrix[..., :3, :3] / np.where(np.abs(scale) > 1e-12, scale, 1)[..., None, :]
    return matrix[..., :3, 3].copy(), rotation_of(axes), scale


def rotation_of(axes: Matrix) -> Matrix:
    """The rotation (..., 4) that keeps the first column of (..., 3, 3) and the plane of the first two."""
    x = axes[..., 0] / np.maximum(np.linalg.norm(axes[..., 0], axis=-1, keepdims=True), 1e-12)
    y = axes[..., 1] - x * np.sum(x * axes[..., 1], axis=-1, keepdims=True)
    y = y / np.maximum(np.linalg.norm(y, axis=-1, keepdims=True), 1e-12)
    rotation: Matrix = quaternion.from_matrix(np.stack([x, y, np.cross(x, y)], axis=-1))
    return rotation


def believe_unit(skeleton: Skeleton, stated: float, ours: bool = False) -> tuple[float | None, tuple[str, ...]]:
    """The stated metres in one unit and no note, or None (guess it) and why, where it makes no body of a possible size.

    Only of a human: how large a fox, a hand or a door is, the file knows better.
    """
    size = float(np.ptp(skeleton.rest_positions, axis=0).max()) * stated
    if ours or BODY_SIZES[0] <= size <= BODY_SIZES[1] or not is_body(skeleton):
        return stated, ()
    return None, (f"the file says {stated:g} m a unit, which makes a body of {size:.3g} m: not believed",)


def unique_names(names: Iterable[str]) -> list[str]:
    """The names, with _2, _3, ... after repeated ones."""
    taken: dict[str, int] = {}
    out = []
    for position, name in enumerate(names):
        base = candidate = name or f"node_{position}"
        while candidate in taken:
            taken[base] += 1
            candidate = f"{base}_{taken[base]}"
        taken[candidate] = 1
        out.append(candidate)
    return out


def path_up(nodes: Sequence[Node], node: int) -> list[int]:
    """The node, its parent, and so on to the top."""
    path = []
    while node >= 0:
        path.append(node)
        node = nodes[node].parent
    return path


def rest_world(nodes: Sequence[Node], node: int) -> Matrix:
    """The matrix (4, 4) of a node in the world when every node rests."""
    world = np.eye(4)
    for part in path_up(nodes, node)[::-1]:
        world = world @ nodes[part].rest
    return world


def to_rig(
    nodes: Sequence[Node], joints: Iterable[int], frames: int, bind: Mapping[int, Matrix] | None = None, mesh_world: Matrix | None = None
) -> Rig:
    """The skeleton and rotations of the joints of a tree, with all nodes above and between them folded in.

    bind: joint -> its (4, 4) matrix in the pose its mesh was bound in, in the space of the mesh;
    mesh_world (4, 4): where that mesh stands in the world. The bind pose becomes the rest pose.
    """
    kept, notes = _main_tree(nodes, sorted(set(joints)))
    place = {node: row for row, node in enumerate(kept)}
    parents = np.array([-1, *(place[nodes[node].parent] for node in kept[1:])])
    names = unique_names(nodes[node].name for node in kept)
    tracks, roots, local = _fold_uniform(nodes, kept) if _is_uniform(nodes, kept) else _fold_any(nodes, kept)
    offsets = np.stack([np.median(positions, axis=0) for positions in local])
    tolerance = RIGID * float(np.linalg.norm(offsets[1:], axis=1).sum())
    stray = {row: np.linalg.norm(local[row] - offsets[row], axis=1).max() for row in range(1, len(kept)) if len(local[row]) > 1}
    loose = {row: float(amount) for row, amount in stray.items() if amount > tolerance}
    carrier = _carrier(parents, loose, _hip_joints(names, parents, offsets))
    if carrier:
        roots = _move_root(parents, tracks, roots, local, offsets, carrier)
        notes.append(f"{names[carrier]} moves under {names[0]}: {names[0]} was moved with it so that the body stays in place")
    on_way = _rows_up(parents, carrier)
    rest, rest_root = _rest_pose(nodes, kept, parents, bind or {}, mesh_world)
    offsets[0] = rest_root
    skeleton = Skeleton(tuple(names), parents, offsets, (), rest, rest_root)
    rotations = np.empty((frames, len(kept), 4), np.float32)
    for row, track in enumerate(tracks):
        rotations[:, row] = track
    stretched = {names[row]: amount for row, amount in loose.items() if row not in on_way}
    return Rig(skeleton, rotations, np.broadcast_to(roots, (frames, 3)), stretched, tuple(notes), tuple(kept))


def _main_tree(nodes: Sequence[Node], joints: Sequence[int]) -> tuple[list[int], list[str]]:
    """The joints and what lies between them, root first, and a note where there are several trees of which this is the largest."""
    trees: dict[int, list[int]] = {}
    for joint in joints:
        trees.setdefault(path_up(nodes, joint)[-1], []).append(joint)
    largest = max(trees.values(), key=len)
    others = [nodes[min(tree)].name for tree in trees.values() if tree is not largest]
    notes = [f"of {len(trees)} separate trees of joints the largest was taken; left out: {list_names(others)}"] if others else []
    paths = [path_up(nodes, joint)[::-1] for joint in largest]
    shared = 0
    while all(len(path) > shared and path[shared] == paths[0][shared] for path in paths):
        shared += 1
    return sorted({node for path in paths for node in path[shared - 1 :]}), notes


def _is_uniform(nodes: Sequence[Node], kept: Sequence[int]) -> bool:
    """Whether every scale that matters is the same along all axes and at all times."""
    parts = {*kept, *path_up(nodes, kept[0])}
    return all(np.ptp(nodes[node].scale) <= 1e-4 * np.abs(nodes[node].scale).max() for node in parts)


def _fold_uniform(nodes: Sequence[Node], kept: Sequence[int]) -> tuple[list[Array], Array, list[Array]]:
    """Rotations joint to parent (the root's in the world), root positions, and positions in the parent: scales only stretch these."""
    scale, turn, place = 1.0, quaternion.IDENTITY[None], np.zeros((1, 3))
    for node in path_up(nodes, kept[0])[::-1]:
        place = place + quaternion.rotate(turn, scale * nodes[node].translation)
        rotation = nodes[node].rotation
        # A product with the identity would cost the last bits of an untouched file.
        turn = rotation if np.array_equal(turn, quaternion.IDENTITY[None]) else quaternion.multiply(turn, rotation)
        scale *= float(nodes[node].scale.flat[0])
    scales = {kept[0]: scale}
    local = [np.zeros((1, 3))]
    for node in kept[1:]:
        above = scales[nodes[node].parent]
        local.append(above * nodes[node].translation)
        scales[node] = above * float(nodes[node].scale.flat[0])
    return [turn, *(nodes[node].rotation for node in kept[1:])], place, local


def _fold_any(nodes: Sequence[Node], kept: Sequence[int]) -> tuple[list[Array], Array, list[Array]]:
    """As `_fold_uniform`, through matrices: for scales that differ by axis or change in time."""
    matrices: dict[int, Matrix] = {-1: np.eye(4)[None]}
    for node in [*path_up(nodes, kept[0])[::-1], *kept[1:]]:
        part = nodes[node]
        matrices[node] = matrices[part.parent] @ compose(part.translation, part.rotation, part.scale)
    turns = {node: rotation_of(matrices[node][:, :3, :3]) for node in kept}
    tracks, local = [turns[kept[0]]], [np.zeros((1, 3))]
    for node in kept[1:]:
        parent = nodes[node].parent
        inverse = quaternion.conjugate(turns[parent])
        tracks.append(quaternion.multiply(inverse, turns[node]))
        local.append(quaternion.rotate(inverse, matrices[node][:, :3, 3] - matrices[parent][:, :3, 3]))
    return tracks, matrices[kept[0]][:, :3, 3], local


def _rows_up(parents: NDArray[np.integer], row: int) -> list[int]:
    """The row and those above it, without the root."""
    way = []
    while row > 0:
        way.append(row)
        row = int(parents[row])
    return way


def _hip_joints(names: Sequence[str], parents: NDArray[np.integer], offsets: Matrix) -> list[int]:
    """The joints that the legs begin with, where names tell."""
    roles = find_roles(Skeleton(tuple(names), parents.astype(np.int32), offsets))
    return [roles[role] for role in ("left_hip", "right_hip") if role in roles]


def _carrier(parents: NDArray[np.integer], loose: Mapping[int, float], hips: Sequence[int]) -> int:
    """The last joint from the root that moves by itself and carries the body, both legs too (Unreal's pelvis under its root); 0 if none."""
    sizes = np.ones(len(parents), dtype=int)
    for row in range(len(sizes) - 1, 0, -1):
        sizes[parents[row]] += sizes[row]
    legs = [set(_rows_up(parents, hip)) for hip in hips]
    large = (row for row in loose if sizes[row] >= CARRIER_SHARE * len(sizes))
    return max((row for row in large if all(row in way for way in legs)), default=0)


def _move_root(
    parents: NDArray[np.integer], tracks: Sequence[Array], roots: Array, local: Sequence[Array], offsets: Matrix, carrier: int
) -> Array:
    """Root positions (F, 3) that put the carrier, on rigid offsets, where the file puts it."""
    turned = tracks[0].astype(np.float64)
    for row in reversed(_rows_up(parents, carrier)):
        roots = roots + quaternion.rotate(turned, local[row] - offsets[row])
        turned = quaternion.multiply(turned, tracks[row].astype(np.float64))
    return roots


def _rest_pose(
    nodes: Sequence[Node], kept: Sequence[int], parents: NDArray[np.integer], bind: Mapping[int, Matrix], mesh_world: Matrix | None
) -> tuple[Matrix, Matrix]:
    """Rest rotations (J, 4) joint to parent and the root's place (3,): of the bind pose, or of the nodes where they agree with it."""
    above = rest_world(nodes, nodes[kept[0]].parent)
    top = above @ nodes[kept[0]].rest
    rest = np.stack([decompose(nodes[node].rest)[1] for node in kept])
    rest[0] = rotation_of(top[:3, :3])
    bound = [row for row in range(1, len(kept)) if kept[row] in bind and kept[parents[row]] in bind]
    if not bound or kept[0] not in bind:
        return rest, top[:3, 3].copy()
    world = {node: rotation_of(bind[node][:3, :3]) for node in kept if node in bind}
    local = np.stack([quaternion.multiply(quaternion.conjugate(world[kept[parents[row]]]), world[kept[row]]) for row in bound])
    if np.all(quaternion.angle_between(local, rest[bound]) < 1e-3):
        return rest, top[:3, 3].copy()
    rest[bound] = local
    # The mesh's space is the world's, the armature's or the mesh node's, as the exporter pleased: take the one nearest the nodes' own pose.
    candidates = [space @ bind[kept[0]] for space in (np.eye(4), above, *([] if mesh_world is None else [mesh_world]))]
    turns = [rotation_of(candidate[:3, :3]) for candidate in candidates]
    nearest = int(np.argmin([quaternion.angle_between(turn, rest[0]) for turn in turns]))
    rest[0] = turns[nearest]
    return rest, candidates[nearest][:3, 3].copy()
