"""Rigs whose joints hang elsewhere than a body's do, read as a body.

For inverse kinematics feet or hands hang on the root; in 3ds Max's Biped thighs hang on the spine and are moved to stay with the pelvis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from motionloom.core.detached import find_detached
from motionloom.formats._nodes import Matrix, Node, Rig, compose, decompose, path_up, rest_world, to_rig

CARRIED = 0.02  # of how far a joint strays in its own parent: what strays less further up is carried from there


def to_body_rig(
    nodes: Sequence[Node], joints: Iterable[int], frames: int, bind: Mapping[int, Matrix] | None = None, mesh_world: Matrix | None = None
) -> Rig:
    """As `to_rig`; a foot that hangs on the root while its shin ends above it is hung on the shin, where it moves as it moved.

    So is a joint that moves against its parent but keeps its place in one further up.
    """
    joints = list(joints)
    rig = to_rig(nodes, joints, frames, bind, mesh_world)
    detached = {rig.nodes[end]: rig.nodes[limb] for end, limb in find_detached(rig.skeleton).items()}
    detached |= {end: limb for end, limb in _find_carried(nodes, rig).items() if end not in detached}
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


def _find_carried(nodes: Sequence[Node], rig: Rig) -> dict[int, int]:
    """Node -> the node further up in which it keeps its place, of joints that move against their own parent."""
    found: dict[int, int] = {}
    for name, stray in rig.stretched.items():
        row = rig.skeleton.index(name)
        place = _worlds(nodes, rig.nodes[row])[:, :3, 3:]
        above = int(rig.skeleton.parents[row])
        while above > 0:
            above = int(rig.skeleton.parents[above])
            local = (np.linalg.inv(_worlds(nodes, rig.nodes[above]))[:, :3, :3] @ (place - _worlds(nodes, rig.nodes[above])[:, :3, 3:]))[
                ..., 0
            ]
            if float(np.linalg.norm(local - np.median(local, axis=0), axis=1).max()) < CARRIED * stray:
                found[rig.nodes[row]] = rig.nodes[above]
                break
    return found


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
