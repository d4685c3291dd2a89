"""The Blender extension: bones come in where ours are, and feet that were cleaned come back on the same rig."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.oracle import default_oracle
from motionloom.sample import make

pytestmark = pytest.mark.blender

HERE = Path(__file__).parent
EXTENSION = HERE.parents[1] / "blender"
MILLIMETRE = 1e-3


@pytest.mark.parametrize("performer", ["ada", "boris"])
def test_import_and_clean_feet_on_the_same_rig(blender: str, tmp_path: Path, performer: str) -> None:
    motion = make(performer, "walk", skate=0.1).motion[:90]
    formats.save(motion, tmp_path / "walk.npz")
    environment = os.environ | {"MOTIONLOOM_COMMAND": f"{sys.executable} -m motionloom"}
    words = [blender, "-P", HERE / "use_extension.py", EXTENSION, tmp_path / "walk.npz", tmp_path]
    done = subprocess.run(words, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    with np.load(tmp_path / "seen.npz") as seen:
        names, imported, before, after, actions = (seen[name] for name in ("names", "imported", "before", "after", "actions"))
    rows = [motion.skeleton.index(name) for name in names]
    assert np.ptp(before[:, 0], axis=0).max() > 0.3, "the rig does not walk"
    assert np.linalg.norm(imported - motion.positions()[:, rows], axis=-1).max() < MILLIMETRE
    assert actions.tolist() == [actions[0], f"{actions[0]} (feet clean)"]
    sent = formats.load(tmp_path / "sent.npz")
    rows = [sent.skeleton.index(name) for name in names]
    assert np.linalg.norm(before - sent.positions()[:, rows], axis=-1).max() < MILLIMETRE
    cleaned = clean(sent, default_oracle().label(sent), CleanUpOptions(calm=False)).motion
    assert np.linalg.norm(after - cleaned.positions()[:, rows], axis=-1).max() < MILLIMETRE
    assert np.linalg.norm(after - before, axis=-1).max() > 5 * MILLIMETRE, "nothing was cleaned"
