"""The takes of a machine, whole."""

from motionloom.behaviours.states import RATE
from motionloom.behaviours.whole_takes import open_takes


def test_takes_are_whole_at_the_machines_rate_and_have_their_plants(labelled_library):
    library = labelled_library
    clips = [clip.id for clip in library.clips()]
    skeleton = library.motion(clips[0]).skeleton
    takes = open_takes(library, [*clips, "no such clip"], skeleton)
    assert len(takes) == len(clips)
    for clip, take in zip(clips, takes, strict=True):
        assert take.motion.fps == RATE
        assert abs(take.motion.duration - library.motion(clip).duration) < 0.1
        assert take.plants is not None
