"""In-betweens: both ends are kept, a gap of a capture that is in the stock is filled with it, held feet do not slide."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.editing import mirror, resample
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


def test_far_from_all_captures_it_is_interpolation(walks):
    """A body that lies still on its back is near no walk: little of them is added."""
    stock = build_stock(walks[0].skeleton, 30.0, walks[1:])
    lying = quaternion.multiply(quaternion.from_axis_angle((1.0, 0.0, 0.0), -np.pi / 2), walks[0].rotations[:, 0].astype(float))
    rotations = walks[0].rotations.astype(float).copy()
    rotations[:] = rotations[40]
    rotations[:, 0] = lying[40]
    still = walks[0].with_arrays(rotations, np.repeat(walks[0].root_positions[40:41], len(rotations), axis=0))
    filled = fill_gap(stock, still[:10], still[10 + GAP :], GAP, hold=False)
    walked = fill_gap(stock, walks[1][40:50], walks[1][50 + GAP :], GAP, hold=False)
    assert filled.trust < 0.3 * walked.trust
    assert np.abs(filled.motion.positions() - still.positions()[10 : 10 + GAP]).max() < 0.05


def test_mirrored_and_slower_captures_are_found(walks):
    """A walk at another speed, mirrored, is filled from the one at its own speed."""
    stock = build_stock(walks[0].skeleton, 30.0, walks[:1])
    slow = resample(replace(mirror(walks[0]), fps=0.85 * 30.0), 30.0)
    whole = slow[40 : 40 + 10 + GAP + 1]
    filled = fill_gap(stock, whole[:10], whole[10 + GAP :], GAP)
    ends = [(each.rotations[k].astype(float), each.root_positions[k].astype(float)) for each, k in ((whole[:10], -1), (whole[-1:], 0))]
    plain = whole.with_arrays(*(each[1:-1] for each in interpolate(ends[0], ends[1], GAP)))
    truth = whole[10 : 10 + GAP].positions()
    away = [np.linalg.norm(each.positions() - truth, axis=-1).mean() for each in (filled.motion, plain)]
    assert away[0] < 0.5 * away[1]


def test_npss_is_zero_for_alike_and_more_for_another_spectrum():
    curve = np.sin(np.arange(30) / 3)[None, :, None]
    assert fast_npss(curve, curve) == 0
    assert fast_npss(curve, np.sin(np.arange(30) / 6)[None, :, None]) > 0.1
