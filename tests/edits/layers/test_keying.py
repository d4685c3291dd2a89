"""A pose that is keyed is the pose that is seen, whatever lies below and above the layer."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.edits.layers import EditError, Layer, LayerStack, PoseKey, TimeKey, apply_layers
from motionloom.edits.layers.keying import key_pose
from motionloom.edits.posing import pose
from motionloom.sample.clips import make

FEET = ("left_ankle", "left_toe", "right_ankle", "right_toe")
BELOW = Layer("below", (PoseKey(0.8, {"spine": (0.2, 0.1, 0.0), "hips": (0.0, 0.3, 0.0)}, (0.05, 0.0, 0.0)),), (TimeKey(1.2, 0.1),))
ABOVE = Layer("above", (PoseKey(1.1, {"head": (0.0, 0.4, 0.0), "left_shoulder": (0.3, 0.0, 0.2)}),), weight=0.7)


@pytest.fixture(scope="module")
def walk():
    return make("ada", "walk")


@pytest.mark.parametrize("weight", [1.0, 0.5])
@pytest.mark.parametrize("feet", ["free", "keep"])
@pytest.mark.parametrize("others", [False, True])
def test_a_keyed_pose_is_seen(walk, weight, feet, others):
    chosen = Layer("chosen", weight=weight)
    layers = (BELOW, chosen, ABOVE) if others else (chosen,)
    stack = LayerStack(layers, feet)
    edited, _ = apply_layers(walk.motion, stack, walk.plants)
    from motionloom.core.body import body_of

    wrist, frame = body_of(walk.motion.skeleton).roles["left_wrist"], 66
    goal = edited.positions()[frame, wrist] + [0.05, 0.2, 0.1]
    posed = pose(edited, frame, {wrist: goal}, FEET, brush=0.2)
    number = layers.index(chosen)
    key = key_pose(walk.motion, stack, number, edited, frame, posed.rotations, posed.root_positions)
    assert key.at == pytest.approx(frame / walk.motion.fps)
    keyed = replace(stack, layers=tuple(chosen.with_pose(key) if layer is chosen else layer for layer in layers))
    after, _ = apply_layers(walk.motion, keyed, walk.plants)
    assert np.abs(after.positions()[frame] - posed.positions).max() < 2e-3
    assert np.linalg.norm(after.positions()[frame, wrist] - goal) < 2e-3


def test_only_what_changed_is_keyed(walk):
    stack = LayerStack((Layer(),), "free")
    rotations = walk.motion.rotations[30].astype(float)
    chest = walk.motion.skeleton.index("Spine1")
    rotations[chest] = quaternion.multiply(quaternion.exp(np.array([0.2, 0, 0])), rotations[chest])
    key = key_pose(walk.motion, stack, 0, walk.motion, 30, rotations, walk.motion.root_positions[30])
    assert list(key.turns) == ["Spine1"]
    assert key.turns["Spine1"] == pytest.approx((0.2, 0, 0), abs=1e-6)
    assert key.root is None


def test_a_key_that_would_not_be_seen_is_refused(walk):
    m = walk.motion
    for layer, words in (
        (Layer("quiet", muted=True), "'quiet' is muted"),
        (Layer("light", weight=0.0), "'light' is muted or"),
    ):
        with pytest.raises(EditError, match=words):
            key_pose(m, LayerStack((layer,)), 0, m, 0, m.rotations[0], m.root_positions[0])
    with pytest.raises(EditError, match="there are 0 layers"):
        key_pose(m, LayerStack(), 0, m, 0, m.rotations[0], m.root_positions[0])
