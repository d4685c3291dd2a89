"""The machine suite's stand-ins are what they are said to be."""

import numpy as np

from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.frame_graph import gather_frames
from motionloom.bench.behaviours import _sample, _take, make_machine


def test_a_larger_capture_of_the_same_kind():
    frames = gather_frames([LabelledClip(motion, "x") for motion in _sample("walk", "stand")])
    more = _take(frames, 3 * len(frames) - 10)
    assert len(more) == 3 * len(frames) - 10
    assert np.allclose(more.rotations[:, :, : len(frames)], frames.rotations, atol=1e-6)
    assert np.allclose(np.linalg.norm(more.rotations, axis=1), 1, atol=1e-5)
    assert np.all(np.diff(more.clips) >= 0)
    assert more.rotations.shape[2] == more.velocities.shape[1] == len(more.seconds)


def test_the_machine_has_three_cycles():
    machine = make_machine()
    assert {state.name for state in machine.states if state.cyclic} == {"stand", "walk", "run"}
    assert machine.graph.shortest_path("stand", "run") is not None
