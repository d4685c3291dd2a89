"""The report has a row a performer, with masses from others."""

import numpy as np

from motionloom.score.balance_report import report_balance, trace_walk


def test_a_row_a_performer(captures):
    walks = [capture for capture in captures if "walk" in capture.labels]
    rows = report_balance(walks)
    assert sorted(row.subject for row in rows) == ["ada", "boris"]
    assert all(0.9 < row.share <= 1 and row.clips == 1 and row.frames > 200 for row in rows)


def test_a_trace_draws_soles_under_the_points(walk):
    trace = trace_walk(walk)
    assert len(trace.points) == len(trace.errors) > 50
    corners = np.concatenate(trace.soles)
    assert np.linalg.norm(corners[:, None] - trace.points[None], axis=-1).min() < 0.05
