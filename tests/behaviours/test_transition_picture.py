import numpy as np

from motionloom.behaviours.transition_picture import draw_transitions


def test_warps_are_drawn_over_the_costs(sample_machine, tmp_path):
    from PIL import Image

    draw_transitions(sample_machine, [("walk", "stop"), ("walk", "walk")], tmp_path / "costs.png")
    pixels = np.asarray(Image.open(tmp_path / "costs.png").convert("RGB")).astype(int)
    orange = (pixels[..., 0] > 220) & (abs(pixels[..., 1] - 122) < 30) & (pixels[..., 2] < 80)
    assert orange.sum() > 30
