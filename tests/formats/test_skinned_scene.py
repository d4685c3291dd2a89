"""FBX and USD characters: the mesh that comes out is the mesh that went in, on joints where they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core.body import body_of
from motionloom.core.errors import FileError
from motionloom.formats.character_file import has_skin, read_character
from motionloom.formats.mesh import make_body
from motionloom.formats.skinned_scene import Material, SkinnedScene, make_mesh, pack_scene, strongest, to_glb, unpack_scene
from motionloom.sample import make
from tests.edits.character_files import read_glb
from tests.formats.fbx_text import add_skin, write_text_fbx


@pytest.mark.parametrize(("unit", "up"), [("m", "y"), ("cm", "z")])
def test_a_usd_character_is_the_body_that_was_written(tmp_path: Path, unit: str, up: str) -> None:
    motion = make("ada", "stand").motion[:3]
    motion.save(tmp_path / "hero.usdc", unit=unit, up=up)
    hero = read_character(tmp_path / "hero.usdc")
    assert not hero.missing
    places = motion.skeleton.rest_positions
    found = hero.skeleton.rest_positions[[hero.skeleton.index(name) for name in motion.skeleton.names]]
    np.testing.assert_allclose(found - found[0], places - places[0], atol=1e-4)
    wanted, rest = make_body(motion).vertices, hero.skin.at_rest(hero.skeleton)
    assert rest.min(axis=0) - rest.max(axis=0) == pytest.approx(wanted.min(axis=0) - wanted.max(axis=0), abs=1e-4)
    described, _ = read_glb(hero.data)
    assert described["materials"][0]["name"] == "Surface"
    assert not any("scale" in node or "matrix" in node for node in described["nodes"])


def human(place: Path, *, skin: bool = True) -> Path:
    """The sample's Ada as a text FBX in centimetres: bones at rest without turns, a tetrahedron on every bone."""
    skeleton = make("ada", "stand").motion.skeleton
    world = 100 * skeleton.rest_positions
    bones = [
        (name, int(parent), [round(float(v), 4) for v in (world[joint] if parent < 0 else world[joint] - world[parent])])
        for joint, (name, parent) in enumerate(zip(skeleton.names, skeleton.parents, strict=True))
    ]
    file = write_text_fbx(place, bones, [("rest", 30.0, [(0, "R", [[0, 0, 0], [0, 0, 0]])])])
    if not skin:
        return file
    corners = np.array([[3.0, 0, 0], [-3, 0, 0], [0, 3, 0], [0, 0, 3]])
    vertices = np.concatenate([each + corners for each in world])
    faces = [[4 * n + a, 4 * n + b, 4 * n + c] for n in range(len(world)) for a, b, c in ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))]
    return add_skin(file, vertices.tolist(), faces, {n: {4 * n + k: 1.0 for k in range(4)} for n in range(len(world))})


def test_an_fbx_character_has_its_vertices_beside_its_bones(tmp_path: Path) -> None:
    hero = read_character(human(tmp_path / "hero.fbx"))
    skeleton = make("ada", "stand").motion.skeleton
    assert not hero.missing
    rows = [hero.skeleton.index(name) for name in skeleton.names]
    found, wanted = hero.skeleton.rest_positions[rows], skeleton.rest_positions
    np.testing.assert_allclose(found - found[0], wanted - wanted[0], atol=1e-4)
    rest, owners = hero.skin.at_rest(hero.skeleton), hero.skin.owners()
    np.testing.assert_allclose(np.linalg.norm(rest - hero.skeleton.rest_positions[owners], axis=1), 0.03, atol=1e-4)
    assert body_of(hero.skeleton).height == pytest.approx(body_of(skeleton).height, abs=0.1)


def test_what_has_no_skin_is_told_in_one_line(tmp_path: Path) -> None:
    bare = human(tmp_path / "bare.fbx", skin=False)
    assert not has_skin(bare)
    make("ada", "stand").motion[:3].save(tmp_path / "bare.usda", mesh=False)
    (tmp_path / "no.fbx").write_bytes(b"no file of this kind")
    for file, line in ((bare, "holds no skin"), (tmp_path / "bare.usda", "holds no skin"), (tmp_path / "no.fbx", "not an FBX file")):
        with pytest.raises(FileError, match=line) as told:
            read_character(file)
        assert "\n" not in str(told.value)


def small(rests: np.ndarray, joints: list[int]) -> SkinnedScene:
    """Two nodes with a square and a triangle on them."""
    points = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0]])
    carried = {
        "joints": joints,
        "inverse_binds": np.tile(np.eye(4), (len(joints), 1, 1)),
        "carriers": np.zeros((5, len(joints))),
        "weights": np.ones((5, len(joints))),
        "morphs": {"smile": 0.1 * points},
    }
    mesh = make_mesh("m", 1, {"point": np.array([0, 1, 2, 3, 3, 2, 4])}, np.array([4, 3]), np.array([0, 1]), points=points, **carried)
    materials = (Material("red", (1, 0, 0, 1)), Material("picture", texture=b"\x89PNG rest"))
    return SkinnedScene(("a", "b"), np.array([-1, 0], np.int32), rests, (mesh,), materials, 0.5, "y", ("told",))


def test_a_scene_goes_through_bytes_and_polygons_become_triangles() -> None:
    scene = small(np.tile(np.eye(4), (2, 1, 1)), [1])
    again = unpack_scene(pack_scene(scene))
    assert (again.names, again.notes, again.metres, again.up, again.materials[1].texture) == (
        ("a", "b"),
        ("told",),
        0.5,
        "y",
        b"\x89PNG rest",
    )
    mesh = again.meshes[0]
    np.testing.assert_array_equal(mesh.faces, scene.meshes[0].faces)
    assert mesh.materials.tolist() == [0, 0, 1]
    assert np.linalg.det(mesh.positions[mesh.faces[0]][:, [0, 1, 2]] + [0, 0, 1]) > 0  # the way round is kept


def test_scales_go_into_vertices(tmp_path: Path) -> None:
    """A mesh on a node that is scaled and turned is where it was, on a node that is only turned."""
    turn = np.array([[0.0, -1, 0, 3], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    rests = np.stack([np.diag([2.0, 2, 2, 1]), turn @ np.diag([1.0, 3, 1, 1])])
    scene = small(rests, [])
    described, binary = read_glb(to_glb(scene))
    from tests.edits.character_files import _matrix

    node = next(n for n in described["nodes"] if "mesh" in n)
    accessor = described["accessors"][described["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"]]
    start = described["bufferViews"][accessor["bufferView"]]["byteOffset"]
    points = np.frombuffer(binary, np.float32, 3 * accessor["count"], start).reshape(-1, 3)
    worlds = _matrix(described["nodes"][0]) @ _matrix(described["nodes"][1])
    found = points @ worlds[:3, :3].T + worlds[:3, 3]
    whole = 0.5 * np.c_[scene.meshes[0].positions, np.ones(len(points))] @ (rests[0] @ rests[1])[:3].T
    np.testing.assert_allclose(found, whole, atol=1e-6)
    assert described["meshes"][0]["extras"] == {"targetNames": ["smile"]}
    assert [image["mimeType"] for image in described["images"]] == ["image/png"]


def test_the_four_that_carry_most_are_kept() -> None:
    carriers, weights = strongest(np.arange(6, dtype=np.int32)[None], np.array([[0.1, 0.3, 0.05, 0.2, 0.25, 0.1]], np.float32))
    assert carriers[0].tolist() == [1, 4, 3, 0]
    assert weights.sum() == pytest.approx(1)
