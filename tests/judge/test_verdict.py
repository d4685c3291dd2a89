import json
from itertools import pairwise

import pytest

from motionloom.judge.judging import judge_motion, learn_reference
from motionloom.judge.summary import measure_motion
from motionloom.judge.verdict import format_table, make_joint_verdict
from tests.judge.damage import pop_knee


@pytest.fixture(scope="module")
def reference(walk):
    return learn_reference([(walk, "boris")])


def test_a_capture_held_against_itself_is_as_captured(walk, reference):
    verdict = judge_motion(walk, reference)
    assert verdict.rows
    for row in verdict.rows:
        assert row.captured == pytest.approx(row.value)
        assert not row.unusual


def test_damage_has_a_ratio_a_place_and_a_mark(walk, reference):
    verdict = judge_motion(pop_knee(walk, 3.0, degrees=20.0), reference)
    row = verdict.row("pop", "max")
    assert row.ratio > 2
    assert row.unusual
    assert abs(row.worst.seconds - 3.0) < 0.03
    spikes = verdict.spikes("pop")
    assert any(abs(spike.seconds - 3.0) < 0.03 for spike in spikes)
    assert "left knee" in format_table(verdict)


def test_worst_moments_lie_apart_and_come_worst_first(walk, reference):
    worst = judge_motion(pop_knee(walk, 3.0, degrees=20.0), reference).worst(6)
    times = [times for _, times in worst]
    assert times == sorted(times, reverse=True)
    seconds = sorted(moment.seconds for moment, _ in worst)
    assert all(b - a >= 0.5 for a, b in pairwise(seconds))


def test_without_captures_there_are_values_alone(walk):
    verdict = judge_motion(walk)
    assert all(row.captured is None and row.rank is None for row in verdict.rows)
    assert verdict.worst() == []
    assert verdict.spikes("pop") == []
    assert verdict.value("pop", "spikes") is None


def test_json_is_plain(walk, reference):
    data = json.loads(json.dumps(judge_motion(walk, reference).to_json(), allow_nan=False))
    assert data["motion"] == walk.name
    assert {"measure", "statistic", "unit", "value", "captured", "ratio", "rank", "worst", "unusual"} <= set(data["rows"][0])


def test_many_are_judged_together_and_one_by_one(walk, reference):
    damaged = pop_knee(walk, 3.0, degrees=20.0)
    judged = [measure_motion(walk, clip="good"), measure_motion(damaged, clip="bad")]
    verdict = make_joint_verdict("two", judged, reference)
    assert [part.name for part in verdict.parts] == ["good", "bad"]
    row = verdict.row("pop", "max")
    assert (row.clips, row.worst.clip) == (1, "bad")
    assert "bad 3.0" in format_table(verdict)
