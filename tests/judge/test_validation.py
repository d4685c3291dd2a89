"""Damage is told from captures of the developing performers, and captures of one are not called unusual beside the others."""

import pytest

from motionloom.judge.judging import judge_motion, learn_reference
from tests.judge.validation import measure_areas, read_stretches


@pytest.fixture(scope="module")
def stretches(shared_data):
    return read_stretches(shared_data, every=3)


def test_each_kind_of_damage_is_told_from_captures(stretches):
    for kind, (area, count) in measure_areas(stretches).items():
        assert count >= 3, kind
        assert area >= 0.9, kind


def test_captures_are_as_usual_as_other_captures(stretches):
    motions = [motion for motion, _ in stretches]
    reference = learn_reference([(motion, "others") for motion in motions[::2]])
    rows = [row for motion in motions[1::2] for row in judge_motion(motion, reference).rows if row.statistic != "share"]
    assert len(rows) > 300
    assert sum(row.unusual for row in rows) < 0.12 * len(rows)
