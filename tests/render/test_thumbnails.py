"""Small pictures, quickly."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion
from motionloom.render import thumbnail, thumbnail_strip
from motionloom.render.theme import CLEAR


def test_thumbnails_have_their_size_and_show_someone(motion: Motion, snake: Motion) -> None:
    for subject in (motion, snake):
        image = np.asarray(thumbnail(subject)).astype(int)
        assert image.shape == (180, 320, 3)
        assert (image.max(axis=2) < 180).mean() > 0.005


def test_strips_are_exactly_as_wide_as_asked(motion: Motion) -> None:
    for frames in (6, 7, 8):
        assert thumbnail_strip(motion, frames).size == (640, 120)
    assert thumbnail_strip(motion, 3, size=(100, 40), theme="dark").size == (100, 40)


def test_clear_pictures_lie_on_any_page(motion: Motion) -> None:
    for image in (thumbnail(motion, theme=CLEAR), thumbnail_strip(motion, 4, theme=CLEAR)):
        cover = np.asarray(image)[..., 3]
        assert image.mode == "RGBA"
        assert cover.min() == 0
        assert cover.max() == 255
