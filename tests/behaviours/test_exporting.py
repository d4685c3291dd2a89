import json
from dataclasses import replace

import numpy as np
import pytest

from motionloom import formats
from motionloom.behaviours.exporting import clip_files, export_machine
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.state_graph import StateGraph
from motionloom.core import MotionloomError
from motionloom.core.heading import headings


def test_engines_get_clips_and_how_to_play_them(sample_machine, tmp_path):
    files = export_machine(sample_machine, tmp_path / "out")
    assert all(file.is_file() for file in files)
    data = json.loads((tmp_path / "out" / "machine.json").read_text())
    assert [state["name"] for state in data["states"]] == list(sample_machine.graph.names)
    assert len(data["transitions"]) == len(sample_machine.transitions)
    assert data["next"]["stand"]["walk"] == "start"
    for made, state in zip(data["states"], sample_machine.states, strict=True):
        assert np.array_equal(made["frames"], state.frames)  # to the last bit: engines must take transitions in the same step
        assert made["cyclic"] == (made["loop"] is not None) == (made["default"] is None)
        for file, motion in zip(made["clips"], state.motions, strict=True):
            loaded = formats.load(tmp_path / "out" / file)
            assert len(loaded) == len(motion)
            assert np.abs(loaded.positions() - motion.positions()).max() < 1e-3
        for path, motion in zip(made["paths"], state.motions, strict=True):
            assert np.allclose(np.array(path)[:, :2], motion.root_positions[:, [0, 2]], atol=1e-5)
            assert np.allclose(np.array(path)[:, 2], headings(motion), atol=1e-5)
        assert np.array(made["looks"]).shape[:2] == state.frames.shape
        assert np.allclose(np.sum(made["samples"], axis=1), 1)
    with pytest.raises(MotionloomError, match="is not empty"):
        export_machine(sample_machine, tmp_path / "out")


def test_states_of_like_names_keep_their_clips_apart(sample_machine):
    names = dict(zip(sample_machine.graph.names, ("go!", "go_", "GO?", "a b", "a_b"), strict=True))

    def rename(point):
        return None if point is None else replace(point, source=names[point.source], target=names[point.target])

    states = tuple(
        replace(state, name=names[state.name], loop=rename(state.loop), default=names.get(state.default, ""))
        for state in sample_machine.states
    )
    graph = StateGraph(tuple(names.values()), sample_machine.graph.costs, frozenset(names[name] for name in sample_machine.graph.cyclic))
    files = clip_files(Machine(states, tuple(rename(point) for point in sample_machine.transitions), graph))
    assert files[0] == ["clips/go__0.glb"]
    assert files[1][0] == "clips/go__2_0.glb"
    flat = [file.lower() for each in files for file in each]
    assert len(set(flat)) == len(flat) == sum(len(state.motions) for state in states)
