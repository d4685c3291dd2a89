import numpy as np
import pytest

from motionloom.behaviours.graph_picture import draw_graph
from motionloom.behaviours.state_graph import hand_made
from motionloom.core import MotionloomError


def test_a_picture_shows_something(tmp_path):
    from PIL import Image

    graph = hand_made("cmu_16_35")
    draw_graph(graph, tmp_path / "graph.png", graph, "by hand")
    pixels = np.asarray(Image.open(tmp_path / "graph.png").convert("RGB"))
    assert pixels.min() < 80
    assert (pixels != 255).any(axis=2).mean() > 0.01


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(MotionloomError, match="nowhere"):
        draw_graph(hand_made("sample"), tmp_path / "nowhere" / "graph.png")
