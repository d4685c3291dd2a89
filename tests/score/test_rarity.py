"""Laws of naturalness: scale, rate, mirroring, heading and place do not change it; damage does; the line holds for captures."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.editing import mirror, resample
from motionloom.core.heading import turn_and_move
from motionloom.score.captures import Capture, detect_plants
from motionloom.score.damage import find_kind
from motionloom.score.rarity import LINE, measure_rarity, score_window, simes

SEES = {
    "knee pop": "knees",
    "momentum": "momentum",
    "slide": "slide",
    "hover": "hover",
    "lean": "balance",
    "interpenetration": "depth",
    "hard cut": "jolt",
    "twitch": "twitch",
}


@pytest.fixture(scope="module")
def run(captures):
    return captures[1].part(30, 210)


@pytest.fixture(scope="module")
def before(run):
    return measure_rarity(run.motion, run.plants)


def same(found, before, within=1e-3):
    assert found.total == pytest.approx(before.total, abs=within)
    for name, value in before.terms.items():
        assert found.terms[name] == pytest.approx(value, abs=within), name


@pytest.mark.parametrize("times", [0.1, 0.5, 3.0])
def test_scale_does_not_change_it(run, before, times):
    skeleton = run.motion.skeleton
    sites = tuple(replace(site, offset=tuple(times * np.array(site.offset))) for site in skeleton.end_sites)
    larger = replace(skeleton, offsets=skeleton.offsets * times, end_sites=sites, rest_root=np.asarray(skeleton.rest_root) * times)
    motion = replace(run.motion, skeleton=larger, root_positions=run.motion.root_positions * times)
    same(measure_rarity(motion, run.plants), before, 0.02)


def test_heading_and_place_do_not_change_it(run, before):
    same(measure_rarity(turn_and_move(run.motion, 1.1, (5.0, 0.4, -3.0)), run.plants), before, 0.02)


def test_a_mirror_does_not_change_it(run, before):
    same(measure_rarity(mirror(run.motion), run.plants[:, [2, 3, 0, 1]]), before, 0.05)


@pytest.mark.parametrize("fps", [120.0, 240.0])
def test_a_higher_rate_does_not_change_it(run, before, fps):
    motion = resample(run.motion, fps)
    plants = run.plants[np.minimum(np.arange(len(motion)) * 60 // int(fps), len(run.plants) - 1)]
    same(measure_rarity(motion, plants), before, 0.02)


def test_a_low_rate_hides_trembling_and_little_else(run, before):
    motion = resample(run.motion, 30.0)
    found = measure_rarity(motion, run.plants[::2][: len(motion)])
    assert found.total <= before.total + 0.2


@pytest.mark.parametrize("kind", SEES)
def test_damage_raises_it_and_its_term(kind, captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    tries = (find_kind(kind)(one, other, rng) for _ in range(40))
    damaged = next(found for found in tries if found is not None)
    whole, spoilt = measure_rarity(one.motion, one.plants), measure_rarity(damaged.motion, damaged.plants)
    assert spoilt.terms[SEES[kind]] > whole.terms[SEES[kind]] + 0.3
    assert spoilt.total > whole.total


def test_the_moment_is_named(captures, rng):
    one, other = captures[0].part(30, 150), captures[1].part(60, 180)
    damaged = find_kind("hard cut")(one, other, rng)
    found = measure_rarity(damaged.motion, damaged.plants)
    at = np.flatnonzero(damaged.touched).mean() / one.motion.fps
    assert not found.natural
    assert found.worst_time == pytest.approx(at, abs=0.1)
    assert found.describe().startswith(f"unnatural: {found.total:.2f}, over the line of 1")
    assert measure_rarity(one.motion, one.plants).describe().startswith("natural: ")


def test_simes_does_not_mind_how_long_a_motion_is(rng):
    for count in (1, 5, 40):
        totals = [simes(-np.log10(rng.uniform(size=count))) for _ in range(4000)]
        assert np.mean(np.array(totals) > LINE) == pytest.approx(0.1, abs=0.02)


def test_a_window_alone_scores_what_the_whole_report_says(run):
    part, plants = run.motion[:60], run.plants[:60]
    assert score_window(part, plants) == measure_rarity(part, plants).total


def test_nine_in_ten_captured_windows_are_under_the_line(shared_data):
    from motionloom import formats

    windows = []
    for name in ("016/16_15", "016/16_35", "035/35_01", "035/35_17", "002/02_01", "009/09_01", "007/07_01"):
        motion = formats.load(shared_data / "cmu" / f"{name}.bvh")
        capture = Capture(motion, name, (), detect_plants(motion))
        windows.append(measure_rarity(capture.motion, capture.plants).windows)
    assert np.mean(np.concatenate(windows) <= LINE) >= 0.9
