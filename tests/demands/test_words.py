"""Words of frames: a person's over a machine's, labels where nothing else speaks, left and right exchanged in a mirror."""

import numpy as np
from hypothesis import given, strategies as st

from motionloom import sample
from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.demands.measured_words import WORDS, measure_words
from motionloom.demands.words import combine_words, mirror_word
from motionloom.library import Annotation


def span(name, start, stop, by="machine", track="other"):
    return Annotation(f"{name}{start}", "c", track, name, start, stop, by, None)


def test_a_persons_spans_are_all_that_counts_and_others_add_to_what_is_measured():
    measured = {"walk": np.array([True] * 5 + [False] * 5), "run": np.array([False] * 5 + [True] * 5)}
    found = combine_words([span("walk", 2, 4, "person"), span("run", 0, 2), span("unnamed", 0, 9)], ["wave", "walk"], 10, 1.0, measured)
    assert np.flatnonzero(found["walk"]).tolist() == [2, 3]
    assert np.flatnonzero(found["run"]).tolist() == [0, 1, 5, 6, 7, 8, 9]
    assert found["wave"].all()
    assert "unnamed" not in found
    assert measured["walk"].sum() == 5  # what was given stays


@given(st.text(max_size=20))
def test_a_mirror_twice_is_none(word):
    assert mirror_word(mirror_word(word)) == word


def test_measured_words_are_what_the_sample_does():
    walk, stand, run = (measure_words(sample.make("ada", name).motion) for name in ("walk", "stand", "run"))
    assert walk["walk"].mean() > 0.9
    assert stand["stand"].mean() > 0.9
    assert run["run"].mean() > 0.8
    assert set(walk) == set(WORDS)
    left = measure_words(sample.make("ada", "turn_left_90").motion)
    assert left["turn_left"].any()
    assert not left["turn_right"].any()
    assert measure_words(sample.make("ada", "jump").motion)["jump"].any()
    assert not walk["jump"].any()


def test_a_walk_over_a_floor_that_is_not_level_does_not_jump():
    """CMU 07_12 is 7 cm off the floor for half a second of a brisk walk, but its hips do not fall."""
    walk = sample.make("ada", "walk").motion
    roots = walk.root_positions.copy()
    at = np.arange(len(walk)) / walk.fps
    roots[:, 1] += (0.14 / (1 + np.exp(-(at - at.mean()) / 0.02))).astype(np.float32)
    assert not measure_words(walk.with_arrays(walk.rotations, roots))["jump"].any()


def test_who_bends_over_and_who_stretches_an_arm_out_is_seen():
    stand = sample.make("ada", "stand").motion
    body = body_of(stand.skeleton)
    plain = measure_words(stand)
    assert not any(plain[word].any() for word in ("bend", "left_hand_out", "right_hand_out"))
    bent = stand.rotations.copy()
    back = body.joint("spine")
    bent[:, back] = quaternion.multiply(bent[:, back], quaternion.from_axis_angle([1.0, 0.0, 0.0], 1.0).astype(np.float32))
    assert measure_words(stand.with_arrays(bent, stand.root_positions))["bend"].all()
    out = stand.rotations.copy()
    shoulder = body.joint("left_shoulder")
    out[:, shoulder] = stand.skeleton.rest_rotations[shoulder]
    found = measure_words(stand.with_arrays(out, stand.root_positions))
    assert found["left_hand_out"].any()
    assert not found["right_hand_out"].any()


def test_who_lies_does_not_stand_and_who_glides_on_one_leg_does_not_walk():
    walk = sample.make("ada", "walk").motion
    tipped = quaternion.from_axis_angle([1.0, 0.0, 0.0], np.pi / 2).astype(np.float32)
    rotations = walk.rotations.copy()
    rotations[:, 0] = quaternion.multiply(tipped, rotations[:, 0])
    lying = measure_words(walk.with_arrays(rotations, walk.root_positions))
    assert not lying["walk"].any()
    assert not lying["stand"].any()
    body, frozen = body_of(walk.skeleton), np.repeat(walk.rotations[:1], len(walk), axis=0)
    frozen[:, body.joint("left_knee")] = quaternion.from_axis_angle([1.0, 0.0, 0.0], np.pi / 2)
    gliding = measure_words(walk.with_arrays(frozen, walk.root_positions))
    assert not gliding["walk"].any()
