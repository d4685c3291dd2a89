"""Rigs whose feet or hands hang on the root, for inverse kinematics: read as a body, with each end on its limb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from motionloom.core.detached import find_detached
from motionloom.formats._nodes import Matrix, Node, Rig, compose, decompose, path_up, rest_world, to_rig


def to_body_rig(
    nodes: Sequence[Node], joints: Iterable[int], frames: int, bind: Mapping[int, Matrix] | None = None, mesh_world: Matrix | None = None
) -> Rig:
    """As `to_rig`; a foot that hangs on the root while its shin ends above it is hung on the shin, where it moves as it moved."""
    joints = list(joints)
    rig = to_rig(nodes, joints, frames, bind, mesh_world)
    detached = {rig.nodes[end]: rig.nodes[limb] for end, limb in find_detached(rig.skeleton).items()}
    if not detached:
        return rig
    moved = {end: _moved(nodes, end, limb) for end, limb in detached.items()}
    wanted = [moved.get(index, node) for index, node in enumerate(nodes)]
    order = _parents_first([node.parent for node in wanted])
    place = {old: new for new, old in enumerate(order)}
    ordered = [replace(wanted[old], parent=place.get(wanted[old].parent, -1)) for old in order]
    bound = {place[node]: matrix for node, matrix in (bind or {}).items()}
    hung = to_rig(ordered, [place[joint] for joint in joints], frames, bound, mesh_world)
    said = [
        f"{nodes[end].name} hangs on {nodes[nodes[end].parent].name} in the file: read on {nodes[limb].name}"
        for end, limb in detached.items()
    ]
    return replace(hung, notes=(*hung.notes, *said), nodes=tuple(order[row] for row in hung.nodes))


def _moved(nodes: Sequence[Node], end: int, limb: int) -> Node:
    """The node as it moves and rests in another parent."""
    local = np.linalg.inv(_worlds(nodes, limb)) @ _worlds(nodes, end)
    translation, rotation, scale = decompose(local)
    rest = np.linalg.inv(rest_world(nodes, limb)) @ rest_world(nodes, end)
    return Node(nodes[end].name, limb, translation, rotation, scale, rest)


def _worlds(nodes: Sequence[Node], node: int) -> Matrix:
    """The matrices (F or 1, 4, 4) of a node in the world."""
    world = np.eye(4)[None]
    for part in path_up(nodes, node)[::-1]:
        world = world @ compose(nodes[part].translation, nodes[part].rotation, nodes[part].scale)
    return world


def _parents_first(parents: Sequence[int]) -> list[int]:
    """The indices, each after its parent, else in their order."""
    order: list[int] = []
    done: set[int] = {-1}
    while len(order) < len(parents):
        ready = [index for index, parent in enumerate(parents) if index not in done and parent in done]
        order += ready
        done |= set(ready)
    return order
