import json

import numpy as np
import pytest

from motionloom import formats
from motionloom.behaviours.exporting import export_machine
from motionloom.core import MotionloomError
from motionloom.core.heading import headings


def test_engines_get_clips_and_how_to_play_them(sample_machine, tmp_path):
    files = export_machine(sample_machine, tmp_path / "out")
    assert all(file.is_file() for file in files)
    data = json.loads((tmp_path / "out" / "machine.json").read_text())
    assert [state["name"] for state in data["states"]] == list(sample_machine.graph.names)
    assert len(data["transitions"]) == len(sample_machine.points)
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
