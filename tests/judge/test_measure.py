import numpy as np
import pytest

from motionloom.core.errors import MotionloomError
from motionloom.judge.measure import MEASURES, Measure, Reading, all_measures, register


def test_every_measure_says_what_it_is():
    for name, measure in MEASURES.all().items():
        assert measure.name == name
        assert measure.title
        assert measure.statistics
        assert all(s in ("max", "share", "spikes") or 0 < float(s.removeprefix("p")) < 100 for s in measure.statistics)


def test_they_are_listed_as_we_list_them_whichever_was_loaded_first():
    names = [measure.name for measure in all_measures()]
    assert names.index("scuff") < names.index("pop") < names.index("jitter")
    assert set(names) == set(MEASURES.all())


def test_an_unknown_one_is_named():
    with pytest.raises(MotionloomError, match=r"no measure 'charm' is known here; there are .*scuff"):
        MEASURES.find("charm")


def test_the_worst_of_several_columns_is_kept_with_its_name():
    values = np.array([[1.0, 3.0], [5.0, 2.0], [np.nan, np.nan]])
    reading = Reading.worst_of(values, ("left", "right"))
    assert reading.values[:2, 0].tolist() == [3.0, 5.0]
    assert np.isnan(reading.values[2, 0])
    assert [reading.channel(0, 0), reading.channel(1, 0)] == ["right", "left"]


def test_a_new_one_is_one_registration(monkeypatch):
    MEASURES.all()
    monkeypatch.setattr(MEASURES, "_members", dict(MEASURES._members))
    added = register(Measure("lean", "how far the body leans", "rad", lambda take: Reading(np.zeros((len(take), 1)), ("body",)), ("max",)))
    assert MEASURES.find("lean") is added
