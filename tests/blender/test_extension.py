"""The Blender extension: bones come in where ours are, and what was made of an action comes back on the same rig."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.align.joining import crossfade
from motionloom.core.roles import OPTIONAL_ROLES, ROLES, find_roles
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


@pytest.mark.parametrize("kind", ["rigify", "mixamo"])
def test_retarget_and_transition_on_another_rig(blender: str, tmp_path: Path, kind: str) -> None:
    motion = make("ada", "walk").motion[:60]
    formats.save(motion, tmp_path / "walk.npz")
    environment = os.environ | {"MOTIONLOOM_COMMAND": f"{sys.executable} -m motionloom"}
    words = [blender, "-P", HERE / "use_retarget.py", EXTENSION, tmp_path / "walk.npz", kind, tmp_path]
    done = subprocess.run(words, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    with np.load(tmp_path / "seen.npz") as seen:
        names, retargeted, joined, actions = (seen[name].tolist() if name in ("names", "actions") else seen[name] for name in seen)
    assert actions[1:] == [f"{actions[0]} (retargeted)", f"{actions[0]} (retargeted) (to {actions[0]} (retargeted))"]
    sent = formats.load(tmp_path / "sent.npz")
    assert set(ROLES) - OPTIONAL_ROLES <= find_roles(sent.skeleton).keys()
    rows = [names.index(name) for name in sent.skeleton.names]
    assert np.linalg.norm(retargeted[:, rows] - sent.positions(), axis=-1).max() < MILLIMETRE
    again = [
        sys.executable,
        "-m",
        "motionloom",
        "retarget",
        tmp_path / "source.npz",
        tmp_path / "again.npz",
        "--onto",
        tmp_path / "sent.npz",
    ]
    subprocess.run(again, capture_output=True, check=True)
    put = formats.load(tmp_path / "again.npz")
    assert np.linalg.norm(retargeted[:, rows] - put.positions(), axis=-1).max() < MILLIMETRE
    hips, ours = sent.root_positions, motion.root_positions
    stride = np.linalg.norm(np.ptp(hips[:, [0, 2]], axis=0)) / np.linalg.norm(np.ptp(ours[:, [0, 2]], axis=0))
    assert 0.7 < stride < 1.4, "the new body does not walk as the old one did"
    wanted = crossfade(sent, sent, round(0.4 * sent.fps)).positions()
    assert len(joined) == len(wanted)
    assert np.linalg.norm(joined[:, rows] - wanted, axis=-1).max() < MILLIMETRE
