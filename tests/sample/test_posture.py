from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.errors import MotionError
from motionloom.sample import posture
from motionloom.sample.bodies import Manner

TIMES = np.arange(0, 3, 1 / 60)
STILL = np.zeros(len(TIMES))
LEFT_ARM = np.array([1.0, 0.0, 0.0])  # in the T-pose


def arm_direction(**angles: float) -> np.ndarray:
    channels = dict.fromkeys(posture.NAMES, STILL) | {f"left_{name}": STILL + value for name, value in angles.items()}
    segments = posture.upper_segments(channels, STILL)
    return np.stack([quaternion.rotate(segments[f"left_{part}"], LEFT_ARM)[0] for part in ("shoulder", "elbow")])


def test_arm_channels_mean_what_they_are_called() -> None:
    assert np.allclose(arm_direction(), [[0, -1, 0], [0, -1, 0]], atol=1e-12)
    assert np.allclose(arm_direction(flexion=np.pi / 2)[0], [0, 0, 1], atol=1e-12)
    assert np.allclose(arm_direction(abduction=np.pi / 2)[0], [1, 0, 0], atol=1e-12)
    assert np.allclose(arm_direction(elbow=np.pi / 2)[1], [0, 0, 1], atol=1e-12)
    assert np.allclose(arm_direction(twist=np.pi / 2, elbow=np.pi / 2)[1], [-1, 0, 0], atol=1e-12)


def test_both_sides_mirror_each_other() -> None:
    channels = posture.standing(Manner(), TIMES)
    segments = posture.upper_segments(channels, STILL)
    for part in ("clavicle", "shoulder", "elbow", "wrist"):
        left = quaternion.rotate(segments[f"left_{part}"], LEFT_ARM)
        right = quaternion.rotate(segments[f"right_{part}"], -LEFT_ARM)
        assert np.allclose(left * [-1, 1, 1], right)


def test_trunk_channels_lean_turn_and_roll() -> None:
    up, left, ahead = np.eye(3)[[1, 0, 2]]
    lean, turn, roll = ({f"hips_{axis}": STILL + 0.3} for axis in ("lean", "turn", "roll"))
    base = dict.fromkeys(posture.NAMES, STILL)
    hips = [posture.upper_segments(base | more, STILL)["hips"] for more in (lean, turn, roll)]
    assert quaternion.rotate(hips[0], up)[0, 2] > 0.2
    assert quaternion.rotate(hips[1], ahead)[0, 0] > 0.2
    assert quaternion.rotate(hips[2], left)[0, 1] > 0.2


def test_arms_swing_against_the_legs_and_the_chest_against_the_hips() -> None:
    phase, full = np.linspace(0, 2, len(TIMES)), np.ones(len(TIMES))
    swing = {"left": full, "right": full}
    channels = posture.gait(Manner(), TIMES, phase, full, STILL, STILL + 1.3, swing)
    assert np.corrcoef(channels["left_flexion"], channels["right_flexion"])[0, 1] < -0.8
    assert channels["left_flexion"][0] < channels["right_flexion"][0]  # the left foot lands: the left arm is behind
    assert np.corrcoef(channels["hips_turn"], channels["chest_turn"])[0, 1] < -0.99
    assert np.ptp(channels["head_turn"]) < 0.3 * np.ptp(channels["chest_turn"])


def test_no_gait_is_a_stand() -> None:
    swing = dict.fromkeys(("left", "right"), STILL + 1)
    walking = posture.gait(Manner(), TIMES, STILL, STILL, STILL, STILL, swing)
    standing = posture.standing(Manner(), TIMES)
    assert all(np.allclose(walking[name], standing[name]) for name in posture.NAMES)


def test_overlays_replace_as_far_as_they_hold() -> None:
    channels = posture.standing(Manner(), TIMES)
    hold = np.linspace(0, 1, len(TIMES))
    mixed = posture.overlay(channels, {"left_elbow": [(0.0, 2.0)]}, TIMES, hold)
    assert mixed["left_elbow"][0] == channels["left_elbow"][0]
    assert mixed["left_elbow"][-1] == 2.0
    assert mixed["right_elbow"] is channels["right_elbow"]
    with pytest.raises(MotionError, match="no posture channel 'left_ellbow'"):
        posture.overlay(channels, {"left_ellbow": [(0.0, 2.0)]}, TIMES)


def test_breath_and_looseness_are_small(rng: np.random.Generator) -> None:
    channels = posture.standing(Manner(), TIMES)
    alive = posture.loosen(posture.breathe(channels, TIMES, rng), TIMES, rng, 1.0)
    moved = [np.abs(alive[name] - channels[name]).max() for name in posture.NAMES]
    assert min(moved) > 0
    assert max(moved) < 0.12
