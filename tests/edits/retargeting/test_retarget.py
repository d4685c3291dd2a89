"""`ml.retarget`: onto a character, a motion or a skeleton; feet stand, and what lacks roles says which."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import motionloom as ml
from motionloom.core.body import body_of
from motionloom.core.errors import SkeletonError
from motionloom.core.ground import foot_points
from motionloom.sample import make
from tests.edits.character_files import read_glb, write_hero, write_odd_hero


@pytest.fixture(scope="module")
def walk():
    return make("boris", "walk")


def slide(motion, plants) -> float:
    """Metres a second of planted points."""
    points = foot_points(motion).astype(float)[..., [0, 2]]
    speed = np.linalg.norm(np.diff(points, axis=0), axis=-1) * motion.fps
    stands = plants[1:] & plants[:-1]
    return float(speed[stands].mean())


def test_feet_slide_no_more_than_the_source(walk, tmp_path: Path) -> None:
    hero = ml.read_character(write_odd_hero(tmp_path / "hero.glb"))
    worn = ml.retarget(walk.motion, hero, walk.plants)
    scale = body_of(hero.skeleton).leg_length / body_of(walk.motion.skeleton).leg_length
    assert slide(worn, walk.plants) < max(scale * slide(walk.motion, walk.plants), 0.02)
    low = hero.skin.posed(*(array[::10] for array in worn.world))[0][..., 1].min()
    assert low > -0.02
    ml.save_character(hero, [worn], tmp_path / "out.glb")
    assert read_glb((tmp_path / "out.glb").read_bytes())[0]["animations"][0]["name"] == worn.name


def test_any_kind_of_target_will_do(walk, tmp_path: Path) -> None:
    motion, plants = walk.motion[:30], walk.plants[:30]
    write_hero(tmp_path / "hero.glb")
    ada = make("ada", "stand").motion
    ada.save(tmp_path / "ada.bvh")
    by_skeleton = ml.retarget(motion, ada.skeleton, plants)
    np.testing.assert_array_equal(ml.retarget(motion, ada, plants).rotations, by_skeleton.rotations)
    for target in (tmp_path / "hero.glb", str(tmp_path / "ada.bvh")):
        worn = ml.retarget(motion, target, plants)
        assert worn.skeleton.names == ada.skeleton.names
        assert (len(worn), worn.fps) == (30, motion.fps)
    assert ml.retarget(motion, motion) is motion


def test_what_lacks_roles_says_which_and_what_to_do(walk, tmp_path: Path) -> None:
    from motionloom.formats._gltf_pack import Appended

    described, binary = read_glb(write_hero(tmp_path / "hero.glb").read_bytes())
    for number, node in enumerate(described["nodes"]):
        node["name"] = f"Bone.{number:03d}"
    keep = described["nodes"][0]
    keep["children"] = [child for child in keep["children"] if child != 6]  # one leg hangs on nothing
    described["asset"].pop("extras")
    described["skins"][0]["joints"] = [joint for joint in described["skins"][0]["joints"] if joint not in range(6, 11)]
    described["skins"][0].pop("inverseBindMatrices")
    attributes = described["meshes"][0]["primitives"][0]["attributes"]
    for name in ("JOINTS_0", "WEIGHTS_0"):
        attributes.pop(name)
    described["nodes"][-1].pop("skin")
    described["nodes"][0]["children"].append(len(described["nodes"]) - 1)
    described["scenes"][0]["nodes"] = [0]
    (tmp_path / "one-leg.glb").write_bytes(Appended(described, binary).to_bytes())
    with pytest.raises(
        SkeletonError, match=r"one-leg: these roles were not found: .*right_.*; map them with `motionloom character map"
    ) as error:
        ml.retarget(walk.motion, tmp_path / "one-leg.glb")
    assert len(str(error.value).splitlines()) == 1


def test_who_stands_straight_stands_straight_on_another_body() -> None:
    """Hips that came down for a moment's reach held the knees bent for the whole step; feet in the air said how high they were."""
    from motionloom.edits.retargeting.report import measure

    take = make("boris", "walk")
    worn = ml.retarget(take.motion, make("ada", "stand").motion, take.plants)
    assert abs(measure(take.motion, worn, take.plants).bent) < 1.5
