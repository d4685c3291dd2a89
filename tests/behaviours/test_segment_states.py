"""A machine from what clips do, and what is said about the rest."""

from dataclasses import replace

import pytest

from motionloom.behaviours.building import build
from motionloom.behaviours.jobs import mine_library
from motionloom.behaviours.segment_states import choose_first, choose_seen, propose_states
from motionloom.behaviours.segment_takes import find_segment_takes
from motionloom.behaviours.segment_track import TRACK
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.making.choice import Choice
from motionloom.sample import make
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


def test_a_blow_is_a_take_that_strikes_and_no_feint(tmp_path):
    slow = resample(replace(make("ada", "kick").motion, fps=10.0), 60.0)
    with ada_library(tmp_path / "library", ("kick", "stand")) as library:
        library.add(slow, "feint", labels=["kick"], subject="ada", made=False)
        takes = find_segment_takes(library, ADA)
        kicks = [take for take in takes["kick"] if take.clip.name == "kick"]
        feints = [take for some in takes.values() for take in some if take.clip.name == "feint"]
        assert feints
        assert choose_seen(library, "kick", kicks + feints) == kicks
        assert choose_seen(library, "kick", feints)  # where there is nothing else they will do
        assert choose_seen(library, "jump", feints) == feints


def test_a_first_machine_is_small(library, mined):
    proposal = propose_states(library, mined, ADA)
    assert choose_first(proposal) == tuple(state.name for state in proposal.states)


def test_acts_alone_make_no_machine(library, mined):
    with pytest.raises(MotionError, match="nothing goes on for ever"):
        propose_states(library, mined, ADA, ["jump", "wave"])


def test_where_all_that_goes_on_is_too_short_the_longest_is_named(library, mined, monkeypatch):
    monkeypatch.setattr("motionloom.behaviours.segment_states.SHORTEST", {"stand": 60.0, "cycle": 60.0})
    said = r"in jump, stand \(the longest stand lasts \d\.\d s, \w+ at \d\.\d s\); capture a stand"
    with pytest.raises(MotionError, match=said):
        propose_states(library, mined, ADA, ["jump", "stand"])
