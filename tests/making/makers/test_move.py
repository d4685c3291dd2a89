"""A motion put elsewhere is the same performance: seen from itself, nothing changed."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.core.ground import ground_height
from motionloom.core.heading import headings
from motionloom.making.makers import make
from motionloom.making.makers.move import move, move_recipe
from motionloom.making.sources import Sources, clip_source


@pytest.fixture
def walk(library, take):
    return Sources(library).open(clip_source(take("walk")))


def test_it_turns_where_it_begins_and_goes_where_it_is_told(walk):
    motion = walk.motion
    made = move(motion, x=2.0, z=-1.0, up=0.3, turn_degrees=90.0)
    np.testing.assert_allclose(made.root_positions[0], motion.root_positions[0] + [2.0, 0.3, -1.0], atol=1e-5)
    np.testing.assert_allclose(headings(made) - headings(motion), np.pi / 2, atol=1e-5)
    way, turned = (m.root_positions - m.root_positions[0] for m in (motion, made))
    np.testing.assert_allclose(turned, np.stack([way[:, 2], way[:, 1], -way[:, 0]], axis=-1), atol=1e-4)  # +z to the left is +x


def test_moved_there_and_back_it_is_where_it_was(walk):
    there = move(walk.motion, x=2.0, z=-1.0, up=0.3, turn_degrees=75.0)
    back = move(there, x=-2.0, z=1.0, up=-0.3, turn_degrees=-75.0)
    np.testing.assert_allclose(back.positions(), walk.motion.positions(), atol=1e-4)


def test_on_the_floor_its_floor_is_at_zero_and_again_changes_nothing(library, walk):
    raised = move_recipe(walk.source, up=0.4)
    made = make(Sources(library), move_recipe(walk.source, up=0.0, to_floor=True))
    assert ground_height(make(Sources(library), raised).motion) == pytest.approx(ground_height(walk.motion) + 0.4, abs=1e-4)
    assert ground_height(made.motion) == pytest.approx(0.0, abs=1e-5)
    assert made.outcome["floor_was_at"] == pytest.approx(ground_height(walk.motion), abs=1e-4)
    np.testing.assert_array_equal(made.plants, walk.plants)


def test_what_cannot_be_is_said(walk):
    with pytest.raises(MotionError, match="at most 10000 metres"):
        move_recipe(walk.source, x=float("inf"))
