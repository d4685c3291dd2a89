"""Paper 000, figure 6.4: one collection of captures drives characters who move in ways of their own, each taught by seconds."""

from __future__ import annotations

from motionloom.core.motion import Motion
from motionloom.edits.propagation.known_edits.registry import find_edit
from motionloom.edits.propagation.offsets import Edited
from motionloom.reproduce.examples import open_sample
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import stack_strips

RATE = 60.0
TAUGHT, TOLD = "data/cmu/016/16_15.bvh", "data/cmu/016/16_18.bvh"  # a walk that teaches, and one that turns
SAMPLE = "ada_walk_00", "ada_turn_left_90_00"
SECONDS = 3.2
EDITS = {"strut": "7.5 s (Elvis, walking)", "arms_up": "14.5 s (the skeleton, walking)"}


def run(given: Given) -> Outcome:
    """Teach two manners by a straight walk and spread each to a walk that turns, of which nothing was shown."""
    taught, told, on = open_walks(given)
    numbers, shown = list[Number](), [told]
    for name, paper in EDITS.items():
        edited, _, errors = spread(name, taught, told)
        numbers += [Number(f"seconds that teach, {say(name)}", taught.duration, paper, "s", 0.05), *errors]
        shown.append(edited.motion)
    return Outcome(on, tuple(numbers), DIFFERS, (stack_strips(given, shown, "000-6.4"),))


def open_walks(given: Given) -> tuple[Motion, Motion, str]:
    """A straight walk that teaches, one that turns, and whose they are."""
    from motionloom.core.editing import resample
    from motionloom.formats import load

    files = [given.find(name) for name in (TAUGHT, TOLD)]
    there = all(file is not None for file in files)
    motions = [load(file) for file in files if file is not None] if there else [open_sample(name)[0] for name in SAMPLE]
    taught, told = (resample(motion, RATE) for motion in motions)
    return taught[: round(SECONDS * RATE)], told, "CMU 16" if there else "the sample's ada, a synthetic stand-in"


def spread(name: str, taught: Motion, told: Motion) -> tuple[Edited, Motion, list[Number]]:
    """What a known edit, taught by one motion, makes of another; that one on the edit's body; and how far they are from the truth."""
    from motionloom.edits.propagation.model import assemble, estimate, fit
    from motionloom.edits.propagation.spreading import pose_errors

    apply = find_edit(name)
    model = fit([apply(taught)])
    found = estimate(model, told)
    edited, truth = assemble(model, found, model.weights), apply(told).edited
    return (
        edited,
        found.mapped,
        [
            Number(f"joints off the truth, {say(name)}", 1000 * float(pose_errors(edited.motion, truth).mean()), "", "mm", 5.0),
            Number(f"the same where nothing is done, {say(name)}", 1000 * float(pose_errors(found.mapped, truth).mean()), "", "mm", 5.0),
        ],
    )


def say(name: str) -> str:
    """An edit's name for people."""
    return name.replace("_", " ")


DIFFERS = (
    "An artist's edits of a modelled skeleton and of Elvis are stood in for by two edits that a rule does, a strut and arms held up, on "
    "the performer's own body, so that the truth is known. Strips, from above: the capture, the strut, the arms."
)
register(
    Result(
        "000",
        "6.4",
        "Characters with manners of their own, driven by the same captures",
        "A skeleton that swings loosely and an Elvis who struts are animated from the same captures; what an artist showed in seconds is "
        "seen in motions that were not shown.",
        run,
    )
)
