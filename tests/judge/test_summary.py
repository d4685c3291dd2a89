import numpy as np

from motionloom.judge.measure import MEASURES
from motionloom.judge.summary import MOMENT, Summary, measure_motion
from motionloom.judge.take import Take
from tests.judge.damage import pop_knee


def test_all_measures_are_summed_up(walk):
    judged = measure_motion(walk, performer="boris", labels=("walk",))
    assert set(judged.measures) == set(MEASURES.all())
    assert judged.seconds == walk.duration


def test_the_worst_moment_is_where_it_was_damaged(walk):
    worst = measure_motion(pop_knee(walk, 2.3, degrees=20.0)).measures["pop"].worst()
    assert worst is not None
    assert abs(worst.seconds - 2.3) < 0.03
    assert worst.channel == "left knee"


def test_each_quarter_second_has_one_peak(walk):
    summary = measure_motion(walk).measures["acceleration"]
    assert summary.peaks.total == int(np.ceil(walk.duration / MOMENT))
    assert len(summary.moments) == summary.peaks.total
    highest = np.nanmax(Take(walk).accelerations)
    assert summary.worst().value == highest == summary.values.largest


def test_merging_adds_up(walk, run):
    parts = [measure_motion(motion).measures["slide"] for motion in (walk, run)]
    both = Summary.merge(parts)
    assert both.values.total == sum(part.values.total for part in parts)
    assert len(both.moments) == sum(len(part.moments) for part in parts)


def test_captures_give_every_frame_where_joins_are_held_against_them(walk):
    assert measure_motion(walk).measures["seams"].values.total == 0
    assert measure_motion(walk, captured=True).measures["seams"].values.total == len(walk) - 4
