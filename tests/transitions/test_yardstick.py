"""Captured windows, cross-fades and ours are measured over the same pairs, and damage shows in ours."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.transitions import yardstick
from motionloom.transitions.synthesis import Transition, make_transition
from motionloom.transitions.table import TransitionTable


def test_every_measure_but_activity_has_a_line_and_pairs_are_the_same_each_time(table: TransitionTable) -> None:
    found, again = yardstick.measure_pairs(table, 6), yardstick.measure_pairs(table, 6)
    assert found == again
    assert found.pairs == 6
    assert {line.measure for line in found.lines} >= {"scuff", "slide", "momentum", "penetration", "pop", "seams"}
    assert "activity" not in {line.measure for line in found.lines}
    assert len(yardstick.format_yardstick(found).splitlines()) == 2 + len(found.lines)


def test_what_follows_in_its_clip_is_as_captured(table: TransitionTable) -> None:
    starts = table.starts[:: max(1, len(table.starts) // 5)]
    found = yardstick.measure_pairs(table, np.stack([starts, starts + table.frames - 1], axis=1))
    for measure, statistic in (("momentum", "p99"), ("acceleration", "p99"), ("slide", "p90")):
        line = found.line(measure, statistic)
        assert line.ours == pytest.approx(line.captured, rel=0.02, abs=1e-4)
        assert line.cross_fade == pytest.approx(line.captured, rel=0.02, abs=1e-4)


def test_a_body_that_is_thrown_about_is_seen(table: TransitionTable, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = yardstick.measure_pairs(table, 4)

    def throw(table: TransitionTable, source: int, target: int) -> Transition:
        made = make_transition(table, source, target)
        roots = made.motion.root_positions.copy()
        roots[len(roots) // 2 :, 0] += 0.3
        object.__setattr__(made, "motion", made.motion.with_arrays(made.motion.rotations, roots))
        return made

    monkeypatch.setattr(yardstick, "make_transition", throw)
    thrown = yardstick.measure_pairs(table, 4)
    assert (thrown.line("momentum", "p99").ours or 0) > 3 * (calm.line("momentum", "p99").ours or 0)
    assert thrown.line("momentum", "p99").captured == calm.line("momentum", "p99").captured
