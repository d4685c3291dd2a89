from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import SIDES, body_of
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


def places(clip: SampleClip, role: str) -> np.ndarray:
    return clip.motion.positions()[:, body_of(clip.motion.skeleton).joint(role)]


@pytest.mark.parametrize("who", list(sample.performers()))
def test_hands_get_where_the_name_says(clips: Clips, who: str) -> None:
    height = sample.performers()[who].height
    highest = {what: max(places(clips[who, what], f"{side}_wrist")[:, 1].max() for side in SIDES) for what in ("wave", "reach", "stand")}
    assert highest["wave"] > 0.85 * height
    assert highest["reach"] > 1.05 * height
    assert highest["stand"] < 0.6 * height
    assert min(places(clips[who, "pick_up"], f"{side}_wrist")[:, 1].min() for side in SIDES) < 0.15 * height
    assert places(clips[who, "crouch"], "head")[:, 1].min() < 0.72 * height


@pytest.mark.parametrize("who", list(sample.performers()))
def test_a_wave_goes_to_and_fro(clips: Clips, who: str) -> None:
    clip = clips[who, "wave"]
    hand = max((places(clip, f"{side}_wrist") for side in SIDES), key=lambda path: float(np.ptp(path[:, 1])))
    middle = hand[int(1.1 * clip.motion.fps) : int(2.8 * clip.motion.fps), 0]
    turns = np.flatnonzero(np.diff(np.sign(np.diff(middle))))
    assert len(turns) >= 5
