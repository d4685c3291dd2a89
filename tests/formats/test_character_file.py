"""Characters as files: their skeleton with roles, their mesh, and one clear line for what is none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from motionloom.core.body import body_of
from motionloom.core.errors import MotionloomError
from motionloom.formats._gltf_pack import Appended
from motionloom.formats.character_file import read_character
from motionloom.sample import make
from tests.conftest import SHARED_DATA
from tests.edits.character_files import read_glb, write_hero, write_odd_hero

CHARACTERS = SHARED_DATA.parent / "more" / "characters"


def test_the_mesh_of_our_mannequin_follows_its_joints(tmp_path: Path) -> None:
    """At rest it is the mesh in the file, standing on the floor; turned, its vertices keep their distances to their joint."""
    character = read_character(write_hero(tmp_path / "hero.glb"))
    described, binary = read_glb(character.data)
    accessor = described["accessors"][described["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    start = described["bufferViews"][accessor["bufferView"]]["byteOffset"]
    vertices = np.frombuffer(binary, np.float32, accessor["count"] * 3, start).reshape(-1, 3)
    rest = character.skin.at_rest(character.skeleton)
    np.testing.assert_allclose(rest - rest.min(axis=0), vertices - vertices.min(axis=0), atol=1e-5)
    assert rest[:, 1].min() == pytest.approx(0, abs=1e-6)
    walk = make("ada", "walk").motion[10:12]
    both, normals = character.skin.posed(*walk.world)
    one = character.skin.posed(walk.world[0][1], walk.world[1][1])[0]
    np.testing.assert_allclose(both[1], one, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-5)
    owners = character.skin.owners()
    far = np.linalg.norm(both[0] - walk.positions()[0, owners], axis=1)
    np.testing.assert_allclose(far, np.linalg.norm(character.skin.places[:, 0], axis=1), atol=1e-5)


def test_feet_end_where_the_mesh_ends(tmp_path: Path) -> None:
    character = read_character(write_hero(tmp_path / "hero.glb"))
    body, rest = body_of(character.skeleton), character.skin.at_rest(character.skeleton)
    assert body.sole == pytest.approx(0, abs=1e-5)
    assert body.height == pytest.approx(rest[:, 1].max(), abs=0.05)


def test_what_hangs_on_a_joint_is_part_of_the_mesh(tmp_path: Path) -> None:
    plain, odd = read_character(write_hero(tmp_path / "a.glb")), read_character(write_odd_hero(tmp_path / "b.glb"))
    assert len(odd.skin) == 2 * len(plain.skin)  # the hat
    hat = odd.skin.owners()[len(plain.skin) :]
    assert set(hat.tolist()) == {odd.skeleton.index("Head")}


def test_a_file_with_its_bytes_beside_it_becomes_one(tmp_path: Path) -> None:
    described, binary = read_glb(write_hero(tmp_path / "hero.glb").read_bytes())
    described["buffers"][0]["uri"] = "hero.bin"
    described["images"] = [{"uri": "skin.png"}]
    (tmp_path / "hero.bin").write_bytes(binary[: described["buffers"][0]["byteLength"]])
    (tmp_path / "skin.png").write_bytes(b"not a picture, but bytes")
    (tmp_path / "hero.gltf").write_text(json.dumps(described))
    one, other = read_character(tmp_path / "hero.glb"), read_character(tmp_path / "hero.gltf")
    np.testing.assert_array_equal(one.skin.places, other.skin.places)
    packed = read_glb(other.data)
    view = packed[0]["bufferViews"][packed[0]["images"][0]["bufferView"]]
    assert packed[1][view["byteOffset"] : view["byteOffset"] + view["byteLength"]] == b"not a picture, but bytes"


def test_a_joint_map_of_a_person_wins(tmp_path: Path) -> None:
    character = read_character(write_hero(tmp_path / "hero.glb"), {"left_toe": "LeftFoot"})
    assert character.roles["left_toe"] == character.skeleton.index("LeftFoot")
    with pytest.raises(MotionloomError, match=r"no body role left_tail"):
        read_character(tmp_path / "hero.glb", {"left_tail": "LeftFoot"})
    with pytest.raises(MotionloomError, match=r"hero\.glb: no joint 'Tail'"):
        read_character(tmp_path / "hero.glb", {"left_toe": "Tail"})


def test_what_is_no_character_says_so_in_a_line(tmp_path: Path) -> None:
    make("ada", "stand").motion[:2].save(tmp_path / "bare.glb", mesh=False)
    (tmp_path / "cut.glb").write_bytes(write_hero(tmp_path / "hero.glb").read_bytes()[:3000])
    described, binary = read_glb((tmp_path / "hero.glb").read_bytes())
    described["nodes"][-1].pop("mesh")
    (tmp_path / "skin.glb").write_bytes(Appended(described, binary).to_bytes())
    told = {"bare.glb": "holds no skin", "cut.glb": "cut off", "skin.glb": "holds no mesh", "hero.bvh": r"a character is a \.glb"}
    for name, words in told.items():
        with pytest.raises(MotionloomError, match=words) as error:
            read_character(tmp_path / name)
        assert len(str(error.value).splitlines()) == 1
        assert name in str(error.value)


@pytest.mark.data
@pytest.mark.parametrize("name", ["CesiumMan", "RiggedFigure", "RobotExpressive"])
def test_odd_rigs_are_found(name: str) -> None:
    if not CHARACTERS.is_dir():
        pytest.skip("the characters are not there (../shared/more/characters beside the repository)")
    character = read_character(CHARACTERS / f"{name}.glb")
    assert not character.missing
    names = {role: character.skeleton.names[joint] for role, joint in character.roles.items()}
    assert all(("R" in names[role].replace("Robot", "")) == role.startswith("right") for role in ("left_knee", "right_knee", "right_elbow"))
    places = character.skeleton.rest_positions
    assert places[character.roles["left_ankle"], 0] > places[character.roles["right_ankle"], 0]
    assert character.skin.at_rest(character.skeleton)[:, 1].min() == pytest.approx(0, abs=1e-4)
