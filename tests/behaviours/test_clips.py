import numpy as np
import pytest

from motionloom.behaviours.clips import LabelledClip, clips_of, names_of
from motionloom.core import MotionloomError
from motionloom.library import Library
from motionloom.making.choice import Choice


def test_spans_go_by_their_own_names(motion):
    clip = LabelledClip(motion, "walk", (("turn", 30, 45),))
    labels = clip.labels(np.arange(60) / 60)
    assert labels[:30] == ["walk"] * 30
    assert labels[30:45] == ["turn"] * 15
    assert labels[45:] == ["walk"] * 15
    assert names_of([clip]) == ["turn", "walk"]


def test_one_label_is_no_machine(motion):
    with pytest.raises(MotionloomError, match="two labels or more, found walk"):
        names_of([LabelledClip(motion, "walk")])


def test_clips_of_a_library(motion, tmp_path):
    with Library.create(tmp_path / "lib") as library:
        library.add(motion, "a", labels=("walk",), subject="16", annotations=[("turn", 30, 45)])
        library.add(motion, "b", labels=("run",), subject="35")
        library.add(motion, "c", labels=("walk", "odd"), subject="16")
        assert [clip.label for clip in clips_of(library)] == ["walk", "run"]  # two labels say nothing about a frame
        assert [clip.label for clip in clips_of(library, Choice(subjects=("35",)))] == ["run"]
        assert clips_of(library, Choice(labels=("walk",)))[0].spans == ()
        assert clips_of(library, Choice(labels=("walk",)), track="annotations")[0].spans == (("turn", 30, 45),)
        with pytest.raises(MotionloomError, match="no clip is annotated on a track 'nonesuch'; the tracks are annotations"):
            clips_of(library, track="nonesuch")
        with pytest.raises(MotionloomError, match="no clip is labelled 'jump'; the labels are"):
            clips_of(library, Choice(labels=("jump",)))
        with pytest.raises(MotionloomError, match="no clip has a label"):
            clips_of(library, Choice(subjects=("99",)))
