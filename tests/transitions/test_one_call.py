"""A transition in one call, from a library's only table."""

import pytest

import motionloom as ml


def test_a_transition_by_its_table(library):
    made = ml.transition(library, "walk 0@0.8", "run 0@1.2")
    assert made.recipe["kind"] == "transition"
    assert made.duration > 1
    assert ml.transition(library, "walk 0@0.8", "run 0@1.2", table="small") == made
    assert ml.transition(library, "walk 0@0.8", "run").recipe["options"]["activity"] == "run"
    with pytest.raises(ml.MotionloomError, match="expected a clip and a second"):
        ml.transition(library, "walk 0@soon", "run 0@1.0")
