"""The held-out upper body: a clip's legs as the sketch, the other clips of its performer as the style, its own upper body as the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.core.roles import SIDES
from motionloom.keyframes.assembling import Fill, assemble
from motionloom.keyframes.bands import band_of, dominant_period, texture_bands
from motionloom.keyframes.completing import Completion, complete_with
from motionloom.keyframes.key_curves import Floats, Key, evaluate
from motionloom.keyframes.pose_curves import from_vectors, to_curves
from motionloom.keyframes.reports.captures import Capture, by_performer, open_captures, to_table
from motionloom.keyframes.rig import AXES, Rig, rig_of
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import Style, build_style
from motionloom.keyframes.thinning import lower_body, read_channels, sketch_clip

FPS = 24.0  # the paper's
LONGEST, SHORTEST = 20.0, 2.5  # seconds of a held-out clip
MOST_CLIPS = 12  # held out of a performer
WAYS = ("ours", "spline keys", "nearest pose", "mean pose", "own cycles")
PERCENTILE = 99.9


@dataclass(frozen=True)
class Row:
    """One clip by one way. phase: degrees that arms are off in step with the opposite legs; amplitude: of the arms' swing, 1 as the truth;
    energy: of the bands 2 and 3 in the upper body, 1 as the truth; distance: mm of upper-body joints from the truth; peak: acceleration at
    the 99.9th percentile, 1 as the style's own captures."""

    performer: str
    clip: str
    way: str
    phase: float
    amplitude: float
    energy: float
    distance: float
    peak: float


@dataclass(frozen=True)
class PathsRow:
    """The P paths of one clip: how far apart they are (mm, mean over pairs), the furthest from the truth (mm), the worst peak of
    acceleration (1 as the captures' own 99.9th percentile), and how far a planted foot slides at most a frame (mm)."""

    performer: str
    clip: str
    paths: int
    apart: float
    furthest: float
    peak: float
    slide: float


@dataclass(frozen=True)
class HeldOut:
    """All rows."""

    rows: tuple[Row, ...]
    paths: tuple[PathsRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [asdict(row) for row in self.rows], "paths": [asdict(row) for row in self.paths]}

    def to_text(self) -> str:
        """Medians by performer and way, and the paths."""
        header = ("performer", "clips", "way", "phase off", "amplitude", "bands 2-3", "distance mm", "peak")
        found = []
        for performer in dict.fromkeys(row.performer for row in self.rows):
            for way in WAYS:
                some = [row for row in self.rows if row.performer == performer and row.way == way]
                values = (
                    float(np.nanmedian([getattr(row, name) for row in some]))
                    for name in ("phase", "amplitude", "energy", "distance", "peak")
                )
                found.append((performer, len(some), way, *values))
        paths = [
            (
                performer,
                len(tried),
                float(np.median([row.apart for row in tried])),
                float(np.median([row.furthest for row in tried])),
                float(np.max([row.peak for row in tried])),
                float(np.max([row.slide for row in tried])),
            )
            for performer in dict.fromkeys(row.performer for row in self.paths)
            if (tried := [row for row in self.paths if row.performer == performer])
        ]
        return (
            to_table(header, found)
            + "\n\n"
            + to_table(("performer", "clips", "paths apart mm", "furthest mm", "worst peak", "worst slide mm"), paths)
        )


def measure_held_out(data: Path, performers: Sequence[str], label: str, progress: Progress) -> HeldOut:
    """Hold out each clip of a label in turn, of each performer."""
    captures = by_performer(open_captures(data, FPS, performers=performers, labels=[label]))
    rows, paths = list[Row](), list[PathsRow]()
    progress.begin(f"Upper bodies of {label}", sum(min(len(clips), MOST_CLIPS) for clips in captures.values()))
    for clips in captures.values():
        long = [clip for clip in clips if len(clip.motion) >= SHORTEST * FPS]
        for held in long[:MOST_CLIPS]:
            others = [clip.motion for clip in clips if clip.path != held.path]
            if others or len(held.motion) > 2 * SHORTEST * FPS:
                found, path = measure_clip(held, others or [held.motion[len(held.motion) // 2 :]])
                rows += found
                paths.append(path)
            progress.advance()
    return HeldOut(tuple(rows), tuple(paths))


def measure_clip(held: Capture, others: Sequence[Motion]) -> tuple[list[Row], PathsRow]:
    """One clip by every way."""
    half = len(held.motion) if len(others) > 1 or others[0].name != held.motion.name else len(held.motion) // 2
    truth = held.motion[: min(half, round(LONGEST * FPS))]
    style = build_style(truth.skeleton, FPS, others)
    sketch = replace(sketch_clip(truth, lower_body(truth)), name=truth.name)
    completion = complete_with(sketch, style)
    made = {
        "ours": completion.motion(),
        "spline keys": _spline_keys(truth, sketch, completion),
        "nearest pose": _nearest_pose(sketch, style, completion),
        "mean pose": _filled(sketch, style, np.zeros((len(truth), len(truth.skeleton), 3))),
        "own cycles": _cycle_later(truth, completion),
    }
    limit = _captured_peak(style, others)
    rows = [_row(held, way, motion, truth, sketch, limit) for way, motion in made.items()]
    return rows, _paths_row(held, completion, truth, limit)


def _row(held: Capture, way: str, motion: Motion, truth: Motion, sketch: Sketch, limit: float) -> Row:
    ours, theirs = (_signals(each) for each in (motion, truth))
    phase, amplitude = _arm_swing(ours, theirs)
    first, last = texture_bands(FPS)
    energies = [float(np.sum(band_of(each["upper"], first, last) ** 2)) for each in (ours, theirs)]
    peak = float(np.percentile(accelerations(motion)[:, upper_joints(motion)], PERCENTILE)) / limit
    return Row(
        held.performer, truth.name, way, phase, amplitude, energies[0] / max(energies[1], 1e-12), 1000 * _distance(motion, truth), peak
    )


def upper_joints(motion: Motion) -> list[int]:
    """The joints that are neither root, pelvis nor legs."""
    legs = {label.rpartition(".")[0] for label in lower_body(motion)}
    rig = rig_of(motion.skeleton)
    below = [rig.joint(label) for label in legs if label in rig.labels and rig.joint(label) != 0]
    return [j for j in range(1, len(motion.skeleton)) if not any(motion.skeleton.is_below(j, leg) for leg in below)]


def _signals(motion: Motion) -> dict[str, Floats]:
    channels = read_channels(motion)
    rig = rig_of(motion.skeleton)
    upper = np.stack([channels[f"{rig.labels[j]}.{axis}"] for j in upper_joints(motion) for axis in AXES], axis=1)
    swing = {side: _swing(motion, side) for side in SIDES}
    legs = {f"{side} leg": channels[f"{side}_hip.x"] for side in SIDES}
    return {"upper": upper, **swing, **legs}


def _swing(motion: Motion, side: str) -> Floats:
    """How far (F,) metres a wrist is ahead of its shoulder."""
    from motionloom.core import quaternion
    from motionloom.keyframes.pose_curves import smooth_heading

    body, places = body_of(motion.skeleton), motion.positions().astype(np.float64)
    way = places[:, body.joint(f"{side}_wrist")] - places[:, body.joint(f"{side}_shoulder")]
    return np.asarray(quaternion.rotate(quaternion.about_y(-smooth_heading(motion)), way)[:, 2])


def _arm_swing(ours: dict[str, Floats], theirs: dict[str, Floats]) -> tuple[float, float]:
    """How many degrees the arms are off in step with the opposite legs, and how large their swing is beside the truth's."""
    off, size = [], []
    for side, other in (SIDES, SIDES[::-1]):
        period = dominant_period(theirs[f"{other} leg"])
        phases = [_phase(each[side], period) - _phase(theirs[f"{other} leg"], period) for each in (ours, theirs)]
        off.append(abs(np.degrees(np.angle(np.exp(1j * (phases[0] - phases[1]))))))
        size.append(float(np.std(ours[side]) / max(float(np.std(theirs[side])), 1e-9)))
    return float(np.mean(off)), float(np.mean(size))


def _phase(curve: Floats, period: float) -> float:
    at = np.arange(len(curve))
    centred = (curve - curve.mean()) * np.hanning(len(curve))
    return float(np.angle(np.sum(centred * np.exp(-2j * np.pi * at / period))))


def _distance(motion: Motion, truth: Motion) -> float:
    """Metres that upper-body joints are from the truth, seen from the root, on average."""
    joints = upper_joints(truth)
    ours, theirs = (each.positions()[:, joints].astype(np.float64) - each.root_positions[:, None] for each in (motion, truth))
    return float(np.linalg.norm(ours - theirs, axis=-1).mean())


def _captured_peak(style: Style, others: Sequence[Motion]) -> float:
    joints = upper_joints(others[0])
    return float(np.percentile(np.concatenate([accelerations(each)[:, joints] for each in others if len(each) > 3]), PERCENTILE))


def _filled(sketch: Sketch, style: Style, vectors: Floats) -> Motion:
    """The sketch with joints (F, J, 3) from the style's mean pose."""
    none = np.zeros((sketch.frames, 2))
    turns = from_vectors(style.rig, vectors, style.reference)
    return assemble(sketch, Fill(turns, np.full(sketch.frames, style.extras[:, 0].mean()), none, none, none)).motion


def _spline_keys(truth: Motion, sketch: Sketch, completion: Completion) -> Motion:
    """Upper-body keys of the truth itself where fragments begin, splined: what an animator would get who knew the answer there."""
    frames = np.unique([*completion.fragments.start, completion.fragments.stop[-1]])
    vectors = _vectors(completion.style.rig, truth, completion.style)
    times = np.arange(len(truth)) / FPS
    flat = vectors.reshape(len(truth), -1)
    curves = [evaluate([Key(float(times[f]), float(column[f])) for f in frames], times) for column in flat.T]
    return _filled(sketch, completion.style, np.stack(curves, axis=1).reshape(vectors.shape))


def _vectors(rig: Rig, motion: Motion, style: Style) -> Floats:
    return to_curves(rig, motion, style.reference).joints


def _nearest_pose(sketch: Sketch, style: Style, completion: Completion) -> Motion:
    """Each frame's upper body from the captured frame whose drivers and their slopes are nearest."""
    names = list(completion.curves)
    ours = np.stack([completion.curves[name] for name in names], axis=1)
    theirs = np.stack([style.column(name) for name in names], axis=1)
    ours, theirs = (np.concatenate([each, np.gradient(each, axis=0) * FPS / (2 * np.pi)], axis=1) for each in (ours, theirs))
    apart = np.sum(ours**2, axis=1)[:, None] + np.sum(theirs**2, axis=1)[None] - 2 * ours @ theirs.T
    return _filled(sketch, style, style.joints[np.argmin(apart, axis=1)])


def _cycle_later(truth: Motion, completion: Completion) -> Motion:
    """The truth's own upper body one cycle later (or earlier at the end): what a cycle differs from the next."""
    liveliest = max(completion.curves.values(), key=lambda curve: float(np.var(curve)))
    shift = round(dominant_period(liveliest))
    frames = np.arange(len(truth))
    later = np.where(frames + shift < len(truth), frames + shift, np.maximum(frames - shift, 0))
    return _filled(completion.sketch, completion.style, _vectors(completion.style.rig, truth, completion.style)[later])


def _paths_row(held: Capture, completion: Completion, truth: Motion, limit: float) -> PathsRow:
    motions = [completion.make(path) for path in range(len(completion.paths))]
    pairs = [(a, b) for n, a in enumerate(motions) for b in motions[n + 1 :]]
    apart = float(np.mean([_distance(a.motion, b.motion) for a, b in pairs])) if pairs else 0.0
    peaks = [float(np.percentile(accelerations(each.motion)[:, upper_joints(truth)], PERCENTILE)) / limit for each in motions]
    slides = [1000 * slide_beyond(each.motion, completion.rough.motion) for each in motions]
    furthest = max(_distance(each.motion, truth) for each in motions)
    return PathsRow(held.performer, truth.name, len(motions), 1000 * apart, 1000 * furthest, max(peaks), max(slides))


def slide_beyond(motion: Motion, rough: Motion) -> float:
    """How much further (metres a frame, at most) a foot point moves than in the sketch, in frames in which the sketch's stands."""
    ours, theirs = (np.linalg.norm(np.diff(foot_points(each).astype(np.float64), axis=0), axis=-1) for each in (motion, rough))
    stands = theirs < 0.04 / motion.fps
    return float(np.max(np.where(stands, ours - theirs, 0.0), initial=0.0))
