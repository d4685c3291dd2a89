"""Steps for crowds: they begin and end in a stand, go where they say, and are only in libraries that ask for them."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.heading import headings

EXTRAS = [name for name, each in sample.behaviours(extras=True).items() if each.extra]


def test_they_are_extra() -> None:
    assert "step_left" in EXTRAS
    assert not set(EXTRAS) & set(sample.behaviours())
    assert not set(EXTRAS) & {behaviour for _, behaviour, _ in sample.library_names()}


@pytest.mark.parametrize(
    ("name", "x", "z"),
    [
        ("step_ahead", 0.0, 0.4),
        ("step_back", 0.0, -0.3),
        ("step_left", 0.34, 0.0),
        ("step_right", -0.34, 0.0),
        ("stride_ahead", 0.0, 0.61),
        ("stride_back", 0.0, -0.57),
        ("step_ahead_left", 0.25, 0.34),
        ("step_ahead_right", -0.25, 0.34),
    ],
)
def test_a_step_goes_from_a_stand_to_a_stand(name: str, x: float, z: float) -> None:
    clip = sample.make("ada", name)
    gone = clip.motion.root_positions[-1] - clip.motion.root_positions[0]
    assert gone[[0, 2]] == pytest.approx([x, z], abs=0.07)
    assert clip.plants[0].all()
    assert clip.plants[-1].all()
    assert np.abs(headings(clip.motion)[-1] - headings(clip.motion)[0]) < 0.1


def test_starts_and_stops_are_short_and_turns_tight() -> None:
    start, stop = (sample.make("ada", f"{name}_short_left").motion.root_positions[:, 2] for name in ("start", "stop"))
    assert np.diff(start)[-30:].mean() * 60 > 1.1  # it walks within two seconds
    assert np.diff(stop)[:15].mean() * 60 > 1.1
    assert np.abs(np.diff(stop)[-15:]).max() * 60 < 0.1
    turned = headings(sample.make("ada", "turn_tight_right").motion)
    assert turned[-1] - turned[0] == pytest.approx(np.radians(-100), abs=0.15)


@pytest.mark.parametrize(("name", "degrees"), [("turn_quarter_left", 88), ("turn_quarter_right", -88), ("turn_half_left", 172)])
def test_a_quick_turn_goes_from_a_stand_to_a_stand(name: str, degrees: float) -> None:
    clip = sample.make("ada", name)
    turned = np.unwrap(headings(clip.motion))
    assert turned[-1] - turned[0] == pytest.approx(np.radians(degrees), abs=0.2)
    assert clip.plants[0].all()
    assert clip.plants[-1].all()
