"""What captures show: rarities rise with values, one in ten reaches 1, and every performer counts alike."""

import json

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.reference import MOST, STEPS, Level, Reference, bundled, rarity_of
from motionloom.score.terms import TERMS
from motionloom.score.windows import Terms


def make_terms(rng, frames=6000, scale=1.0):
    names = tuple(TERMS.all())
    return Terms(names, scale * rng.exponential(size=(len(names), frames)), np.ones(frames))


def test_rarity_rises_with_the_value_and_goes_on_beyond_what_was_captured():
    values = np.linspace(0.0, 40.0, 400)
    found = Level(tuple(np.geomspace(0.1, 5.0, len(STEPS)))).rarity(values)
    assert (np.diff(found) >= 0).all()
    assert found[0] == 0.0
    assert 2.0 < found[-1] <= MOST


def test_where_most_have_nothing_at_all_nothing_is_not_rare():
    known = np.array([[0.0] * 9 + [0.1, 0.2, 0.3]])
    assert rarity_of(np.array([[0.0]]), known)[0, 0] == 0.0
    assert rarity_of(np.array([[0.3]]), known)[0, 0] == pytest.approx(2.0)


def test_one_window_in_ten_reaches_the_line(rng):
    captured = [(who, make_terms(rng)) for who in ("a", "b", "c", "d")]
    reference = Reference.learn(captured)
    over = [np.mean(reference.joint.rarity(reference.join(terms)) > 1.0) for _, terms in captured]
    assert np.mean(over) == pytest.approx(0.1, abs=0.03)


def test_the_line_holds_for_performers_that_were_not_learned_from(rng):
    def draw(count):
        return [(f"{n}", make_terms(rng, 3000, scale=float(np.exp(0.3 * rng.normal())))) for n in range(count)]

    references = [Reference.learn(draw(6)) for _ in range(4)]
    unseen = draw(40)
    under = [np.mean(each.joint.rarity(each.join(terms)) <= 1.0) for each in references for _, terms in unseen]
    assert np.mean(under) > 0.85  # pooling the six alone leaves 0.8
    alike = Reference.learn([(name, make_terms(rng)) for name in "abcdef"])
    assert np.mean(alike.joint.rarity(alike.join(make_terms(rng))) <= 1.0) == pytest.approx(
        0.9, abs=0.04
    )  # and is no higher than it need be


def test_a_line_that_others_draw_leaves_the_terms_as_they_were_and_holds_for_these_others(rng):
    few = [(name, make_terms(rng, 1200)) for name in "abc"]
    others = [(f"{n}", make_terms(rng, 1200, scale=float(np.exp(0.4 * rng.normal())))) for n in range(44)]
    drawn, bare = Reference.learn(few, others[:22]), Reference.learn(few)
    assert drawn.levels == bare.levels
    assert drawn.performers == tuple(sorted([*"abc", *(name for name, _ in others[:22])]))
    unseen = [np.mean(drawn.joint.rarity(drawn.join(terms)) <= 1.0) for _, terms in others[22:]]
    assert np.mean(unseen) == pytest.approx(0.9, abs=0.08)


def test_a_performer_with_many_captures_counts_no_more_than_another(rng):
    few, many = make_terms(rng, 20000), [make_terms(rng, 20000, scale=0.1) for _ in range(6)]
    lone = Reference.learn([("a", few), ("b", many[0])])
    crowd = Reference.learn([("a", few), *[("b", terms) for terms in many]])
    for name, level in lone.levels.items():
        now, alone = (each.values[6] * (1 + each.growth) for each in (crowd.levels[name], level))  # everybody is as lively here
        assert now == pytest.approx(alone, rel=0.05)


def test_lively_terms_are_taken_over_liveliness(rng):
    names = tuple(TERMS.all())
    lively = np.repeat(rng.uniform(0.2, 3.0, size=60), 60)
    values = rng.exponential(size=(len(names), len(lively))) * (1 + 2 * lively)
    learned = Reference.learn([("a", Terms(names, values, lively))])
    for name, term in TERMS.all().items():
        assert (learned.levels[name].growth > 0) == term.lively


def test_it_reads_what_it_writes_and_refuses_what_lacks_a_term():
    reference = bundled()
    data = json.loads(json.dumps(reference.to_json()))
    assert Reference.from_json(data) == reference
    del data["levels"]["knees"]
    with pytest.raises(MotionError, match="one without knees; `motionloom score calibrate` learns it"):
        Reference.from_json(data)
    with pytest.raises(MotionError, match="something else"):
        Reference.from_json({})
    with pytest.raises(MotionError, match="no capture to learn what is natural from"):
        Reference.learn([])
