from __future__ import annotations

import numpy as np

from motionloom import sample
from motionloom.core.mass import centre_of_mass
from motionloom.sample import SampleClip


def test_somebody_who_stands_still_is_alive(clips: dict[tuple[str, str], SampleClip]) -> None:
    for who in sample.performers():
        clip = clips[who, "stand"]
        sway = np.ptp(centre_of_mass(clip.motion), axis=0)
        assert clip.plants.all()
        assert 0.002 < max(sway[0], sway[2]) < 0.05
        assert np.ptp(clip.motion.positions(), axis=0).max() < 0.12
