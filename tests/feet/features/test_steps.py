import numpy as np

from motionloom.core.editing import resample
from motionloom.feet.features import Steps, from_json
from motionloom.feet.features._steps import find_lowest


def test_the_lowest_frame_within_reach(rng):
    values = rng.standard_normal(200).astype(np.float32)
    for reach in (1, 7, 300):
        found = np.empty(200, np.int64)
        find_lowest(values, reach, found)
        for frame in range(200):
            first = max(0, frame - reach)
            assert found[frame] == first + np.argmin(values[first : frame + reach + 1])


def test_every_number_is_there_and_small(walk):
    described = Steps().describe(walk.motion)
    assert described.shape == (len(walk.motion), 2, Steps().width)
    assert np.all(np.isfinite(described))
    assert np.abs(described).max() < 2


def test_the_rate_hardly_matters(walk):
    described, slower = Steps().describe(walk.motion), Steps().describe(resample(walk.motion, walk.motion.fps / 2))
    assert np.median(np.abs(described[::2][: len(slower)] - slower)) < 0.02


def test_the_shortest_clip_is_described(walk):
    for frames in (1, 2, 3):
        assert np.all(np.isfinite(Steps().describe(walk.motion[:frames])))


def test_plain_data_tells_all():
    features = Steps(rests=(0.2,))
    assert from_json(features.to_json()) == features
