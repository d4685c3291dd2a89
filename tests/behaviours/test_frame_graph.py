import numpy as np
import pytest

from motionloom.align import angle_distances, make_angles
from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.frame_graph import build_frame_graph, gather_frames, iterate_values, keep_good_edges
from motionloom.core import MotionloomError
from motionloom.core.editing import resample
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def frames(skeleton):
    clips = [LabelledClip(make_motion(skeleton, 90, 60.0, seed, swing=0.2), "abc"[seed]) for seed in range(3)]
    return clips, gather_frames(clips)


def test_edges_cost_what_the_formula_says(frames):
    clips, found = frames
    graph = build_frame_graph(found, 3.0)
    angles = [make_angles(resample(clip.motion, 30.0)) for clip in clips]
    whole = np.block([[angle_distances(a, b) for b in angles] for a in angles])
    sources = graph.sources()
    jumps = graph.targets != sources + 1
    i, j = sources[jumps], graph.targets[jumps]
    assert len(i) > 100
    assert np.allclose(graph.costs[jumps], (whole[i + 1, j] + whole[i, j - 1]) / 2, atol=2e-3)
    assert np.all(graph.costs[~jumps] == 0)
    assert np.all(graph.costs <= 3.0)


def test_every_pair_below_the_threshold_is_there(frames):
    _, found = frames
    few, many = build_frame_graph(found, 1.5), build_frame_graph(found, 3.0)
    assert few.found < many.found
    loose = set(zip(many.sources().tolist(), many.targets.tolist(), strict=True))
    tight = set(zip(few.sources().tolist(), few.targets.tolist(), strict=True))
    assert tight <= loose


def test_only_the_connected_part_is_left(frames):
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    _, found = frames
    graph = build_frame_graph(found, 3.0)
    matrix = csr_array((np.ones(len(graph)), graph.targets, graph.starts), shape=(len(found),) * 2)
    _, parts = connected_components(matrix, directed=True, connection="strong")
    assert len(set(parts[graph.inside])) == 1
    assert np.all(np.diff(graph.starts)[~graph.inside] == 0)
    assert np.all(np.diff(graph.starts)[graph.inside] > 0)


def test_value_iteration_is_q_learning(frames):
    _, found = frames
    graph = build_frame_graph(found, 3.0)
    values, sweeps = iterate_values(graph, 0.9)
    sources = graph.sources()
    q = graph.costs.astype(np.float64)
    for _ in range(300):  # equation 3.3 as it is written, over every edge
        least = np.full(len(found), np.inf)
        np.minimum.at(least, sources, q)
        q = graph.costs + 0.9 * least[graph.targets]
    assert np.allclose(q, graph.costs + 0.9 * values[graph.targets], atol=1e-4)
    assert sweeps < 100
    kept = keep_good_edges(graph, values, 0.7, 0.9)
    low, high = np.full(len(found), np.inf), np.full(len(found), -np.inf)
    np.minimum.at(low, sources, q)
    np.maximum.at(high, sources, q)
    clear = np.abs(q - low[sources] - 0.7 * (high - low)[sources]) > 1e-3
    assert np.array_equal(kept[clear], (q <= low[sources] + 0.7 * (high - low)[sources])[clear])


def test_nonsense_is_refused(frames):
    _, found = frames
    with pytest.raises(MotionloomError, match="above 0"):
        build_frame_graph(found, 0.0)
    with pytest.raises(MotionloomError, match="between 0 and 1"):
        iterate_values(build_frame_graph(found, 1.0), 1.0)


def test_neighbours_are_told_by_seconds_at_any_rate(skeleton):
    clips = [LabelledClip(make_motion(skeleton, 90, 60.0, 0, swing=0.2), "a")]
    for rate in (15.0, 30.0, 60.0):
        graph = build_frame_graph(gather_frames(clips, rate), 9.0, rate)
        sources, targets = graph.sources(), graph.targets
        apart = np.abs(targets - sources - 1)[targets != sources + 1] / rate
        assert abs(apart.min() - 0.25) < 1 / rate
