"""Takes of what clips do: a gait goes on through its turns, and an act that swaps sides is taken twice on end."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from motionloom.behaviours.segment_takes import choose_takes, choose_untwisted, find_segment_takes
from motionloom.core import quaternion
from motionloom.core.body import body_of
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


def test_a_take_with_a_hand_the_wrong_way_round_gives_way_to_one_without(tmp_path):
    kick = make("ada", "kick").motion
    wrist = body_of(kick.skeleton).joint("left_wrist")
    rotations = kick.rotations.copy()
    half_round = np.array([np.sin(1.3), 0.0, 0.0, np.cos(1.3)], dtype=np.float32)  # 149 degrees about its bone
    rotations[:, wrist] = quaternion.multiply(rotations[:, wrist], half_round)
    with Library.create(tmp_path / "library") as library:
        library.add(replace(kick, rotations=rotations), name="twisted", labels=("kick",))
        library.add(kick, name="plain", labels=("kick",))
        takes = sorted(find_segment_takes(library, ALL)["kick"], key=lambda take: take.clip.name != "twisted")
        assert [take.clip.name for take in takes] == ["twisted", "plain"]
        assert choose_untwisted(library, takes, {"stand": make("ada", "stand").motion}).clip.name == "plain"
        assert choose_untwisted(library, takes[:1], {"stand": make("ada", "stand").motion}).clip.name == "twisted"  # there is no other
        assert choose_untwisted(library, takes, {"stand": replace(kick, rotations=rotations)}).clip.name == "twisted"  # it goes on so
