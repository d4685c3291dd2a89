"""A format: the joints' rotations as rows of text, for people who like to read them; it is written only."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from motionloom.core import Motion
from motionloom.formats import Format, register


def write(motion: Motion, path: Path, digits: int = 4) -> None:
    """A row a frame: its time in seconds, then the quaternion of every joint."""
    rows = np.column_stack([motion.times, motion.rotations.reshape(len(motion), -1)])
    np.savetxt(path, rows, fmt=f"%.{digits}f", header="seconds " + " ".join(motion.skeleton.names))


TURNS = register(Format("Turns", (".turns",), write=write))
