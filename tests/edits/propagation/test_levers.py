"""What small offsets move, against a body that is moved by them."""

import numpy as np

from motionloom import sample
from motionloom.edits.propagation.levers import POSES, square_levers
from motionloom.edits.propagation.offsets import TAIL, Anchors, decode


def test_levers_are_how_far_joints_go_by_small_offsets():
    motion = sample.make("ada", "walk").motion[:90]
    rng = np.random.default_rng(4)
    offsets = np.zeros((3, 3 * len(motion.skeleton) + TAIL))
    offsets[:, :-TAIL] = rng.normal(0, 1, (3, 3 * len(motion.skeleton)))
    told = square_levers(motion, offsets)
    step = 1e-3
    rows = np.unique(np.linspace(0, len(motion) - 1, POSES).astype(int))
    plain, *moved = (
        decode(motion, np.tile(each * step, (len(motion), 1)), Anchors(True, True)).motion.positions().astype(np.float64)[rows]
        for each in (0 * offsets[0], *offsets)
    )
    for number, places in enumerate(moved):
        gone = ((places - places[:, :1]) - (plain - plain[:, :1])) / step
        assert np.allclose(np.sqrt(np.square(gone).sum(axis=-1).mean(axis=0)), np.sqrt(told[number]), rtol=0.02, atol=5e-3)
