import json
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core.errors import FileError, MotionloomError
from motionloom.navigation import scene_file
from motionloom.navigation.scene_doors import read_scene
from motionloom.navigation.scene_file import scene_from_json, scene_to_json, write_scene_file


def example():
    """The scene of the page's own words."""
    text = scene_file.__doc__
    return json.loads(text[text.index("{") : text.rindex("}") + 1])


def test_the_example_in_the_docs_is_read():
    scene = scene_from_json(example())
    assert [obstacle.shape.geom_type for obstacle in scene.obstacles] == ["Polygon"] * 6
    assert scene.agent("ada").goals[0].heading == pytest.approx(math.pi / 2)
    assert (scene.obstacles[-1].over, scene.regions[0].behaviour, scene.emitters[0].count) == (("leap",), "duck", 20)


def test_a_scene_that_is_written_is_read_again(tmp_path):
    scene = scene_from_json(example())
    write_scene_file(scene, tmp_path / "doorway.json")
    again = read_scene(tmp_path / "doorway.json")
    assert scene_to_json(again) == scene_to_json(scene)
    for one, other in zip(scene.obstacles, again.obstacles, strict=True):
        assert one.shape.symmetric_difference(other.shape).area < 1e-4
        assert np.array_equal(one.way, other.way) if one.way is not None else other.way is None


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"agents": [{"start": [0]}]}, r"agents\[0\].start: expected 2 finite numbers, found \[0\]"),
        ({"agents": [{"start": [0, 0], "goals": [{"at": [0, "x"]}]}]}, r"agents\[0\].goals\[0\].at"),
        ({"obstacles": [{"circle": [0, 0]}]}, r"obstacles\[0\].radius: expected a finite number, found null"),
        ({"obstacles": [{"circle": [0, 0], "radius": -1}]}, r"obstacles\[0\].radius: expected more than 0 m"),
        ({"obstacles": [{"circle": [0, 0], "radius": 1, "box": [0, 0, 1, 1]}]}, "expected one shape"),
        ({"obstacles": [{"box": [1, 0, 0, 1]}]}, r"obstacles\[0\].box: expected xmin"),
        ({"obstacles": [{"polygon": [[0, 0], [1, 1]]}]}, "expected more corners, found 2"),
        ({"obstacles": [{"circle": [0, 0], "radius": 1, "way": [[1, 0, 0], [0, 1, 1]]}]}, r"obstacles\[0\]: .*increase"),
        ({"obstacles": {}}, "obstacles: expected a list"),
        ({"walls": []}, "'walls' is not known here; there are name, bounds"),
        ({"emitters": [{"agent": {"start": [0, 0]}, "every": 0}]}, r"emitters\[0\]: .*some seconds apart"),
    ],
)
def test_an_error_names_the_place(change, text):
    with pytest.raises(FileError, match=text):
        scene_from_json(change, "park.json")


def said_of(data):
    """What is wrong with data, "" where it is a scene; nothing but our own errors may come out."""
    try:
        return "" if scene_from_json(data) else "nothing"
    except MotionloomError as error:
        return str(error)


values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(key=st.sampled_from(["name", "bounds", "obstacles", "regions", "agents", "emitters"]), value=values)
def test_whatever_stands_in_a_file_is_a_scene_or_one_line(key, value):
    for data in ({key: value}, {**example(), key: [value]}, value):
        assert "\n" not in said_of(data)


def test_other_files_are_refused_by_suffix(tmp_path):
    with pytest.raises(FileError, match=r"scenes are read from .json, .xml, .map, .scen"):
        read_scene(tmp_path / "scene.obj")
