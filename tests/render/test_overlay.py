"""Words go where they were sent."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from motionloom.core.errors import MotionloomError
from motionloom.render import Label
from motionloom.render.overlay import CORNERS, letter_size, write, write_labels


@pytest.mark.parametrize("corner", CORNERS)
def test_words_stand_in_their_corner(corner: str) -> None:
    image = Image.new("RGB", (200, 100), "#ffffff")
    write(image, "1.25 s", corner, "#000000", 12)
    rows, columns = np.nonzero(np.asarray(image)[..., 0] < 200)
    assert len(rows) > 20
    assert (rows.mean() < 50) == corner.startswith("top")
    assert (columns.mean() < 100) == corner.endswith("left")
    assert rows.min() > 0
    assert rows.max() < 99
    assert columns.min() > 0
    assert columns.max() < 199


def test_unknown_corners_are_named() -> None:
    with pytest.raises(MotionloomError, match="no corner 'middle'; there are top left"):
        write(Image.new("RGB", (9, 9)), "x", "middle", "#000000", 9)


def test_labels_tell_time_and_frame() -> None:
    images = [Image.new("RGB", (240, 60), "#ffffff") for _ in range(3)]
    write_labels(images[0], (Label("at {time}, frame {frame}"),), "#000000", 0.5, 30.0, 12)
    write_labels(images[1], (Label("at 0.50 s, frame 15"),), "#000000", 0.0, 30.0, 12)
    np.testing.assert_array_equal(np.asarray(images[0]), np.asarray(images[1]))
    assert np.any(np.asarray(images[0]) != np.asarray(images[2]))


def test_type_is_readable_in_small_and_large_pictures() -> None:
    assert letter_size(50) == 9
    assert letter_size(5000) == 22
