"""Blender for the tests: in an environment of its own, named by MOTIONLOOM_BLENDER_PYTHON (`python3 dev.py test --blender`)."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.formats.fbx import BLENDER_PYTHON
from motionloom.formats.usd import joint_paths

HERE = Path(__file__).parent
Opened = list[tuple[Motion, NDArray[Any], dict[str, Any]]]


@pytest.fixture(scope="session")
def blender() -> str:
    """The Python that has bpy; a test that asks for it is skipped, with this reason, where there is none."""
    python = os.environ.get(BLENDER_PYTHON)
    if not python:
        pytest.skip(f"{BLENDER_PYTHON} is not set (python3 dev.py test --blender makes the environment)")
    return python


@pytest.fixture
def open_in_blender(blender: str, tmp_path: Path) -> Callable[[Mapping[Path, Motion]], Opened]:
    """Opens files, and gives for each its motion, our joints' places (10, J, 3) as Blender has them, and the whole report."""

    def run(files: Mapping[Path, Motion]) -> Opened:
        frames = {path: np.linspace(0, len(motion) - 1, 10).astype(int).tolist() for path, motion in files.items()}
        jobs = [{"file": str(path), "fps": motion.fps, "frames": frames[path]} for path, motion in files.items()]
        (tmp_path / "jobs.json").write_text(json.dumps(jobs))
        results = tmp_path / "results.json"
        done = subprocess.run([blender, "-P", HERE / "open_files.py", tmp_path / "jobs.json", results], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        reports = json.loads(results.read_text())
        opened = []
        for (path, motion), report in zip(files.items(), reports, strict=True):
            rows = [report["bones"].index(name) for name in names_in(path, motion)]
            whole = motion.with_arrays(motion.rotations[frames[path]], motion.root_positions[frames[path]])
            opened.append((whole, np.array(report["heads"])[:, rows], report))
        return opened

    return run


def names_in(path: Path, motion: Motion) -> Sequence[str]:
    """The joints' names as a file of this kind can hold them."""
    if path.suffix.startswith(".usd"):
        return [joint.rpartition("/")[2] for joint in joint_paths(motion.skeleton.names, motion.skeleton.parents.tolist())]
    return motion.skeleton.names
