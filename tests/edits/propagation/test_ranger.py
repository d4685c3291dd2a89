"""The space ranger's story (paper 000, section 6.8) on captures, by the library's own way: examples on the shelf, added and replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.heading import headings
from motionloom.edits.propagation.example import Example, make_example
from motionloom.edits.propagation.example_set import ExampleSet, Pair, open_pairs
from motionloom.edits.propagation.known_edits import arms_up, lean_back
from motionloom.edits.propagation.maker import propagate_recipe
from motionloom.edits.propagation.model import assemble, estimate, fit
from motionloom.edits.propagation.reports.moments import MOMENTS, find_moments
from motionloom.edits.propagation.spreading import SpreadOptions, pose_errors
from motionloom.formats import load
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source
from motionloom.reproduce.paper_000.ranger import hands, lean as leaning

RATE = 60.0
WALK, STAND = (0.1, 3.3), (1.4, 2.3)  # seconds of 16_15 and of 16_33 that teach


@pytest.fixture(scope="module")
def library(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Captures of performer 16, and his walk as an artist edited it."""
    with Library.create(tmp_path_factory.mktemp("ranger") / "library") as made:
        for name in ("16_15", "16_33", "16_34", "16_18"):
            made.add(resample(load(shared_data / "cmu" / "016" / f"{name}.bvh"), RATE), name, made=False)
        walk = made.motion(made.find("16_15"))
        for name, edit in (("leaning", lean_back), ("zombie", arms_up)):
            made.add(edit.apply(walk).edited, name, made=False)
        yield made


def pair(library: Library, source: str, edited: str, seconds: tuple[float, float]) -> Pair:
    first, last = (round(each * RATE) for each in seconds)
    return Pair(*(clip_source(library.clip(library.find(name)), first, last) for name in (source, edited)))


def told(library: Library, examples: ExampleSet, clip: str) -> tuple[Motion, dict[str, float], dict[str, float]]:
    """What becomes of a clip: the motion, and by what the ranger does, degrees that he leans more than in the capture, and metres
    that his hands are higher."""
    opened = Sources(library).open(clip_source(library.clip(library.find(clip))))
    made = make(Sources(library), propagate_recipe(opened, plants_of_source(library, opened), examples, SpreadOptions())).motion
    moments, source = find_moments(opened.motion), opened.motion
    leans, lifts = leaning(made) - leaning(source), hands(source) - hands(made)
    rows = {name: np.flatnonzero(moments == number) for number, name in enumerate(MOMENTS)}
    rows["first steps"] = rows["walking"][: round(RATE)]
    means = [{name: float(values[there].mean()) for name, there in rows.items() if len(there)} for values in (leans, lifts)]
    return made, means[0], means[1]


def test_the_space_ranger_leans_stands_upright_and_is_a_zombie(library: Library) -> None:
    """Judged on takes that taught nothing: a walk that comes to a stop, and a turn."""
    lean, zombie = (pair(library, "16_15", name, WALK) for name in ("leaning", "zombie"))
    upright = pair(library, "16_33", "16_33", STAND)
    story = ExampleSet((lean,))
    walking = {edit: told(library, ExampleSet((each,)), "16_15") for edit, each in (("lean", lean), ("zombie", zombie))}
    leant, lifted = walking["lean"][1]["walking"], walking["zombie"][2]["walking"]

    leans = told(library, story, "16_34")[1]
    assert leans["walking"] > 0.9 * leant
    assert leans["standing"] > 0.9 * leant  # nobody has said yet that he stands otherwise
    story = story.added(upright)
    leans = told(library, story, "16_34")[1]
    assert leans["first steps"] > 0.9 * leant
    assert abs(leans["standing"]) < 0.1 * leant
    assert told(library, story, "16_18")[1]["walking"] > 0.8 * leant

    story = story.replaced(0, zombie)
    _, leans, lifts = told(library, story, "16_34")
    assert abs(leans["first steps"]) < 0.1 * leant  # the lean is gone with its example
    assert lifts["first steps"] > 0.7 * lifted
    assert abs(lifts["standing"]) < 0.1 * lifted


def test_a_second_put_right_on_the_turn_cures_it(library: Library) -> None:
    """With walking and standing alone the lean sinks on the turn, least sure there; the second put right raises it."""
    lean, upright = pair(library, "16_15", "leaning", WALK), pair(library, "16_33", "16_33", STAND)
    turn = library.motion(library.find("16_18"))
    truth = lean_back.apply(turn)
    story = ExampleSet((lean, upright))
    examples = open_pairs(Sources(library), story.pairs)
    told_before = estimate(fit(examples), turn)
    doubt = told_before.expected.mean(axis=1)
    first = int(np.argmax(np.convolve(doubt, np.ones(round(RATE)), "valid")))
    second = slice(first, first + round(RATE))
    assert (find_moments(turn)[second] == MOMENTS.index("turning")).mean() > 0.5  # it is the turn that is least sure
    after = fit([*examples, make_example(turn[second], truth.edited[second])])
    errors = [
        pose_errors(assemble(model, found).motion, truth.edited).mean(axis=1)
        for model, found in ((fit(examples), told_before), (after, estimate(after, turn)))
    ]
    won, order = errors[0] - errors[1], np.argsort(doubt)
    fifths = [float(won[part].mean()) for part in np.array_split(order, 5)]
    assert errors[1].mean() < 0.5 * errors[0].mean()
    assert max(fifths) == fifths[-1]  # most was won where confidence was lowest
    assert estimate(after, turn).confidence[second].min() > told_before.confidence[second].min()


def test_path_and_timing_spread(library: Library) -> None:
    """Strides half as long again on a slower clock, taught by a straight walk: on the turn the way and the seconds follow, round it."""
    walk, turn = (library.motion(library.find(name)) for name in ("16_15", "16_18"))
    model = fit([stride(walk[round(WALK[0] * RATE) : round(WALK[1] * RATE)])])
    truth, made = stride(turn), assemble(model, estimate(model, turn))
    assert way(made.motion).sum() / way(turn).sum() == pytest.approx(LONGER, abs=0.1)
    assert made.times[-1] == pytest.approx(truth.times[-1], rel=0.03)
    assert np.ptp(headings(made.motion)) == pytest.approx(np.ptp(headings(turn)), abs=0.05)
    ends = [each.root_positions[-1, [0, 2]] - each.root_positions[0, [0, 2]] for each in (made.motion, truth.edited)]
    assert np.linalg.norm(ends[0] - ends[1]) < 0.1 * np.linalg.norm(ends[1])


LONGER, SLOWER = 1.5, 1.3


def way(motion: Motion) -> Any:
    """Metres (F - 1,) over the ground from frame to frame."""
    return np.linalg.norm(np.diff(motion.root_positions[:, [0, 2]].astype(np.float64), axis=0), axis=1)


def stride(motion: Motion) -> Example:
    """A motion whose way over the ground is `LONGER`, on a clock that is `SLOWER`."""
    roots = motion.root_positions.astype(np.float64)
    longer = np.where([True, False, True], roots[0] + LONGER * (roots - roots[0]), roots)
    return Example(motion, motion.with_arrays(motion.rotations, longer.astype(np.float32)), SLOWER * np.arange(len(motion)) / motion.fps)
