"""Agreement: perfect scores agree, worthless ones do not, and no clip draws its own line."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.score.agreement import agree_on, cross_measure, draw_line
from motionloom.score.judged import UNNATURAL
from motionloom.score.objective_set import NATURAL, Example
from motionloom.score.scorers import find


def test_scores_that_part_the_verdicts_agree_with_all() -> None:
    found = agree_on([0.1, 0.2, 0.3, 0.8, 0.9, 1.0], [True, True, True, False, False, False])
    assert found.agree == 6
    assert found.area == 1.0
    assert found.line == pytest.approx(0.55)


def test_worthless_scores_agree_by_chance_only() -> None:
    rng = np.random.default_rng(0)
    found = agree_on(rng.random(400), rng.random(400) < 0.5)
    assert 140 < found.agree < 260
    assert found.area == pytest.approx(0.5, abs=0.1)


def test_the_line_is_drawn_without_the_clip_in_question() -> None:
    # Each verdict contradicts its neighbours: in sight of itself a line could please one more.
    found = agree_on([1.0, 2.0], [False, True])
    assert found.agree < 2


def test_one_sided_verdicts_have_no_line() -> None:
    found = agree_on([0.1, 0.2], [True, True])
    assert (found.area, found.line) == (None, None)
    assert agree_on([], []).agree == 0


def test_no_line_falls_between_equal_scores() -> None:
    assert draw_line(np.array([1.0, 1.0, 2.0]), np.array([True, False, False])) != 1.0


def test_a_learner_is_measured_on_what_it_did_not_see(motion) -> None:  # type: ignore[no-untyped-def]
    plants = np.zeros((len(motion), 4), dtype=bool)
    judged = [Example(motion, plants, kind, "who", np.zeros(len(motion), bool)) for kind in (NATURAL, UNNATURAL) * 3]
    seen: list[int] = []

    def train(examples):  # type: ignore[no-untyped-def]
        seen.append(len(examples))
        assert {example.natural for example in examples} == {True, False}
        return find("sum")()

    found = cross_measure(train, judged)
    assert len(seen) == 2
    assert sum(seen) == len(judged)
    assert len(found.scores) == len(judged)
