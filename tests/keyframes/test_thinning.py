"""Sketches from motions: near the motion with few keys; a sketch is its file again; untouched channels are nobody's."""

import numpy as np

from motionloom.keyframes.assembling import assemble
from motionloom.keyframes.sketch import read_sketch
from motionloom.keyframes.thinning import feet_and_root, lower_body, read_channels, sketch_clip, sketch_file


def test_a_clip_thinned_to_all_its_joints_is_near_it(captures):
    motion = captures[0][:72]
    sketch = sketch_clip(motion, near=0.003, turned=0.01)
    again = assemble(sketch).motion
    away = np.linalg.norm(again.positions() - motion.positions(), axis=-1)
    assert np.percentile(away, 95) < 0.03
    assert sum(map(len, sketch.keys.values())) < 0.4 * len(sketch.keys) * len(motion)


def test_feet_thinned_stand_where_they_stood(captures):
    motion = captures[0]
    sketch = sketch_clip(motion, feet_and_root())
    ours, theirs = read_channels(assemble(sketch).motion), read_channels(motion)
    for channel in ("left_foot.z", "right_foot.z", "root.z"):
        assert np.percentile(np.abs(ours[channel] - theirs[channel]), 90) < 0.011


def test_untouched_channels_are_nobodys(captures):
    motion = captures[0]
    legs = {name.rpartition(".")[0] for name in lower_body(motion)}
    rough = assemble(sketch_clip(motion, lower_body(motion))).motion
    sketch = sketch_file(rough)
    labels = {name.rpartition(".")[0] for name in sketch.keys}
    assert "left_hip" in labels
    assert "left_knee" in labels
    assert labels <= legs | {"root"}
    assert np.abs(assemble(sketch).motion.positions() - rough.positions()).max() < 1e-4


def test_a_sketch_is_its_file_again(sketch, tmp_path):
    sketch.save(tmp_path / "walk.json")
    assert read_sketch(tmp_path / "walk.json").to_json() == sketch.to_json()
    assert '"root.y": [' in (tmp_path / "walk.json").read_text()
