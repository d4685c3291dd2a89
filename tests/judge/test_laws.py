"""What holds for every measure: where the world's axes are does not matter, nor how many frames a second there are."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.heading import turn_and_move
from motionloom.core.skeleton import EndSite
from motionloom.judge.measure import MEASURES
from motionloom.judge.reference import find_statistic
from motionloom.judge.summary import measure_motion
from motionloom.judge.take import Take

NAMES = tuple(MEASURES.all())
GRAVITY = {"flight", "unsupported"}  # gravity does not scale with the body
LABELS = ("walk",)
SLACK = {"m": 0.004, "m/s": 0.01, "m/s2": 0.5, "rad": 0.01, "rad/s": 0.2, "rad/s2": 8.0, "s": 0.02, "": 0.02}


def readings(motion, name, joins=(50,)):
    return MEASURES.find(name).read(Take(motion, labels=LABELS, joins=joins)).values


def statistics(motion, name):
    measure = MEASURES.find(name)
    summary = measure_motion(motion, labels=LABELS, joins=(len(motion) // 2,)).measures[name]
    found = {s: find_statistic(s, summary.values, summary.peaks, motion.duration, None) for s in measure.statistics}
    return {key: value for key, value in found.items() if value is not None}


@pytest.mark.parametrize("name", NAMES)
def test_turning_and_moving_the_world_changes_nothing(name, run):
    moved = turn_and_move(run, 1.1, (3.0, 0.4, -2.0))
    before, after = readings(run, name), readings(moved, name)
    assert np.array_equal(np.isnan(before), np.isnan(after))
    scale = np.nanmax(before, initial=0.0)
    assert np.nanmax(np.abs(before - after), initial=0.0) <= 0.03 * scale + 1e-4


@pytest.mark.parametrize("name", NAMES)
def test_half_the_frames_give_nearly_the_same(name, walk):
    half = replace(walk, rotations=walk.rotations[::2], root_positions=walk.root_positions[::2], fps=walk.fps / 2)
    full, halved = statistics(walk, name), statistics(half, name)
    assert set(full) == set(halved)
    for statistic, value in full.items():
        slack = 0.02 if statistic == "share" else SLACK[MEASURES.find(name).unit]
        assert halved[statistic] == pytest.approx(value, rel=0.25, abs=slack), statistic


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GRAVITY])
def test_a_body_twice_as_large_has_twice_the_metres_and_the_same_shares(name, walk):
    large = _scaled(walk, 2.0)
    factor = 2.0 if MEASURES.find(name).unit.startswith("m") else 1.0
    small, big = readings(walk, name), readings(large, name)
    assert np.array_equal(np.isnan(small), np.isnan(big))
    assert np.nanmax(np.abs(big - factor * small), initial=0.0) <= 0.02 * factor * np.nanmax(small, initial=0.0) + 1e-4


@pytest.mark.parametrize("name", [name for name in NAMES if name != "activity"])
def test_a_still_body_has_zero_of_everything(name, skeleton):
    still = Motion(skeleton, np.repeat(skeleton.rest_rotations[None], 200, axis=0), np.repeat(skeleton.rest_root[None], 200, axis=0), 120.0)
    values = readings(still, name)
    assert np.nanmax(values, initial=0.0) < 1e-6


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("frames", [1, 2, 5, 17])
def test_clips_of_a_few_frames_are_measured_as_far_as_they_can_be(name, frames, walk):
    values = readings(walk[100 : 100 + frames], name)
    assert len(values) == frames
    assert not np.any(values < 0)


@pytest.mark.parametrize("name", NAMES)
def test_values_are_not_negative_and_have_a_channel_each(name, run):
    reading = MEASURES.find(name).read(Take(run, labels=("run",)))
    assert reading.values.shape[0] == len(run)
    assert reading.which is not None or len(reading.channels) == reading.values.shape[1]
    assert not np.any(reading.values < 0)


def test_inputs_stay_as_they_were(walk):
    before = walk.rotations.copy(), walk.root_positions.copy()
    measure_motion(walk, labels=LABELS)
    assert np.array_equal(before[0], walk.rotations)
    assert np.array_equal(before[1], walk.root_positions)


def _scaled(motion, factor):
    skeleton = motion.skeleton
    sites = tuple(EndSite(site.parent, tuple(factor * x for x in site.offset)) for site in skeleton.end_sites)
    large = replace(skeleton, offsets=skeleton.offsets * factor, rest_root=skeleton.rest_root * factor, end_sites=sites)
    return replace(motion, skeleton=large, root_positions=motion.root_positions * factor)
