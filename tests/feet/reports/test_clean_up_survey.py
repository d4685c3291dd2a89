import json
from pathlib import Path

from motionloom.compute import Progress
from motionloom.core.errors import FileError
from motionloom.core.ground import foot_points
from motionloom.feet.plants import Plants
from motionloom.feet.reports.clean_up_survey import LIMITS, measure, survey, to_text
from motionloom.feet.skate_damage import scale_path


def test_every_capture_is_measured_and_progress_is_said(walk, run):
    clips = {"walk": scale_path(walk.motion, 1.1), "run": scale_path(run.motion, 1.1)}
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
        assert row.slides_mm < 0.1
        assert row.again_mm < 1
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
