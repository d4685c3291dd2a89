"""The contest: every scorer on every kind of damage, learnt ones without having seen it; called a stand-in."""

import pytest

from motionloom.core.errors import MotionError
from motionloom.score import evaluation
from motionloom.score.damage import kinds
from motionloom.score.evaluation import Contestant, Sizes, evaluate


def test_a_small_contest(captures):
    contestants = (Contestant("physics", "physics"), Contestant("sum", "sum"))
    found = evaluate(captures, Sizes(4, 1, 6, 2), competing=contestants)
    report = found.to_json()
    assert "synthetic stand-in for people's judgements" in report["labels"]
    assert set(report["scorers"]["physics"]["area"]) == set(kinds())
    assert report["scorers"]["physics"]["area_together"] > 0.8
    assert report["terms"]["physics"]["depth"]["interpenetration"] > 0.9
    again = evaluate(captures, Sizes(4, 1, 6, 2), competing=contestants).to_json()
    assert again == report


def test_one_performer_alone_is_too_few(captures):
    with pytest.raises(MotionError, match="tested on others; found captures of ada alone, give others too"):
        evaluate(captures[:3], Sizes(4, 1, 6, 2))


def test_what_is_tested_was_not_seen(captures, monkeypatch, rng):
    from motionloom.score import scorers

    seen = []

    class Spy(scorers.find("sum")):
        needs_damaged = True

        @classmethod
        def fit(cls, examples, rng):
            seen.append({example.kind for example in examples})
            return cls()

    monkeypatch.setattr(evaluation.scorers, "find", lambda name: Spy)
    train = evaluation._make_set(captures[:3], 2, 1, rng)
    test = evaluation._make_set(captures[3:], 2, 1, rng)
    curves = evaluation._compete(Contestant("spy", "spy"), train, test, rng, {})
    assert list(curves) == list(kinds())
    assert all(kind not in trained_on for kind, trained_on in zip(kinds(), seen, strict=True))
    assert pytest.approx(1.0) == max(len(found) for found in seen) / len(kinds())  # the others, and the natural
