"""Knees: a pop is read as large as it is; bending smoothly, however far, is none."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.score.terms.knees import ankles, knees
from motionloom.score.tracks import tracks_of


@pytest.fixture
def still(walk):
    tracks = tracks_of(walk.motion, walk.plants)
    return replace(
        tracks,
        joints=np.repeat(tracks.joints[:1], len(tracks), axis=0),
        feet=np.repeat(tracks.feet[:1], len(tracks), axis=0),
        across=np.repeat(tracks.across[:1], len(tracks), axis=0),
    )


def bend(tracks, angles):
    """The left ankle turned about the knee by angles (F,)."""
    knee, ankle = tracks.roles["left_knee"], tracks.roles["left_ankle"]
    axis = tracks.across[:, 0] / np.linalg.norm(tracks.across[:, 0], axis=1, keepdims=True)
    arm = tracks.joints[:, ankle] - tracks.joints[:, knee]
    along = axis * np.einsum("fc,fc->f", axis, arm)[:, None]
    turned = along + np.cos(angles)[:, None] * (arm - along) + np.sin(angles)[:, None] * np.cross(axis, arm)
    joints = tracks.joints.copy()
    joints[:, ankle] = joints[:, knee] + turned
    return replace(tracks, joints=joints)


def test_a_pop_is_read_as_large_as_it_is(still):
    angles = np.zeros(len(still))
    angles[60] = 0.2
    found = knees.read(bend(still, angles))
    assert found[60] == pytest.approx(0.2 - 0.2 / 6, abs=0.01)  # less what a cubic through it leaves around it
    assert np.argmax(found) == 60


def test_bending_smoothly_is_no_pop(still):
    angles = 0.6 * np.sin(2 * np.pi * np.arange(len(still)) / 60)
    assert knees.read(bend(still, angles)).max() < 0.01
    assert ankles.read(still).max() < 1e-9
