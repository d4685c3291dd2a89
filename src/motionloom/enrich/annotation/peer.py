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
from motionloom.enrich.annotation.descriptors import Described
from motionloom.enrich.annotation.simulation import Choose, Study
from motionloom.enrich.annotation.words import FARTHEST

COST, WIDTH, SLOPE = 30.0, 0.15, 2.0  # of its machine: high cost as in the paper, gamma times the features, log odds at a margin of 1
EVERY = 5  # frames, of ten a second, between two that the other program looks at
SCRIPT = Path(__file__).with_name("_peer_choice.py")


@contextmanager
def peer_choice(python: Path, study: Study) -> Iterator[Choose]:
    """A function that chooses the next question of a study by another program."""
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        names = {name: str(Path(folder) / f"{name}.npy") for name in ("rows", "piece", "examples", "labels")}
        looked = np.arange(0, len(study.piece), EVERY)  # two moments of every second: it is slow
        rows, shared = study.pool.rows[:, : study.pool.shared or None], study.pool.shared or None
        mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-3)
        np.save(names["rows"], np.clip((rows[looked] - mean) / scale, -FARTHEST, FARTHEST))
        np.save(names["piece"], study.piece[looked])
        pipe = subprocess.PIPE
        with subprocess.Popen([str(python), str(SCRIPT)], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
            out, back, errors = cast(IO[str], process.stdin), cast(IO[str], process.stdout), cast(IO[str], process.stderr)
            about = {"rows": names["rows"], "piece": names["piece"], "gamma": WIDTH / rows.shape[1], "cost": COST, "slope": SLOPE}
            out.write(json.dumps(about) + "\n")

            def choose(examples: Described, labels: NDArray[np.int8], asked: list[int], count: int) -> list[int]:
                np.save(names["examples"], np.clip((examples.rows[:, :shared] - mean) / scale, -FARTHEST, FARTHEST))
                np.save(names["labels"], labels)
                out.write(json.dumps({"examples": names["examples"], "labels": names["labels"], "asked": asked, "count": count}) + "\n")
                out.flush()
                line = back.readline()
                if not line:
                    raise MotionError(f"scikit-activeml did not answer: {(errors.read().strip().splitlines() or ['no word'])[-1]}")
                return [int(question) for question in json.loads(line)]

            yield choose
            out.close()
