"""Actors of a group share no frame, nor its mirror image, last equally long, and are kept apart; a small library says what is short."""

import json

import numpy as np
import pytest

from motionloom.demands.apart import check_apart, distance_apart, find_room
from motionloom.demands.demand import Demand, DemandError, Place, Span
from motionloom.demands.grouping import count_shared, frames_of_recipe, keep_group, make_group, share_demand, split_pool
from motionloom.formats import load
from motionloom.formats.scene_file import save_scene

ASKED = Demand(2.0, (Span("walk", 0.0, 2.0),), Place(0.0, 0.0, 0.0), Place(0.0, 2.4, 0.0), name="walk")


@pytest.fixture(scope="module")
def group(ordered):
    return make_group(share_demand(ASKED, 2, 2.0), ordered, iterations=25)


def test_no_two_share_a_frame_by_their_recipes(group):
    shown = [frames_of_recipe(each.recipe) for each in group.answers]
    for clip in shown[0].keys() & shown[1].keys():
        assert not shown[0][clip] & shown[1][clip]
    assert group.shared_frames == 0 == count_shared([each.recipe for each in group.answers])
    assert count_shared([group.answers[0].recipe] * 2) > 60


def test_they_are_together_in_time_and_apart_in_space(group):
    assert len({len(each.motion) for each in group.answers}) == 1
    assert check_apart([each.motion for each in group.answers]) > 0.25


def test_who_has_no_room_steps_aside_with_the_whole_way(ordered):
    """Two actors told the same place: with places of their own to keep it is noted, else the second goes beside the first."""
    same = share_demand(ASKED, 2, 0.0)
    told = make_group(same, ordered, iterations=10)
    assert check_apart([each.motion for each in told.answers]) < 0.25
    assert "comes within" in told.notes[0]
    free = make_group(same, ordered, iterations=10, stay=False)
    assert check_apart([each.motion for each in free.answers]) >= 0.25
    assert "beside its place" in free.notes[0]
    first, second = (each.demand for each in free.answers)
    assert first.start == same[0].start
    assert (second.end.x - second.start.x, second.end.z - second.start.z) == pytest.approx((0.0, 2.4), abs=1e-3)
    assert np.allclose(free.answers[1].motion.root_positions[-1, [0, 2]], (second.end.x, second.end.z), atol=0.1)


def test_the_step_aside_is_the_shortest_that_is_clear():
    post = np.zeros((5, 1, 3))
    assert distance_apart(post, post + np.array([0.3, 0.0, 0.4])) == pytest.approx(0.5)
    x, z = find_room(post, [post + np.array([0.1, 0.0, 0.0])], 0.5, 60.0)
    assert np.hypot(x - 0.1, z) >= 0.5
    assert np.hypot(x, z) == pytest.approx(0.4)
    everywhere = [post + np.array([x, 0.0, z]) for x in np.arange(-2.4, 2.5, 0.6) for z in np.arange(-2.4, 2.5, 0.6)]
    assert find_room(post, everywhere, 0.5, 60.0) is None


def test_parts_of_a_pool_are_apart_on_both_sides_of_the_mirror(pool):
    parts = split_pool(pool, share_demand(ASKED, 3))
    seen = [{(s.clip, s.first) for s in part.stretches} for part in parts]
    assert not seen[0] & seen[1]
    assert not seen[1] & seen[2]
    assert not seen[0] & seen[2]
    sizes = np.array([len(part) for part in parts])
    assert sizes.sum() == len(pool)
    assert sizes.min() > 0.15 * sizes.sum()
    assert all(part.mask("walk").sum() >= 30 for part in parts)


def test_a_library_too_small_says_what_is_short(pool):
    asked = Demand(2.0, (Span("jump", 0.0, 1.0),)) if pool.mask("jump").any() else Demand(2.0, (Span("run", 0.0, 1.0),))
    with pytest.raises(
        DemandError, match=r"too small for 60 actors: '\w+' is short .* capture [\d.]+ s more of it, or make \d+ transplant"
    ):
        split_pool(pool, share_demand(asked, 60))
    with pytest.raises(DemandError, match="equally long"):
        make_group([ASKED, Demand(3.0)], None)  # type: ignore[arg-type]


def test_kept_they_are_one_step_of_undo(ordered, group):
    before = {clip.id for clip in ordered.clips()}
    keep_group(ordered, group, window="w")
    assert len({clip.id for clip in ordered.clips()} - before) == 2
    ordered.undo("w")
    assert {clip.id for clip in ordered.clips()} == before


@pytest.mark.parametrize("suffix", [".glb", ".usda"])
def test_one_scene_holds_them_all(group, tmp_path, suffix):
    motions = [each.motion for each in group.answers]
    path = tmp_path / f"scene{suffix}"
    save_scene(motions, path, ["ada", "bob"])
    if suffix == ".glb":
        data = path.read_bytes()
        length = int.from_bytes(data[12:16], "little")
        told = json.loads(data[20 : 20 + length])
        joints = len(motions[0].skeleton)
        assert len(told["skins"]) == 2
        assert len(told["animations"]) == 1
        assert not set(told["skins"][0]["joints"]) & set(told["skins"][1]["joints"])
        assert len(told["animations"][0]["channels"]) >= 2 * (joints + 1)
        return
    for name, motion in zip(("ada", "bob"), motions, strict=True):
        text = path.read_text()
        assert f'def SkelRoot "{name}"' in text
        assert len(motion) == round(float(text.split("endTimeCode = ")[1].split()[0])) + 1
    assert len(load(path)) == len(motions[0])
