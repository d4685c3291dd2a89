"""About a join the weight stays over the feet, by moves that are small, smooth and nowhere else; feet stay where they were."""

import numpy as np
import pytest

from motionloom.core.ground import foot_points
from motionloom.demands.balancing import ABOUT, FADE, FARTHEST, at_most, find_lead, hold_balanced, near, smooth_ahead
from motionloom.demands.weaving import course_of, pose_motion, weave, woven_plants
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.score.terms import TERMS
from motionloom.score.tracks import tracks_of


@pytest.fixture(scope="module")
def hard(pool):
    """A walk that stops within a quarter second: the weight is ahead of the feet."""
    one, two = pool.frame("walk", 0.5), pool.frame("stand", 0.5)
    frames = np.concatenate([np.arange(one, one + 90), np.arange(two, two + 90)])
    woven = weave(pool, frames)
    return pose_motion(pool, woven, course_of(pool, woven).places(np.zeros(3))), woven_plants(pool, woven), woven.joins


def test_the_weight_is_less_far_from_what_carries_it(hard):
    bare, plants, joins = hard
    before = clean(bare, Plants(plants, 60.0), CleanUpOptions(ground=0.0))
    after = hold_balanced(bare, plants, joins)
    outside = [TERMS.find("balance").read(tracks_of(each.motion, each.held.bits)).max() for each in (before, after)]
    assert outside[1] < 0.7 * outside[0]
    assert np.abs(find_lead(after.motion, after.held.bits, joins)).max() < np.abs(find_lead(before.motion, before.held.bits, joins)).max()


def test_planted_feet_stand_where_they_stood(hard):
    bare, plants, joins = hard
    before = clean(bare, Plants(plants, 60.0), CleanUpOptions(ground=0.0))
    after = hold_balanced(bare, plants, joins)
    both = before.held.bits & after.held.bits
    assert both.sum() > 100
    away = np.linalg.norm(foot_points(after.motion) - foot_points(before.motion), axis=-1)[both]
    assert np.median(away) < 0.005
    slides = np.linalg.norm(np.diff(foot_points(after.motion)[..., [0, 2]], axis=0), axis=-1)[both[1:] & both[:-1]]
    assert slides.mean() * 60 < 0.01


def test_ends_and_what_is_far_from_joins_stay(hard):
    bare, plants, joins = hard
    moved = find_lead(bare, plants, joins)
    assert np.all(moved[[0, -1]] == 0)
    assert near(600, np.array([300]))[[0, 300 - round((ABOUT + FADE) * 60) - 1, 300, 599]].tolist() == [0.0, 0.0, 1.0, 0.0]
    alone = clean(bare, Plants(plants, 60.0), CleanUpOptions(ground=0.0)).motion
    assert hold_balanced(bare, plants, np.zeros(0, np.intp)).motion == alone


def test_moves_stay_within_reach():
    moved = at_most(np.array([[0.001, 0.0], [3.0, 4.0]]))
    assert np.allclose(moved[0], [0.001, 0.0], atol=1e-6)
    assert np.linalg.norm(moved[1]) <= FARTHEST


def test_a_pendulum_that_is_led_so_has_its_point_where_it_should():
    rate, excess = 0.06, np.zeros((400, 2))
    excess[190:210, 0] = 0.05
    moved = smooth_ahead(excess, rate)[:, 0]
    point = moved[1:-1] - np.diff(moved, n=2) / rate**2
    assert np.abs(point - excess[1:-1, 0]).max() < 0.002
    assert moved.max() < 0.03
