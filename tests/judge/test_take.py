import numpy as np
import pytest

from motionloom import sample
from motionloom.core.errors import MotionError
from motionloom.core.mass import centre_of_mass
from motionloom.judge.take import Take


def test_flights_of_a_run_and_a_jump_are_found_and_none_in_a_walk(walk, run):
    assert not Take(walk).flight.any()
    assert 0.1 < Take(run).flight.mean() < 0.6
    jump = sample.make("boris", "jump").motion
    assert Take(jump).flight.any()


def test_planted_points_are_low():
    clip = sample.make("boris", "walk")
    inner = clip.plants[5:-5] & clip.plants[:-10] & clip.plants[10:]
    assert Take(clip.motion).low[5:-5][inner].mean() > 0.99


def test_the_centre_of_mass_is_the_body_s(walk):
    assert np.allclose(Take(walk).centre, centre_of_mass(walk), atol=1e-5)


def test_too_few_frames_a_second_for_the_step_are_refused(walk):
    from dataclasses import replace

    with pytest.raises(MotionError, match=r"30 frames a second, too few for steps of 1/60 s; judge it with --step 0\.0333"):
        Take(replace(walk, fps=30.0))
    assert Take(replace(walk, fps=30.0), step=1 / 30).stride == 1
