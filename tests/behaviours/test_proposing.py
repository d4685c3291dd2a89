"""A machine from labels alone, and what is said about the rest."""

import numpy as np
import pytest

from motionloom.behaviours.building import build
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.jobs import mine_library
from motionloom.behaviours.proposing import choose_core, choose_subject, list_subjects, propose
from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.sample import make
from tests.behaviours.conftest import ada_library

ADA = Choice(subjects=("ada",))
LABELLED = ("stand", "walk", "turn_left_90", "turn_right_90", "start", "stop", "jump", "march", "wave")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with ada_library(tmp_path_factory.mktemp("proposed") / "library", LABELLED) as library:
        yield library


@pytest.fixture(scope="module")
def mined(library):
    return mine_library(library, ADA)


def names_of(library, recipe):
    return [library.clip(clip).name for clip in recipe.clips]


def test_labels_become_states(library, mined):
    assert list_subjects(library) == [("ada", 9)]
    assert choose_subject(library) == choose_subject(library, "ada") == "ada"
    with pytest.raises(MotionError, match="label clips"):
        choose_subject(library, "boris")
    states = {state.name: state for state in propose(library, mined, ADA).states}
    assert {name for name, state in states.items() if state.cyclic} == {"stand", "walk"}
    assert names_of(library, states["walk"]) == ["walk", "turn_right_90", "turn_left_90"]
    assert {name: state.default for name, state in states.items() if not state.cyclic} == {
        "start": "walk",
        "stop": "stand",
        "jump": "stand",
        "wave": "stand",
    }


def test_the_machine_plays_and_what_is_left_out_is_said(library, mined):
    wanted = propose(library, mined, ADA, ["stand", "walk", "start", "stop", "jump", "march"])
    made = build(library, wanted, mined.graph)
    assert {state.name for state in made.machine.states} == {"stand", "walk", "start", "stop", "jump"}
    assert [name for name, _ in made.left_out] == ["march"]
    controller = Controller(made.machine)
    assert controller.state() == "stand"
    motion = play(controller, 8, [(0.1, "walk")])
    assert controller.state() == "walk"
    assert np.ptp(motion.root_positions[:, 2]) > 3
    # Mining counts whole labels, so it leads from a start to a jump; the machine does not take that way.
    assert made.machine.graph.shortest_path("walk", "jump") == ["walk", "stop", "jump"]


def test_a_first_machine_is_small(library, mined):
    proposal = propose(library, mined, ADA)
    assert choose_core(proposal) == tuple(state.name for state in proposal.states)


def test_acts_alone_make_no_machine(library, mined):
    with pytest.raises(MotionError, match="no label is a cycle"):
        propose(library, mined, ADA, ["jump", "wave"])


def test_a_gait_is_turned_by_what_turns_most_and_a_clip_that_does_not_fit_is_left_out(library, mined, tmp_path):
    with Library.create(tmp_path / "turns") as turns:
        for name in ("stand", "walk", "start", "stop", "turn_left_45", "turn_right_45", "turn_left_90", "turn_right_90", "turn_around"):
            made = make("ada", name)
            label = "turn_left" if name == "turn_around" else made.label
            turns.add(made.motion, name, labels=[label], subject="ada", made=False)
        found = mine_library(turns, ADA)
        proposal = propose(turns, found, ADA)
        walk = next(state for state in proposal.states if state.name == "walk")
        assert len(walk.clips) == 5
        assert {"turn_right_90", "turn_left_90"} <= set(names_of(turns, walk))
        made = build(turns, proposal, found.graph)
    parameter = made.machine.state("walk").parameter
    assert parameter.values[0] < -0.5 < 0.5 < parameter.values[-1]


def test_labels_that_nothing_joins_make_no_machine(tmp_path):
    with Library.create(tmp_path / "apart") as library:
        for name in ("march", "crouch"):
            library.add(make("ada", name).motion, name, labels=[name], subject="ada", made=False)
        with pytest.raises(MotionError, match="capture ways between them"):
            propose(library, mine_library(library, ADA), ADA)
