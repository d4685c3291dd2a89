"""In-betweens: both ends are kept, a gap of a capture that is in the stock is filled with it, held feet do not slide."""

import numpy as np
import pytest

from motionloom.core.editing import resample
from motionloom.keyframes.in_between import build_stock, fill_gap, interpolate
from motionloom.keyframes.reports.in_betweening import fast_npss
from motionloom.sample import make

GAP = 15


@pytest.fixture(scope="module")
def walks():
    return [resample(make("ada", name).motion, 30.0) for name in ("walk", "walk_fast")]


def test_better_than_interpolation_and_exact_at_its_ends(walks):
    stock = build_stock(walks[0].skeleton, 30.0, walks)
    whole = walks[0][40 : 40 + 10 + GAP + 1]
    past, middle, end = whole[:10], whole[10 : 10 + GAP], whole[10 + GAP :]
    filled = fill_gap(stock, past, end, GAP)
    ends = [(each.rotations[k].astype(float), each.root_positions[k].astype(float)) for each, k in ((past, -1), (end, 0))]
    rotations, roots = interpolate(ends[0], ends[1], GAP)
    plain = past.with_arrays(rotations[1:-1], roots[1:-1])
    away = [np.linalg.norm(each.positions() - middle.positions(), axis=-1).mean() for each in (filled.motion, plain)]
    assert away[0] < 0.35 * away[1]
    joined = np.concatenate([past.positions()[-1:], filled.motion.positions(), end.positions()[:1]])
    truth = np.concatenate([past.positions()[-1:], middle.positions(), end.positions()[:1]])
    assert np.abs(np.diff(joined, axis=0)).max() < 1.6 * np.abs(np.diff(truth, axis=0)).max()  # no jump at either end
    assert len(filled.motion) == GAP
    assert filled.planted.any()


def test_npss_is_zero_for_alike_and_more_for_another_spectrum():
    curve = np.sin(np.arange(30) / 3)[None, :, None]
    assert fast_npss(curve, curve) == 0
    assert fast_npss(curve, np.sin(np.arange(30) / 6)[None, :, None]) > 0.1
