"""The report: a row for each kind of damage and each performer; crosswise, each by what others show."""

import pytest

from motionloom.core.errors import MotionError
from motionloom.score.damage import kinds
from motionloom.score.line_report import learn_crosswise, measure_coverage, measure_damage, measure_line, read_all_terms


def test_every_kind_has_a_row(captures):
    rows = measure_damage(captures, 4)
    assert [row.kind for row in rows] == list(kinds())
    assert all(0 <= row.area <= 1 and row.count == 4 for row in rows)
    assert sum(row.area for row in rows) / len(rows) > 0.85


def test_every_performer_has_a_row(captures):
    rows = measure_line(read_all_terms(captures))
    assert [(row.performer, row.clips) for row in rows] == [("ada", 3), ("boris", 3)]
    assert rows[1].windows_under > 0.9  # procedural; ada's arms go through her trunk when she runs, and that is seen
    assert rows[0].rarest in ("", "depth")


def test_crosswise_needs_others(captures):
    assert len(learn_crosswise(read_all_terms(captures))) == 2
    with pytest.raises(MotionError, match="performers that it was not learned from; found 1, give more"):
        learn_crosswise(read_all_terms(captures[:3]))


def test_an_interval_of_coverage_is_about_performers():
    alike, apart = measure_coverage([0.9] * 8), measure_coverage([1.0] * 6 + [0.2, 0.8])
    assert (alike.low, alike.mean, alike.high) == pytest.approx((0.9, 0.9, 0.9))
    assert apart.mean == pytest.approx(0.875)
    assert apart.low < apart.mean < apart.high <= 1.0
    assert measure_coverage([1.0] * 6 + [0.2, 0.8]) == apart
