"""Meshes in pictures: where the mesh is, in its own colours, in front of what is behind it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.formats.character_file import read_character
from motionloom.render import Figure, Scene
from motionloom.render.drawing import draw
from motionloom.render.framing import follow_each
from motionloom.render.scene import Markers
from motionloom.sample import make
from tests.edits.character_files import write_hero

SIZE = (80, 100)


@pytest.fixture(scope="module")
def figure(tmp_path_factory: pytest.TempPathFactory) -> Figure:
    character = read_character(write_hero(tmp_path_factory.mktemp("hero") / "hero.glb"))
    motion = make("ada", "walk").motion[:20]
    red = replace(character.skin, colours=np.tile(np.float32([0.9, 0.05, 0.05]), (len(character.skin), 1)))
    return Figure(replace(motion, skeleton=character.skeleton), skin=red)


def pictures(*scenes: Scene) -> list[np.ndarray]:
    shot = follow_each(scenes[0], np.array([0.2]), SIZE, "three-quarter")[0]
    return [draw(scene, 0.2, shot, SIZE, 2).astype(int) for scene in scenes]


def is_red(picture: np.ndarray) -> np.ndarray:
    return picture[..., 0] > picture[..., 1] + 40


def test_a_mesh_covers_what_the_mannequin_of_the_same_shape_covers(figure: Figure) -> None:
    worn, plain = pictures(Scene((figure,)), Scene((replace(figure, skin=None, colour="#ff0000"),)))
    covered = is_red(worn)
    assert 0.03 < covered.mean() < 0.4
    ground = np.abs(plain - worn).max(axis=-1)
    assert (ground[:, :5] < 12).all()  # sky and floor beside it are as they were


def test_ghosts_let_through_and_marks_show_over_all(figure: Figure) -> None:
    chest = figure.motion.positions()[12, figure.motion.skeleton.index("Spine1")]
    mark = Markers(chest[None], colour="#0000ff", radius=0.05)
    whole, ghost, marked = pictures(Scene((figure,)), Scene((replace(figure, opacity=0.4),)), Scene((figure,), markers=(mark,)))
    covered = is_red(whole)
    assert ghost[covered][:, 1].mean() > whole[covered][:, 1].mean() + 20
    blue = marked[..., 2] > marked[..., 0] + 40
    assert blue.any()
    assert covered[blue].any()


def test_nothing_of_a_mesh_is_outside_what_the_camera_is_fitted_to(figure: Figure) -> None:
    """A crown of few vertices sticks out of the head: one in two hundred would miss it."""
    skin, world = figure.skin, figure.motion.world
    assert skin is not None
    owners = skin.owners()
    (head,) = np.flatnonzero(owners == owners[-1])[-1:]
    places = skin.places.copy()
    places[head] += np.float32([0.0, 0.8, 0.0])
    crowned = replace(skin, places=places)
    whole, seen = (each.posed(world[0][:3], world[1][:3])[0] for each in (crowned, crowned.outline()))
    assert len(crowned.outline()) < len(crowned) / 2
    assert np.all(seen.max(axis=1) > whole.max(axis=1) - 0.03)
    assert np.all(seen.min(axis=1) < whole.min(axis=1) + 0.03)
