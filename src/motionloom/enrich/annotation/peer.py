"""scikit-activeml's uncertainty sampling, in a Python of its own, as a way to choose questions."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.simulation import Choose, Study
from motionloom.enrich.annotation.words import COST, SLOPE, WIDTH, Floats

EVERY = 5  # frames, of ten a second, between two that the other program looks at
SCRIPT = Path(__file__).with_name("_peer_choice.py")


@contextmanager
def peer_choice(python: Path, study: Study) -> Iterator[Choose]:
    """A function that chooses the next question of a study by another program."""
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        names = {name: str(Path(folder) / f"{name}.npy") for name in ("rows", "piece", "examples", "labels")}
        looked = np.arange(0, len(study.rows), EVERY)  # two moments of every second: it is slow
        np.save(names["rows"], study.rows[looked])
        np.save(names["piece"], study.piece[looked])
        pipe = subprocess.PIPE
        with subprocess.Popen([str(python), str(SCRIPT)], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
            out, back, errors = cast(IO[str], process.stdin), cast(IO[str], process.stdout), cast(IO[str], process.stderr)
            about = {"rows": names["rows"], "piece": names["piece"], "gamma": WIDTH / study.rows.shape[1], "cost": COST, "slope": SLOPE}
            out.write(json.dumps(about) + "\n")

            def choose(examples: Floats, labels: NDArray[np.int8], asked: list[int]) -> int:
                np.save(names["examples"], examples)
                np.save(names["labels"], labels)
                out.write(json.dumps({"examples": names["examples"], "labels": names["labels"], "asked": asked}) + "\n")
                out.flush()
                line = back.readline()
                if not line:
                    raise MotionError(f"scikit-activeml did not answer: {(errors.read().strip().splitlines() or ['no word'])[-1]}")
                return int(line)

            yield choose
            out.close()
