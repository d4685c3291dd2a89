"""A transition played on its own is the one that the machine plays."""

import numpy as np

from motionloom.behaviours.control import Controller
from motionloom.behaviours.states import RATE
from motionloom.behaviours.transition_points import place_transition_point
from motionloom.behaviours.transition_preview import preview_transition


def test_the_blend_leaves_the_source_and_arrives_in_the_target(sample_machine):
    controller = Controller(sample_machine)
    point = sample_machine.transitions_between("walk", "stop")[0]
    played = preview_transition(controller, point)
    alone, blend, _ = played.positions
    # Until it begins the blend is the source, to the last bit.
    np.testing.assert_array_equal(alone[: played.begins], blend[: played.begins])
    assert np.abs(alone[played.ends :] - blend[played.ends :]).max() > 0.05
    assert 0 < played.begins < played.ends < len(blend)
    places = played.places
    assert np.isnan(places[: played.begins, 1]).all()
    assert np.isnan(places[played.ends :, 0]).all()
    np.testing.assert_allclose(places[played.begins, 0], point.start / RATE, atol=2 / RATE)
    assert np.all(np.diff(places[played.begins :, 1]) > 0)


def test_a_transition_that_the_machine_does_not_have_is_played_and_leaves_it_as_it_was(sample_machine):
    controller = Controller(sample_machine)
    before = [array.copy() for array in controller.characters]
    states = sample_machine.state("walk"), sample_machine.state("stop")
    early, late = (preview_transition(controller, place_transition_point(*states, start, 0.3, 0.25)) for start in (0.4, 0.6))
    assert late.begins > early.begins
    for array, old in zip(controller.characters, before, strict=True):
        np.testing.assert_array_equal(array, old)
    step = np.abs(np.diff(early.positions[1], axis=0)).max() * RATE
    assert step < 8  # metres a second: no joint jumps


def test_source_and_target_are_on_time(sample_machine):
    point = sample_machine.transitions_between("start", "walk")[0]
    played = preview_transition(Controller(sample_machine), point)
    middle = (played.begins + played.ends) // 2
    apart = [np.abs(played.positions[k, middle] - played.positions[1, middle]).max() for k in (0, 2)]
    heights = played.positions[:, middle, :, 1]
    assert max(apart) < 3  # each has come from its own origin
    np.testing.assert_allclose(heights[0], heights[2], atol=0.12)
