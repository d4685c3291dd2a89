from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.core import quaternion
from motionloom.judge.activities import TESTS, Deeds, fails, words_of
from motionloom.judge.take import Take


@pytest.mark.parametrize(
    ("behaviour", "label"),
    [
        ("walk", "walk"),
        ("walk_slow", "walk"),
        ("walk_fast", "walk"),
        ("run", "run"),
        ("stand", "stand"),
        ("jump", "jump"),
        ("punch", "punch"),
    ],
)
@pytest.mark.parametrize("who", ["ada", "boris"])
def test_performers_do_what_they_are_labelled(who, behaviour, label):
    assert fails(Take(sample.make(who, behaviour).motion), label).mean() < 0.05


@pytest.mark.parametrize(
    ("behaviour", "label"), [("stand", "run"), ("stand", "walk"), ("walk", "run"), ("run", "stand"), ("walk", "jump"), ("stand", "turn")]
)
def test_and_not_what_they_are_not(behaviour, label):
    assert fails(Take(sample.make("boris", behaviour).motion), label).mean() > 0.8


def test_walking_backwards_is_told_from_walking_on(walk):
    back = replace(walk, rotations=walk.rotations[::-1], root_positions=walk.root_positions[::-1])
    assert fails(Take(back), "walk_back").mean() < 0.05
    assert fails(Take(walk), "walk_back").mean() == 1.0


def test_only_the_second_after_it_was_asked_counts(walk):
    values = fails(Take(walk, asked=30), "walk")
    assert np.isnan(values[:30]).all()
    assert np.isfinite(values[30:150]).all()
    assert np.isnan(values[150:]).all()


def test_labels_are_read_as_their_words(walk):
    assert words_of("walk_turn") == ("walk", "turn")
    assert words_of("style:run") == ("run",)
    assert words_of("other") == ()
    assert fails(Take(walk), "salsa") is None
    assert {mode for _, mode in TESTS.values()} == {"throughout", "once"}


def test_what_does_not_fall_is_no_flight(walk):
    """On a floor that is not where we think nobody's foot is down for a moment; a walk is one all the same."""
    time = np.arange(len(walk)) / walk.fps
    lift = sum(0.07 * np.exp(-(((time - at) / 0.25) ** 4)) for at in np.arange(1.0, time[-1] - 1, 2.0))
    lifted = walk.with_arrays(walk.rotations, walk.root_positions + (lift[:, None] * [0.0, 1.0, 0.0]).astype(np.float32))
    take = Take(lifted)
    assert take.flight.any()
    assert fails(take, "walk").mean() < 0.05
    jump = Take(sample.make("ada", "jump").motion)
    assert np.array_equal(Deeds(jump).flight, jump.flight)


def test_whoever_turns_round_in_a_walk_walks(walk):
    """Going to and fro: for a moment the hips go nowhere. On the spot nobody walks, whichever way he turns."""
    spins = Take(sample.make("boris", "turn_around").motion)
    assert fails(spins, "walk_turn").mean() > 0.5
    seconds = (np.arange(len(walk)) - len(walk) // 2) / walk.fps
    turned = turn_path(walk, np.clip(seconds / 0.8 + 0.5, 0.0, 1.0) * np.pi, 1 - np.exp(-((seconds / 0.35) ** 4)))
    assert Deeds(Take(turned)).speed.min() < 0.25
    assert fails(Take(turned), "walk").mean() > 0.0
    assert fails(Take(turned), "walk_turn").mean() == 0.0


def turn_path(motion, angle, pace):
    """The motion whose body and way are turned by angle (F,) radians, and which goes so many times (F,) as far from frame to frame."""
    about = quaternion.from_axis_angle(np.broadcast_to([0.0, 1.0, 0.0], (len(angle), 3)), angle)
    rotations, root = motion.rotations.copy(), motion.root_positions.astype(np.float64).copy()
    rotations[:, 0] = quaternion.multiply(about, rotations[:, 0].astype(np.float64))
    steps = quaternion.rotate(about[1:], np.diff(root, axis=0)) * np.stack([pace, np.ones_like(pace), pace], axis=1)[1:]
    root[1:] = root[0] + np.cumsum(steps, axis=0)
    return motion.with_arrays(rotations, root.astype(np.float32))


def test_whoever_slows_down_as_a_turn_ends_walks_on_and_nobody_long_after(walk):
    seconds = (np.arange(len(walk)) - len(walk) / 2) / walk.fps
    slow = 1 - np.exp(-((seconds / 0.3) ** 4))
    for ended, failed in ((0.2, False), (1.5, True)):  # seconds from the end of a quarter turn to where the hips go nowhere
        turned = Take(turn_path(walk, np.clip((seconds + ended) / 0.6 + 1, 0.0, 1.0) * np.pi / 2, slow))
        assert fails(turned, "walk").any()
        assert bool(fails(turned, "walk_turn").any()) == failed
