"""Every kind of damage: it changes what it says it changes, and nothing else."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.damage import NAMED, find_kind, kinds
from motionloom.score.damage.base import choose_span, ramp


def test_the_specification_s_kinds_are_there():
    assert set(NAMED) <= set(kinds())
    with pytest.raises(MotionError, match="no damage is called 'rust'; there are unaligned blend"):
        find_kind("rust")


@pytest.mark.parametrize("kind", kinds())
def test_damage_stays_where_it_says(kind, captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    damaged = next(found for found in (find_kind(kind)(one, other, rng) for _ in range(20)) if found is not None)
    assert len(damaged.motion) == len(damaged.plants) == len(damaged.touched)
    assert damaged.touched.any()
    if len(damaged.motion) == len(one.motion):
        first = int(np.argmax(damaged.touched))
        np.testing.assert_allclose(damaged.motion.positions()[:first], one.motion.positions()[:first], atol=1e-3)
        change = np.abs(damaged.motion.positions() - one.motion.positions()).max(axis=(1, 2))
        assert change[damaged.touched].max() > 0.02


def test_a_ramp_is_smooth_and_stays_inside():
    values = ramp(100, 20, 80, 10)
    assert values[:20].max() == values[80:].max() == 0
    assert values[40] == 1
    assert np.abs(np.diff(values)).max() < 0.2


def test_spans_lie_within(rng):
    for _ in range(100):
        start, stop = choose_span(50, 30, rng)
        assert 0 <= start < stop <= 50
        assert stop - start == 30
    assert choose_span(10, 30, rng) == (0, 10)
