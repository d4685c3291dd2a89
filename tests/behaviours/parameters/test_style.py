"""Style as a parameter: each style alone at its number, blends between, one meaning in every state."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.endurance import endure
from motionloom.behaviours.exporting import to_json
from motionloom.behaviours.machine_file import from_bytes, to_bytes
from motionloom.behaviours.measures import measure_parameter
from motionloom.behaviours.parameters import GRID, make_parameter
from motionloom.behaviours.states import RATE
from motionloom.core.errors import MotionError

FRAMES = np.tile(np.arange(60.0)[:, None], (1, 70))


def parameter(words, order=()):
    return make_parameter("style", [None] * len(words), FRAMES[:, : len(words)], (0.0, 58.0), words=words, order=order)


@pytest.mark.parametrize("count", [2, 3, 5, 15, 64])
def test_each_style_is_alone_at_its_number_and_neighbours_blend_between(count):
    made = parameter(tuple(f"style {k}" for k in range(count)))
    for k in range(count):
        np.testing.assert_allclose(made.weights_at(made.value_of(f"style {k}")), np.eye(count)[k], atol=1e-12)
    np.testing.assert_allclose(made.weights_at(0.5)[:2], 0.5, atol=1e-12)
    np.testing.assert_allclose(made.weights.sum(axis=1), 1.0)
    np.testing.assert_allclose(made.weights_at(count + 10.0), np.eye(count)[-1], atol=1e-12)
    assert len(made.values) == GRID


def test_a_style_that_a_state_lacks_is_its_reference():
    made = parameter(("plain", "fast"), order=("plain", "slow", "fast"))
    np.testing.assert_allclose(made.weights_at(1.0), [1.0, 0.0])
    np.testing.assert_allclose(made.weights_at(2.0), [0.0, 1.0])
    assert made.value_of("fast") == 2.0


def test_what_cannot_be_told_apart_is_refused():
    with pytest.raises(MotionError, match="a style of its own for each clip, found a, a"):
        parameter(("a", "a"))
    with pytest.raises(MotionError, match="at most 65 styles"):
        parameter(tuple(map(str, range(66))))
    with pytest.raises(MotionError, match="no style 'odd'; there are a, b"):
        parameter(("a", "b")).value_of("odd")


def pace(motion):
    path = motion.root_positions[:, [0, 2]].astype(float)
    return np.linalg.norm(np.diff(path[len(path) // 2 :], axis=0), axis=1).mean() * RATE


def test_a_character_walks_in_the_style_it_is_asked_for(style_machine):
    paces = [pace(play(Controller(style_machine, start="walk"), 8, [(0.0, ("style", value))])) for value in (1.0, 0.0, 2.0, 0.5)]
    assert paces[0] < paces[3] < paces[1] < paces[2]
    unasked = pace(play(Controller(style_machine, start="walk"), 8))
    assert unasked == pytest.approx(paces[1])


def test_styles_are_asked_by_name_and_taken_back(style_machine):
    controller = Controller(style_machine, start="walk")
    controller.steer("fast", parameter="style")
    for _ in range(120):
        controller.step()
    np.testing.assert_allclose(controller.characters.weights[0, :3], [0, 0, 1], atol=0.01)
    controller.steer(None, parameter="style")
    for _ in range(120):
        controller.step()
    np.testing.assert_allclose(controller.characters.weights[0, :3], [1, 0, 0], atol=0.01)
    with pytest.raises(MotionError, match="no style 'grumpy'"):
        controller.steer("grumpy", parameter="style")


def test_a_style_does_not_pass_through_those_between(style_machine):
    controller, most = Controller(style_machine, start="walk"), 0.0
    controller.steer("fast", parameter="style")
    for _ in range(90):
        controller.step()
        most = max(most, float(controller.characters.weights[0, 1]))
    assert most < 1e-9


def test_another_state_is_entered_in_the_style_that_was_asked(style_machine):
    controller = Controller(style_machine, start="walk")
    controller.steer("fast", parameter="style")
    controller.go("run")
    while controller.mode() != "transition":
        controller.step()
    np.testing.assert_allclose(controller.characters.entering[0, :2], [0, 1], atol=1e-9)


def test_a_style_is_no_rate_to_be_corrected_or_measured(style_machine):
    corrected = calibrate(style_machine).state("walk")
    np.testing.assert_array_equal(corrected.parameter.weights, style_machine.state("walk").parameter.weights)
    assert measure_parameter(style_machine, "walk") == []
    rows = endure(style_machine, "walk", 0.1)
    assert [row.asked for row in rows] == [0.0, 1.0, 2.0]
    assert all(row.strayed is None for row in rows)


def test_styles_keep_their_names_in_files(style_machine):
    again = from_bytes(to_bytes(style_machine))
    assert again.state("run").parameter.words == ("plain", "slow", "fast")
    walk = next(state for state in to_json(style_machine)["states"] if state["name"] == "walk")
    assert walk["parameter"]["words"] == ["plain", "slow", "fast"]
    assert walk["parameter"]["at_once"] is True
    unnamed = replace(style_machine.state("walk").parameter, words=())
    with pytest.raises(MotionError, match="numbers only"):
        unnamed.value_of("plain")
