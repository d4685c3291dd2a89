"""Whose clips a machine is made of, and the one way in which it is proposed."""

import pytest

from motionloom.behaviours.building import build
from motionloom.behaviours.jobs import mine_library, plan_machine
from motionloom.behaviours.kept import forget
from motionloom.behaviours.machine_file import to_bytes
from motionloom.behaviours.proposing import choose_subject, list_subjects
from motionloom.behaviours.segment_track import TRACK, read_segments
from motionloom.compute import Progress
from motionloom.core.errors import MotionError
from motionloom.making.choice import Choice
from tests.behaviours.conftest import ada_library

ADA = Choice(subjects=("ada",))
TOLD = {"choice": ADA.to_json()}


@pytest.fixture
def library(tmp_path):
    with ada_library(tmp_path / "library", ("stand", "walk", "turn_left_90", "start", "stop", "jump")) as library:
        yield library


def test_whoever_was_captured_can_be_a_machine(library):
    assert list_subjects(library)[0] == ("ada", 6)
    assert choose_subject(library) == choose_subject(library, "ada") == "ada"
    with pytest.raises(MotionError, match="captured clips"):
        choose_subject(library, "nobody")


def test_a_persons_word_wins_over_frames_and_labels(library):
    plan_machine(library, TOLD, Progress())
    jump = library.find("jump")
    span = next(each for each in library.annotations(jump, track=TRACK) if each.name == "jump")
    library.apply({"kind": "change_annotation", "clip": jump, "annotation": span.id, "name": "leap"})
    plan, graph, _ = plan_machine(library, TOLD, Progress())
    assert "leap" in graph.names
    assert "jump" not in graph.names
    assert "leap" in [state.name for state in plan.states]
    assert [each.name for each in read_segments(library, library.clip(jump))].count("leap") == 1


def test_what_is_built_again_after_a_correction_is_what_is_built_from_nothing(library):
    """Only what changed is made; the machine is the same, to the last bit, as one that nothing was kept for."""

    def built():
        plan, graph, _ = plan_machine(library, {**TOLD, "states": ["stand", "walk", "walk_start", "walk_stop"]}, Progress())
        return build(library, plan, graph).machine

    before = built()
    assert built().states == before.states  # the very same objects: nothing was made
    stop = library.find("stop")
    span = next(each for each in library.annotations(stop, track=TRACK) if each.name == "walk_stop")
    library.apply({"kind": "change_annotation", "clip": stop, "annotation": span.id, "stop": span.stop - 8})
    after = built()
    kept = [state.name for state, old in zip(after.states, before.states, strict=True) if state is old]
    assert "walk_stop" not in kept
    assert "walk_start" in kept
    forget()
    assert to_bytes(built()) == to_bytes(after)
    assert mine_library(library, ADA, TRACK).graph.names


def test_whoever_was_only_captured_walking_can_be_driven_all_the_same(tmp_path):
    with ada_library(tmp_path / "library", ("walk",)) as library:
        plan, graph, _ = plan_machine(library, TOLD, Progress())
        made = build(library, plan, graph)
    assert made.machine.graph.names == ("walk",)
    assert made.machine.states[0].cyclic
