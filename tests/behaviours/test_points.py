import numpy as np

from motionloom.behaviours.points import EARLY, LATE, find_points, lap_seconds


def test_guidelines_are_kept(sample_machine):
    for point in sample_machine.points:
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
    for point in sample_machine.points:
        slopes = np.diff(point.frames) / ((point.stop - point.start) / (len(point.frames) - 1))
        assert slopes.min() > 0.3
        assert slopes.max() < 3.0


def test_cycles_have_several_ways_out_unless_only_one_is_wanted(sample_machine):
    walk, stop = sample_machine.state("walk"), sample_machine.state("stop")
    several, one = find_points(walk, stop), find_points(walk, stop, several=False)
    assert len(several) > len(one) == 1
    assert one[0].start >= several[-1].start - 12
    assert [p.start for p in several] == sorted(p.start for p in several)


def test_an_acyclic_state_is_left_once(sample_machine):
    assert len(find_points(sample_machine.state("stop"), sample_machine.state("stand"))) == 1


def test_a_lap_lasts_as_long_as_a_stride(sample_machine):
    assert 0.8 < lap_seconds(sample_machine.state("walk")) < 1.4
