"""A machine from what clips do, and what is said about the rest."""

import numpy as np
import pytest

from motionloom.behaviours.building import build
from motionloom.behaviours.jobs import mine_library
from motionloom.behaviours.segment_states import choose_first, choose_going, propose_states
from motionloom.behaviours.segment_takes import SegmentTake
from motionloom.behaviours.segment_track import TRACK
from motionloom.behaviours.segmenting import Segment
from motionloom.core.errors import MotionError
from motionloom.making.choice import Choice
from tests.behaviours.conftest import ada_library, check_it_walks_off

ADA = Choice(subjects=("ada",))
LABELLED = ("stand", "walk", "turn_left_90", "turn_right_90", "start", "stop", "jump", "wave")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with ada_library(tmp_path_factory.mktemp("segmented") / "library", LABELLED) as library:
        yield library


@pytest.fixture(scope="module")
def mined(library):
    return mine_library(library, ADA, TRACK)


def test_what_frames_do_becomes_states(library, mined):
    states = {state.name: state for state in propose_states(library, mined, ADA).states}
    assert {name for name, state in states.items() if state.cyclic} == {"stand", "walk"}
    assert {name: state.default for name, state in states.items() if not state.cyclic} == {
        "walk_start": "walk",
        "walk_stop": "stand",
        "jump": "stand",
        "wave": "stand",
        "walk_turn_left": "walk",
        "walk_turn_right": "walk",
    }
    # Whoever walks in any clip is part of the walk, through its turns, and an act has a moment of what was before it.
    assert len(states["walk"].clips) == 5
    assert states["jump"].clips[0].split("@")[0] == library.find("jump")
    assert states["jump"].clips[0] != library.find("jump")


def test_the_machine_plays_and_every_lap_is_another(library, mined):
    made = build(library, propose_states(library, mined, ADA, ["stand", "walk", "walk_start", "walk_stop"]), mined.graph)
    assert {state.name for state in made.machine.states} == {"stand", "walk", "walk_start", "walk_stop"}
    walk = made.machine.state("walk")
    assert len(walk.frames) > 6 * 60
    assert walk.parameter.values[0] < -0.2 < 0.2 < walk.parameter.values[-1]
    check_it_walks_off(made.machine)


def test_ways_that_takes_go_are_known(library, mined):
    shown = propose_states(library, mined, ADA).shown
    assert {("stand", "jump"), ("jump", "stand"), ("walk", "walk_turn_left"), ("walk_turn_left", "walk"), ("stand", "walk_start")} <= shown


def test_a_first_machine_is_small(library, mined):
    proposal = propose_states(library, mined, ADA)
    assert choose_first(proposal) == tuple(state.name for state in proposal.states)


def test_acts_alone_make_no_machine(library, mined):
    with pytest.raises(MotionError, match="nothing goes on for ever"):
        propose_states(library, mined, ADA, ["jump", "wave"])


def test_a_turn_in_a_gait_is_one_that_goes_on(library):
    turn = library.clip(library.find("turn_left_90"))
    slow = library.motion(turn.id)
    paced = slow.with_arrays(slow.rotations, slow.root_positions * np.array([0.1, 1.0, 0.1], np.float32))
    spot = library.clip(library.add(paced, name="on the spot", subject="cora"))
    takes = [SegmentTake(clip, Segment("action", "walk_turn_left", 0, clip.frames), "walk", "walk") for clip in (spot, turn)]
    assert [take.clip.id for take in choose_going(library, "walk_turn_left", takes)] == [turn.id]
    assert choose_going(library, "walk_turn_left", takes[:1]) == takes[:1]  # there is no other
    assert choose_going(library, "jump", takes) == takes
