"""The search only gets better, is the same for the same seed, keeps what is fixed, and comes near to the best there is."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

from motionloom import sample
from motionloom.align import distances, make_clouds
from motionloom.demands import closeness
from motionloom.demands.baselines import best_of_all, walk_greedily
from motionloom.demands.demand import Demand, DemandError, Pass, Place, Span
from motionloom.demands.ordering import pin
from motionloom.demands.search import Search, make_task


def test_close_frames_are_as_close_as_their_point_clouds(ordered, pool):
    name = pool.stretches[0].name
    clouds = make_clouds(ordered.motion(ordered.find(name)))
    whole = distances(clouds, clouds)
    rows = np.arange(0, len(clouds), 7)
    mine = pool.closeness.between(rows, rows)
    exact = whole[np.ix_(rows, rows)]
    assert np.abs(mine - exact).max() < 0.02 * exact.max() + 1e-4
    assert np.allclose(pool.closeness.of_pairs(rows, rows), 0, atol=1e-5)


def test_more_never_gets_worse_and_the_same_seed_gives_the_same(pool, demand):
    task = make_task(demand, pool)
    runs = [Search(pool, task, seed) for seed in (3, 3)]
    found = [list(search.run(25))[-1] for search in runs]
    assert np.array_equal(found[0].frames, found[1].frames)
    assert all(b <= a for a, b in zip(runs[0].history[:-1], runs[0].history[1:], strict=True))
    cost, parts = runs[0].cost(found[0].frames)
    assert cost == pytest.approx(found[0].cost)
    assert sum(parts) == pytest.approx(cost)


def test_pieces_stay_inside_their_clips(pool, demand):
    found = list(Search(pool, make_task(demand, pool), 1).run(15))[-1]
    bounds = [0, *found.joins.tolist(), len(found.frames)]
    for begin, stop in itertools.pairwise(bounds):
        piece = found.frames[begin:stop]
        assert len(set(pool.stretch_of[piece].tolist())) == 1
        assert np.all(np.diff(piece) == 1)


def test_what_is_fixed_stays_and_what_is_left_out_is_not_shown(pool, demand):
    frame = pool.frame("walk", 0.5)
    asked = replace(demand, passes=(Pass(1.0, "walk", 0.5),))
    search = Search(pool, make_task(asked, pool, without=frozenset({"walk_slow"})), 2)
    found = list(search.run(15))[-1]
    assert found.frames[60] == frame
    assert "walk_slow" not in {pool.stretches[n].name for n in pool.stretch_of[found.frames]}
    held = pin(found.frames, [(0.5, 1.5)], demand.frames)
    again = list(Search(pool, make_task(demand, pool, held), 9).run(10))[-1]
    assert np.array_equal(again.frames[30:90], found.frames[30:90])


def test_it_comes_near_to_full_dynamic_programming_and_before_a_greedy_walk(pool):
    small = pool.only(np.array([not s.mirrored and s.name in ("walk", "stop", "stand") for s in pool.stretches]))
    demand = Demand(3.0, (Span("walk", 0.0, 1.5), Span("stand", 2.4, 3.0)))
    task = make_task(demand, small)
    best, greedy = best_of_all(small, task), walk_greedily(small, task)
    found = list(Search(small, task, 0).run(120))[-1]
    # What full dynamic programming does not see (short pieces) may cost it something: the search may even be cheaper.
    assert found.cost <= 1.25 * best.cost + 4.0
    assert found.cost <= greedy.cost + 1e-6


def test_an_unknown_word_says_what_is_meant(pool):
    with pytest.raises(DemandError, match="nothing here is annotated 'wlak'; is it 'walk'"):
        make_task(Demand(2.0, (Span("wlak", 0, 1),)), pool)
    with pytest.raises(DemandError, match="every clip is left out"):
        make_task(Demand(2.0), pool, without=frozenset(stretch.clip for stretch in pool.stretches))


def test_an_end_out_of_reach_is_refused_and_says_what_would_do(pool, demand):
    far = replace(demand, end=Place(1.0, 42.0))
    with pytest.raises(DemandError, match=r"40\.0 m long.*give it \d+ s") as refused:
        make_task(far, pool)
    seconds = float(re.search(r"give it (\d+) s", str(refused.value))[1])
    make_task(replace(far, seconds=seconds, spans=(Span("walk", 0.0, seconds),)), pool)


def test_a_large_pool_of_many_short_clips_has_its_closeness(monkeypatch):
    monkeypatch.setattr(closeness, "LEARN_FROM", 2)  # fewer windows are learnt from than there are clips
    walk = sample.make("ada", "walk").motion
    clouds = [make_clouds(walk[start : start + 24]) for start in range(0, 240, 24)]
    assert len(closeness.make_closeness(clouds).squares) == 240


def test_a_join_that_changes_how_fast_a_body_goes_costs_more(pool):
    search = Search(pool, make_task(Demand(1.0, (Span("walk", 0.0, 1.0),)), pool))
    slow, fast = (int(np.flatnonzero(pool.mask(word))[40]) for word in ("stand", "run"))
    alike, unlike = search._joins(np.array([slow]), np.array([slow, fast]))[0]
    speed = abs(float(pool.velocities[fast, 1] - pool.velocities[slow, 1]))
    assert unlike - alike > (speed / 0.25) ** 2 > 10


def test_joins_that_are_to_be_avoided_are_dear_and_the_search_goes_round_them(pool, demand):
    search = Search(pool, make_task(demand, pool), 3)
    first = list(search.run(25))[-1]
    assert len(first.joins)
    search.avoid(first.joins)
    assert search.found.cost > first.cost + 20
    again = list(search.run(25))[-1]
    assert not np.array_equal(again.frames, first.frames)
    assert Search(pool, make_task(demand, pool), 3).cost(first.frames)[0] == pytest.approx(first.cost)
