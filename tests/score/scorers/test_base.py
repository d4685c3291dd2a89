"""Plants that do not belong to a motion are refused; scores are plain data."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.scorers import Score
from motionloom.score.scorers.base import naturals, plants_of


def test_plants_must_fit(walk):
    with pytest.raises(MotionError, match=r"expected \(120, 4\)"):
        plants_of(walk.motion, np.zeros((3, 4), dtype=bool))
    assert plants_of(walk.motion, None).shape == (120, 4)


def test_scores_are_plain_data():
    assert Score(1.0, {"plants": 0.5}).to_json() == {"total": 1.0, "terms": {"plants": 0.5}}


def test_nothing_natural_is_refused():
    with pytest.raises(MotionError, match="no natural example"):
        naturals([])
