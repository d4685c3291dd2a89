import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.feet.features import Legs
from motionloom.feet.skate_damage import scale_legs


def test_the_papers_width():
    assert Legs().width == 21 * 6 * 3


def test_an_unknown_part_is_refused():
    with pytest.raises(MotionError, match="legs have no part elbow; the parts are knee, ankle, toe, root"):
        Legs(parts=("elbow",))


def test_scaling_by_leg_length_brings_longer_legs_nearer(walk):
    longer = scale_legs(walk.motion, 1.2)
    apart = {}
    for scaling in ("none", "leg"):
        features = Legs(scaling=scaling)
        apart[scaling] = np.abs(features.describe(walk.motion) - features.describe(longer)).mean()
    assert apart["leg"] < apart["none"]


def test_beyond_the_clips_border_motion_goes_on(walk):
    """A part cut from the middle is described there more as it was than if the body had stood still before and after."""
    part = walk.motion[100:160]
    rows = np.clip(np.arange(-30, 90), 0, 59)
    frozen = part.with_arrays(part.rotations[rows], part.root_positions[rows])
    truth = Legs().describe(walk.motion)[100:160]
    carried_on, stopped = Legs().describe(part), Legs().describe(frozen)[30:-30]
    assert np.abs(truth - carried_on).mean() < 0.8 * np.abs(truth - stopped).mean()
    assert np.abs(truth - carried_on)[20:40].max() < 0.05
