import json

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.errors import FileError, MotionError
from motionloom.feet.hand_labels import open_example, open_examples, read_labels, write_labels
from motionloom.feet.plants import POINTS


def test_there_are_enough_labels_and_half_are_held_out_by_performer():
    labels = [*read_labels(split="train"), *read_labels(split="held out")]
    training, held_out = ([each for each in labels if each.split == split] for split in ("train", "held out"))
    assert sum(each.frames for each in labels) >= 4000
    assert len(labels) >= 20
    assert len({each.subject for each in labels}) >= 8
    assert not {each.subject for each in training} & {each.subject for each in held_out}
    assert 0.4 < sum(each.frames for each in held_out) / sum(each.frames for each in labels) < 0.6
    assert {each.kind for each in training} >= {"walk", "run", "jump", "turn", "dance", "stand"}
    assert {each.kind for each in held_out} >= {"walk", "run", "jump", "turn", "dance", "stand"}


def test_the_fresh_test_has_performers_that_are_nowhere_else():
    fresh = read_labels(split="fresh")
    known = {each.subject for each in read_labels() if each.split in ("train", "held out")}
    assert len(fresh) >= 10
    assert sum(each.frames for each in fresh) >= 2000
    assert not {each.subject for each in fresh} & known
    assert not {each.clip for each in fresh} & {each.clip for each in read_labels(split="other skeleton")}


def test_runs_lie_within_their_stretch_in_order():
    for labelled in read_labels():
        for point in POINTS:
            borders = np.array(labelled.plants[point]).ravel()
            assert np.all(np.diff(borders) > 0)
            assert np.all((borders >= labelled.first) & (borders <= labelled.first + labelled.frames))


def test_written_labels_read_back(tmp_path):
    labels = read_labels()
    write_labels(labels, tmp_path / "labels.json", "a test")
    assert read_labels(tmp_path / "labels.json") == labels
    assert json.loads((tmp_path / "labels.json").read_text())["about"] == "a test"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"clips": [{"name": 1}]}', "clip 1: these are not hand labels: found no 'clip', no 'first'"),
        ('{"clips": [3]}', "clip 1: these are not hand labels"),
        ("[]", "these are not hand labels: expected a list of 'clips'"),
        ("walk", "expected hand labels, found"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path, text, said):
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(FileError, match=f"labels.json: {said}"):
        read_labels(tmp_path / "labels.json")


def entry(**changes):
    """Labels of one clip, with faults."""
    given = {"clip": "walk.bvh", "subject": 1, "kind": "walk", "split": "train", "fps": 120.0, "first": 0, "frames": 20}
    return given | {"plants": {point: [[2, 8]] for point in POINTS}} | changes


def write_entry(folder, **changes):
    path = folder / "labels.json"
    path.write_text(json.dumps({"clips": [entry(**changes)]}))
    return path


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"frames": "ten"}, "a whole number from 0 as 'frames', found 'ten'"),
        ({"first": -3}, "a whole number from 0 as 'first', found -3"),
        ({"fps": 0}, "frames a second as 'fps', found 0"),
        ({"split": "tarin"}, "found 'tarin'"),
        ({"plants": {"left_heel": [[0, 5]]}}, "the plants of left_heel, left_toe, right_heel, right_toe, found left_heel"),
        ({"plants": 3}, "the plants of left_heel"),
        ({"plants": dict.fromkeys(POINTS, 5)}, "found 5"),
        ({"plants": {point: [[8, 2]] for point in POINTS}}, "as \\[first, one after the last\\], found \\[8, 2\\]"),
    ],
)
def test_labels_that_cannot_be_right_name_their_clip(tmp_path, changes, said):
    with pytest.raises(FileError, match=f"labels.json: clip 1, walk.bvh: expected .*{said}"):
        read_labels(write_entry(tmp_path, **changes))


def test_plants_beyond_the_file_name_their_clip(tmp_path):
    motion = sample.make("ada", "walk").motion
    motion.save(tmp_path / "walk.bvh")
    plants = {point: [[100_000, 200_000]] for point in POINTS}
    (labelled,) = read_labels(write_entry(tmp_path, fps=motion.fps, plants=plants))
    with pytest.raises(MotionError, match=r"walk\.bvh: the left_heel is labelled as planted in frames 100000 to 200000"):
        open_example(labelled, tmp_path)


@pytest.mark.data
def test_labels_fit_their_captures(shared_data):
    labels = read_labels()
    for example, labelled in zip(open_examples(labels[::6], shared_data), labels[::6], strict=True):
        assert len(example.plants.checked) == labelled.frames
        assert example.motion.fps == labelled.fps
        assert len(example.motion) >= labelled.frames


@pytest.mark.data
def test_labelled_plants_rest_on_the_ground(shared_data):
    """The definition the labels follow: a planted point stays within centimetres of one place near the floor."""
    from motionloom.feet.signals import measure

    for labelled in read_labels(split="held out")[:4]:
        example = open_example(labelled, shared_data)
        signals = measure(example.motion)
        for point in range(4):
            for start, stop in example.plants.runs(point):
                place = np.median(signals.points[start:stop, point], axis=0)
                assert np.median(np.linalg.norm(signals.points[start:stop, point] - place, axis=1)) < 0.03
                assert signals.heights[start:stop, point].min() * signals.leg_length < 0.03
