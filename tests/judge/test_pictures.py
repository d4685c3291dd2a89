import pytest
from PIL import Image

from motionloom.judge.pictures import CAPTION, CELLS, SIZE, draw_moment, role_of
from motionloom.judge.summary import Moment


def test_a_moment_is_drawn_about_its_second(walk, tmp_path):
    picture = draw_moment(walk[:240], Moment("pop", 1.0, "left knee", 0.2, "walk of boris"), 3.0, tmp_path, 1)
    assert picture.path.name == "01-walk-of-boris-pop-1.00s.png"
    with Image.open(picture.path) as image:
        assert image.height == SIZE[1] + CAPTION
        assert image.width > CELLS * SIZE[0]


@pytest.mark.parametrize("seconds", [0.0, 1.99])
def test_moments_at_the_ends_are_drawn_too(walk, tmp_path, seconds):
    assert draw_moment(walk[:240], Moment("slide", seconds, "left heel", 0.2, "x"), 1.0, tmp_path, 2).path.is_file()


@pytest.mark.parametrize(
    ("channel", "roles"),
    [
        ("left knee", ("left_knee",)),
        ("right_wrist", ("right_wrist",)),
        ("left heel", ("left_ankle",)),
        ("right forearm and pelvis", ("right_wrist",)),
        ("centre of mass", ()),
        ("hips", ("hips",)),
        ("fall", ()),
    ],
)
def test_a_channel_has_the_path_of_its_joint(walk, channel, roles):
    assert role_of(walk, channel) == roles
