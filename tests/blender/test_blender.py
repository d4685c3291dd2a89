"""Blender opens what we write and puts every joint where we do, and we read what Blender writes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import FileError, Motion
from motionloom.formats import fbx
from motionloom.sample import make
from tests.conftest import make_motion, make_skeleton

pytestmark = pytest.mark.blender

HERE = Path(__file__).parent
MILLIMETRE = 1e-3
PERFORMERS = ("ada", "boris")  # of the sample
CAPTURES = {"cmu": "cmu/016/16_35.bvh", "bandai": "bandai/dataset-1_dash_normal_001.bvh"}
Open = Callable[[Mapping[Path, Motion]], list[tuple[Motion, Any, dict[str, Any]]]]


@pytest.fixture(params=[*(pytest.param(name, marks=pytest.mark.data) for name in CAPTURES), *PERFORMERS, "by hand"])
def performance(request: pytest.FixtureRequest) -> Motion:
    if request.param == "by hand":
        return make_motion(make_skeleton(), fps=30)
    if request.param in PERFORMERS:
        return make(request.param, "walk").motion
    return formats.load(request.getfixturevalue("shared_data") / CAPTURES[request.param])


def test_bone_heads_agree_with_ours(performance: Motion, open_in_blender: Open, tmp_path: Path) -> None:
    files = {tmp_path / f"a{suffix}": performance for suffix in (".bvh", ".glb", ".usdc", ".usda")}
    for path in files:
        formats.save(performance, path)
    for (path, _), (ours, theirs, report) in zip(files.items(), open_in_blender(files), strict=True):
        worst = np.linalg.norm(ours.positions() - theirs, axis=-1).max()
        assert worst < MILLIMETRE, path.suffix
        assert report["skinned"] == (0 if path.suffix == ".bvh" else 1)


def test_fbx_out_and_in_again(performance: Motion, open_in_blender: Open, tmp_path: Path) -> None:
    """Through Blender's exporter, then by our reader and by Blender's."""
    path = tmp_path / "a.fbx"
    formats.save(performance, path)
    back = formats.load(path)
    assert (back.fps, len(back), back.name) == (pytest.approx(performance.fps), len(performance), performance.name)
    rows = [back.skeleton.index(name) for name in performance.skeleton.names]
    assert np.linalg.norm(back.positions()[:, rows] - performance.positions(), axis=-1).max() < MILLIMETRE
    assert np.linalg.norm(back.skeleton.rest_positions[rows] - performance.skeleton.rest_positions, axis=-1).max() < MILLIMETRE
    ((ours, theirs, report),) = open_in_blender({path: performance})
    assert np.linalg.norm(ours.positions() - theirs, axis=-1).max() < MILLIMETRE
    assert report["skinned"] == 1


def test_a_rate_that_is_no_whole_number(blender: str, tmp_path: Path) -> None:
    motion = make_motion(make_skeleton(), frames=90, fps=29.97)
    formats.save(motion, tmp_path / "a.fbx")
    back = formats.load(tmp_path / "a.fbx")
    assert back.fps == pytest.approx(29.97, rel=1e-5)
    rows = [back.skeleton.index(name) for name in motion.skeleton.names]
    assert np.linalg.norm(back.positions()[:, rows] - motion.positions(), axis=-1).max() < MILLIMETRE


def test_we_read_what_blender_writes(blender: str, tmp_path: Path) -> None:
    """A rig made in Blender, z up, under a turned and scaled armature, exported as FBX, GLB and USD; Blender says where the bones are."""
    done = subprocess.run([blender, "-P", HERE / "write_files.py", tmp_path], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    with np.load(tmp_path / "truth.npz") as truth:
        heads, names = truth["heads"], truth["names"].tolist()
    for suffix in ("fbx", "glb", "usdc"):
        motion = formats.load(tmp_path / f"rig.{suffix}", unit="m" if suffix != "fbx" else None)
        assert motion.fps == 30, suffix
        assert len(motion) == len(heads), suffix
        rows = [motion.skeleton.index(name.replace(".", "_") if suffix == "usdc" else name) for name in names]
        assert np.linalg.norm(motion.positions()[:, rows] - heads, axis=-1).max() < MILLIMETRE, suffix


def test_a_crash_of_blender_is_an_error(motion: Motion, tmp_path: Path, blender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "crash.py"
    script.write_text("import sys\nsys.exit('no memory left')\n")
    monkeypatch.setattr(fbx, "_script", lambda name: script)
    with pytest.raises(FileError, match=r"b\.fbx: Blender could not write it \(exit code 1\): no memory left"):
        formats.save(motion, tmp_path / "b.fbx")
    assert not (tmp_path / "b.fbx").exists()


def test_a_character_of_the_users_own_plays_our_motion(open_in_blender: Open, tmp_path: Path) -> None:
    """Feet that hang on the root and all: the heads of its bones are where ours are."""
    from motionloom.edits.retargeting.retarget import retarget
    from motionloom.formats.character_animations import save_character
    from motionloom.formats.character_file import read_character
    from tests.edits.character_files import write_odd_hero

    character = read_character(write_odd_hero(tmp_path / "hero.glb"))
    worn = retarget(make("boris", "walk").motion[:120], character)
    save_character(character, [worn], tmp_path / "out.glb")
    ((ours, theirs, report),) = open_in_blender({tmp_path / "out.glb": worn})
    assert np.linalg.norm(ours.positions() - theirs, axis=-1).max() < MILLIMETRE
    assert report["skinned"] >= 1


def test_several_clips_under_a_root_bone_with_engine_names(open_in_blender: Open, tmp_path: Path) -> None:
    """One file of two clips: Blender gets an action for each, plays the one that it shows, and the joints are where ours are."""
    clips = [make("ada", name).motion[:90] for name in ("walk", "run")]
    files = {}
    for suffix in (".glb", ".usdc"):
        path = tmp_path / f"moves{suffix}"
        formats.save_clips(clips, path, root_bone="root", bones="unreal")
        files[path] = formats.load(path, clip=clips[0].name)
    for ours, theirs, report in open_in_blender(files):
        assert np.linalg.norm(ours.positions() - theirs, axis=-1)[:, 1:].max() < MILLIMETRE  # our reader takes the way out of the root bone
        assert np.abs(theirs[:, 0, 1]).max() < MILLIMETRE, "the root bone is at the ground"
        assert {"root", "pelvis", "calf_l"} <= set(report["bones"])
    glb = open_in_blender({tmp_path / "moves.glb": files[tmp_path / "moves.glb"]})[0][2]
    assert len(glb["actions"]) == 2
