"""Each term sees the damage it is there for; the total rises with any of them."""

import numpy as np
import pytest

from motionloom.score.damage import find_kind
from motionloom.score.scorers.paper_sum import PaperSum
from motionloom.score.scorers.physics import CAP, TERMS, Physics
from motionloom.score.scorers.plants_and_balance import PlantsAndBalance

SEES = {"slide": "plants", "lean": "balance", "interpenetration": "depth", "hard cut": "jerk", "twitch": "twitch"}


@pytest.mark.parametrize("kind", SEES)
def test_damage_raises_its_term_and_the_total(kind, captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    damaged = next(found for found in (find_kind(kind)(one, other, rng) for _ in range(20)) if found is not None)
    before, after = Physics().score(one.motion, one.plants), Physics().score(damaged.motion, damaged.plants)
    assert after.terms[SEES[kind]] > 1.5 * before.terms[SEES[kind]]
    assert after.total > before.total


def test_a_total_is_bounded_and_nothing_is_forgotten(walk):
    score = Physics(levels=(1e-9,) * len(TERMS)).score(walk.motion, walk.plants)
    assert score.total <= CAP * len(TERMS)
    assert set(score.terms) == set(score.traces) == set(TERMS)


def test_two_terms_alone_are_less_than_all(walk):
    assert PlantsAndBalance().score(walk.motion, walk.plants).total <= Physics().score(walk.motion, walk.plants).total


def test_the_paper_s_sum_is_in_metres(walk):
    score = PaperSum().score(walk.motion, walk.plants)
    assert score.total == pytest.approx(score.terms["plants"] + score.terms["balance"])
    assert score.terms["balance"] == pytest.approx(score.traces["balance"].max())


def test_without_plants_nothing_strays(walk):
    assert PaperSum().score(walk.motion, np.zeros_like(walk.plants)).terms["plants"] == 0
