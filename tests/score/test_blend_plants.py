"""The plants of a blend: of one motion with itself they are its own, and where two compete the nearer wins."""

from itertools import pairwise

import numpy as np

from motionloom.score.blend_plants import choose_plants


def test_a_motion_alone_keeps_its_plants(walk):
    at = np.arange(len(walk.motion), dtype=float)[None]
    chosen = choose_plants(walk.motion, [walk.motion], [walk.plants], at)
    np.testing.assert_array_equal(chosen.bits, walk.plants)
    assert chosen.error < 0.02
    assert np.array_equal(np.isnan(chosen.targets[..., 0]), ~walk.plants)


def test_the_nearer_plant_wins_and_none_overlap(captures, walk):
    other = captures[1].part(60, 180)
    at = np.tile(np.arange(len(walk.motion), dtype=float), (2, 1))
    chosen = choose_plants(walk.motion, [walk.motion, other.motion], [walk.plants, other.plants], at)
    for foot in (0, 1):
        spans = sorted((plant.start, plant.stop) for plant in chosen.plants if plant.foot == foot)
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert any(plant.source == 0 for plant in chosen.plants)


def test_without_plants_there_is_no_error(walk):
    none = np.zeros_like(walk.plants)
    chosen = choose_plants(walk.motion, [walk.motion], [none], np.arange(len(walk.motion), dtype=float)[None])
    assert (chosen.error, chosen.plants) == (0.0, ())
