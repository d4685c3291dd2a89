import itertools

import numpy as np
import pytest

from motionloom.behaviours.frame_graph import RATE, build_frame_graph, gather_frames, iterate_values
from motionloom.behaviours.frame_walk import find_stretches, play_stretches, walk_frames
from motionloom.core import MotionloomError


@pytest.fixture(scope="module")
def frames(sample_clips):
    return gather_frames(sample_clips)


@pytest.fixture(scope="module")
def graph(frames):
    return build_frame_graph(frames)


@pytest.fixture(scope="module")
def values(graph):
    return iterate_values(graph)[0]


def test_the_lowest_q_is_taken_at_every_frame(graph, values, rng):
    start = int(np.flatnonzero(graph.inside)[10])
    path = walk_frames(graph, values, start, 200, rng)
    assert np.array_equal(path, walk_frames(graph, values, start, 200, np.random.default_rng(99)))  # chance has no part in it
    for i, j in itertools.pairwise(path):
        targets = graph.targets[graph.starts[i] : graph.starts[i + 1]]
        q = graph.costs[graph.starts[i] : graph.starts[i + 1]] + 0.95 * values[targets]
        assert q[np.flatnonzero(targets == j)[0]] == q.min()


def test_a_walk_costs_what_its_first_frame_is_worth(graph, values, rng):
    # the value of a frame is the discounted cost of the walk from it: Bellman's equation along the walk itself
    start = int(np.flatnonzero(graph.inside)[40])
    path = walk_frames(graph, values, start, 400, rng)
    costs = []
    for i, j in itertools.pairwise(path):
        targets = graph.targets[graph.starts[i] : graph.starts[i + 1]]
        costs.append(graph.costs[graph.starts[i] : graph.starts[i + 1]][np.flatnonzero(targets == j)[0]])
    assert np.sum(np.array(costs) * 0.95 ** np.arange(len(costs))) == pytest.approx(values[start], abs=1e-4)


def test_with_a_spread_seeds_differ_and_jumps_keep_apart(frames, graph, values):
    start = int(np.flatnonzero(graph.inside)[10])
    one, other = (walk_frames(graph, values, start, 300, np.random.default_rng(seed), 0.3) for seed in (1, 2))
    assert not np.array_equal(one, other)
    assert np.array_equal(one, walk_frames(graph, values, start, 300, np.random.default_rng(1), 0.3))
    lengths = [stretch.stop - stretch.start for stretch in find_stretches(frames, one)[1:-1]]
    assert np.mean(lengths) >= 1.0


def test_stretches_are_played_as_captured_between_their_jumps(sample_clips, frames, graph, values):
    path = walk_frames(graph, values, int(np.flatnonzero(graph.inside)[10]), 300, np.random.default_rng(3), 0.3)
    stretches = find_stretches(frames, path)
    motions = [clip.motion for clip in sample_clips]
    made, clips, shown = play_stretches(motions, stretches)
    assert len(stretches) > 2
    assert len(made) == len(clips) == len(shown) == pytest.approx(300 / RATE * made.fps, abs=len(stretches))
    middle = round((stretches[0].stop - stretches[0].start) * made.fps / 2)
    source = motions[clips[middle]]
    assert np.allclose(made.rotations[middle, 1:], source.rotations[round(shown[middle]), 1:], atol=1e-4)
    steps = np.linalg.norm(np.diff(made.root_positions, axis=0), axis=1) * made.fps
    fastest = max(np.linalg.norm(np.diff(motion.root_positions, axis=0), axis=1).max() * motion.fps for motion in motions)
    assert steps.max() <= 1.05 * fastest  # it goes on across jumps and is nowhere put elsewhere


def test_what_cannot_be_walked_is_said(graph, values, rng):
    with pytest.raises(MotionloomError, match="0 to 1"):
        walk_frames(graph, values, int(np.flatnonzero(graph.inside)[0]), 10, rng, 2.0)
    outside = np.flatnonzero(~graph.inside)
    with pytest.raises(MotionloomError, match="connected part"):
        walk_frames(graph, values, int(outside[0]), 10, rng)
