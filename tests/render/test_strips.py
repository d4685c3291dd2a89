"""Filmstrips and walk-throughs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionloomError
from motionloom.render import Figure, Label, Scene, filmstrip, picture, save_filmstrip, walk_through

CELL = (60, 80)


def test_a_strip_has_its_cells_in_rows(motion: Motion) -> None:
    assert filmstrip(motion, 5, size=CELL, gap=2).size == (5 * 62 - 2, 80)
    assert filmstrip(motion, 5, size=CELL, gap=0, columns=3).size == (180, 160)
    assert filmstrip(motion, 1, size=CELL).size == CELL


def test_cells_show_different_moments(motion: Motion) -> None:
    strip = np.asarray(filmstrip(motion, 3, size=CELL, gap=0, stamps=False)).astype(int)
    cells = [strip[:, 60 * n : 60 * (n + 1)] for n in range(3)]
    assert np.abs(cells[0] - cells[1]).max() > 40
    assert np.abs(cells[1] - cells[2]).max() > 40


def test_stamps_are_written_unless_unwanted(motion: Motion) -> None:
    stamped, plain = (np.asarray(filmstrip(motion, 2, size=CELL, stamps=stamps)).astype(int) for stamps in (True, False))
    rows, _ = np.nonzero(np.abs(stamped - plain).max(axis=2) > 20)
    assert len(rows) > 10
    assert rows.min() > 50


def test_a_strip_is_the_same_every_time(motion: Motion) -> None:
    np.testing.assert_array_equal(np.asarray(filmstrip(motion, 3, size=CELL)), np.asarray(filmstrip(motion, 3, size=CELL)))


def test_counts_and_cameras_are_checked(motion: Motion) -> None:
    with pytest.raises(MotionloomError, match="a filmstrip takes 1 to 256 frames, asked for 0"):
        filmstrip(motion, 0)
    with pytest.raises(MotionloomError, match="no camera 'fly'; there are follow, hold"):
        filmstrip(motion, 2, camera="fly")


def test_labels_are_on_the_picture(motion: Motion) -> None:
    plain = np.asarray(picture(motion, 0.2, size=(160, 120))).astype(int)
    labelled = np.asarray(picture(Scene((Figure(motion),), labels=(Label("walk {frame}"),)), 0.2, size=(160, 120))).astype(int)
    rows, columns = np.nonzero(np.abs(labelled - plain).max(axis=2) > 30)
    assert len(rows) > 10
    assert rows.max() < 40
    assert columns.max() < 90


def test_a_walk_through_is_as_wide_as_the_walk(motion: Motion) -> None:
    way = np.linspace(0, 1, len(motion))[:, None] * [1.0, 0.0, 0.0]
    short, long = (
        walk_through(motion.with_arrays(motion.rotations, motion.skeleton.rest_root + d * way), 4, size=(900, 90)) for d in (3, 6)
    )
    assert short.height == long.height == 90
    assert short.width < long.width <= 900


def test_standing_still_the_poses_step_apart(motion: Motion) -> None:
    still = motion.with_arrays(motion.rotations, np.broadcast_to(motion.skeleton.rest_root, (len(motion), 3)))
    few, many = (walk_through(still, count, size=(900, 90)).width for count in (2, 6))
    assert many > 1.5 * few


def test_faded_poses_are_paler(motion: Motion) -> None:
    full, faded = (np.asarray(walk_through(motion, 4, size=(400, 90), fade=fade)).astype(int) for fade in (False, True))
    assert full.shape == faded.shape
    assert np.abs(full - faded).max() > 40


def test_saving_checks_the_suffix_before_it_draws(motion: Motion, tmp_path: Path) -> None:
    save_filmstrip(motion, tmp_path / "strip.png", 2, size=CELL)
    save_filmstrip(motion, tmp_path / "walk.png", 2, walk=True, size=(300, 80))
    with Image.open(tmp_path / "strip.png") as image:
        assert image.height == 80
    with Image.open(tmp_path / "walk.png") as image:
        assert image.height == 80
    with pytest.raises(FileError, match=r"a picture is written as \.png, \.jpg, \.jpeg, \.webp; found '\.mp4'"):
        save_filmstrip(motion, tmp_path / "strip.mp4")


@pytest.mark.data
@pytest.mark.parametrize("clip", ["cmu/016/16_15.bvh", "cmu/005/05_06.bvh", "bandai/dataset-1_run_happy_001.bvh"])
def test_real_captures_fill_their_cells(shared_data: Path, clip: str) -> None:
    from motionloom import formats

    motion = formats.load(shared_data / clip)
    strip = np.asarray(filmstrip(motion, 4, size=CELL, gap=0, stamps=False)).astype(int)
    for number in range(4):
        cell = strip[:, 60 * number : 60 * (number + 1)]
        coloured = np.ptp(cell, axis=2) > 60
        assert 0.02 < coloured.mean() < 0.5
        assert not coloured[0].any()
