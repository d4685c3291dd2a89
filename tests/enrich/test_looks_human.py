"""Looks human: mirrored motion has mirrored rows, chances are calibrated, judges are kept as arrays, verdicts teach."""

import gc
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.editing import mirror
from motionloom.enrich.looks_human.classifier import CLASSIFIERS, FrameVerdict, Judge, judged_frames
from motionloom.enrich.looks_human.damage import KINDS
from motionloom.enrich.looks_human.examples import make_examples
from motionloom.enrich.looks_human.features import mirror_rows, read_rows
from motionloom.enrich.looks_human.fitting import calibrate, fit_judge, split_performers
from motionloom.enrich.looks_human.question import QUESTION, count_examples
from motionloom.enrich.looks_human.shelf import open_judge, shipped_judge
from motionloom.enrich.looks_human.writing import whole
from motionloom.enrich.reports.classifiers import LEFT_OUT, Tally
from motionloom.library import Library
from motionloom.making.deciding import accept, reject
from motionloom.making.proposals import find_proposals
from motionloom.making.work import run_here
from motionloom.score.captures import Capture


@pytest.fixture(scope="module")
def captures():
    found = []
    for performer in ("ada", "boris"):
        for name in ("walk", "jog", "wave"):
            made = sample.make(performer, name)
            found.append(Capture(made.motion, performer, given_plants=made.plants, synthetic=True))
    return found


@pytest.fixture(scope="module")
def examples(captures):
    return make_examples(captures, 8, 2, np.random.default_rng(0))


def test_a_mirrored_motion_has_mirrored_rows(captures):
    walk = captures[0]
    rows = read_rows(walk.motion, walk.plants).values
    turned = read_rows(mirror(walk.motion), walk.plants[:, [2, 3, 0, 1]]).values
    assert np.allclose(mirror_rows(rows), turned, atol=2e-2)
    assert np.array_equal(mirror_rows(mirror_rows(rows)), rows)


def test_rows_are_kept_no_longer_than_their_motion():
    """A server that judges a library must not hold every motion it has seen."""
    from motionloom.enrich.looks_human.classifiers import boosted

    made, before = sample.make("ada", "walk"), len(boosted._read)
    motion, plants = made.motion[5:], made.plants[5:]
    rows = boosted.rows_of(motion, plants)
    assert boosted.rows_of(motion, plants) is rows
    assert boosted.rows_of(motion, ~plants) is not rows
    assert len(boosted._read) == before + 1
    del motion
    gc.collect()
    assert len(boosted._read) == before


def test_every_kind_of_damage_touches_and_says_where(captures, examples):
    kinds = {example.kind for example in examples}
    assert set(KINDS) <= kinds | {"limb swap"}
    assert {kind for group in LEFT_OUT for kind in group} == set(KINDS)
    for example in examples:
        assert example.natural or example.touched.any(), example.kind
        assert np.isfinite(example.motion.rotations).all()


def test_frames_near_the_ends_are_not_judged(captures):
    walk = captures[0].motion
    judged = judged_frames(walk)
    assert not judged[: round(0.5 * walk.fps)].any()
    assert judged.sum() == len(walk) - 2 * round(0.5 * walk.fps)
    verdict = FrameVerdict(np.ones(len(walk)), judged)
    assert verdict.share == 1.0
    assert verdict.human.sum() == judged.sum()


def test_calibrated_values_are_chances():
    rng = np.random.default_rng(0)
    values = rng.normal(size=20_000) * 3
    human = rng.random(20_000) < 1 / (1 + np.exp(-(1.5 * values - 0.4)))
    slope, offset = calibrate(values, human)
    assert slope == pytest.approx(1.5, rel=0.1)
    chances = 1 / (1 + np.exp(-(slope * values + offset)))
    for low, high in pairwise(np.linspace(0, 1, 6)):
        inside = (chances >= low) & (chances < high)
        assert abs(human[inside].mean() - chances[inside].mean()) < 0.08


@pytest.mark.parametrize("name", ["boosted", "svm", "physics"])
def test_a_judge_is_kept_as_arrays(captures, examples, name):
    judge = fit_judge(examples, "made up for a test", np.random.default_rng(1), name)
    again = Judge.from_bytes(judge.to_bytes())
    walk = captures[0]
    one, two = (each.judge(walk.motion, walk.plants) for each in (judge, again))
    assert np.array_equal(one.chances, two.chances)
    assert again.labels == "made up for a test"
    assert CLASSIFIERS.find(name) is type(again.classifier)
    assert np.all((one.chances >= 0) & (one.chances <= 1))


def test_no_performer_is_in_two_folds(examples):
    folds = [{example.subject for example in fold} for fold in split_performers(examples)]
    assert len(folds) >= 2
    assert sum(map(len, folds)) == len(set.union(*folds))


def test_folds_hold_every_example_once(examples):
    alone = [replace(example, subject="ada") for example in examples]
    for given in (examples, alone):  # of one performer every other example is held out
        folds = split_performers(given)
        assert sorted(id(example) for fold in folds for example in fold) == sorted(map(id, given))
        assert all({example.natural for example in fold} == {True, False} for fold in folds)


def test_little_captured_motion_is_not_taken_again_and_again():
    assert count_examples(3600.0) == (300, 60)
    assert count_examples(100.0) == (100, 20)
    assert min(count_examples(1.0)) >= 4


def test_runs_count_in_fractions():
    tally = Tally([("", np.array([0.9, 0.9, 0.9, 0.1])), ("twitch", np.array([0.1, 0.6]))])
    assert tally.errors("runs") == pytest.approx({"error": 0.375, "false_positives": 0.5, "false_negatives": 0.25})
    assert tally.roc().area == pytest.approx(0.8125)


def test_the_shipped_judge_tells_a_walk_from_one_with_its_arms_thrown_about(captures):
    walk = captures[0]
    judge = shipped_judge()
    assert "synthetic stand-in" in judge.labels
    shaken = make_examples([walk], 0, 4, np.random.default_rng(2), {"twitch": KINDS["twitch"]})
    whole = judge.judge(walk.motion, walk.plants).chance
    assert np.mean([judge.judge(each.motion, each.plants).chance for each in shaken]) < whole


def test_answers_teach_and_what_waits_is_scored_anew(tmp_path):
    with Library.create(tmp_path / "library") as library:
        for name in ("walk", "march"):
            made = sample.make("ada", name)
            library.add(made.motion, name, subject="ada", plants=made.plants, height=1.6, made=False)
        run_here(library, "transplant", {"applications": 3, "rules": ["turned_arms"]}, workers=1)
        waiting = find_proposals(library, question=QUESTION, order="best")
        accept(library, [waiting[-1].id], by="test")
        reject(library, [each.id for each in waiting[:2]], by="test")
        work = run_here(library, "teach", {"question": QUESTION, "learner": QUESTION, "naturals": 6, "damaged": 1})
        assert "3 motions that people judged (2 not human)" in work.message
        assert "synthetic stand-in" in open_judge(library).labels
        after = {each.id: each.score for each in find_proposals(library, question=QUESTION)}
        assert any(after[each.id] != each.score for each in waiting if each.id in after)


def test_a_verdict_is_written_and_taken_back(tmp_path):
    with Library.create(tmp_path / "library") as library:
        for name in ("walk", "wave"):
            made = sample.make("ada", name)
            library.add(made.motion, name, subject="ada", made=False, height=1.7)
        run_here(library, "write_looks_human", {"choice": {}}, window="me")
        spans = library.annotations(track="looks_human")
        assert {span.name for span in spans} == {"looks_human"}
        assert all(span.by == "machine" for span in spans)
        library.undo("me")
        assert not library.annotations(track="looks_human")


def test_frames_that_are_not_judged_follow_their_neighbours():
    verdict = FrameVerdict(np.array([0.1, 0.1, 0.9, 0.9, 0.2, 0.9]), np.array([False, False, True, True, True, False]))
    assert whole(verdict).tolist() == [True, True, True, True, False, False]
