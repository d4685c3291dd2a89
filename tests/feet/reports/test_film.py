import numpy as np
from PIL import Image

from motionloom.feet.reports.film import CELL, save_before_and_after
from motionloom.feet.skate_damage import scale_path


def test_two_strips_under_each_other(tmp_path, walk):
    save_before_and_after(scale_path(walk.motion, 1.15), walk.motion, walk.plants, tmp_path)
    with Image.open(tmp_path / "closeup.png") as picture:
        assert picture.height > 2 * CELL[1]
        upper, lower = picture.crop((0, 0, picture.width, CELL[1])), picture.crop((0, CELL[1] + 4, picture.width, 2 * CELL[1] + 4))
        assert upper.tobytes() != lower.tobytes()
        last = picture.width - CELL[0]
        laid = [picture.crop((last, top, picture.width, top + CELL[1])) for top in (0, CELL[1] + 4)]
        still = [np.ptp(np.asarray(cell.convert("L"), dtype=float), axis=1).max() for cell in laid]
        assert still[1] > still[0]  # upon each other, what stands is darker than what slides
