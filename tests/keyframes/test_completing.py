"""A completed sketch: keys kept, feet planted, joins calm, paths that differ; every step can be looked at."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.ground import foot_points
from motionloom.keyframes.assembling import assemble
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.driving import find_drivers
from motionloom.keyframes.key_curves import Key, SketchError
from motionloom.keyframes.options import DriverSpan
from motionloom.keyframes.pose_curves import to_curves
from motionloom.keyframes.rig import rig_of
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import build_style
from motionloom.keyframes.thinning import lower_body, read_channels, sketch_clip
from motionloom.keyframes.walking_sketch import sketch_walk
from motionloom.sample import make


def check_keys(sketch, motion, channels):
    found = read_channels(motion)
    for name in channels:
        for key in sketch.keys[name]:
            assert abs(found[name][round(key.at * sketch.fps)] - key.value) < 1e-6, name


def test_keys_of_feet_and_root_are_kept_on_every_path(completion):
    sketch = completion.sketch
    kept = [name for name in sketch.keys if not name.endswith("turn")]
    for path in range(len(completion.paths)):
        check_keys(sketch, completion.motion(path), kept)


def test_planted_feet_do_not_slide(completion):
    made = completion.make()
    points = foot_points(made.motion).astype(np.float64)
    for foot in range(2):
        heel = made.stands[:, foot] & (made.roll[:, foot] < -0.01)
        toe = made.stands[:, foot] & (made.roll[:, foot] > 0.06)
        for point, stands in ((2 * foot, heel), (2 * foot + 1, toe)):
            both = stands[1:] & stands[:-1]
            steps = np.linalg.norm(np.diff(points[:, point], axis=0), axis=1)[both]
            assert steps.max(initial=0.0) < 1e-3


def test_arms_swing_and_stand_where_the_sketch_stands(completion):
    rig = rig_of(completion.sketch.skeleton)
    arm = to_curves(rig, completion.motion()).joints[:, rig.joint("left_shoulder"), 0]
    assert np.ptp(arm[40:90]) > 0.2
    bare = to_curves(rig, completion.rough.motion).joints[:, rig.joint("left_shoulder"), 0]
    assert np.ptp(bare) < 1e-9


def test_joins_are_within_what_captures_do(completion):
    """Second differences of the upper body at joins stay within the captures' 99.9th percentile."""
    rig, style = completion.style.rig, completion.style
    upper = [rig.joint(f"{side}_{part}") for side in ("left", "right") for part in ("shoulder", "elbow")] + [rig.joint("chest")]
    limits = np.maximum(style.limits()[: 3 * len(rig.labels)].reshape(-1, 3)[upper], 0.002)
    for path in range(len(completion.paths)):
        made = completion.make(path)
        curves = to_curves(rig, made.motion, style.reference, made.turn).joints[:, upper]
        bends = np.abs(np.diff(curves, n=2, axis=0))
        for at in completion.fragments.start[1:]:
            assert np.all(bends[max(at - 2, 0) : at + 1] <= 1.01 * limits)


def test_paths_differ(completion):
    motions = [completion.motion(path).positions() for path in range(len(completion.paths))]
    assert len(motions) == completion.sketch.options.paths
    assert all(np.abs(motions[0] - other).max() > 0.01 for other in motions[1:])
    with pytest.raises(SketchError, match="paths 1 to 5, found 6"):
        completion.make(5)


def test_keyed_joints_are_kept_and_textured_ones_keep_their_low_bands(captures, style):
    from motionloom.keyframes.bands import smooth

    channels = lower_body(captures[0])
    sketch = sketch_clip(captures[0], channels)
    completion = complete_with(sketch, style)
    check_keys(sketch, completion.motion(), [name for name in channels if not name.startswith(("root.turn", "hips"))])
    rig, made = rig_of(sketch.skeleton), completion.make()
    pelvis = to_curves(rig, made.motion, None, sketch.curve("root.turn")).joints[:, 0]
    assert np.abs(pelvis[:, 0] - sketch.curve("hips.x")).max() < 1e-6
    textured = replace(sketch, options=replace(sketch.options, textured=("hips.x", "root.y")))
    found = read_channels(complete_with(textured, style).motion())
    curve = sketch.curve("root.y")
    assert np.abs(found["root.y"] - curve).max() > 1e-4
    assert np.abs(smooth(found["root.y"] - curve, 4)).max() < 0.05 * np.abs(found["root.y"] - curve).max()


def test_drivers_differ_along_the_timeline(sketch, style):
    assert find_drivers(sketch) == ("left_hip.x", "right_hip.x", "left_knee.x", "right_knee.x")
    spans = (DriverSpan(0, 3, ("left_hip.x", "right_hip.x")), DriverSpan(3, 6, ("left_hip.x", "left_knee.x")))
    completion = complete_with(replace(sketch, options=replace(sketch.options, drivers=spans)), style)
    assert len({id(table) for table in completion.tables}) <= 2
    assert 3 * 24 in completion.fragments.start
    check_keys(sketch, completion.motion(), ["left_foot.z", "root.y"])


def test_one_leg_alone_is_proposed_as_the_driver(captures, style):
    """A stomp: both legs step, then the left one alone is lifted and put down."""
    walk = sketch_walk(captures[0].skeleton)
    end = (walk.frames - 1) / 24
    lifts = [Key(end + t, 0.35 * (n % 2)) for n, t in enumerate(np.arange(24, 120, 16) / 24)]
    keys = {**walk.keys, "left_foot.y": (*walk.keys["left_foot.y"], *lifts)}
    stomp = Sketch(walk.skeleton, walk.frames + 130, 24.0, keys)
    spans = complete_with(stomp, style).spans
    assert {name.split("_")[0] for name in spans[-1].channels} == {"left"}
    assert len(spans[0].channels) == 4


def test_scale_makes_arms_smaller_with_the_legs(captures, style):
    small, large = (complete_with(sketch_walk(captures[0].skeleton, (step,) * 8), style) for step in (0.15, 0.55))
    rig = rig_of(captures[0].skeleton)
    sizes = [np.std(to_curves(rig, each.motion()).joints[30:100, rig.joint("left_shoulder"), 0]) for each in (small, large)]
    assert sizes[0] < 0.7 * sizes[1]


def test_captures_of_another_body_are_put_on_the_sketchs(sketch):
    other = build_style(sketch.skeleton, 24.0, [make("boris", "walk").motion])
    completion = complete_with(sketch, other)
    check_keys(sketch, completion.motion(), ["left_foot.z", "root.z"])


def test_what_cannot_be_is_said(captures, style):
    with pytest.raises(SketchError, match="nothing that is keyed can drive"):
        complete_with(Sketch(captures[0].skeleton, 48, 24.0, {"root.x": (Key(0, 0.0),)}), style)
    with pytest.raises(SketchError, match="no channel left_wing"):
        Sketch(captures[0].skeleton, 48, 24.0, {"left_wing.x": (Key(0, 0.0),)})
    high = Sketch(captures[0].skeleton, 24, 24.0, {"left_foot.y": (Key(0, 0.0),), "root.y": (Key(0, 3.0),)})
    assert "too short for its foot" in assemble(high).notes[0]
