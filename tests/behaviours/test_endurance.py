import numpy as np
import pytest

from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.endurance import draw_endurance, endure
from motionloom.behaviours.footing import find_footing
from motionloom.core import MotionloomError


@pytest.fixture(scope="module")
def machine(sample_machine):
    return calibrate(sample_machine)


def test_walking_on_does_not_drift_pop_or_slide(machine, tmp_path):
    rows = endure(machine, "walk", 0.5, [-0.5, 0.0, 0.5], find_footing(machine))
    for row in rows:
        assert abs(row.got - row.asked) < 0.02
        assert abs(row.strayed - (row.got - row.asked) * (len(row.motion) - 121) / 60) < 1e-6
        assert abs(row.drifted) < 0.1
        assert abs(row.sank) < 0.002
        assert row.over < 0.005
        assert row.slide < 0.05 * row.slide_bare
    assert [row.asked for row in rows] == [-0.5, 0.0, 0.5]
    assert "motion" not in rows[0].to_json()
    draw_endurance(rows, tmp_path / "ways.png")
    assert (tmp_path / "ways.png").stat().st_size > 5000


def test_who_stands_does_not_wander(machine):
    (row,) = endure(machine, "stand", 0.5)
    assert row.asked is None
    assert np.linalg.norm(np.ptp(row.motion.root_positions[:, [0, 2]], axis=0)) < 0.1


def test_what_ends_by_itself_cannot_go_on(machine):
    with pytest.raises(MotionloomError, match="'jump' ends by itself; cyclic ones are stand, walk"):
        endure(machine, "jump")
