"""Edits as recipes give what the functions of `core.editing` give."""

import numpy as np
import pytest

from motionloom.core.editing import mirror, resample, split_root, trim
from motionloom.core.errors import MotionError
from motionloom.feet.plants import LEFT_RIGHT
from motionloom.making.makers import make
from motionloom.making.makers.edit import in_place_recipe, join_recipe, mirror_recipe, resample_recipe, trim_recipe
from motionloom.making.sources import Sources, clip_source


@pytest.fixture
def walk(library, take):
    return Sources(library).open(clip_source(take("walk")))


def same(one, other):
    return (
        np.array_equal(one.rotations, other.rotations) and np.array_equal(one.root_positions, other.root_positions) and one.fps == other.fps
    )


def test_they_are_what_the_functions_give(library, walk):
    sources = Sources(library)
    assert same(make(sources, trim_recipe(walk, 0.25, 0.75)).motion, trim(walk.motion, 0.25, 0.75))
    assert same(make(sources, mirror_recipe(walk.source)).motion, mirror(walk.motion))
    assert same(make(sources, resample_recipe(walk.source, 24.0)).motion, resample(walk.motion, 24.0))
    assert same(make(sources, in_place_recipe(walk.source)).motion, split_root(walk.motion)[0])


def test_a_part_of_a_part_is_counted_from_the_clip(library, walk):
    part = Sources(library).open(trim_recipe(walk, 0.5, 1.5).sources[0])
    inner = trim_recipe(part, 0.25, 0.5).sources[0]
    assert inner.start == part.source.start + round(0.25 * walk.motion.fps)
    with pytest.raises(MotionError, match="cannot trim"):
        trim_recipe(part, 0.5, 99.0)


def test_mirroring_exchanges_plants(library, walk):
    made = make(Sources(library), mirror_recipe(walk.source))
    np.testing.assert_array_equal(made.plants, walk.plants[:, LEFT_RIGHT])


def test_joined_motions_go_on_where_the_last_one_ended(library, take, walk):
    made = make(Sources(library), join_recipe([walk.source, clip_source(take("run"))])).motion
    seam = len(walk.motion)
    np.testing.assert_allclose(made.root_positions[seam, [0, 2]], made.root_positions[seam - 1, [0, 2]], atol=1e-5)
    assert len(made) == seam + take("run").frames


def test_joined_with_a_blend_they_overlap_and_marks_go_along(library, take, walk):
    run = take("run")
    made = make(Sources(library), join_recipe([walk.source, clip_source(run)], 0.3))
    overlap = round(0.3 * walk.motion.fps)
    assert len(made.motion) == len(walk.motion) + run.frames - overlap
    assert len(made.frames.source) == len(made.motion)
    assert len(made.plants) == len(made.motion)
    steps = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1).max(axis=1)
    seam = slice(len(walk.motion) - overlap - 2, len(walk.motion) + 2)
    assert steps[seam].max() < 1.5 * steps.max()


def test_in_place_may_keep_its_turning(library, walk):
    made = make(Sources(library), in_place_recipe(walk.source, keep_turning=True)).motion
    np.testing.assert_array_equal(made.rotations, walk.motion.rotations)
    np.testing.assert_array_equal(made.root_positions[:, 1], walk.motion.root_positions[:, 1])
    assert not made.root_positions[:, [0, 2]].any()
