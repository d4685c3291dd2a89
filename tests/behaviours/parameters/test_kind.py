"""What there is to steer by: numbers that never change, and names that are known."""

import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.parameters import BOTH, find_kind, kinds, names
from motionloom.core.errors import MotionError


def test_turn_and_speed_come_first():
    assert names()[:2] == BOTH
    assert [kind.name for kind in kinds()] == list(names())


def test_a_name_nobody_knows_is_said():
    with pytest.raises(MotionError, match="no parameter 'mood'; there are turn, speed, style"):
        find_kind("mood")


def test_a_character_begins_with_nothing_asked_of_any(sample_machine):
    asked = Controller(sample_machine).characters.asked
    np.testing.assert_array_equal(asked, [[kind.unasked for kind in kinds()]])
