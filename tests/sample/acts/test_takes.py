from __future__ import annotations

import pytest

from motionloom import sample
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("take_errand", {"stand", "walk", "turn left", "run"}),
        ("take_greeting", {"walk", "stand", "wave", "turn right"}),
        ("take_patrol", {"walk", "turn right", "turn left", "stand"}),
    ],
)
def test_a_take_holds_what_its_annotations_say(clips: Clips, who: str, what: str, names: set[str]) -> None:
    clip = clips[who, what]
    assert {span.name for span in clip.annotations} == names
    assert clip.motion.duration > 10
    flight = ~clip.plants.any(axis=1)
    for span in clip.annotations:
        inside = slice(span.start + int(0.3 * clip.motion.fps), span.stop - int(0.3 * clip.motion.fps))
        if span.name == "run":
            assert flight[inside].mean() > 0.1
        if span.name == "stand" and "turn" not in " ".join(s.name for s in clip.annotations if s.start < span.stop and s.stop > span.start):
            assert clip.plants[inside].mean() > 0.95
