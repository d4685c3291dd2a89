from dataclasses import replace

import numpy as np

from motionloom.behaviours.calibration import calibrate, find_drift, play_values
from motionloom.behaviours.machine import Machine


def test_a_calibrated_machine_does_what_it_is_asked(sample_machine):
    better = calibrate(sample_machine)
    state = better.state("walk")
    asked = np.linspace(state.parameter.values[0] * 0.9, state.parameter.values[-1] * 0.9, 9)
    missed = np.abs(play_values(better, state, asked) - asked)
    before = sample_machine.state("walk")
    assert missed.max() < 0.01
    assert missed.mean() <= np.abs(play_values(sample_machine, before, asked) - asked).mean()
    assert better.state("start") is sample_machine.state("start")


def test_who_stands_stays(sample_machine):
    state = sample_machine.state("stand")
    (motion,) = state.motions
    seconds = np.arange(len(motion)) / motion.fps
    wandering = replace(state, motions=(motion.with_arrays(motion.rotations, motion.root_positions + seconds[:, None] * [0.02, 0, -0.01]),))
    others = tuple(each for each in sample_machine.states if each.name != "stand")
    machine = Machine((wandering, *others), sample_machine.transitions, sample_machine.graph)
    assert np.linalg.norm(find_drift(machine, wandering)) > 0.015
    held = calibrate(machine)
    assert np.abs(find_drift(held, held.state("stand"))).max() < 2e-4
