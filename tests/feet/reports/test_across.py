import json

import numpy as np

from motionloom.feet.reports import across, corrections
from motionloom.feet.reports.conditions import CONDITIONS


def test_no_performer_is_tested_by_what_was_taught_of_them(examples):
    for tested in across.leave_out(examples):
        inside = {examples[index].subject for index in tested}
        outside = {example.subject for index, example in enumerate(examples) if index not in tested}
        assert not inside & outside


def test_every_method_under_every_condition(examples):
    rows = across.across(examples)
    assert {row.condition for row in rows} == set(CONDITIONS)
    text = across.to_text(rows)
    for row in rows:
        plain = json.loads(json.dumps(row.to_json()))
        low, high = plain["interval"]
        assert 0 <= low <= plain["error"] <= high <= 1
        assert row.method in text
        assert np.isclose(row.against(row)[0], 1) or not row.errors[:, 0].any()


def test_a_simulated_teacher_does_not_make_it_worse(examples):
    found = corrections.correct(examples)
    assert found.wrong[-1] <= found.wrong[0] + 0.01 * found.bits
    assert "simulated teacher" in corrections.to_text(found)
