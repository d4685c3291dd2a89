import numpy as np

from motionloom.core.masks import find_runs
from motionloom.feet.detectors import Kinetic, detect
from motionloom.feet.measures import compare


def test_a_foot_held_high_and_still_is_not_planted(walk):
    lifted = walk.motion.with_arrays(np.repeat(walk.motion.rotations[:1], 60, 0), np.repeat(walk.motion.root_positions[:1], 60, 0))
    heights = [detect(lifted).bits[:, i].all() for i in range(4)]
    assert any(heights)
    assert not all(heights) or walk.plants.bits[0].all()


def test_no_run_is_shorter_than_it_says(jump):
    found = detect(jump.motion, Kinetic(shortest=0.2))
    for point in range(4):
        for start, stop in find_runs(found.bits[:, point]):
            assert stop - start >= 0.2 * jump.motion.fps or start == 0 or stop == len(found)


def test_every_step_of_a_run_is_found(run):
    agreement = compare(detect(run.motion), run.plants)
    assert agreement.count("missed") == 0
    assert agreement.count("phantom") == 0
