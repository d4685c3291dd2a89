"""Captures: plants found on the whole clip, rates put right by gravity, and what is read from disk."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.errors import FileError
from motionloom.score.captures import Capture, by_subject, correct_rates, detect_plants, read_captures


def test_a_part_has_the_plants_of_the_whole(captures):
    whole = replace(captures[0], given_plants=None)
    np.testing.assert_array_equal(whole.part(50, 110).plants, detect_plants(whole.motion)[50:110])


def test_a_rate_that_contradicts_gravity_is_put_right():
    jump = sample.make("ada", "jump").motion
    fast = Capture(replace(jump, fps=2 * jump.fps), "somebody")
    right = Capture(jump, "another")
    assert [capture.motion.fps for capture in correct_rates([fast, right])] == [jump.fps, jump.fps]


def test_performers_keep_their_order(captures):
    groups = by_subject(captures)
    assert list(groups) == ["ada", "boris"]
    assert [len(group) for group in groups.values()] == [3, 3]


def test_a_folder_with_a_catalogue_is_read(captures, tmp_path):
    motion = captures[0].motion
    motion.save(tmp_path / "walk.bvh")
    (tmp_path / "catalogue.csv").write_text("path,subject,label\nwalk.bvh,ada,walk\n")
    (found,) = read_captures(tmp_path)
    assert (found.subject, found.labels, len(found.motion)) == ("ada", ("walk",), len(motion))
    with pytest.raises(FileError, match="no capture is labelled swim"):
        read_captures(tmp_path, ["swim"])


def test_a_folder_without_a_catalogue_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"catalogue\.csv"):
        read_captures(tmp_path)


def test_a_walk_at_twice_its_rate_is_found_by_its_balance():
    walk = sample.make("boris", "walk_fast").motion
    fast = Capture(replace(walk, fps=2 * walk.fps), "somebody")
    assert [capture.motion.fps for capture in correct_rates([fast, Capture(walk, "another")])] == [walk.fps, walk.fps]
