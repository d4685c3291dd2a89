from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import SIDES, body_of
from motionloom.core.masks import find_runs
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


@pytest.mark.parametrize("who", list(sample.performers()))
def test_fists_shoot_forward_one_after_the_other(clips: Clips, who: str) -> None:
    clip = clips[who, "punch"]
    body, positions = body_of(clip.motion.skeleton), clip.motion.positions()
    reach = {side: positions[:, body.joint(f"{side}_wrist"), 2] - positions[:, body.joint("hips"), 2] for side in SIDES}
    assert all(path.max() > 0.25 * sample.performers()[who].height for path in reach.values())
    assert np.argmax(reach["left"]) < np.argmax(reach["right"])
    assert clip.plants.all()


@pytest.mark.parametrize("who", list(sample.performers()))
def test_a_kick_stands_on_one_leg_and_lifts_the_other_hip_high(clips: Clips, who: str) -> None:
    clip = clips[who, "kick"]
    in_air = [find_runs(~clip.plants[:, first : first + 2].any(axis=1)) for first in (0, 2)]
    assert sorted(len(flights) for flights in in_air) == [0, 1]
    assert clip.plants.any(axis=1).all()
    side = SIDES[0 if in_air[0] else 1]
    ankle = clip.motion.positions()[:, body_of(clip.motion.skeleton).joint(f"{side}_ankle")]
    assert ankle[:, 1].max() > 0.38 * sample.performers()[who].height
