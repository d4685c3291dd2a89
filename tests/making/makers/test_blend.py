"""Blends of one body that comes in several forms, and of bodies that are put on one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.heading import turn_and_move
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.makers.blend import blend_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make as make_take, performers
from tests.align.test_put_on import taller
from tests.core.test_rest_poses import random_axes, with_other_axes, with_root


def takes() -> tuple[Motion, Motion]:
    performer = next(iter(performers()))
    one, other = (replace(make_take(performer, "walk", n).motion[:150], recipe={}, name=f"walk {n}") for n in (0, 1))
    return one, other


def blend_of(folder: Path, motions: tuple[Motion, ...], one_body: bool = False) -> tuple[Motion, dict[str, object]]:
    with Library.create(folder) as library:
        sources = Sources(library)
        opened = [sources.open(clip_source(library.clip(library.add(motion)))) for motion in motions]
        recipe = blend_recipe(opened, [plants_of_source(library, each) for each in opened], 0.5, one_body)
        return make(sources, recipe).motion, dict(recipe.options)


def test_other_axes_and_rest_poses_blend_as_the_same_ones_do(tmp_path: Path, rng: np.random.Generator) -> None:
    one, other = takes()
    plain, told = blend_of(tmp_path / "plain", (one, other))
    assert "one_body" not in told
    turned, said = blend_of(tmp_path / "turned", (one, with_other_axes(other, random_axes(other.skeleton, rng))))
    assert said["one_body"] is True
    roles = sorted(body_of(one.skeleton).roles.values())
    np.testing.assert_allclose(turned.positions()[:, roles], plain.positions()[:, roles], atol=1e-3)


def under_root(motion: Motion, angle: float) -> Motion:
    """The motion turned, its hips under a root that stays as it is."""
    skeleton = with_root(motion.skeleton, 0.9)
    turned = turn_and_move(motion, angle)
    still = np.tile(np.array([0, 0, 0, 1], np.float32), (len(motion), 1, 1))
    return replace(
        turned,
        skeleton=skeleton,
        rotations=np.concatenate([still, turned.rotations], axis=1),
        root_positions=turned.root_positions - np.array([0, 0.9, 0], np.float32),
    )


def test_walks_that_face_away_from_each_other_blend_under_a_root_that_stays(tmp_path: Path) -> None:
    one, other = takes()
    plain, _ = blend_of(tmp_path / "plain", (one, turn_and_move(other, np.pi)))
    rooted, told = blend_of(tmp_path / "rooted", (under_root(one, 0.0), under_root(other, np.pi)))
    assert told["one_body"] is True
    np.testing.assert_allclose(rooted.positions()[:, 1:], plain.positions(), atol=2e-3)


def test_other_bodies_need_leave(tmp_path: Path) -> None:
    one, other = takes()
    with pytest.raises(MotionError, match="--one-body"):
        blend_of(tmp_path / "apart", (one, taller(other, 1.1)))
    made, _ = blend_of(tmp_path / "together", (one, taller(other, 1.1)), one_body=True)
    assert made.skeleton.hash == one.skeleton.hash
