"""SMPL poses in NPZ files: the turns are the file's, the way up is the motion's, and what is missing is said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import FileError, quaternion
from motionloom.core.body import body_of
from motionloom.formats._smpl import PELVIS


def save_amass(path: Path, joints: int = 52, **others: object) -> np.ndarray:
    """A person who stands in a world with z up, as AMASS has it, and bends both elbows."""
    poses = np.zeros((60, joints, 3))
    poses[:, 0, 0] = np.pi / 2
    poses[:, 18, 1] = -np.linspace(0, 1.2, 60)
    poses[:, 19, 1] = np.linspace(0, 1.2, 60)
    trans = np.stack([np.linspace(0, 1, 60), np.linspace(0, 2, 60), np.full(60, 0.94)], axis=1) - PELVIS
    np.savez(path, poses=poses.reshape(60, -1), trans=trans, mocap_framerate=np.array(120.0), gender=np.array("female"), **others)
    return poses


@pytest.mark.parametrize("joints", [22, 24, 52, 55])
def test_a_person_who_stands(tmp_path: Path, joints: int) -> None:
    poses = save_amass(tmp_path / "walk.npz", joints)
    loaded = formats.read(tmp_path / "walk.npz")
    motion, roles = loaded.motion, body_of(loaded.motion.skeleton).roles
    places = motion.positions()
    assert (motion.fps, len(motion.skeleton)) == (120, joints)
    assert 1.6 < body_of(motion.skeleton).height < 1.85
    assert np.all(places[:, roles["head"], 1] > 1.4)
    assert np.all(np.abs(places[:, roles["left_toe"], 1]) < 0.1)
    assert places[-1, 0, 2] - places[0, 0, 2] == pytest.approx(-2, abs=1e-4)  # what was y goes into the picture
    elbow = motion.skeleton.index("left_elbow")
    np.testing.assert_allclose(quaternion.log(motion.rotations[:, elbow]), poses[:, 18], atol=1e-5)
    assert any("mean adult" in note for note in loaded.notes)


def test_what_is_no_pose_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", poses=np.zeros((5, 7)), trans=np.zeros((5, 3)))
    with pytest.raises(FileError, match="three numbers a joint"):
        formats.read(tmp_path / "a.npz")
    np.savez(tmp_path / "b.npz", poses=np.zeros((5, 90)), trans=np.zeros((5, 3)))
    with pytest.raises(FileError, match="poses of 30 joints"):
        formats.read(tmp_path / "b.npz")
