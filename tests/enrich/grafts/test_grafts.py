"""Grafts: plant strings say what a clip is; legs, root and plants of the base stay bit for bit; the clock follows the strides."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.core.parts import UPPER_BODY, find_part
from motionloom.enrich.grafts.candidates import PRODUCTS, find_candidates, find_strides, make_clock, read_body
from motionloom.enrich.grafts.maker import graft_recipe
from motionloom.enrich.grafts.plant_strings import classify, plant_string
from motionloom.feet.plants import Plants
from motionloom.library import Library
from motionloom.making.makers import make as make_recipe
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make

FPS = 100.0


def plants_of(string: str, frames: int = 20) -> Plants:
    """Plants that last `frames` a symbol: B both, L, R one, N none."""
    bits = np.zeros((len(string) * frames, 4), bool)
    for number, symbol in enumerate(string):
        rows = slice(number * frames, (number + 1) * frames)
        bits[rows, :2], bits[rows, 2:] = symbol in "BL", symbol in "BR"
    return Plants(bits, FPS)


@pytest.mark.parametrize(
    ("string", "kind"),
    [("BBBB", "stand"), ("BLBRBLBRB", "walk"), ("LNRNLNRN", "run"), ("BBNNBB", "jump"), ("LNLNLNLN", "other"), ("LNRNLN", "run")],
)
def test_plant_strings_say_what_a_clip_is(string: str, kind: str) -> None:
    assert classify(plants_of(string)).name == kind
    assert classify(plants_of(string).mirrored()).name == kind  # left and right are alike


def test_strings_have_each_run_once() -> None:
    string, lengths = plant_string(plants_of("BBLLR"))
    assert (string, lengths.tolist()) == ("BLR", [40, 40, 20])


@pytest.mark.parametrize(("act", "kind"), [("walk", "walk"), ("run", "run"), ("stand", "stand"), ("jump", "jump")])
def test_the_sample_is_what_it_says(act: str, kind: str) -> None:
    made = make("boris", act)
    assert classify(Plants(made.plants, made.motion.fps)).name == kind


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as opened:
        for act in ("walk", "walk_slow", "stand"):
            made = make("ada", act)
            opened.add(made.motion, act, subject="ada", plants=made.plants, made=False, height=1.63)
        yield opened


def test_a_graft_keeps_legs_root_and_plants(library: Library) -> None:
    base, donor = (library.clip(library.find(name)) for name in ("walk", "walk_slow"))
    clock = ((0.0, base.duration), (0.0, donor.duration))
    made = make_recipe(Sources(library), graft_recipe(clip_source(base), clip_source(donor), clock, 0.4, 1.6, warped=False))
    own, part = library.motion(base.id), find_part(library.motion(base.id).skeleton, UPPER_BODY)
    np.testing.assert_array_equal(made.motion.root_positions, own.root_positions)
    np.testing.assert_array_equal(made.motion.rotations[:, ~part.joints], own.rotations[:, ~part.joints])
    np.testing.assert_array_equal(made.plants, library.plants(base.id).bits)
    times = own.times
    outside = (times < 0.2) | (times > 1.8)
    np.testing.assert_array_equal(made.motion.rotations[outside], own.rotations[outside])
    assert not np.allclose(made.motion.rotations[~outside][:, part.joints], own.rotations[~outside][:, part.joints], atol=1e-3)


def test_a_clip_grafted_on_itself_is_itself(library: Library) -> None:
    walk = library.clip(library.find("walk"))
    clock = ((0.0, walk.duration), (0.0, walk.duration))
    made = make_recipe(Sources(library), graft_recipe(clip_source(walk), clip_source(walk), clock, 0.0, walk.duration, warped=False))
    np.testing.assert_allclose(made.motion.rotations, library.motion(walk.id).rotations, atol=1e-6)


def test_candidates_keep_the_rules_and_the_clock(library: Library) -> None:
    clips = [library.clip(library.find(name)) for name in ("walk", "walk_slow", "stand")]
    bodies = [read_body(clip.id, library.motion(clip.id), Plants(library.plants(clip.id).bits, clip.fps)) for clip in clips]
    kinds = {body.clip: body.kind.name for body in bodies}
    found = list(find_candidates(bodies, warp=True))
    assert found
    for each in found:
        assert kinds[each.base] in PRODUCTS[kinds[each.donor]]
        assert 0 <= each.enter < each.leave
        assert np.all(np.diff(each.clock[0]) > 0)
    base, donor = make_clock(bodies[0], bodies[1], warp=True)
    np.testing.assert_array_equal(base, bodies[0].strides[: len(base)])
    np.testing.assert_array_equal(donor, bodies[1].strides[: len(donor)])


def test_strides_are_when_the_foot_is_foremost_however_late_it_comes_down() -> None:
    """Marching feet come down a quarter of a stride after they were foremost; arms on that moment would go with the wrong leg."""
    made = make("boris", "walk")
    late = made.plants.copy()
    wait = round(0.25 * made.motion.fps)
    late[wait:] &= made.plants[:-wait]
    late[:wait] = False
    strides = find_strides(made.motion, Plants(made.plants, made.motion.fps))
    assert len(strides) == 6
    np.testing.assert_allclose(find_strides(made.motion, Plants(late, made.motion.fps)), strides, atol=0.04)
    down = np.flatnonzero(np.diff(made.plants[:, :2].any(axis=1).astype(int)) > 0) / made.motion.fps
    assert np.all(np.abs(strides - down[: len(strides)]) < 0.1)  # a walk's foot comes down where it is foremost, about


def test_a_clock_needs_two_rows() -> None:
    from motionloom.making.recipe import Source

    with pytest.raises(MotionError, match="two rows"):
        graft_recipe(Source(clip="a", stop=9), Source(clip="b", stop=9), ((0.0,),), 0, 1, warped=False)
