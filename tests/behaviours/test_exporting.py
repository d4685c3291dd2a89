import json

import numpy as np
import pytest

from motionloom import formats
from motionloom.behaviours.exporting import export_machine
from motionloom.core import MotionloomError


def test_engines_get_clips_and_how_to_play_them(sample_machine, tmp_path):
    files = export_machine(sample_machine, tmp_path / "out")
    assert all(file.is_file() for file in files)
    data = json.loads((tmp_path / "out" / "machine.json").read_text())
    assert [state["name"] for state in data["states"]] == list(sample_machine.graph.names)
    assert len(data["transitions"]) == len(sample_machine.points)
    assert data["next"]["stand"]["walk"] == "start"
    for made, state in zip(data["states"], sample_machine.states, strict=True):
        assert np.allclose(made["frames"], state.frames, atol=1e-3)
        assert made["cyclic"] == (made["loop"] is not None) == (made["default"] is None)
        for file, motion in zip(made["clips"], state.motions, strict=True):
            loaded = formats.load(tmp_path / "out" / file)
            assert len(loaded) == len(motion)
            assert np.abs(loaded.positions() - motion.positions()).max() < 1e-3
    with pytest.raises(MotionloomError, match="is not empty"):
        export_machine(sample_machine, tmp_path / "out")
