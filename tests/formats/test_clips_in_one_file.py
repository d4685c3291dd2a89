"""Several clips in one file, judged by the glTF validator, three.js and USD's own reader; and what is known of each as events."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdSkel

from motionloom import formats
from motionloom.core import FileError, Motion
from motionloom.formats import ReadOptions
from motionloom.formats.closed_loops import close_loop
from motionloom.formats.marks import Marks
from motionloom.sample import make
from tests.conftest import make_motion, make_skeleton
from tests.formats.test_presets import TOOLS, read_glb

THREE = Path(__file__).resolve().parents[2] / "studio" / "node_modules" / "three"


@pytest.fixture(scope="module")
def clips() -> list[Motion]:
    """A walk and a run of one body, at two rates."""
    walk, run = (make("ada", name).motion[:120] for name in ("walk", "run"))
    return [walk, run.with_arrays(run.rotations[::2], run.root_positions[::2], fps=run.fps / 2, recipe={"kind": "by hand"})]


def marks(clips: list[Motion]) -> list[Marks]:
    plants = np.zeros((len(clips[0]), 4), bool)
    plants[6:30, 0] = True
    return [Marks(plants, "a person", (("step", 3, 9),)), Marks(loop=True)]


@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".usdc", ".usda"])
@pytest.mark.parametrize("options", [{}, {"root_bone": "root", "bones": "unreal"}])
def test_every_clip_comes_back_with_what_is_known_of_it(clips, suffix, options, tmp_path: Path) -> None:
    path = tmp_path / f"moves{suffix}"
    formats.save_clips(clips, path, marks(clips), **options)
    assert set(formats.list_clips(path)) == {clip.name for clip in clips}
    for clip, known in zip(clips, marks(clips), strict=True):
        loaded = formats.read(path, ReadOptions(clip=clip.name))
        back, first = loaded.motion, 1 if options else 0
        assert (back.fps, len(back), back.name, back.recipe) == (clip.fps, len(clip), clip.name, clip.recipe)
        np.testing.assert_allclose(back.positions()[:, first:], clip.positions(), atol=1e-5)
        assert loaded.marks is not None
        assert (loaded.marks.loop, loaded.marks.spans) == (known.loop, known.spans)
        if known.plants is not None:
            np.testing.assert_array_equal(loaded.marks.plants, known.plants)
        if not options:
            assert back.skeleton.hash == clip.skeleton.hash


def test_events_are_in_seconds_in_the_file_and_beside_it(clips, tmp_path: Path) -> None:
    path = tmp_path / "moves.glb"
    formats.save_clips(clips, path, marks(clips), events=True)
    beside = json.loads((tmp_path / "moves.glb.json").read_text())["motionloom"]["clips"]
    within = [animation["extras"]["motionloom"] for animation in read_glb(path)[0]["animations"]]
    for told in (beside, within):
        walk, run = told
        assert walk["events"] == [
            {"kind": "annotation", "name": "step", "start": 0.05, "end": 0.15},
            {"kind": "plant", "name": "left_heel", "start": 0.1, "end": 0.5},
        ]
        assert (walk["loop"], run["loop"], run["events"]) == (False, True, [])
        assert run["seconds"] == pytest.approx(clips[1].duration)
    formats.save(clips[0], tmp_path / "one.glb", marks=marks(clips)[0])
    assert not (tmp_path / "one.glb.json").exists()
    assert read_glb(tmp_path / "one.glb")[0]["animations"][0]["extras"]["motionloom"]["events"] == beside[0]["events"]
    formats.save_clips(clips, tmp_path / "moves.usda", marks(clips))
    stage = Usd.Stage.Open(str(tmp_path / "moves.usda"))
    kept = json.loads(stage.GetPrimAtPath(f"/Character/{clips[0].name}").GetCustomDataByKey("motionloom"))
    assert kept["events"] == beside[0]["events"]


def test_the_validator_and_three_agree(clips, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "node_modules" / "gltf-validator").is_dir() or not THREE.is_dir():
        pytest.skip("needs node, the glTF validator and three.js (dev.py installs them)")
    path = tmp_path / "moves.glb"
    formats.save_clips(clips, path, marks(clips), root_bone="root", bones="godot")
    report = json.loads(subprocess.run([node, TOOLS / "validate.cjs", path], capture_output=True, check=True).stdout)[str(path)]
    assert (report["errors"], report["warnings"]) == (0, 0), report
    for clip in clips:
        frames = [0, len(clip) // 2, len(clip) - 1]
        seconds = [str(frame / clip.fps) for frame in frames]
        done = subprocess.run([node, TOOLS / "play_in_three.mjs", THREE, path, clip.name, *seconds], capture_output=True, check=True)
        told = json.loads(done.stdout)
        assert told["skinned"] == 1
        names = formats.load(path, clip=clip.name).skeleton.names[1:]
        for frame, places in zip(frames, told["moments"], strict=True):
            theirs = np.array([places[name] for name in names])
            assert np.abs(theirs - clip.positions()[frame]).max() < 1e-3
            assert abs(places["root"][1]) < 1e-6, "at the ground"


def test_usd_plays_every_clip_on_the_skeleton(clips, tmp_path: Path) -> None:
    formats.save_clips(clips, tmp_path / "a.usdc", root_bone="root", unit="cm", up="y")
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    skeleton = UsdSkel.Skeleton(stage.GetPrimAtPath("/Character/Skeleton"))
    binding = UsdSkel.BindingAPI(skeleton.GetPrim())
    assert str(binding.GetAnimationSource().GetPath()) == f"/Character/{clips[0].name}"
    for clip in clips:
        binding.CreateAnimationSourceRel().SetTargets([f"/Character/{clip.name}"])
        cache = UsdSkel.Cache()
        cache.Populate(UsdSkel.Root(stage.GetDefaultPrim()), Usd.PrimDefaultPredicate)
        query = cache.GetSkelQuery(skeleton)
        for frame in (0, len(clip) // 2, len(clip) - 1):
            code = frame * clips[0].fps / clip.fps
            places = np.array(query.ComputeJointSkelTransforms(Usd.TimeCode(code)))[1:, 3, :3]
            np.testing.assert_allclose(places / 100, clip.positions()[frame], atol=1e-4)


def test_what_cannot_go_into_one_file_is_said(clips, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"BVH holds one motion, 2 are named; several go into .*\.glb"):
        formats.save_clips(clips, tmp_path / "a.bvh")
    with pytest.raises(FileError, match=r"share one skeleton, .* has another than .*`motionloom retarget`"):
        formats.save_clips([clips[0], make_motion(make_skeleton())], tmp_path / "a.glb")
    with pytest.raises(FileError, match="no bone names 'maya'; there are unreal"):
        formats.save(clips[0], tmp_path / "a.glb", bones="maya")
    assert list(tmp_path.iterdir()) == []


def test_two_clips_of_one_name_stay_two(clips, tmp_path: Path) -> None:
    formats.save_clips([clips[0], clips[0]], tmp_path / "a.glb")
    assert formats.list_clips(tmp_path / "a.glb") == (clips[0].name, f"{clips[0].name}_2")


@pytest.mark.parametrize("suffix", [".glb", ".usdc", ".bvh", ".npz"])
def test_a_loop_is_closed_for_engines_and_opened_again_for_us(suffix, tmp_path: Path) -> None:
    from motionloom.align.loop import make_loop
    from motionloom.core.editing import split_root

    walk = make_loop(make("ada", "walk").motion).motion
    plants = np.ones((len(walk), 4), bool)
    path = tmp_path / f"a{suffix}"
    formats.save(walk, path, marks=Marks(plants, "x", loop=True), close_loops=True)
    back = formats.read(path)
    assert len(back.motion) == len(walk)
    np.testing.assert_allclose(back.motion.positions(), walk.positions(), atol=1e-5)
    assert back.marks is not None
    assert (back.marks.loop, back.marks.closed, back.marks.plants.shape) == (True, False, plants.shape)
    closed = close_loop(walk, Marks(loop=True))[0]
    still = split_root(closed)[0]
    np.testing.assert_allclose(still.positions()[-1], still.positions()[0], atol=1e-5)
    steps = np.linalg.norm(np.diff(closed.root_positions, axis=0), axis=1)
    assert steps[-1] == pytest.approx((steps[0] + steps[-2]) / 2, rel=0.1), "the root goes on at its pace"
