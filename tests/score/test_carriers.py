"""What may carry: soles near the floor whatever labels say, hands and knees on it, hips that rest low."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.score.carriers import BESIDE_FEET, carried_beside_feet, carriers
from motionloom.score.support import POINTS
from motionloom.score.tracks import tracks_of

HIPS = BESIDE_FEET.index("hips")


@pytest.fixture
def still(walk):
    """A walker held at a moment with both feet near the floor."""
    tracks = tracks_of(walk.motion, walk.plants)
    at = int(np.argmin(tracks.heights.max(axis=1)))
    joints, feet, floor = (np.repeat(each[at : at + 1], len(tracks), axis=0) for each in (tracks.joints, tracks.feet, tracks.floor))
    return replace(tracks, joints=joints, feet=feet, floor=floor)


def test_a_foot_near_the_floor_may_carry_without_plants(still):
    bare = replace(still, plants=np.zeros_like(still.plants))
    corners, may = carriers(bare)
    assert corners.shape == (len(still), POINTS + len(BESIDE_FEET), 2)
    assert may[:, :POINTS].all()
    lifted = bare.feet.copy()
    lifted[:, :2, 1] += 0.3
    assert not carriers(replace(bare, feet=lifted))[1][:, : POINTS // 2].any()


def test_a_hand_on_the_floor_may_carry(still):
    assert not carried_beside_feet(still).any()
    joints = still.joints.copy()
    joints[:, still.roles["left_wrist"], 1] = still.floor.min() + 0.1
    may = carried_beside_feet(replace(still, joints=joints))
    assert may[:, BESIDE_FEET.index("left_wrist")].all()
    assert may.sum() == len(still)


def test_low_hips_carry_while_they_rest(still):
    joints = still.joints.copy()
    for side in ("left", "right"):
        joints[:, still.roles[f"{side}_hip"], 1] = joints[:, still.roles[f"{side}_knee"], 1] + 0.2
    assert carried_beside_feet(replace(still, joints=joints))[:, HIPS].all()
    joints[:, :, 0] += np.arange(len(still))[:, None] / 60
    assert not carried_beside_feet(replace(still, joints=joints))[:, HIPS].any()
