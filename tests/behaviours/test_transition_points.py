from dataclasses import replace

import numpy as np
import pytest

from motionloom.behaviours.states import make_single
from motionloom.behaviours.transition_points import (
    EARLY,
    LATE,
    allowed_spans,
    find_transition_points,
    lap_seconds,
    place_transition_point,
)
from motionloom.core import MotionloomError
from motionloom.core.heading import headings
from motionloom.sample import make


def test_guidelines_are_kept(sample_machine):
    for point in sample_machine.transitions:
        source, target = sample_machine.state(point.source), sample_machine.state(point.target)
        assert np.all(np.diff(point.frames) > 0)
        assert point.stop <= len(source.frames) - 1
        assert point.frames[-1] <= len(target.frames) - 1
        if source.cyclic:  # every lap passes it
            assert source.loop.frames[-1] <= point.start <= source.loop.start
        else:
            assert point.start >= min(LATE * len(source.frames), len(source.frames) - 20) - 1
        if target.cyclic:
            assert point.frames[-1] <= target.loop.start
        else:
            assert point.frames[0] <= EARLY * len(target.frames)


def test_paces_stay_within_double(sample_machine):
    for point in sample_machine.transitions:
        slopes = np.diff(point.frames) / ((point.stop - point.start) / (len(point.frames) - 1))
        assert slopes.min() > 0.3
        assert slopes.max() < 3.0


def test_cycles_have_several_ways_out_unless_only_one_is_wanted(sample_machine):
    walk, stop = sample_machine.state("walk"), sample_machine.state("stop")
    several, one = find_transition_points(walk, stop), find_transition_points(walk, stop, several=False)
    assert len(several) > len(one) == 1
    assert one[0].start >= several[-1].start - 12
    assert [p.start for p in several] == sorted(p.start for p in several)


def test_an_acyclic_state_is_left_once(sample_machine):
    assert len(find_transition_points(sample_machine.state("stop"), sample_machine.state("stand"))) == 1


def test_a_lap_lasts_as_long_as_a_stride(sample_machine):
    assert 0.8 < lap_seconds(sample_machine.state("walk")) < 1.4


def test_a_transition_can_be_put_by_hand(sample_machine):
    walk, stop = sample_machine.state("walk"), sample_machine.state("stop")
    second = walk.loop.frames[-1] / 60 + 0.1
    point = place_transition_point(walk, stop, second, 0.5, 0.25)
    assert point.start == round(second * 60)
    assert point.frames[0] == 30
    assert point.stop - point.start == 15
    others = [p for p in sample_machine.transitions if (p.source, p.target) != ("walk", "stop")]
    changed = sample_machine.with_transitions([*others, point])
    assert changed.transitions_between("walk", "stop") == [point]
    with pytest.raises(MotionloomError, match="does not fit"):
        place_transition_point(walk, stop, 0.5, 99.0)
    with pytest.raises(MotionloomError, match="not every lap of walk passes"):
        place_transition_point(walk, stop, 0.0, 0.5)
    with pytest.raises(MotionloomError, match="there is no transition"):
        sample_machine.with_transitions(others)


def test_a_transition_by_hand_is_over_before_its_target_must_be_left(sample_machine):
    stand, walk, jump = (sample_machine.state(name) for name in ("stand", "walk", "jump"))
    leave = stand.loop.frames[-1] / 60 + 0.1
    late = walk.loop.start / 60
    with pytest.raises(MotionloomError, match=r"walk would be cut short: .* which is left at .*; enter at [0-9.]+ s or before"):
        place_transition_point(stand, walk, leave, late - 0.2, 0.25)
    place_transition_point(stand, walk, leave, late - 0.3, 0.25)
    (home,) = sample_machine.transitions_between("jump", "stand")
    others = [p for p in sample_machine.transitions if (p.source, p.target) != ("stand", "jump")]
    with pytest.raises(MotionloomError, match="jump would be cut short"):
        sample_machine.with_transitions([*others, place_transition_point(stand, jump, leave, home.start / 60 - 0.1, 0.25)])
    fits = place_transition_point(stand, jump, leave, home.start / 60 - 0.3, 0.25)
    changed = sample_machine.with_transitions([*others, fits])
    earlier = place_transition_point(jump, stand, home.start / 60 - 0.2, home.frames[0] / 60, 0.25)
    rest = [p for p in changed.transitions if (p.source, p.target) != ("jump", "stand")]
    with pytest.raises(MotionloomError, match="stand -> jump would be cut short"):  # a way home may not overtake those who arrive
        changed.with_transitions([*rest, earlier])


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_turn_is_entered_before_it_turns_and_left_when_it_has(side):
    """A take whose turn is in its beginning, with a long stand after it: two fifths of it are past the turn."""
    spin, stand = make("ada", f"spin_{side}").motion, make("ada", "stand").motion
    turned = np.abs(headings(spin) - headings(spin)[0])
    begins = int(np.argmax(turned > np.radians(5)))
    rows = np.r_[max(begins - 12, 0) : len(spin), np.full(240, len(spin) - 1)]
    long = replace(spin, rotations=spin.rotations[rows], root_positions=spin.root_positions[rows])
    turn = make_single(f"turn_{side}", long, cyclic=False, default="stand")
    rest = make_single("stand", stand, cyclic=True)
    way, out = np.abs(headings(turn.motions[0]) - headings(turn.motions[0])[0]), find_transition_points(turn, rest)
    for point in find_transition_points(rest, turn):
        assert way[int(point.frames[0])] <= 0.25 * way.max()
    assert all(way[int(point.start)] >= 0.75 * way.max() for point in out)
    assert allowed_spans(rest, turn)[1][1] * 60 < EARLY * len(turn.frames) / 2  # far before two fifths of it
