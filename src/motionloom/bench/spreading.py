"""Edits that spread: learning, predicting and weighing again, on one core, on sample clips: no capture is needed to run this."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import Motion, threads
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits import arms_up
from motionloom.edits.propagation.model import EditModel, assemble, estimate, fit
from motionloom.edits.propagation.predictor import Prediction
from motionloom.edits.propagation.sequence_solve import Weights, solve_sequence
from motionloom.sample import make

BEHAVIOURS = ("walk", "walk_slow", "walk_fast", "run", "turn_left_90", "stand")
TAUGHT, GROWTH = 20, (5, 10, 20, 40, 80)  # seconds of examples
MINUTES = 5
PEER_FRAMES = 600  # examples a peer is fitted to at once: it has no thinning, and grows with the third power


def measure(run: Run) -> list[Row]:
    """Learning from 20 s of examples, predicting five minutes, weighing them again, and how learning grows."""
    run.say("edits: sample clips")
    clips = _clips(max(GROWTH))
    cores = threads.core_count()
    threads.limit(1)
    try:
        return [*_time_growth(run, clips), *_time_use(run, clips), *(_time_peer(run, clips) if run.with_peers else ())]
    finally:
        threads.limit(cores)


def _clips(seconds: float) -> list[Motion]:
    """Different takes that last so long together, at 60 Hz."""
    clips: list[Motion] = []
    seed = 0
    while sum(clip.duration for clip in clips) < seconds:
        clips.append(make("ada", BEHAVIOURS[seed % len(BEHAVIOURS)], seed).motion)
        seed += 1
    return clips


def _examples(clips: list[Motion], seconds: float) -> list[Example]:
    taught, left = [], seconds
    for clip in clips:
        part = clip[: max(30, min(len(clip), round(left * clip.fps)))]
        taught.append(arms_up.apply(part))
        left -= part.duration
        if left < 0.5:
            break
    return taught


def _time_growth(run: Run, clips: list[Motion]) -> Iterator[Row]:
    for seconds in GROWTH:
        examples = _examples(clips, seconds)
        run.say(f"edits: learning from {seconds} s")
        frames = sum(len(each.source) for each in examples)
        note = f"{frames} frames, {'through inducing points' if frames > 1200 else 'dense'}"
        yield Row(f"learn from {seconds} s at 60 Hz", OURS, run.time(lambda: fit(examples), 2), frames, "frames", note)  # noqa: B023


def _time_use(run: Run, clips: list[Motion]) -> Iterator[Row]:
    model = fit(_examples(clips, TAUGHT))
    frames = MINUTES * 60 * 60
    found = [estimate(model, clip) for clip in clips]
    run.say("edits: predicting")
    some = clips[: len(clips) // 2]
    count = sum(len(clip) for clip in some)
    yield Row("predict", OURS, run.time(lambda: [assemble(model, estimate(model, clip)) for clip in some], 2), count, "frames", "to motion")
    pose, dynamics = (_tile([getattr(each, part) for each in found], frames) for part in ("pose", "dynamics"))
    note = f"{MINUTES} minutes, {pose.mean.shape[1]} outputs, one banded solve"
    yield Row("weigh again", OURS, run.time(lambda: solve_sequence(pose, dynamics, 60.0, Weights(dynamics=0.01))), frames, "frames", note)


def _tile(parts: list[Prediction], frames: int) -> Prediction:
    """Predictions over and over until they are so many frames."""
    mean, variance = (np.concatenate([getattr(each, name) for each in parts]) for name in ("mean", "variance"))
    rows = np.arange(frames) % len(mean)
    return Prediction(mean[rows], variance[rows], parts[0].energy, mean[rows] ** 2)


def _time_peer(run: Run, clips: list[Motion]) -> Iterator[Row]:
    """scikit-learn's process on the same features and outputs, with a kernel of the same shape and one length."""
    try:
        from sklearn import __version__ as version
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
    except ImportError:
        return
    run.say("edits: scikit-learn")
    x, outputs = _numbers(clips)
    kernel = ConstantKernel(1.0) * RBF(1.0) + ConstantKernel(1.0) * RBF(4.0) + WhiteKernel(1e-3)
    peer = GaussianProcessRegressor(kernel, normalize_y=True)
    who = f"scikit-learn {version}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of parameters at their bounds
        seconds = _once(lambda: peer.fit(x, outputs))
    yield Row(f"learn from {TAUGHT} s at 60 Hz", who, seconds, len(x), "frames", f"thinned to {len(x)} frames, poses only, one length")
    yield Row("predict", who, _once(lambda: peer.predict(x, return_std=True)), len(x), "frames", "means and deviations, not put together")


def _numbers(clips: list[Motion]) -> tuple[Any, Any]:
    """Projected features and outputs of examples, thinned."""
    from motionloom.edits.propagation.features import kinematic_features

    examples = _examples(clips, TAUGHT)
    model: EditModel = fit(examples)
    process: Any = model.pose
    seen = np.concatenate([process.kernel.scale(process.projection(kinematic_features(each.source))) for each in examples])
    outputs = np.concatenate([process.predict(kinematic_features(each.source)).mean for each in examples])
    rows = np.linspace(0, len(seen) - 1, min(PEER_FRAMES, len(seen))).astype(np.intp)
    return seen[rows], outputs[rows]


def _once(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start
