"""An order that somebody watches: what was seen can be pinned, whatever was found since."""

import numpy as np

from motionloom.demands.making import Wish
from motionloom.demands.ordering import Ordering


def test_what_was_seen_is_known_when_something_better_was_found(pool, demand):
    order = Ordering(pool, demand, Wish(seed=1))
    assert order.seen(None) is None
    first = order.improve(0.0)
    seen = order.iteration
    while (better := order.improve(0.05)).cost == first.cost and not order.done:
        pass
    assert not np.array_equal(better.frames, first.frames)
    assert np.array_equal(order.seen(seen), first.frames)
    assert np.array_equal(order.seen(None), better.frames)
    assert np.array_equal(order.seen(10**6), better.frames)
