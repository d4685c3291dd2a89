"""A part of one motion on another: what is not cut is bit-equal, a part attached to where it came from is the identity."""

import numpy as np
import pytest

from motionloom import formats, sample
from motionloom.align.attach import attach
from motionloom.core import Motion, MotionError, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings
from motionloom.core.parts import CUTS, find_cuts, find_part
from motionloom.formats.character_file import read_character

BODIES = (
    *("data/cmu/016/16_15.bvh", "data/cmu/141/141_01.bvh", "data/bandai/dataset-1_bow_normal_001.bvh"),
    *(f"more/characters/{name}.glb" for name in ("RobotExpressive", "CesiumMan", "RiggedFigure")),
)


@pytest.fixture(scope="module")
def walk():
    return sample.make("ada", "walk").motion[:90]


@pytest.fixture(scope="module")
def other():
    return sample.make("ada", "run").motion[:90]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("chest", ["local", "upright"])
def test_a_cut_attached_to_itself_is_the_identity(walk, cut, chest):
    made = attach(walk, walk, find_part(walk.skeleton, cut), chest=chest)
    assert np.array_equal(made.rotations, walk.rotations)
    assert np.array_equal(made.root_positions, walk.root_positions)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("chest", ["local", "upright"])
def test_what_is_not_cut_is_bit_equal(walk, other, cut, chest):
    mask = find_cuts(walk.skeleton)[cut]
    made = attach(walk, other, mask, chest=chest)
    assert np.array_equal(made.rotations[:, ~mask.joints], walk.rotations[:, ~mask.joints])
    assert np.array_equal(made.root_positions, walk.root_positions)
    assert not np.array_equal(made.rotations[:, mask.joints], walk.rotations[:, mask.joints])


@pytest.mark.parametrize("file", BODIES)
@pytest.mark.parametrize("chest", ["local", "upright"])
def test_so_it_is_on_bodies_of_others(shared_data, file, chest):
    """Every cut of captures and characters, with fingers, twist bones and second necks: from a host that moves at random."""
    path = shared_data.parent / file
    skeleton = read_character(path).skeleton if path.suffix == ".glb" else formats.load(path).skeleton
    host, donor = (_wild(skeleton, seed) for seed in (0, 1))
    for name, mask in find_cuts(skeleton).items():
        assert np.array_equal(attach(host, host, mask, chest=chest).rotations, host.rotations), name
        made = attach(host, donor, mask, chest=chest)
        assert np.array_equal(made.rotations[:, ~mask.joints], host.rotations[:, ~mask.joints]), name
        assert np.array_equal(made.root_positions, host.root_positions), name
        if chest == "local":
            assert np.array_equal(made.rotations[:, mask.joints], donor.rotations[:, mask.joints]), name


def _wild(skeleton, seed):
    """Twelve frames in which every joint is turned anyhow about where it rests."""
    rng = np.random.default_rng(seed)
    turned = quaternion.normalise(np.array([0.0, 0, 0, 1]) + 0.3 * rng.standard_normal((12, len(skeleton), 4)))
    return Motion(skeleton, turned, np.tile([0.0, 1.0, 0.0], (12, 1)), 30.0)


def test_an_upright_chest_is_the_donors(walk, other):
    made = attach(walk, other, find_part(walk.skeleton, "upper_body"), chest="upright")
    chest = body_of(walk.skeleton).joint("chest")
    seen = [quaternion.multiply(quaternion.about_y(-headings(m)), m.world[0][:, chest].astype(float)) for m in (made, other)]
    assert np.degrees(quaternion.angle_between(*seen)).max() < 0.5


def test_donor_frames_between_two_and_another_rate(walk, other):
    mask = find_part(walk.skeleton, "left_arm")
    late = attach(walk[:40], other, mask, frames=np.arange(40) + 5.0)
    assert np.array_equal(late.rotations[:, mask.joints], attach(walk[:40], other[5:], mask).rotations[:, mask.joints])
    between = attach(walk[:40], other, mask, frames=np.arange(40) + 0.5)
    assert not np.array_equal(between.rotations, late.rotations)
    with pytest.raises(MotionError, match="frames 0 to 89; asked for 40 from 60 to 99"):
        attach(walk[:40], other, mask, frames=np.arange(40) + 60.0)


def test_a_donor_with_another_body_and_rate(walk):
    boris = sample.make("boris", "run").motion
    mask = find_part(walk.skeleton, "shoulders_and_arms")
    made = attach(walk, boris, mask)
    assert np.array_equal(made.rotations[:, ~mask.joints], walk.rotations[:, ~mask.joints])
    shoulder = body_of(walk.skeleton).joint("left_shoulder")
    assert len(made) == len(walk)
    assert made.fps == walk.fps
    assert np.degrees(quaternion.angle_between(made.rotations[:, shoulder], walk.rotations[:, shoulder])).max() > 5
