import json

import numpy as np
import pytest

from motionloom.feet.plants import Plants
from motionloom.feet.reports.clean_up import AS_IT_IS, BLEND, EDITS, QUICK, frames_away, report_clean_up, to_text


def check(rows):
    """Issue 4, must show 5, every figure of it."""
    for row in rows:
        assert row.skate.after.max_mm_per_frame < 1
        assert row.skate.after.lowest_mm > -5
        assert row.jump < 1
        assert row.away_mm < 0.001
        assert row.bones_mm < 0.01
        assert row.again_mm < 1
        assert row.skate.jerk_ratio < 1.1
        assert row.left == 0


def test_the_report_has_every_edit(walk):
    rows = report_clean_up([walk], lambda motion: walk.plants, [walk.motion, walk.motion])
    assert [row.edit for row in rows] == [*EDITS, AS_IT_IS, BLEND]
    text = to_text(rows)
    assert all(edit in text for edit in EDITS)
    assert json.loads(json.dumps([row.to_json() for row in rows]))[0]["bones_mm"] < 0.01


def test_frames_next_to_plants_are_not_away():
    bits = np.zeros((200, 4), bool)
    bits[90:100, 2] = True
    away = frames_away(Plants(bits, 100.0), QUICK)
    assert away[:70].all()
    assert away[120:].all()
    assert not away[85:105].any()


@pytest.mark.data
def test_captures_made_to_skate(shared_data):
    from motionloom import formats
    from motionloom.cli.feet_report import WALKS
    from motionloom.feet.hand_labels import open_examples, read_labels
    from motionloom.feet.oracle import train

    oracle = train(open_examples(read_labels(split="train"), shared_data))
    chosen = [labelled for labelled in read_labels(split="held out") if labelled.name in ("08_01", "35_17", "13_32", "69_16")]
    rows = report_clean_up(open_examples(chosen, shared_data), oracle.label, [formats.load(shared_data / walk) for walk in WALKS[:3]])
    assert {row.edit for row in rows} == {*EDITS, AS_IT_IS, BLEND}
    assert sum(row.away for row in rows) > 10
    assert all(row.skate.before.max_mm_per_frame > 1 for row in rows)
    check(rows)
