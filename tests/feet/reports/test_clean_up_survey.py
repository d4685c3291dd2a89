import json
from pathlib import Path

import numpy as np

from motionloom.compute import Progress
from motionloom.core.errors import FileError
from motionloom.core.ground import foot_points
from motionloom.feet.plants import Plants
from motionloom.feet.reports.clean_up_survey import LIMITS, Surveyed, measure, survey, to_text, worst_spikes
from motionloom.feet.spike_measures import Spike


def tremble(motion):
    """As if captured: the root trembles by a millimetre."""
    noise = np.random.default_rng(7).normal(0, 0.001, motion.root_positions.shape).astype(np.float32)
    return motion.with_arrays(motion.rotations, motion.root_positions + noise)


def test_every_capture_is_measured_and_progress_is_said(walk, run):
    clips = {"walk": tremble(walk.motion), "run": tremble(run.motion)}
    plants = {len(walk.motion): walk.plants, len(run.motion): run.plants}
    progress = Progress()

    def load(path):
        if path.name not in clips:
            raise FileError(f"{path}: no such clip")
        return clips[path.name]

    rows, left_out = survey([Path("walk"), Path("run"), Path("gone")], load, lambda motion: plants[len(motion)], progress)
    assert [row.clip for row in rows] == [clip.name for clip in clips.values()]
    assert (progress.state.done, progress.state.total, progress.state.note) == (3, 3, "gone")
    assert left_out == [("gone", "gone: no such clip")]
    for row in rows:
        assert row.slides_mm < 1
        assert not row.spikes
    text = to_text(rows)
    assert all(name in text for name, _, _, _ in LIMITS)
    assert "2 of 2 within 1 mm a frame" in text
    assert json.loads(json.dumps([row.to_json() for row in rows]))[0]["uneven"] is False


def test_plants_that_were_left_are_counted(walk):
    bits = walk.plants.bits.copy()
    left, right = (int(foot_points(walk.motion)[:, heel, 1].argmax()) for heel in (0, 2))
    bits[left, 0] = True
    bits[right - 3 : right + 4, 2] = True
    row = measure(walk.motion, lambda motion: Plants(bits, walk.plants.fps))
    assert (row.high, row.far) == (2, 0)
    assert "2 off the floor in 1 captures" in to_text([row])


def row_with(clip, *spikes, highest=None, developing=False):
    return Surveyed(clip, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, False, spikes, highest, developing)


def spike(joint, after):
    return Spike(joint, 7, 0.07, after, 10.0, 20.0)


def test_new_peaks_are_counted_by_what_has_them():
    row = row_with("popped", spike("left_knee", 50.0), spike("hips", 30.0))
    assert (row.worst_spike, row.worst_of("knee"), row.worst_of("hips"), row.worst_of("bend")) == (2.5, 2.5, 1.5, 1.0)
    assert row_with("calm").worst_spike == 1.0
    text = to_text([row, row_with("calm")])
    assert "new peaks of knees' acceleration        1 of 2 within 1 times what was there; worst popped 2.50" in text
    assert "new peaks of acceleration: 2 in 1 captures" in text
    assert json.loads(json.dumps(row.to_json()))["spikes"][0]["excess"] == 2.5


def test_performers_it_was_developed_on_are_told_apart(walk):
    paths = [Path("016") / "one.bvh", Path("other") / "two.bvh"]
    rows, left_out = survey(paths, lambda path: walk.motion, lambda motion: walk.plants)
    assert left_out == []
    assert [row.developing for row in rows] == [True, False]
    text = to_text(rows)
    assert "1 of performers it was developed on" in text
    assert "1 of all others" in text


def test_the_highest_peaks_of_knees_are_one_a_capture_new_or_not(walk):
    rows = [row_with("a", highest=spike("left_knee", 15.0)), row_with("b", highest=spike("right_bend", 60.0)), row_with("c")]
    assert [(clip, worst.joint) for clip, worst in worst_spikes(rows, 5)] == [("b", "right_bend"), ("a", "left_knee")]
    assert len(worst_spikes(rows, 1)) == 1
