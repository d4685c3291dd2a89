from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.heading import headings
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]
TURNS = [name for name, behaviour in sample.behaviours().items() if "turn" in behaviour.label or "spin" in behaviour.label]


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize("what", TURNS)
def test_the_turn_happens_where_it_is_annotated(clips: Clips, who: str, what: str) -> None:
    clip = clips[who, what]
    span = next(span for span in clip.annotations if span.name.startswith("turn"))
    angles = headings(clip.motion)
    turned = angles[span.stop - 1] - angles[span.start]
    assert np.sign(turned) == (1 if span.name == "turn left" else -1)
    assert abs(turned) > 0.75 * abs(angles[-1] - angles[0])


@pytest.mark.parametrize("who", list(sample.performers()))
def test_turning_on_the_spot_stays_there(clips: Clips, who: str) -> None:
    for what in ("spin_left", "spin_right", "turn_around"):
        clip = clips[who, what]
        assert np.linalg.norm(clip.motion.root_positions[:, [0, 2]], axis=1).max() < 0.3
        assert clip.plants[0].all()
        assert clip.plants[-1].all()
