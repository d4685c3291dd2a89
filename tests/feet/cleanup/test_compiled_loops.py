"""The compiled loops of the clean-up."""

import os
import subprocess
import sys

CLEAN = """
from motionloom.feet.cleanup import clean
from motionloom.feet.plants import Plants
from motionloom.making.sources import fingerprint_motion
from motionloom.sample import make
for performer, behaviour in (("ada", "stop"), ("ada", "march"), ("boris", "march")):
    made = make(performer, behaviour, 1, skate=0.1)
    print(fingerprint_motion(clean(made.motion, Plants(made.plants, made.motion.fps)).motion))
"""


def test_loops_that_were_just_compiled_give_the_same_bits_as_those_from_disk(tmp_path):
    """A recipe gives the same bytes in the process that compiled the loops and in every later one."""
    said = []
    for _ in ("compiled now", "from disk"):
        ended = subprocess.run(
            [sys.executable, "-c", CLEAN], env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
        said.append(ended.stdout)
    assert list(tmp_path.rglob("*.nbi"))
    assert said[0] == said[1]
