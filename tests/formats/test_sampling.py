"""Keys at any times become frames at the rate they were sampled at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.core import FileError, quaternion
from motionloom.formats._sampling import COMMON_RATES, NTSC_RATES, choose_rate, find_rate, frame_times, resample


@given(rate=st.sampled_from([*COMMON_RATES, *NTSC_RATES, 15.0, 33.3]), frames=st.integers(3, 4000), start=st.floats(0, 20))
def test_rate_of_float32_times(rate: float, frames: int, start: float) -> None:
    times = (start + np.arange(frames) / rate).astype(np.float32).astype(np.float64)
    assert find_rate([times]) == pytest.approx(rate, rel=2e-3 if frames < 100 else 2e-4)
    assert len(frame_times(Path("a"), times[0], times[-1], rate, 1, frames)) == frames


def test_whole_rates_are_exact() -> None:
    assert all(find_rate([(np.arange(500) / rate).astype(np.float32)]) == rate for rate in (*COMMON_RATES, *NTSC_RATES))


def test_a_few_missing_keys_do_not_change_the_rate(rng: np.random.Generator) -> None:
    times = np.sort(rng.choice(np.arange(300), 280, replace=False)) / 60
    assert find_rate([times]) == 60


def test_key_poses_fall_on_the_slowest_rate_that_fits() -> None:
    assert find_rate([np.array([0, 1.0, 2.5])]) == 24
    assert find_rate([np.array([0, 0.2, 1.0])]) == 25
    assert find_rate([np.array([0, 0.1234, 1.0])]) == 30
    assert find_rate([np.array([0.0])]) == find_rate([]) == 30


def test_a_stated_rate_counts_where_the_keys_agree() -> None:
    keys = [np.arange(0, 50, 5) / 25]
    assert choose_rate(keys, 25.0) == 25
    assert choose_rate(keys, 24.0) != 24
    assert choose_rate([np.zeros(1)], 17.0) == 17


def test_one_key_a_frame_keeps_its_bits(rng: np.random.Generator) -> None:
    values = rng.normal(size=(50, 3)).astype(np.float32)
    times = np.arange(50) / 30
    assert resample(times.astype(np.float32), values, times) is values


@given(st.integers(2, 20), st.integers(0, 2**32 - 1))
def test_lines_and_turns_pass_through_their_keys(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.1, 1, count))
    at = np.sort(np.concatenate([times, rng.uniform(times[0] - 1, times[-1] + 1, 10)]))
    turns = quaternion.normalise(rng.normal(size=(count, 4)))
    keys = np.isin(at, times)
    assert np.allclose(resample(times, turns * 3, at)[keys], turns * 3)
    assert np.allclose(np.abs(np.sum(resample(times, turns, at, turns=True)[keys] * turns, axis=1)), 1)
    assert np.allclose(resample(times, turns, at, kind="STEP")[keys], turns)
    outside = resample(times, turns, np.array([times[0] - 1, times[-1] + 1]), turns=True)
    assert np.allclose(np.abs(np.sum(outside * turns[[0, -1]], axis=1)), 1)


def test_cubic_splines_reproduce_cubics() -> None:
    times = np.array([0.0, 0.7, 2.0])
    value, slope = lambda t: t**3 - 2 * t, lambda t: 3 * t**2 - 2
    keys = np.stack([slope(times), value(times), slope(times)], axis=1)[..., None]
    at = np.linspace(0, 2, 31)
    assert np.allclose(resample(times, keys, at, kind="CUBICSPLINE")[:, 0], value(at), atol=1e-2)
    assert np.allclose(resample(times, keys, times, kind="CUBICSPLINE")[:, 0], value(times))


@pytest.mark.parametrize("end", [1e9, 1e300, np.inf, np.nan])
def test_counts_that_no_keys_stand_behind_are_refused(end: float) -> None:
    with pytest.raises(FileError, match="its times are wrong"):
        frame_times(Path("a.glb"), 0.0, end, 60.0, 30, 5)
