import numpy as np

from motionloom.behaviours.calibration import calibrate, play_values


def test_a_calibrated_machine_does_what_it_is_asked(sample_machine):
    better = calibrate(sample_machine)
    state = better.state("walk")
    asked = np.linspace(state.parameter.values[0] * 0.9, state.parameter.values[-1] * 0.9, 9)
    missed = np.abs(play_values(better, state, asked) - asked)
    before = sample_machine.state("walk")
    assert missed.max() < 0.01
    assert missed.mean() <= np.abs(play_values(sample_machine, before, asked) - asked).mean()
    assert better.state("stand") is sample_machine.state("stand")
