"""Feet: sliding needs a whole foot off its place, skimming a low one on its way, hovering a body that something must carry."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.score.terms.feet import hover, skim, slide
from motionloom.score.tracks import tracks_of


@pytest.fixture
def standing(captures):
    part = captures[2].part(0, 90)
    return tracks_of(part.motion, np.ones_like(part.plants))


def test_a_foot_off_its_given_place_slides_by_as_much(standing):
    targets = standing.feet - [0.1, 0.0, 0.0]
    assert slide.read(replace(standing, targets=targets)) == pytest.approx(0.1)


def test_a_heel_that_turns_about_its_toe_does_not_slide(standing):
    feet = np.repeat(standing.feet[:1], len(standing), axis=0)
    feet[:, 0, 0] += np.linspace(-0.1, 0.1, len(feet))
    assert slide.read(replace(standing, feet=feet)).max() < 1e-9
    feet[:, 1, 0] += np.linspace(-0.1, 0.1, len(feet))
    assert slide.read(replace(standing, feet=feet)).max() == pytest.approx(0.1, rel=0.05)


def test_what_is_not_planted_cannot_slide(standing):
    tracks = replace(standing, plants=np.zeros_like(standing.plants), targets=standing.feet - 1.0)
    assert slide.read(tracks).max() == 0.0


def test_a_low_foot_that_travels_skims_and_a_raised_one_does_not(standing):
    feet = np.repeat(standing.feet[:1], len(standing), axis=0)
    feet[..., 1] = standing.floor + 0.002
    feet[:, :2, 0] += 0.6 * np.arange(len(feet))[:, None] / 60
    low = replace(standing, feet=feet)
    assert skim.read(low)[45] == pytest.approx(0.3, rel=0.05)
    raised = feet.copy()
    raised[:, 1, 1] += 0.05
    assert skim.read(replace(standing, feet=raised)).max() < 1e-9


def test_a_lifted_body_hovers(standing):
    assert hover.read(standing).max() < 0.02
    lifted = replace(standing, feet=standing.feet + [0.0, 0.06, 0.0])
    assert np.median(hover.read(lifted)) == pytest.approx(0.06, abs=0.02)
    assert hover.read(lifted)[0] == hover.read(lifted)[-1] == 0.0  # a clip may end in flight, and nobody knows


def test_a_body_that_touches_the_floor_again_and_again_does_not_hover(standing):
    feet = standing.feet.copy()
    feet[..., 1] += 0.06 * (np.arange(len(feet)) % 15 > 1)[:, None]
    assert hover.read(replace(standing, feet=feet)).max() < 0.02
