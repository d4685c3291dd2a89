"""Takes of what clips do: a gait goes on through its turns, and an act that swaps sides is taken twice on end."""

from itertools import pairwise

import pytest

from motionloom.behaviours.segment_takes import choose_takes, find_segment_takes
from motionloom.core.editing import concatenate, mirror, resample
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.sample import make

ALL = Choice()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.create(tmp_path_factory.mktemp("takes") / "library") as library:
        kick = make("ada", "kick").motion
        guard = kick[:30]
        # A kick with either foot in turn, from a guard that is the other way round after each.
        library.add(concatenate([kick, mirror(kick), kick, mirror(kick)]), name="kicks", labels=("kick",))
        library.add(make("ada", "turn_left_90").motion, name="turn", labels=("turn_left",))
        library.add(guard, name="guard", labels=("stand",))
        yield library


def test_a_gait_goes_on_through_its_turns(library):
    takes = find_segment_takes(library, ALL)
    (walk,), (turn,) = takes["walk"], takes["walk_turn_left"]
    assert walk.seconds == library.clip(library.find("turn")).frames / library.clip(library.find("turn")).fps
    assert (turn.before, turn.after) == ("walk", "walk")
    assert turn.rows.start < turn.segment.start
    assert turn.rows.stop > turn.segment.stop


def test_deeds_of_one_clip_are_takes_of_their_own_with_a_rest_between(library):
    kicks = find_segment_takes(library, ALL)["kick"]
    assert len(kicks) == 4
    assert all(a.rows.stop <= b.segment.start for a, b in pairwise(kicks))  # none has another's kick in it
    assert {kick.before for kick in kicks} == {"stand"}


def test_an_act_is_done_as_often_as_it_needs_to_come_back(library):
    kicks = find_segment_takes(library, ALL)["kick"]
    rest = resample(library.motion(library.find("guard")), 60.0)
    once = choose_takes(library, kicks, {"stand": rest, "other": mirror(rest)})
    assert {take.seconds < 3 for take in once} == {True}
