"""C3D: points come where the file has them, whatever wrote it; they are shown and no body; a broken file ends in one line."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from motionloom import formats
from motionloom.core import FileError, Motion, SkeletonError
from motionloom.core.body import body_of, is_body
from motionloom.core.markers import is_markers, marked_feet, marker_joints
from motionloom.feet.detectors import detect
from motionloom.feet.oracle import default_oracle
from motionloom.formats import ReadOptions
from motionloom.formats.mesh import make_body
from motionloom.render.scene import parts_of
from motionloom.sample import make, performers
from motionloom.trials.c3d_writer import C3D, DEC, INTEL, MIPS
from tests.formats.corpus import mutate
from tests.formats.test_malformed import CHANGES, complaint

NAMES = ["LFHD", "RFHD", "LASI", "RASI", "LHEE", "LTOE", "RHEE", "RTOE"]


def cloud(frames: int = 40, seed: int = 3) -> np.ndarray:
    """Points (F, 8, 3) millimetres, z up, of somebody who goes about: heads at 1700, pelvis at 1000, feet at 50."""
    random = np.random.default_rng(seed)
    heights = np.array([1700, 1700, 1000, 1000, 50, 50, 50, 50])
    points = random.normal(size=(1, 8, 3)) * [120, 120, 10] + random.normal(size=(frames, 8, 3)) * 15
    points[..., 0] += np.linspace(-2000, 2000, frames)[:, None]
    points[..., 2] += heights
    return points


def markers_of(motion: Motion) -> np.ndarray:
    return motion.positions()[:, marker_joints(motion.skeleton)]


def in_metres(points: np.ndarray) -> np.ndarray:
    """Points of a file with z up, as they must come in: y up."""
    return np.stack([points[..., 0], points[..., 2], -points[..., 1]], axis=-1) / 1000


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
@pytest.mark.parametrize("scale", [0.0, 0.1])
def test_points_are_where_the_file_has_them(tmp_path: Path, processor: int, scale: float) -> None:
    path = tmp_path / "walk.c3d"
    path.write_bytes(C3D(cloud(), NAMES, processor=processor, scale=scale, analog=6).to_bytes())
    loaded = formats.read(path)
    motion = loaded.motion
    assert (motion.fps, len(motion), loaded.unit, loaded.unit_guessed) == (100, 40, "mm", False)
    assert [motion.skeleton.names[joint] for joint in marker_joints(motion.skeleton)] == NAMES
    np.testing.assert_allclose(markers_of(motion), in_metres(cloud()), atol=1e-5 if not scale else 6e-5)
    assert any("markers, no skeleton" in note for note in loaded.notes)


def test_takes_of_one_set_share_their_bones(tmp_path: Path) -> None:
    motions = []
    for seed in (1, 2):
        (tmp_path / "take.c3d").write_bytes(C3D(cloud(seed=seed), NAMES).to_bytes())
        motions.append(formats.load(tmp_path / "take.c3d"))
    assert motions[0].skeleton.fits(motions[1].skeleton)


@pytest.mark.parametrize("suffix", [".npz", ".glb", ".bvh"])
def test_they_go_out_and_come_back(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES).to_bytes())
    motion = formats.load(tmp_path / "a.c3d")
    motion.save(tmp_path / f"b{suffix}")
    back = formats.load(tmp_path / f"b{suffix}", **({"unit": "cm"} if suffix == ".bvh" else {}))
    assert is_markers(back.skeleton)
    np.testing.assert_allclose(markers_of(back), markers_of(motion), atol=2e-5)


def test_balls_and_no_bones_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES).to_bytes())
    motion = formats.load(tmp_path / "a.c3d")
    drawn = parts_of(motion.skeleton)
    assert sorted(drawn.start_joint) == list(marker_joints(motion.skeleton))
    assert set(make_body(motion).joints) == set(marker_joints(motion.skeleton))
    assert [motion.skeleton.names[joint] for joint in marked_feet(motion.skeleton)] == ["LHEE", "LTOE", "RHEE", "RTOE"]


def test_they_are_no_body(tmp_path: Path) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES).to_bytes())
    skeleton = formats.load(tmp_path / "a.c3d").skeleton
    assert not is_body(skeleton)
    with pytest.raises(SkeletonError, match=r"^markers, no skeleton") as refused:
        body_of(skeleton)
    assert len(str(refused.value)) < 160


def test_gaps_are_bridged_and_told(tmp_path: Path) -> None:
    points, seen = cloud(), np.ones((40, 8), bool)
    seen[10:20, 4], seen[:, 0] = False, False
    (tmp_path / "a.c3d").write_bytes(C3D(np.where(seen[..., None], points, 0), NAMES, seen).to_bytes())
    loaded = formats.read(tmp_path / "a.c3d")
    assert "LFHD" not in loaded.motion.skeleton.names
    found = markers_of(loaded.motion)[:, 3]
    want = in_metres(points[:, 4])
    np.testing.assert_allclose(found[14], want[9] + (want[20] - want[9]) * 5 / 11, atol=1e-5)
    assert any("never seen and left out: LFHD" in note for note in loaded.notes)
    assert any("LHEE in 25% of the frames" in note for note in loaded.notes)


@pytest.mark.parametrize(("axes", "up"), [((0, 1, 2), "z"), ((1, 2, 0), "y"), ((2, 0, 1), "x")])
def test_the_way_up(tmp_path: Path, axes: tuple[int, int, int], up: str) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud()[..., list(axes)], NAMES).to_bytes())
    loaded = formats.read(tmp_path / "a.c3d")
    assert any(f"guessed {up}" in note for note in loaded.notes)
    assert markers_of(loaded.motion)[:, 0, 1] == pytest.approx(1.7, abs=0.1)
    stated = C3D(cloud()[..., list(axes)], [f"M{n}" for n in range(8)], parameters={"POINT:Y_SCREEN": [f"+{up.upper()}"]})
    (tmp_path / "b.c3d").write_bytes(stated.to_bytes())
    assert markers_of(formats.load(tmp_path / "b.c3d"))[:, 0, 1] == pytest.approx(1.7, abs=0.1)
    (tmp_path / "c.c3d").write_bytes(replace(stated, parameters={}).to_bytes())
    assert markers_of(formats.load(tmp_path / "c.c3d", up=up))[:, 0, 1] == pytest.approx(1.7, abs=0.1)


def test_units(tmp_path: Path) -> None:
    for unit, scale in (("m", 0.001), ("cm", 0.1), ("", 0.001), ("furlong", 1.0)):
        (tmp_path / "a.c3d").write_bytes(C3D(cloud() * scale, NAMES, units=unit).to_bytes())
        np.testing.assert_allclose(markers_of(formats.load(tmp_path / "a.c3d")), in_metres(cloud()), atol=1e-5)
    assert markers_of(formats.load(tmp_path / "a.c3d", unit="cm"))[:, 0, 1] == pytest.approx(17, abs=1)


def test_names_in_all_their_ways(tmp_path: Path) -> None:
    labels = ["Anna:LHEE", "Anna:LHEE", "Anna:", "Anna:LKneeAngles"]
    written = C3D(cloud()[:, :5], labels, parameters={"POINT:ANGLES": ["Anna:LKneeAngles"]})
    (tmp_path / "a.c3d").write_bytes(written.to_bytes())
    skeleton = formats.load(tmp_path / "a.c3d").skeleton
    assert len(marker_joints(skeleton)) == 4
    assert {"Anna:LHEE", "Anna:LHEE (2)"} <= set(skeleton.names)  # the fifth point has no name, so it may be anybody's


def test_names_that_would_be_those_of_its_bones(tmp_path: Path) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud()[:, :4], ["markers", "C7", "C7_turn", "C7_fold"]).to_bytes())
    skeleton = formats.load(tmp_path / "a.c3d").skeleton
    names = [skeleton.names[joint] for joint in marker_joints(skeleton)]
    assert names == ["markers (2)", "C7", "C7_turn (2)", "C7_fold (2)"]


@pytest.mark.parametrize("key", ["USED", "FRAMES", "SCALE", "RATE", "LONG_FRAMES", "DATA_START"])
def test_numbers_that_are_none(tmp_path: Path, key: str) -> None:
    for value in (np.nan, np.inf, -1e30):
        (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES, parameters={f"POINT:{key}": float(value)}).to_bytes())
        complaint(tmp_path / "a.c3d")


def test_long_takes(tmp_path: Path) -> None:
    points = np.repeat(cloud(1000), 70, axis=0)[:, :1]
    trial = {"TRIAL:ACTUAL_START_FIELD": [1, 0], "TRIAL:ACTUAL_END_FIELD": [70000 & 0xFFFF, 1]}
    (tmp_path / "a.c3d").write_bytes(C3D(points, ["C7"], scale=0.1, parameters=trial).to_bytes())
    assert len(formats.load(tmp_path / "a.c3d")) == 70000


def test_plants_on_heels_and_toes(tmp_path: Path) -> None:
    clip = make(next(iter(performers())), "walk")
    body = body_of(clip.motion.skeleton)
    feet = clip.motion.points(body.foot_joints, body.foot_offsets)
    top = clip.motion.positions()[:, [body.roles["head"], body.roles["hips"]]]
    points = np.concatenate([feet, top], axis=1)[..., [0, 2, 1]] * [1000, -1000, 1000]
    names = ["LHEE", "LTOE", "RHEE", "RTOE", "HEAD", "LASI"]
    (tmp_path / "a.c3d").write_bytes(C3D(points, names, rate=clip.motion.fps).to_bytes())
    markers = formats.load(tmp_path / "a.c3d")
    found = detect(markers)
    assert np.mean(found.bits == detect(clip.motion).bits) > 0.97
    assert np.array_equal(default_oracle().label(markers).bits, found.bits)
    (tmp_path / "b.c3d").write_bytes(C3D(points, ["LHEE", "x", "r_heel", "RMT5", "y", "z"], rate=clip.motion.fps).to_bytes())
    fewer = detect(formats.load(tmp_path / "b.c3d"))
    assert not fewer.bits[:, 1].any()
    assert fewer.bits[:, [0, 2, 3]].any(axis=0).all()
    (tmp_path / "c.c3d").write_bytes(C3D(points, ["LHEE", "LTOE", "a", "b", "c", "d"]).to_bytes())
    with pytest.raises(SkeletonError, match="right foot"):
        detect(formats.load(tmp_path / "c.c3d"))


BROKEN = {
    "empty": (b"", "C3D file"),
    "text": (b"HIERARCHY\n" * 200, "C3D file"),
    "processor": (C3D(cloud(), NAMES, processor=90).to_bytes(), "processor type"),
    "cut off": (C3D(cloud(), NAMES).to_bytes()[:3000], "cut off after"),
    "lying frames": (C3D(cloud(), NAMES, frames=60000, parameters={"POINT:FRAMES": None}).to_bytes(), "cut off after"),
    "lying points": (C3D(cloud(), NAMES, parameters={"POINT:USED": 65535}).to_bytes(), "1 to 1365 markers"),
    "no points": (C3D(cloud(), NAMES, parameters={"POINT:USED": 0}).to_bytes(), "markers"),
    "no rate": (C3D(cloud(), NAMES, rate=0.0).to_bytes(), "--fps"),
    "never seen": (C3D(cloud(), NAMES, np.zeros((40, 8), bool)).to_bytes(), "invalid"),
    "not finite": (C3D(cloud() * np.nan, NAMES).to_bytes(), "invalid"),
    "parameters outside": (b"\xff" + C3D(cloud(), NAMES).to_bytes()[1:], "block 255"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_one_line_that_says_what_is_wrong(tmp_path: Path, name: str) -> None:
    data, words = BROKEN[name]
    (tmp_path / "clip.c3d").write_bytes(data)
    tracemalloc.start()
    try:
        assert words in str(complaint(tmp_path / "clip.c3d"))
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_what_is_there_of_a_file_that_is_cut_off(tmp_path: Path) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES).to_bytes()[:3000])
    loaded = formats.read(tmp_path / "a.c3d", ReadOptions(drop_bad_frames=True))
    assert 1 < len(loaded.motion) < 40
    assert any("cut off" in note for note in loaded.notes)


def test_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.c3d").write_bytes(C3D(cloud(), NAMES).to_bytes())
    with pytest.raises(FileError, match="C3D cannot be written"):
        formats.load(tmp_path / "a.c3d").save(tmp_path / "b.c3d")


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
@given(changes=CHANGES)
@settings(max_examples=60, deadline=None)
def test_any_change_is_read_or_refused(processor: int, changes: list[tuple[str, int, int]], tmp_path: Path) -> None:
    path = tmp_path / "clip.c3d"
    path.write_bytes(mutate(C3D(cloud(6), NAMES, processor=processor, scale=0.1).to_bytes(), changes))
    complaint(path)


def test_a_change_of_any_byte_of_header_and_parameters(tmp_path: Path) -> None:
    """One byte at a time, to its extremes: whatever it says, it is read or refused, and memory follows the file."""
    whole = C3D(cloud(3), NAMES).to_bytes()
    path = tmp_path / "clip.c3d"
    used = [at for at in range(1536) if whole[at] or at < 24]
    for at in used:
        for value in (0, 127, 255):
            path.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])
            complaint(path)
