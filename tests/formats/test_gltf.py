"""glTF: our own files come back bit for bit, and validate; other programs' files mean what they mean to other programs."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import FileError, Motion, Skeleton, quaternion
from motionloom.formats.registry import ReadOptions, find_format
from tests.conftest import make_motion
from tests.formats.conftest import check_choice_of_clips, check_odd_names
from tests.formats.gltf_builder import Builder

TOOLS = Path(__file__).resolve().parents[1] / "tools"
QUARTER = quaternion.about_y(np.pi / 2)


def turn(angle: float) -> list[float]:
    return [float(x) for x in quaternion.from_axis_angle([0.0, 0.0, 1.0], angle)]


def arm(builder: Builder, parent: int | None = None, **root: object) -> tuple[int, int]:
    """A root at height 1 and a child 0.5 above it."""
    top = builder.node("Root", parent, **({"translation": [0, 1, 0]} | root))
    return top, builder.node("Tip", top, translation=[0, 0.5, 0])


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_round_trip_keeps_everything(motion: Motion, tmp_path: Path, suffix: str) -> None:
    skeleton = replace(motion.skeleton, given_roles={"hips": 0, "left_knee": 2})
    made = replace(motion, skeleton=skeleton, recipe={"made": "by hand", "parts": [1, 2.5]}, name="Gang über Ä")
    formats.save(made, tmp_path / f"a{suffix}")
    loaded = formats.read(tmp_path / f"a{suffix}")
    back = loaded.motion
    assert (back.fps, back.name, back.recipe) == (made.fps, made.name, made.recipe)
    assert back.skeleton.hash == skeleton.hash
    assert np.array_equal(back.root_positions, made.root_positions)
    assert np.allclose(back.rotations, made.rotations, atol=2e-7)
    assert loaded.notes == ()


def test_rest_pose_and_odd_names_come_back(tmp_path: Path, rng: np.random.Generator) -> None:
    names = ("Hüfte", "mixamorig:Left Leg", "a/b", "c d", "a|b")
    check_odd_names(names, [-1, 0, 0, 1, 3], tmp_path / "odd.glb", rng, 1e-6)


def test_signs_are_continuous_in_the_file(motion: Motion, tmp_path: Path) -> None:
    flipped = motion.rotations * np.where(np.arange(len(motion)) % 2, -1, 1)[:, None, None].astype(np.float32)
    formats.save(motion.with_arrays(flipped, motion.root_positions), tmp_path / "a.glb")
    back = formats.load(tmp_path / "a.glb").rotations
    assert np.sum(back[1:] * back[:-1], axis=-1).min() > 0


@pytest.mark.parametrize("frames", [1, 2])
def test_shortest_motions(motion: Motion, tmp_path: Path, frames: int) -> None:
    formats.save(motion[:frames], tmp_path / "a.glb")
    back = formats.load(tmp_path / "a.glb")
    assert (len(back), back.fps) == (frames, motion.fps)


def test_one_joint_and_many_joints(tmp_path: Path, rng: np.random.Generator) -> None:
    for count in (1, 300):
        parents = np.maximum(np.arange(count) - 1 - rng.integers(0, 3, count), np.where(np.arange(count) == 0, -1, 0))
        skeleton = Skeleton(tuple(f"j{i}" for i in range(count)), parents, 0.05 * rng.normal(size=(count, 3)))
        made = make_motion(skeleton, frames=3)
        formats.save(made, tmp_path / "a.glb")
        assert np.allclose(formats.load(tmp_path / "a.glb").positions(), made.positions(), atol=1e-5)


def test_validator_finds_nothing(motion: Motion, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("the glTF validator needs node and tests/tools/node_modules (dev.py installs them)")
    bare = Skeleton(("only",), np.array([-1]), np.zeros((1, 3)))
    files = [tmp_path / name for name in ("body.glb", "body.gltf", "one_frame.glb", "one_joint.glb")]
    for file, made in zip(files, (motion, motion, motion[:1], make_motion(bare)), strict=True):
        formats.save(made, file)
    done = subprocess.run([node, TOOLS / "validate.cjs", *files], capture_output=True, check=True)
    reports = json.loads(done.stdout)
    assert len(reports) == len(files)
    assert all(report["errors"] == 0 and report["warnings"] == 0 for report in reports.values()), reports


def test_validator_does_find_faults(motion: Motion, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("the glTF validator needs node and tests/tools/node_modules (dev.py installs them)")
    formats.save(motion, tmp_path / "a.gltf")
    document = json.loads((tmp_path / "a.gltf").read_text())
    document["accessors"][1]["min"][0] += 1
    (tmp_path / "a.gltf").write_text(json.dumps(document))
    done = subprocess.run([node, TOOLS / "validate.cjs", tmp_path / "a.gltf"], capture_output=True, check=True)
    assert json.loads(done.stdout)[str(tmp_path / "a.gltf")]["errors"] > 0


def test_nodes_above_the_root_are_folded_in(tmp_path: Path) -> None:
    """An armature turned and scaled by 0.01, as Mixamo's and Blender's files have it."""
    builder = Builder()
    armature = builder.node("Armature", scale=[0.01, 0.01, 0.01], rotation=turn(np.pi / 2), translation=[1, 0, 0])
    top, tip = arm(builder, armature, translation=[0, 100, 0])
    builder.nodes[tip]["translation"] = [0, 50, 0]
    times = np.arange(4) / 30
    values = [[100.0 * i, 100, 0] for i in range(4)]
    builder.animate("a", (top, "translation", times, values, "LINEAR"), (tip, "rotation", times, [turn(0)] * 4, "LINEAR"))
    builder.skins = [{"joints": [top, tip]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert motion.skeleton.names == ("Root", "Tip")
    assert motion.fps == 30
    # Turned by a quarter about z: x becomes y, y becomes -x.
    assert np.allclose(motion.root_positions, [[0, i, 0] for i in range(4)], atol=1e-6)
    assert np.allclose(motion.positions()[:, 1] - motion.root_positions, [-0.5, 0, 0], atol=1e-6)


def test_an_animated_armature_moves_the_root(tmp_path: Path) -> None:
    builder = Builder()
    armature = builder.node("Armature")
    top, tip = arm(builder, armature)
    times = np.arange(3) / 24
    builder.animate("a", (armature, "translation", times, [[i, 0, 0] for i in range(3)], "LINEAR"))
    builder.skins = [{"joints": [top, tip]}]
    motion = formats.load(builder.save(tmp_path / "a.gltf"))
    assert np.allclose(motion.root_positions, [[i, 1, 0] for i in range(3)])


def test_a_moving_pelvis_under_a_still_root_moves_the_root(tmp_path: Path) -> None:
    builder = Builder()
    root = builder.node("root")
    pelvis, tip = arm(builder, root)
    builder.nodes[root]["rotation"] = turn(np.pi)
    times = np.arange(5) / 30
    builder.animate("a", (pelvis, "translation", times, [[0.1 * i, 1, 0] for i in range(5)], "LINEAR"))
    more = [builder.node(f"End{i}", tip, translation=[0.1 * i, 0.5, 0]) for i in range(3)]
    builder.skins = [{"joints": [root, pelvis, tip, *more]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert motion.skeleton.names[:3] == ("root", "Root", "Tip")
    assert np.allclose(motion.positions()[:, 1], [[-0.1 * i, -1, 0] for i in range(5)], atol=1e-6)


def test_scales_that_differ_by_axis(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder, scale=[1, 2, -3])
    end = builder.node("End", tip, translation=[0, 1, 1])
    builder.animate("a", (top, "rotation", [0, 1 / 30], [turn(0), turn(np.pi / 2)], "LINEAR"))
    builder.skins = [{"joints": [top, tip, end]}]
    places = formats.load(builder.save(tmp_path / "a.glb")).positions()
    assert np.allclose(places[0], [[0, 1, 0], [0, 2, 0], [0, 4, -3]], atol=1e-6)
    assert np.allclose(places[1], [[0, 1, 0], [-1, 1, 0], [-3, 1, -3]], atol=1e-6)


def test_interpolations_at_uneven_times(tmp_path: Path) -> None:
    """Dense keys on one joint set the rate; the others are asked for between theirs."""
    builder = Builder()
    top, tip = arm(builder)
    dense = np.arange(31) / 30
    half = turn(np.pi / 4)
    cubic = np.zeros((2, 3, 3))
    cubic[:, 1] = [[0, 1, 0], [2, 1, 0]]
    cubic[0, 2] = cubic[1, 0] = [2, 0, 0]  # the slope of a straight line
    builder.animate(
        "a",
        (tip, "rotation", [0.0, 0.5, 1.0], [turn(0), turn(np.pi / 2), turn(np.pi / 2)], "LINEAR"),
        (top, "rotation", [0.0, 0.4, 1.0], [turn(0), half, turn(np.pi / 2)], "STEP"),
        (top, "translation", [0.0, 1.0], cubic.reshape(-1, 3), "CUBICSPLINE"),
        (tip, "scale", dense, np.ones((31, 3)), "LINEAR"),
    )
    builder.skins = [{"joints": [top, tip]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert (len(motion), motion.fps) == (31, 30)
    angles = 2 * np.arcsin(motion.rotations[:, :, 2])
    assert np.allclose(angles[:, 1], np.minimum(np.pi * dense, np.pi / 2), atol=1e-5)
    assert np.allclose(angles[:, 0], np.where(dense < 0.3999, 0, np.where(dense < 1, np.pi / 4, np.pi / 2)), atol=1e-5)
    assert np.allclose(motion.root_positions[:, 0], 2 * dense, atol=1e-6)


def test_key_poses_are_not_taken_for_a_frame_rate(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    builder.animate("a", (tip, "rotation", [0.0, 0.5, 1.75], [turn(0), turn(1), turn(0)], "LINEAR"))
    builder.skins = [{"joints": [top, tip]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert (motion.fps, len(motion)) == (24, 43)


def test_clip_is_chosen_by_name_or_length(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    for name, frames in (("short", 3), ("long", 9), ("middle", 5)):
        builder.animate(name, (tip, "rotation", np.arange(frames) / 60, [turn(0)] * frames, "LINEAR"))
    builder.skins = [{"joints": [top, tip]}]
    path = builder.save(tmp_path / "a.glb")
    check_choice_of_clips(path, 9)


def test_without_a_skin_animated_nodes_are_the_joints(tmp_path: Path) -> None:
    builder = Builder()
    scene = builder.node("Scene")
    top, tip = arm(builder, scene)
    builder.node("Mesh", tip, mesh=0)
    end = builder.node("End", tip, translation=[0, 0.2, 0])
    builder.node("Camera", scene, camera=0)
    builder.animate("a", (top, "rotation", [0, 0.04], [turn(0)] * 2, "LINEAR"), (tip, "rotation", [0, 0.04], [turn(0), turn(1)], "LINEAR"))
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert motion.skeleton.names == ("Root", "Tip", "End")
    assert builder.nodes[end]["name"] == "End"


def test_a_skin_without_animation_is_its_rest_pose(tmp_path: Path) -> None:
    builder = Builder()
    builder.skins = [{"joints": list(arm(builder))}]
    loaded = formats.read(builder.save(tmp_path / "a.glb"))
    assert len(loaded.motion) == 1
    assert "no animation: the rest pose as one frame" in loaded.notes
    assert np.allclose(loaded.motion.positions()[0], [[0, 1, 0], [0, 1.5, 0]])


def test_an_animation_that_moves_no_node_is_told(tmp_path: Path) -> None:
    builder = Builder()
    builder.skins.append({"joints": [builder.node("top"), builder.node("below", 0, translation=[0, 1, 0])]})
    builder.animate("smile", (0, "weights", [0.0, 1.0], np.zeros(2), "LINEAR"))
    found = formats.read(builder.save(tmp_path / "face.glb"))
    assert len(found.motion) == 1
    assert any("'smile' moves no node" in note for note in found.notes)


def test_pointers_to_nodes_are_channels(tmp_path: Path) -> None:
    builder = Builder()
    builder.skins.append({"joints": [builder.node("top"), builder.node("below", 0, translation=[0, 1, 0])]})
    places = np.array([[0.0, 0, 0], [0, 0, 2]])
    builder.animate("slide", (0, "translation", [0.0, 1.0], places, "LINEAR"))
    builder.animations[0]["channels"][0]["target"] = {
        "path": "pointer",
        "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/translation"}},
    }
    np.testing.assert_allclose(formats.read(builder.save(tmp_path / "slide.glb")).motion.root_positions[-1], places[-1], atol=1e-6)


def test_neither_skin_nor_animation(tmp_path: Path) -> None:
    builder = Builder()
    arm(builder)
    with pytest.raises(FileError, match=r"a\.glb: holds neither a skin nor an animated node"):
        formats.load(builder.save(tmp_path / "a.glb"))


def test_several_skins_of_one_body_are_one_skeleton(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    hair = builder.node("Hair", tip, translation=[0, 0.1, 0])
    stranger, hat = arm(builder)
    builder.skins = [{"joints": [top, tip]}, {"joints": [tip, hair]}, {"joints": [stranger, hat], "name": "Other"}]
    builder.animate("a", (tip, "rotation", [0, 0.04], [turn(0)] * 2, "LINEAR"))
    loaded = formats.read(builder.save(tmp_path / "a.glb"))
    assert loaded.motion.skeleton.names == ("Root", "Tip", "Hair")
    assert any("'Other'" in note for note in loaded.notes)


def test_integer_and_sparse_and_strided_arrays(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    times = np.arange(4) / 30
    quarter = np.array([[0, 0, 0, 127], [0, 0, 90, 90], [0, 0, 90, 90], [0, 0, 0, 127]], np.int8)
    sparse = {"count": 1, "indices": {"bufferView": builder.view(np.array([2], np.uint8)), "componentType": 5121}}
    sparse["values"] = {"bufferView": builder.view(np.array([[5, 6, 7]], np.float32))}
    builder.accessors.append({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse})
    builder.animate(
        "a", (tip, "rotation", times, builder.array(quarter, normalized=True), "LINEAR"), (top, "translation", times, 0, "LINEAR")
    )
    wide = np.zeros((4, 8), np.float32)
    wide[:, 2:6] = turn(1.0)
    builder.views.append({"buffer": 0, "byteOffset": len(builder.data), "byteLength": wide.nbytes, "byteStride": 32})
    builder.data += wide.tobytes()
    builder.accessors.append({"bufferView": len(builder.views) - 1, "byteOffset": 8, "componentType": 5126, "count": 4, "type": "VEC4"})
    samplers = builder.animations[0]["samplers"]
    samplers.append({"input": samplers[0]["input"], "output": len(builder.accessors) - 1})
    builder.animations[0]["channels"].append({"sampler": 2, "target": {"node": top, "path": "rotation"}})
    builder.skins = [{"joints": [top, tip]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert np.allclose(motion.root_positions, [[0, 0, 0], [0, 0, 0], [5, 6, 7], [0, 0, 0]])
    assert np.allclose(motion.rotations[1:3, 1], turn(np.pi / 2), atol=1e-6)
    assert np.allclose(motion.rotations[:, 0], turn(1.0), atol=1e-6)


def test_matrix_nodes_and_children_before_parents(tmp_path: Path) -> None:
    builder = Builder()
    tip = builder.node("Tip", translation=[0, 0.5, 0])
    matrix = np.eye(4)
    matrix[:3, :3] = 2 * quaternion.to_matrix(QUARTER)
    matrix[:3, 3] = [0, 1, 0]
    top = builder.node("Root", matrix=[float(x) for x in matrix.T.ravel()], children=[tip])
    builder.animate("a", (tip, "rotation", [0, 1 / 30], [turn(0)] * 2, "LINEAR"))
    builder.skins = [{"joints": [tip, top]}]
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert motion.skeleton.names == ("Root", "Tip")
    assert np.allclose(motion.positions()[0], [[0, 1, 0], [0, 2, 0]], atol=1e-6)
    assert np.allclose(motion.rotations[0, 0], QUARTER, atol=1e-6)


def test_bind_pose_is_the_rest_pose(tmp_path: Path) -> None:
    """Nodes that happen to stand in some pose do not make it the rest pose: the inverse bind matrices say it."""
    builder = Builder()
    top, tip = arm(builder)
    end = builder.node("End", tip, translation=[0, 0.5, 0])
    builder.nodes[tip]["rotation"] = turn(1.0)
    inverse = np.tile(np.eye(4), (3, 1, 1))
    inverse[:, 1, 3] = [-1, -1.5, -2]
    builder.skins = [{"joints": [top, tip, end], "inverseBindMatrices": builder.array(inverse.transpose(0, 2, 1).reshape(3, 16))}]
    builder.animate("a", (tip, "rotation", [0, 1 / 30], [turn(1.0)] * 2, "LINEAR"))
    motion = formats.load(builder.save(tmp_path / "a.glb"))
    assert np.allclose(motion.skeleton.rest_positions, [[0, 1, 0], [0, 1.5, 0], [0, 2, 0]], atol=1e-6)
    assert not np.allclose(motion.positions()[0], motion.skeleton.rest_positions, atol=0.1)


def test_centimetres_under_a_standard_of_metres(motion: Motion, tmp_path: Path) -> None:
    big = replace(motion.skeleton, offsets=motion.skeleton.offsets * 100, end_sites=(), rest_root=motion.skeleton.rest_root * 100)
    formats.save(Motion(big, motion.rotations, motion.root_positions * 100, motion.fps), tmp_path / "a.gltf")
    document = json.loads((tmp_path / "a.gltf").read_text())
    del document["asset"]["extras"]  # else it is one of ours, and metres it is
    (tmp_path / "a.gltf").write_text(json.dumps(document))
    loaded = formats.read(tmp_path / "a.gltf")
    assert loaded.unit == "cm"
    assert any("not believed" in note for note in loaded.notes)
    assert np.allclose(loaded.motion.positions(), motion.positions(), atol=1e-5)


def test_bytes_beside_the_file(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    builder.animate("a", (tip, "rotation", [0, 1 / 30], [turn(0)] * 2, "LINEAR"))
    builder.skins = [{"joints": [top, tip]}]
    path = builder.save(tmp_path / "a.gltf", beside=True)
    assert len(formats.load(path)) == 2
    known = find_format(path, "read")
    assert known.companions is not None
    assert known.companions(path, ReadOptions()) == (tmp_path / "a.bin",)
    path.with_suffix(".bin").unlink()
    with pytest.raises(FileError, match=r"a\.gltf: needs 'a\.bin' beside it"):
        formats.load(path)


def test_stretching_bones_are_told(tmp_path: Path) -> None:
    builder = Builder()
    top, tip = arm(builder)
    ends = [builder.node(f"End{i}", tip, translation=[0, 0.5, 0]) for i in range(3)]
    builder.animate("a", (ends[0], "translation", np.arange(3) / 30, [[0, 0.5, 0], [0, 0.5, 0], [0, 0.7, 0]], "LINEAR"))
    builder.skins = [{"joints": [top, tip, *ends]}]
    loaded = formats.read(builder.save(tmp_path / "a.glb"))
    assert any("200 mm off (End0)" in note for note in loaded.notes)
    assert np.allclose(loaded.motion.skeleton.offsets[2], [0, 0.5, 0])


def test_speed_of_a_long_clip(skeleton: Skeleton, tmp_path: Path) -> None:
    """8,000 frames both ways: 0.05 s on a free core; the limit leaves room for a busy machine."""
    from time import process_time

    long = make_motion(skeleton, frames=8000, fps=120)
    formats.save(long[:10], tmp_path / "warm.glb")
    formats.load(tmp_path / "warm.glb")
    start = process_time()
    formats.save(long, tmp_path / "long.glb")
    back = formats.load(tmp_path / "long.glb")
    assert process_time() - start < 0.6
    assert len(back) == 8000
