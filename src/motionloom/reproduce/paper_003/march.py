"""Paper 003, figure 8: the arms of an exaggerated stride grafted on a normal walk."""

from __future__ import annotations

from motionloom.reproduce.libraries import import_captures, sample_library
from motionloom.reproduce.paper_003.grafting import graft, measure, show
from motionloom.reproduce.result import Given, Outcome, Result, register

BASE, DONOR = "data/cmu/016/16_15.bvh", "data/cmu/138/138_05.bvh"
SAMPLE_BASE, SAMPLE_DONOR = "ada_walk_00", "ada_march_00"


def run(given: Given) -> Outcome:
    """Graft it, measure it, show base, donor and result."""
    base, donor = given.find(BASE), given.find(DONOR)
    if base is None or donor is None:
        found, on = graft(sample_library(given), SAMPLE_BASE, SAMPLE_DONOR), "the sample's ada, a synthetic stand-in"
    else:
        found, on = graft(import_captures(given, "march", [base, donor]), base.stem, donor.stem), f"CMU {donor.stem} on {base.stem}"
    return Outcome(on, measure(found), DIFFERS, (show(given, found, "003-8"),))


DIFFERS = (
    "The paper gives no number; the donor is another performer here, whose arms are put on the base's body, and the graft lasts only as "
    "long as both clips have strides to share, which is short for these captures."
)
register(
    Result(
        "003",
        "8",
        "March arms on a walk",
        "The arms of an exaggerated stride on a normal walk give a motion that looks like marching.",
        run,
    )
)
