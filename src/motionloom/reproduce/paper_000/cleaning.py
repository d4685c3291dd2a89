"""Paper 000, figure 3.1: an edit makes feet skate, and clean-up plants them firmly."""

from __future__ import annotations

import time
from pathlib import Path

from motionloom.core.motion import Motion
from motionloom.feet.plants import Plants
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

WALK, SECONDS = "data/cmu/035/35_01.bvh", 2.4
EDIT = "path x 1.15"


def run(given: Given) -> Outcome:
    """A walk whose path is stretched, its plants found by the oracle, cleaned."""
    from motionloom.feet.cleanup import clean
    from motionloom.feet.reports.clean_up import EDITS
    from motionloom.feet.reports.film import save_before_and_after
    from motionloom.feet.skate_measures import compare_skate

    motion, plants, on = _read(given)
    skating = EDITS[EDIT](motion)
    clean(skating, plants)  # what is compiled once is in no figure
    began = time.process_time()
    result = clean(skating, plants)
    spent = time.process_time() - began
    skate = compare_skate(skating, result.motion, result.held, result.ground)
    numbers = (
        Number("feet slide while planted, before, mean", skate.before.mean_cm_per_second, "", "cm/s", 2.0),
        Number("the same after", skate.after.mean_cm_per_second, "", "cm/s", 0.5),
        Number("joints moved, mean", skate.mean_displacement_mm, "", "mm", 2.0),
        Number("clean-up of a second of motion", 1000 * spent / motion.duration, "interactive", "ms"),
    )
    path: Path = given.picture("000-3.1.png")
    save_before_and_after(skating, result.motion, plants, path.parent)
    (path.parent / "closeup.png").replace(path)
    return Outcome(on, numbers, DIFFERS, (path.name,))


def _read(given: Given) -> tuple[Motion, Plants, str]:
    from motionloom.core.editing import trim
    from motionloom.feet.oracle import default_oracle
    from motionloom.formats import load
    from motionloom.reproduce.examples import open_sample

    file = given.find(WALK)
    capture = open_sample("ada_walk_00")[0] if file is None else load(file)
    motion = trim(capture, 0.0, SECONDS)
    on = "the sample's ada, a synthetic stand-in" if file is None else "CMU 35_01"
    return motion, default_oracle().label(capture)[: len(motion)], on


DIFFERS = (
    "The edit is a path stretched by 15 %, for the paper does not say what its own was; each strip shows a toe from landing to lift with "
    "the place where it landed marked, and at its end the paper's picture: translucent renderings upon each other."
)
register(
    Result(
        "000",
        "3.1",
        "A foot that skates, and cleaned up",
        "An edited motion's foot skates; with plants found by the oracle an off-the-shelf clean-up plants it firmly, at interactive rates.",
        run,
    )
)
