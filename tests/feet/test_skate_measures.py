import json

import numpy as np
import pytest

from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import compare_skate, jerk, measure_slide


def test_a_steady_slide_is_measured_in_centimetres():
    points = np.zeros((61, 4, 3))
    points[:, 0, 0] = np.arange(61) / 60 * 0.2
    bits = np.zeros((61, 4), bool)
    bits[:, 0] = True
    slide = measure_slide(points, Plants(bits, 60.0), level_ground(0.0))
    assert slide.mean_cm_per_second == pytest.approx(20.0)
    assert slide.max_cm_per_plant == pytest.approx(20.0)
    assert slide.max_mm_per_frame == pytest.approx(200 / 60)
    assert slide.lowest_mm == 0


def test_unplanted_points_do_not_slide():
    points = np.random.default_rng(0).uniform(0, 1, (20, 4, 3))
    slide = measure_slide(points, Plants(np.zeros((20, 4), bool), 60.0), level_ground(0.0))
    assert slide.mean_cm_per_second == slide.max_cm_per_plant == slide.border_jump == 0


def test_a_motion_against_itself_did_not_change(walk):
    report = compare_skate(walk.motion, walk.motion, walk.plants, level_ground(0.0))
    assert report.mean_displacement_mm == 0
    assert report.jerk_ratio == 1
    assert report.before == report.after
    assert json.loads(json.dumps(report.to_json()))["after"]["lowest_mm"] == report.after.lowest_mm


def test_a_shaken_body_has_more_jerk(walk, rng):
    shaken = walk.motion.with_arrays(walk.motion.rotations, walk.motion.root_positions + rng.normal(0, 0.001, (len(walk.motion), 3)))
    assert jerk(shaken) > 2 * jerk(walk.motion)
