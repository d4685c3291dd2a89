"""A gap filled in from captures: all else stays bit by bit, no jump at either end; the gap's own frames are never looked at."""

from dataclasses import replace

import numpy as np
import pytest

import motionloom as ml
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.keyframes.between import check_gap, fill_between, stock_of, without_gap
from motionloom.keyframes.between_maker import between_recipe, pick_captures
from motionloom.keyframes.in_between import fill_gap
from motionloom.keyframes.key_curves import SketchError
from motionloom.library import Library
from motionloom.making.derive import derive
from motionloom.making.makers import make
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.makers.edit import trim_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make as perform

GAP = slice(100, 130)  # half a second of 60 Hz


@pytest.fixture(scope="module")
def walk():
    return perform("ada", "walk").motion


@pytest.fixture(scope="module")
def stock(walk):
    return stock_of(walk.skeleton, [perform("ada", "walk_fast").motion, *without_gap(walk, GAP, [walk])])


@pytest.fixture(scope="module")
def filled(walk, stock):
    return fill_between(walk, GAP, stock)


def test_all_else_stays_bit_by_bit_and_the_gap_comes_near_the_truth(walk, filled):
    made = filled.motion
    outside = np.r_[: GAP.start, GAP.stop : len(walk)]
    assert np.array_equal(made.rotations[outside], walk.rotations[outside])
    assert np.array_equal(made.root_positions[outside], walk.root_positions[outside])
    assert filled.trust > 0.8
    away = np.linalg.norm(made.positions()[GAP] - walk.positions()[GAP], axis=-1)
    assert away.mean() < 0.02


def test_there_is_no_jump_at_either_end(walk, filled):
    """The speed of every joint changes from frame to frame hardly more than in the walk itself."""
    change = [np.linalg.norm(np.diff(each.positions().astype(float), n=2, axis=0), axis=-1).max(axis=1) for each in (filled.motion, walk)]
    ends = np.r_[GAP.start - 2 : GAP.start + 1, GAP.stop - 2 : GAP.stop + 1]
    assert change[0][ends].max() < 1.5 * change[1].max()


def test_feet_that_stand_in_the_gap_are_held(filled):
    from motionloom.keyframes.foot_control import read_foot
    from motionloom.keyframes.rig import rig_of

    rig = rig_of(filled.motion.skeleton)
    assert filled.planted.any()
    for n, foot in enumerate(rig.feet):
        steps = np.linalg.norm(np.diff(read_foot(rig, foot, filled.motion).point[GAP], axis=0), axis=-1)
        assert np.where(filled.planted[1:, n] & filled.planted[:-1, n], steps, 0).max() < 1e-3


def test_a_gap_at_another_rate_is_filled_alike(walk, stock):
    """At 60 Hz every second frame is what the same gap gets at 30 Hz, but for the speed before it, which 60 Hz tell better."""
    slow = resample(walk, 30.0)
    whole = fill_gap(stock, walk[80:101], walk[130:131], 29, hold=False).motion.positions()[1::2]
    half = fill_gap(stock, slow[40:51], slow[65:66], 14, hold=False).motion.positions()
    away = np.linalg.norm(whole - half, axis=-1)
    assert away.mean() < 0.003
    assert away.max() < 0.03


def test_what_is_in_the_gap_is_never_looked_at(walk, filled):
    """A gap that is broken, in a clip that is among its own captures, is filled as one that is whole."""
    rotations = walk.rotations.copy()
    rotations[GAP] = rotations[GAP.start]
    broken = walk.with_arrays(rotations, walk.root_positions)
    made = ml.fill_between(broken, GAP.start / 60, GAP.stop / 60, [perform("ada", "walk_fast").motion, broken])
    assert np.array_equal(made.rotations, filled.motion.rotations)


def test_a_gap_needs_what_is_around_it(walk):
    for rows in (slice(0, 30), slice(1, 30), slice(100, len(walk))):
        with pytest.raises(SketchError, match="a gap in it has two frames or more before it and one or more behind it"):
            check_gap(walk, rows)
    with pytest.raises(MotionError, match="cannot trim"):
        ml.fill_between(walk, 1.0, 99.0, walk)


@pytest.fixture
def library(walk, tmp_path):
    with Library.create(tmp_path / "library") as opened:
        for name in ("walk", "walk_fast"):
            made = perform("ada", name)
            opened.add(made.motion, name, labels=["walk"], plants=made.plants, subject="ada", made=False)
        yield opened


def test_a_clip_has_its_plants_and_other_versions_of_it_are_not_searched(library):
    clips = {clip.name: clip for clip in library.clips()}
    sources = Sources(library)
    whole = sources.open(clip_source(clips["walk"]))
    clean = derive(library, clean_recipe(whole, plants_of_source(library, whole)))
    part = library.clip(derive(library, trim_recipe(whole, 0.5, 3.0)))
    everything = [clip_source(clip) for clip in library.clips()]
    assert {source.clip for source in pick_captures(library, whole, everything)} == {clips[n].id for n in ("walk", "walk_fast")} | {part.id}
    opened = sources.open(clip_source(part))
    assert {source.clip for source in pick_captures(library, opened, everything)} == {part.id, clips["walk_fast"].id, clean}
    captures = pick_captures(library, whole, [clip_source(clips[name]) for name in ("walk", "walk_fast")])
    made = make(sources, between_recipe(whole, GAP.start / 60, GAP.stop / 60, captures))
    assert made.plants is not None
    assert np.array_equal(np.delete(made.plants, np.r_[GAP], axis=0), np.delete(whole.plants, np.r_[GAP], axis=0))
    assert np.array_equal(made.plants[GAP], np.repeat(made.about.planted, 2, axis=1))
    assert made.outcome["filled"] == 30
    pieces = between_recipe(whole, GAP.start / 60, GAP.stop / 60, [replace(captures[0], start=90, stop=200), captures[1]])
    assert make(sources, pieces).about.trust > 0.5  # a piece of the clip itself, less what is in the gap
