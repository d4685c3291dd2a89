import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup import CleanUpOptions, Stream, clean
from motionloom.feet.plants import Plants
from motionloom.feet.skate_damage import scale_path
from motionloom.feet.skate_measures import compare_skate


def feed(motion, plants, options):
    stream = Stream(motion.skeleton, motion.fps, options)
    given = [stream.push(motion.rotations[f], motion.root_positions[f], plants.bits[f]) for f in range(len(motion))]
    ready = [frame for frame in given if frame is not None]
    rest = stream.finish()
    return stream, given, concatenate([*ready, *([rest] if rest is not None else [])])


@pytest.mark.parametrize("clip", ["walk", "run", "jump"])
@pytest.mark.parametrize("horizon", [0.05, 0.2])
def test_a_stream_equals_the_whole_clip(clip, horizon, request):
    example = request.getfixturevalue(clip)
    skating = scale_path(example.motion, 1.15)
    options = CleanUpOptions(horizon=horizon, ground=0.0)
    _, _, streamed = feed(skating, example.plants, options)
    whole = clean(skating, example.plants, options).motion
    assert len(streamed) == len(skating)
    assert np.abs(streamed.positions() - whole.positions()).max() < 1e-5


def test_with_a_horizon_as_long_as_the_plants_nothing_is_lost(walk):
    skating = scale_path(walk.motion, 1.1)
    _, _, streamed = feed(skating, walk.plants, CleanUpOptions(horizon=1.5, ground=0.0))
    whole = clean(skating, walk.plants, CleanUpOptions(ground=0.0)).motion
    assert np.abs(streamed.positions() - whole.positions()).max() < 1e-5


def test_a_clean_clip_streams_through_as_it_is(run):
    """There is no rule for clean clips that a stream could not have: what stands still is not touched."""
    options = CleanUpOptions(horizon=0.2, ground=0.0)
    _, _, once = feed(scale_path(run.motion, 1.1), run.plants, options)
    _, _, twice = feed(once, run.plants, options)
    assert np.abs(once.positions() - twice.positions()).max() < 0.001


def test_a_plant_that_stands_at_first_and_slides_later_is_held(walk):
    frames = 240
    roots = np.repeat(walk.motion.root_positions[:1], frames, axis=0)
    roots[120:, 2] += np.linspace(0, 0.1, frames - 120, dtype=np.float32)
    sliding = Motion(walk.motion.skeleton, np.repeat(walk.motion.rotations[:1], frames, axis=0), roots, walk.motion.fps, "slide")
    bits = np.zeros((frames, 4), bool)
    bits[20:220] = True
    plants, options = Plants(bits, walk.motion.fps), CleanUpOptions(horizon=0.2)
    result = clean(sliding, plants, options)
    assert compare_skate(sliding, result.motion, plants, result.ground).after.max_mm_per_frame < 0.1
    stream = Stream(sliding.skeleton, sliding.fps, options, result.ground)
    given = [stream.push(sliding.rotations[f], sliding.root_positions[f], bits[f]) for f in range(frames)]
    streamed = concatenate([*(frame for frame in given if frame is not None), stream.finish()])
    assert np.abs(streamed.positions() - result.motion.positions()).max() < 1e-5


def flicker(plants, seed):
    """The same plants with frames that were taken for free and for planted."""
    noise = np.random.default_rng(seed).random(plants.bits.shape) < 0.04
    return Plants(plants.bits ^ noise, plants.fps)


@pytest.mark.parametrize("seed", range(3))
def test_a_stream_equals_the_whole_clip_when_plants_flicker(walk, seed):
    plants = flicker(walk.plants, seed)
    skating = scale_path(walk.motion, 1.1)
    options = CleanUpOptions(horizon=0.2, ground=0.0)
    _, _, streamed = feed(skating, plants, options)
    whole = clean(skating, plants, options).motion
    assert np.abs(streamed.positions() - whole.positions()).max() < 1e-5


def test_frames_come_out_when_it_says(walk):
    options = CleanUpOptions(horizon=0.2, ground=0.0)
    stream, given, _ = feed(walk.motion, walk.plants, options)
    first = next(i for i, frame in enumerate(given) if frame is not None)
    assert first == stream.delay
    assert stream.look_ahead == pytest.approx(options.look_ahead, abs=4 / walk.motion.fps)


def test_the_future_beyond_the_look_ahead_does_not_matter(walk):
    options = CleanUpOptions(horizon=0.2, ground=0.0)
    skating = scale_path(walk.motion, 1.15)
    stream, _, whole = feed(skating, walk.plants, options)
    cut = 200
    _, _, part = feed(skating[:cut], walk.plants[:cut], options)
    sure = cut - stream.delay - 1
    assert np.abs(whole.positions()[:sure] - part.positions()[:sure]).max() < 1e-5


def test_memory_stays_bounded(walk):
    stream = Stream(walk.motion.skeleton, walk.motion.fps, CleanUpOptions(horizon=0.1, ground=0.0))
    standing = np.ones(4, bool)
    for _ in range(400):
        stream.push(walk.motion.rotations[0], walk.motion.root_positions[0], standing)
    assert len(stream._frames) < 3 * stream.delay


def test_a_stream_needs_a_horizon(walk):
    with pytest.raises(MotionError, match="a stream needs a horizon"):
        Stream(walk.motion.skeleton, 60.0, CleanUpOptions())


def test_nothing_in_nothing_out(walk):
    assert Stream(walk.motion.skeleton, 60.0).finish() is None
