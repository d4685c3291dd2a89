"""Whatever a tree of nodes does, the skeleton made of it has its joints in the same places."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core import Motion, quaternion
from motionloom.formats._nodes import Node, Rig, compose, decompose, to_rig, unique_names

FRAMES = 5


def positions(rig: Rig) -> np.ndarray:
    return Motion(rig.skeleton, rig.rotations, rig.root_positions, 30).positions()


def places_by_matrices(nodes: list[Node]) -> np.ndarray:
    worlds: list[np.ndarray] = []
    for node in nodes:
        local = compose(node.translation, node.rotation, node.scale)
        worlds.append(local if node.parent < 0 else worlds[node.parent] @ local)
    return np.stack([np.broadcast_to(world, (FRAMES, 4, 4))[:, :3, 3] for world in worlds], axis=1)


def make_tree(rng: np.random.Generator, above: int, joints: int, uneven: bool) -> list[Node]:
    """Nodes above the root that move, turn and scale; joints that turn; scales of the joints' own."""
    nodes = []
    for index in range(above + joints):
        parent = index - 1 if index <= above else int(rng.integers(above, index))
        frames = FRAMES if index <= above else 1
        scale = np.full((1, 3), rng.uniform(0.5, 2))
        if uneven and index == above + joints - 1:
            scale = rng.uniform(0.5, 2, (1, 3))
        rotation = quaternion.normalise(rng.normal(size=(FRAMES, 4)))
        translation = rng.normal(size=(frames, 3))
        nodes.append(Node(f"n{index}", parent, translation, rotation, scale, compose(translation[0], rotation[0], scale[0])))
    return nodes


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), above=st.integers(0, 3), joints=st.integers(1, 12), uneven=st.booleans())
def test_joints_stay_in_place(seed: int, above: int, joints: int, uneven: bool) -> None:
    nodes = make_tree(np.random.default_rng(seed), above, joints, uneven)
    rig = to_rig(nodes, range(above, above + joints), FRAMES)
    assert np.allclose(positions(rig), places_by_matrices(nodes)[:, above:], atol=1e-4)
    assert rig.stretched == {}


def test_nodes_between_joints_become_joints(rng: np.random.Generator) -> None:
    nodes = make_tree(rng, 0, 6, False)
    nodes = [Node(n.name, index - 1, n.translation, n.rotation, n.scale, n.rest) for index, n in enumerate(nodes)]
    rig = to_rig(nodes, [1, 5], FRAMES)
    assert rig.skeleton.names == ("n1", "n2", "n3", "n4", "n5")


def test_the_largest_of_several_trees(rng: np.random.Generator) -> None:
    first, second = make_tree(rng, 0, 3, False), make_tree(rng, 0, 5, False)
    moved = [Node("m" + n.name, n.parent + 3 if n.parent >= 0 else -1, n.translation, n.rotation, n.scale, n.rest) for n in second]
    rig = to_rig([*first, *moved], range(8), FRAMES)
    assert len(rig.skeleton) == 5
    assert "left out: n0" in rig.notes[0]


def test_a_carrier_is_followed(rng: np.random.Generator) -> None:
    """A pelvis that moves within a turning root: everything it carries stays in place."""
    nodes = make_tree(rng, 0, 8, False)
    nodes = [Node(n.name, max(index - 1, -1), n.translation, n.rotation, n.scale, n.rest) for index, n in enumerate(nodes)]
    pelvis = nodes[1]
    nodes[1] = Node("pelvis", 0, rng.normal(size=(FRAMES, 3)), pelvis.rotation, pelvis.scale, pelvis.rest)
    rig = to_rig(nodes, range(8), FRAMES)
    assert np.allclose(positions(rig)[:, 1:], places_by_matrices(nodes)[:, 1:], atol=1e-4)
    assert "pelvis moves under n0" in rig.notes[0]
    assert rig.stretched == {}


def test_a_stretching_limb_is_told(rng: np.random.Generator) -> None:
    nodes = make_tree(rng, 0, 8, False)
    last = nodes[7]
    moves = np.tile(last.translation, (FRAMES, 1))
    moves[2] *= 1.5
    nodes[7] = Node("hand", last.parent, moves, last.rotation, last.scale, last.rest)
    rig = to_rig(nodes, range(8), FRAMES)
    assert list(rig.stretched) == ["hand"]


@given(st.integers(0, 2**32 - 1))
def test_matrices_come_apart_and_together(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scale = rng.uniform(0.1, 3, (4, 3)) * np.array([rng.choice([-1, 1]), 1, 1])
    matrix = compose(rng.normal(size=(4, 3)), quaternion.normalise(rng.normal(size=(4, 4))), scale)
    assert np.allclose(compose(*decompose(matrix)), matrix, atol=1e-9)


def test_names_are_made_unique() -> None:
    assert unique_names(["a", "a", "a_2", "", "a"]) == ["a", "a_2", "a_2_2", "node_3", "a_3"]
    many = unique_names(["x"] * 500)
    assert len(set(many)) == 500
    assert unique_names(["a", "b"]) == ["a", "b"]


def test_a_bind_pose_in_another_space(rng: np.random.Generator) -> None:
    """Bind matrices may be in the armature's space: the pose is the same, wherever it stands."""
    nodes = make_tree(rng, 1, 5, False)
    world = [nodes[0].rest]
    for node in nodes[1:]:
        world.append(world[node.parent] @ compose(node.rest[:3, 3], quaternion.normalise(rng.normal(size=4)), np.ones(3)))
    world[1] = world[0] @ nodes[1].rest
    straight = to_rig(nodes, range(1, 6), FRAMES, {n: world[n] for n in range(1, 6)})
    shifted = to_rig(nodes, range(1, 6), FRAMES, {n: np.linalg.inv(world[0]) @ world[n] for n in range(1, 6)})
    same = quaternion.angle_between(straight.skeleton.rest_rotations, shifted.skeleton.rest_rotations)
    assert same.max() == pytest.approx(0, abs=1e-6)
