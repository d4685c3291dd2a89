"""Paper 003, figure 7: a basketball dribble grafted on a walk."""

from __future__ import annotations

from motionloom.reproduce.libraries import import_captures, sample_library
from motionloom.reproduce.paper_003.grafting import graft, measure, show
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

FOLDER, BASE, DONOR = "data/cmu/006", "06_01", "06_02"
SAMPLE_BASE, SAMPLE_DONOR = "ada_walk_00", "ada_carry_00"


def run(given: Given) -> Outcome:
    """Graft it, measure it, show base, donor and result."""
    folder = given.find(FOLDER)
    if folder is None:
        found, on = graft(sample_library(given), SAMPLE_BASE, SAMPLE_DONOR), "the sample's ada, a synthetic stand-in, who carries"
    else:
        files = [folder / f"{name}.bvh" for name in (BASE, DONOR)]
        found, on = graft(import_captures(given, "dribble", files), BASE, DONOR), f"CMU {DONOR} on {BASE}"
    numbers: tuple[Number, ...] = measure(found)
    return Outcome(on, numbers, DIFFERS, (show(given, found, "003-7"),))


DIFFERS = (
    "The paper gives no number; where it replaces the arms all through, here they are eased in and out where the two upper bodies are "
    "alike and keep the clock of the legs, stride by stride; the sample has no dribble, so its quick form carries a thing."
)
register(
    Result(
        "003",
        "7",
        "A dribble on a walk",
        "The arms of a basketball dribble, grafted on a walk, give somebody who walks and dribbles, believable and smooth.",
        run,
    )
)
