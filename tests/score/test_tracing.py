"""Traces agree with the score they explain."""

from __future__ import annotations

import numpy as np

from motionloom.sample import make, performers
from motionloom.score import scorers
from motionloom.score.tracing import trace_score


def test_traces_are_what_the_paper_sums() -> None:
    clip = make(next(iter(performers())), "walk", 0)
    motion, plants = clip.motion[:240], clip.plants[:240]
    traces, score = trace_score(motion, plants), scorers.find("sum")().score(motion, plants)
    assert np.isclose(np.mean(traces.stray[plants]), score.terms["plants"])
    assert np.isclose(traces.outside[traces.judged].max(), score.terms["balance"])
    assert np.array_equal(np.isnan(traces.stray), ~plants)
    assert np.allclose(traces.foot_error.max(axis=1), score.traces["plants"])


def test_a_point_inside_its_polygon_is_not_outside() -> None:
    clip = make(next(iter(performers())), "stand", 0)
    motion, plants = clip.motion[:240], clip.plants[:240]
    traces = trace_score(motion, plants)
    for frame in np.flatnonzero(traces.supported)[::20]:
        polygon, point = traces.support[frame], traces.zero_moment[frame]
        edges = np.roll(polygon, -1, axis=0) - polygon
        to_point = point - polygon
        inside = np.all(edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0] >= 0)
        assert inside == (traces.outside[frame] == 0)


def test_without_plants_they_are_detected_and_nothing_stands_in_the_air() -> None:
    motion = make(next(iter(performers())), "run", 0).motion[:240]
    traces = trace_score(motion)
    empty = np.array([len(polygon) == 0 for polygon in traces.support])
    assert traces.plants.any()
    assert not np.any(empty & traces.supported)
    assert len(traces.support) == len(traces.load) == len(motion)
