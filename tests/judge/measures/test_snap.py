import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.judge.measures.snap import read
from motionloom.judge.take import Take


def bent(skeleton, degrees):
    rotations = np.repeat(skeleton.rest_rotations[None], len(degrees), axis=0)
    rotations[:, body_of(skeleton).roles["left_knee"]] = quaternion.exp(np.radians(degrees)[:, None] * np.array([1.0, 0.0, 0.0]))
    return Motion(skeleton, rotations, np.repeat(skeleton.rest_root[None], len(degrees), axis=0), 120.0)


def test_a_leg_that_straightens_and_turns_back_at_once_snaps(skeleton):
    time = np.abs(np.arange(240) - 120) / 120
    sharp, smooth = (np.nanmax(read(Take(bent(skeleton, bends))).values[100:140]) for bends in (5 + 150 * time, 5 + 150 * time**2))
    assert sharp > 5 * smooth


def test_a_bent_leg_does_not(skeleton):
    time = np.abs(np.arange(240) - 120) / 120
    assert np.nanmax(read(Take(bent(skeleton, 40 + 100 * time))).values) == 0.0
