import numpy as np
import pytest

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.judge.bends import LEG_JOINTS, bend_angles, sharp_part
from motionloom.judge.take import Take


def bent(skeleton, degrees):
    """The rest pose with its left knee bent by these degrees (F,)."""
    rotations = np.repeat(skeleton.rest_rotations[None], len(degrees), axis=0)
    knee = body_of(skeleton).roles["left_knee"]
    rotations[:, knee] = quaternion.exp(np.radians(degrees)[:, None] * np.array([1.0, 0.0, 0.0]))
    return Motion(skeleton, rotations, np.repeat(skeleton.rest_root[None], len(degrees), axis=0), 120.0)


def test_a_knee_reads_its_bend_also_beyond_straight(skeleton):
    degrees = np.linspace(-10.0, 120.0, 60)
    angles = bend_angles(Take(bent(skeleton, degrees)))
    assert np.allclose(np.degrees(angles[:, LEG_JOINTS.index("left knee")]), degrees, atol=1e-3)
    assert np.allclose(angles[:, LEG_JOINTS.index("right knee")], 0.0, atol=1e-5)


def test_bends_of_a_walk_are_a_person_s(walk):
    angles = np.degrees(bend_angles(Take(walk)))
    assert angles[:, [0, 2]].min() > -10
    assert 40 < angles[:, [0, 2]].max() < 100
    assert 20 < np.median(angles[:, [1, 3]]) < 120


@pytest.mark.parametrize("width", [1, 3])
def test_a_peak_alone_is_sharp_and_a_plateau_is_not(walk, width):
    take = Take(walk[:200])
    values = np.ones((200, 2))
    values[100 : 100 + width, 0] = 9.0
    values[60:140, 1] = 9.0
    sharp = sharp_part(values, take)
    assert sharp[100, 0] == 8.0
    assert sharp[:90, 0].max() == 0.0
    assert sharp[100, 1] == 0.0
