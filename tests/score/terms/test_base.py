"""Every term is finite, never negative, as long as the tracks, and nothing of what it reads is changed."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.terms import TERMS
from motionloom.score.tracks import tracks_of


@pytest.mark.parametrize("frames", [16, 31, 120])
@pytest.mark.parametrize("name", TERMS.all())
def test_a_term_is_a_trace(name, frames, walk):
    tracks = tracks_of(walk.motion[:frames], walk.plants[:frames])
    before = tracks.joints.copy(), tracks.feet.copy(), tracks.plants.copy()
    trace = TERMS.find(name).read(tracks)
    assert trace.shape == (len(tracks),)
    assert np.isfinite(trace).all()
    assert trace.min() >= 0
    for now, then in zip((tracks.joints, tracks.feet, tracks.plants), before, strict=True):
        np.testing.assert_array_equal(now, then)


def test_an_unknown_term_says_which_there_are():
    with pytest.raises(MotionError, match="no term of naturalness 'grace' is known here; there are ankles, balance"):
        TERMS.find("grace")
