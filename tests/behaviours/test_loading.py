"""What building needs is loaded by a machine that is there, whatever it can do, and leaves nothing behind."""

import numpy as np

from motionloom.behaviours.calibration import alone
from motionloom.behaviours.kept import content_of, keep
from motionloom.behaviours.loading import load_building
from motionloom.behaviours.machine_file import to_bytes
from motionloom.core import quaternion


def test_any_machine_will_do(sample_machine):
    before = to_bytes(sample_machine)
    for machine in (sample_machine, alone(sample_machine.state("stand"))):
        load_building(machine)
    assert to_bytes(sample_machine) == before


def test_motions_are_kept_by_all_that_they_are(sample_machine):
    motion, store = sample_machine.states[0].motions[0], keep(2)
    nod = quaternion.multiply(quaternion.about_y(np.full(motion.rotations.shape[:2], 1e-3)), motion.rotations)
    same = motion.with_arrays(motion.rotations.copy(), motion.root_positions.copy())
    slower = motion.with_arrays(motion.rotations, motion.root_positions, fps=30.0)
    others = [motion.with_arrays(nod, motion.root_positions), motion[1:], slower]
    assert content_of(same) == content_of(motion)
    assert len({content_of(each) for each in (motion, *others)}) == 4
    assert store.get(content_of(motion), lambda: 1) == store.get(content_of(same), lambda: 2) == 1
