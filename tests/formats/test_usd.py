"""USD: our files come back exactly and validate; other programs' stages mean what UsdSkel says they mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, UsdValidation, Vt

from motionloom import formats
from motionloom.core import FileError, Motion, Skeleton, quaternion
from tests.conftest import make_motion
from tests.formats.conftest import check_odd_names


def faults(path: Path) -> list[str]:
    """What USD's own validators (those of usdchecker) say of a file."""
    registry = UsdValidation.ValidationRegistry()
    context = UsdValidation.ValidationContext(registry.GetOrLoadAllValidators())
    return [error.GetErrorAsString() for error in context.Validate(Usd.Stage.Open(str(path)))]


@pytest.mark.parametrize("suffix", [".usd", ".usda", ".usdc"])
def test_round_trip_keeps_everything(motion: Motion, tmp_path: Path, suffix: str) -> None:
    skeleton = replace(motion.skeleton, given_roles={"hips": 0, "left_knee": 2})
    made = replace(motion, skeleton=skeleton, recipe={"made": "by hand", "parts": [1, 2.5]}, name="Gang über Ä")
    formats.save(made, tmp_path / f"a{suffix}")
    loaded = formats.read(tmp_path / f"a{suffix}")
    back = loaded.motion
    assert (back.fps, back.name, back.recipe, loaded.notes) == (made.fps, made.name, made.recipe, ())
    assert back.skeleton.hash == skeleton.hash
    assert np.array_equal(back.root_positions, made.root_positions)
    assert np.allclose(back.rotations, made.rotations, atol=2e-7)


@pytest.mark.parametrize("suffix", [".usda", ".usdc"])
def test_validators_find_nothing(motion: Motion, tmp_path: Path, suffix: str) -> None:
    odd = Skeleton(("1 a", "b:c", "b_c", "ü"), np.array([-1, 0, 0, 1]), np.eye(4)[:, :3])
    for name, made in (("body", motion), ("frame", motion[:1]), ("odd", make_motion(odd, fps=29.97))):
        formats.save(made, tmp_path / f"{name}{suffix}")
        assert faults(tmp_path / f"{name}{suffix}") == []


def test_validators_do_find_faults(motion: Motion, tmp_path: Path) -> None:
    formats.save(motion, tmp_path / "a.usda")
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "a.usda"))
    layer.ClearDefaultPrim()
    layer.Save()
    assert faults(tmp_path / "a.usda")


def test_stage_says_unit_axis_rate_and_extent(motion: Motion, tmp_path: Path) -> None:
    formats.save(motion, tmp_path / "a.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1
    assert UsdGeom.GetStageUpAxis(stage) == "Y"
    assert (stage.GetTimeCodesPerSecond(), stage.GetEndTimeCode()) == (motion.fps, len(motion) - 1)
    root = UsdSkel.Root(stage.GetDefaultPrim())
    low, high = (np.array(corner) for corner in root.GetExtentAttr().Get())
    assert np.all(motion.positions() > low)
    assert np.all(motion.positions() < high)


def test_usd_itself_places_the_joints_where_we_do(motion: Motion, tmp_path: Path) -> None:
    formats.save(motion, tmp_path / "a.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetDefaultPrim()), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath("/Character/Skeleton")))
    for frame in range(0, len(motion), 13):
        matrices = np.array(query.ComputeJointSkelTransforms(Usd.TimeCode(frame)))
        assert np.allclose(matrices[:, 3, :3], motion.positions()[frame], atol=1e-5)
    assert query.HasBindPose()
    assert query.HasRestPose()


def test_names_that_usd_forbids_come_back(tmp_path: Path, rng: np.random.Generator) -> None:
    names = ("Hüfte", "mixamorig:Left Leg", "a/b", "1st", "a b", "a_b")
    check_odd_names(names, [-1, 0, 0, 1, 3, 3], tmp_path / "odd.usda", rng, 1e-5)


def test_a_file_written_again_is_read_again(motion: Motion, tmp_path: Path) -> None:
    """USD keeps layers it has opened; a new file of the same name must not come back as the old one."""
    formats.save(motion, tmp_path / "a.usdc")
    held = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    formats.save(motion[:5], tmp_path / "a.usdc")
    assert len(formats.load(tmp_path / "a.usdc")) == 5
    assert held


def test_one_frame_and_one_joint(motion: Motion, tmp_path: Path) -> None:
    formats.save(motion[:1], tmp_path / "a.usdc")
    assert (len(formats.load(tmp_path / "a.usdc")), formats.load(tmp_path / "a.usdc").fps) == (1, motion.fps)
    formats.save(make_motion(Skeleton(("only",), np.array([-1]), np.zeros((1, 3)))), tmp_path / "b.usdc")
    assert len(formats.load(tmp_path / "b.usdc").skeleton) == 1


def stage_of(
    path: Path, joints: list[str], offsets: Any, up: str = "Y", metres: float | None = 1.0, rate: float = 24.0
) -> tuple[Any, Any, Any]:
    """A stage as another program writes it: no custom data, no joint names."""
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageUpAxis(stage, up)
    if metres is not None:
        UsdGeom.SetStageMetersPerUnit(stage, metres)
    stage.SetTimeCodesPerSecond(rate)
    UsdSkel.Root.Define(stage, "/World/Actor")
    skeleton = UsdSkel.Skeleton.Define(stage, "/World/Actor/Skel")
    skeleton.CreateJointsAttr(joints)
    rest = [Gf.Matrix4d(1).SetTranslate(Gf.Vec3d(*map(float, offset))) for offset in offsets]
    skeleton.CreateRestTransformsAttr(rest)
    animation = UsdSkel.Animation.Define(stage, "/World/Actor/Anim")
    UsdSkel.BindingAPI.Apply(stage.GetPrimAtPath("/World/Actor")).CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    return stage, skeleton, animation


def pose(animation: Any, code: float, translations: Any, angles: Any) -> None:
    count = len(translations)
    turns = quaternion.from_axis_angle(np.tile([0.0, 0.0, 1.0], (count, 1)), np.asarray(angles, dtype=float)).astype(np.float32)
    animation.GetTranslationsAttr().Set(Vt.Vec3fArray.FromNumpy(np.asarray(translations, np.float32)), code)
    animation.GetRotationsAttr().Set(Vt.QuatfArray.FromNumpy(turns), code)


JOINTS = ["root", "root/a", "root/a/b", "root/a/b/c", "root/a/b/c/d"]
OFFSETS = [[0, 100, 0], [0, 10, 0], [0, 10, 0], [0, 10, 0], [0, 20, 0]]


def test_another_programs_stage_in_centimetres(tmp_path: Path) -> None:
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, OFFSETS, metres=0.01)
    animation.CreateJointsAttr(JOINTS)
    for code in range(101, 106):
        pose(animation, code, [[code - 101, 100, 0], *OFFSETS[1:]], [0, np.pi / 2, 0, 0, 0])
    UsdGeom.Xformable(stage.GetPrimAtPath("/World/Actor")).AddTranslateOp().Set(Gf.Vec3d(0, 0, 50))
    stage.Save()
    loaded = formats.read(tmp_path / "a.usda")
    assert (loaded.unit, loaded.motion.fps, len(loaded.motion)) == ("cm", 24, 5)
    assert loaded.motion.skeleton.names == ("root", "a", "b", "c", "d")
    assert np.allclose(loaded.motion.root_positions, [[0.01 * i, 1, 0.5] for i in range(5)], atol=1e-6)
    assert np.allclose(loaded.motion.positions()[0, 4], [-0.4, 1.1, 0.5], atol=1e-6)


def test_z_up_and_a_moving_actor(tmp_path: Path) -> None:
    offsets = [[0, 0, 1.0], [0, 0, 0.1], [0, 0, 0.1], [0, 0, 0.1], [0, 0, 0.2]]
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, offsets, up="Z", rate=30)
    animation.CreateJointsAttr(JOINTS)
    move = UsdGeom.Xformable(stage.GetPrimAtPath("/World/Actor")).AddTranslateOp()
    for code in range(4):
        pose(animation, code, offsets, np.zeros(5))
        move.Set(Gf.Vec3d(code, 0, 0), code)
    stage.Save()
    motion = formats.load(tmp_path / "a.usda")
    assert np.allclose(motion.root_positions, [[i, 1, 0] for i in range(4)], atol=1e-6)
    assert motion.positions()[0, 4, 1] == pytest.approx(1.5)


def test_an_animation_of_some_joints_in_another_order(tmp_path: Path) -> None:
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, np.array(OFFSETS) / 100)
    animation.CreateJointsAttr(["root/a/b", "root"])
    for code in range(3):
        pose(animation, code, [[0, 0.1, 0], [0, 1, 0.1 * code]], [np.pi / 2, 0])
    stage.Save()
    motion = formats.load(tmp_path / "a.usda")
    assert np.allclose(motion.root_positions[2], [0, 1, 0.2], atol=1e-6)
    assert np.allclose(motion.positions()[0, 4], [-0.3, 1.2, 0], atol=1e-6)


def test_uneven_samples_are_resampled(tmp_path: Path) -> None:
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, np.array(OFFSETS) / 100, rate=24)
    animation.CreateJointsAttr(JOINTS)
    for code in (0, 1, 2, 3, 4, 8):
        pose(animation, code, [[0, 1, 0.1 * code], *(np.array(OFFSETS[1:]) / 100)], [0.1 * code] * 5)
    stage.Save()
    motion = formats.load(tmp_path / "a.usda")
    assert (len(motion), motion.fps) == (9, 24)
    assert np.allclose(motion.root_positions[:, 2], 0.1 * np.arange(9), atol=1e-6)
    assert np.allclose(2 * np.arcsin(motion.rotations[:, 1, 2]), 0.1 * np.arange(9), atol=1e-5)


def test_clip_is_chosen_by_name(tmp_path: Path) -> None:
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, np.array(OFFSETS) / 100)
    other = UsdSkel.Animation.Define(stage, "/World/Other")
    for made, count in ((animation, 3), (other, 9)):
        made.CreateJointsAttr(JOINTS)
        for code in range(count):
            pose(made, code, np.array(OFFSETS) / 100, np.zeros(5))
    stage.Save()
    loaded = formats.read(tmp_path / "a.usda")
    assert (loaded.motion.name, len(loaded.motion)) == ("Anim", 3)  # the one the skeleton is bound to
    assert any("Other" in note for note in loaded.notes)
    assert len(formats.load(tmp_path / "a.usda", clip="Other")) == 9
    with pytest.raises(FileError, match="no animation 'gone'; it holds Anim, Other"):
        formats.load(tmp_path / "a.usda", clip="gone")


def test_a_skeleton_without_animation(tmp_path: Path) -> None:
    stage, skeleton, animation = stage_of(tmp_path / "a.usda", JOINTS, np.array(OFFSETS) / 100)
    stage.RemovePrim(animation.GetPath())
    stage.Save()
    loaded = formats.read(tmp_path / "a.usda")
    assert "no animation: the rest pose as one frame" in loaded.notes
    assert np.allclose(loaded.motion.positions()[0, 4], [0, 1.5, 0])
    assert skeleton


def test_a_zipped_stage_is_read(motion: Motion, tmp_path: Path) -> None:
    from pxr import UsdUtils

    formats.save(motion, tmp_path / "a.usdc")
    assert UsdUtils.CreateNewUsdzPackage(str(tmp_path / "a.usdc"), str(tmp_path / "a.usdz"))
    assert np.allclose(formats.load(tmp_path / "a.usdz").positions(), motion.positions(), atol=1e-6)
    with pytest.raises(FileError, match="USDZ cannot be written"):
        formats.save(motion, tmp_path / "b.usdz")


def test_wrong_number_of_rotations(tmp_path: Path) -> None:
    stage, _, animation = stage_of(tmp_path / "a.usda", JOINTS, OFFSETS)
    animation.CreateJointsAttr(JOINTS)
    pose(animation, 0, OFFSETS, np.zeros(5))
    pose(animation, 1, OFFSETS[:4], np.zeros(4))
    stage.Save()
    with pytest.raises(FileError, match=r"a\.usda: /World/Actor/Anim should have 5 translations at time code 1"):
        formats.load(tmp_path / "a.usda")


def test_no_skeleton_and_no_usd(tmp_path: Path) -> None:
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    UsdGeom.Sphere.Define(stage, "/Ball")
    stage.Save()
    with pytest.raises(FileError, match=r"a\.usda: holds no UsdSkel skeleton"):
        formats.load(tmp_path / "a.usda")
    for name, content in (
        ("b.usda", b"#usda 1.0\ndef {{{"),
        ("c.usdc", b"PXR-USDC\0\0"),
        ("d.usd", b"hello"),
        ("e.usdz", b"PK"),
        ("f.usdc", b""),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FileError) as caught:
            formats.load(tmp_path / name)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)


def test_truncated_files_end_in_one_line(motion: Motion, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for suffix in (".usda", ".usdc"):
        formats.save(motion[:3], tmp_path / f"whole{suffix}")
        whole = (tmp_path / f"whole{suffix}").read_bytes()
        for part in range(1, 10):
            path = tmp_path / f"cut{part}{suffix}"
            path.write_bytes(whole[: len(whole) * part // 10])
            with pytest.raises(FileError) as caught:
                formats.load(path)
            assert path.name in str(caught.value)
            assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


def test_what_usd_says_ends_without_its_quotes(tmp_path: Path) -> None:
    (tmp_path / "a.usda").write_text("#usda 1.0\ndef Skeleton {")
    with pytest.raises(FileError) as caught:
        formats.read(tmp_path / "a.usda")
    said = str(caught.value)
    assert f"USD cannot read it: {tmp_path / 'a.usda'}:2:1: parse error" in said
    assert said.count("'") % 2 == 0
