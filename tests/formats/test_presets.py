"""What presets write: by the readers of others, a root bone at the ground, centimetres and z up, and the joints where they were."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdSkel

from motionloom import formats
from motionloom.core import Motion, MotionloomError, quaternion
from motionloom.formats.presets import PRESETS, change_preset, find_suffix, write_options
from motionloom.sample import make

TOOLS = Path(__file__).resolve().parents[1] / "tools"
Z_UP = quaternion.from_axis_angle([1.0, 0.0, 0.0], np.pi / 2)


@pytest.fixture(scope="module")
def walk() -> Motion:
    return make("ada", "walk_turn_left" if "walk_turn_left" in _names() else "walk").motion


def _names() -> set[str]:
    from motionloom import sample

    return {behaviour for _, behaviour, _ in sample.library_names()}


def read_glb(path: Path) -> tuple[dict[str, Any], bytes]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def channel(document: dict[str, Any], binary: bytes, node: int, path: str) -> np.ndarray:
    animation = document["animations"][0]
    sampler = next(each["sampler"] for each in animation["channels"] if each["target"] == {"node": node, "path": path})
    accessor = document["accessors"][animation["samplers"][sampler]["output"]]
    view = document["bufferViews"][accessor["bufferView"]]
    width = {"VEC3": 3, "VEC4": 4}[accessor["type"]]
    return np.frombuffer(binary, np.float32, accessor["count"] * width, view["byteOffset"]).reshape(-1, width)


def test_under_a_root_bone_the_joints_are_where_they_were(walk: Motion, tmp_path: Path) -> None:
    formats.save(walk, tmp_path / "a.glb", root_bone="root")
    document, binary = read_glb(tmp_path / "a.glb")
    assert [node["name"] for node in document["nodes"][:2]] == ["root", walk.skeleton.names[0]]
    way, turn = channel(document, binary, 0, "translation"), channel(document, binary, 0, "rotation")
    assert np.all(way[:, 1] == 0), "at the ground"
    np.testing.assert_allclose(way[:, [0, 2]], walk.root_positions[:, [0, 2]], atol=1e-6)
    assert np.abs(turn[:, [0, 2]]).max() < 1e-7, "it turns about the vertical alone"
    hips = channel(document, binary, 1, "translation")
    np.testing.assert_allclose(hips[:, [0, 2]], 0, atol=1e-5)
    np.testing.assert_allclose(way + quaternion.rotate(turn, hips), walk.root_positions, atol=1e-5)
    back = formats.load(tmp_path / "a.glb")
    rows = [back.skeleton.index(name) for name in walk.skeleton.names]
    np.testing.assert_allclose(back.positions()[:, rows], walk.positions(), atol=1e-4)


def test_bare_joints_come_back_whole(walk: Motion, tmp_path: Path) -> None:
    formats.save(walk, tmp_path / "a.glb", mesh=False)
    document, _ = read_glb(tmp_path / "a.glb")
    assert "meshes" not in document
    assert "skins" not in document
    back = formats.load(tmp_path / "a.glb")
    assert back.skeleton.hash == walk.skeleton.hash
    np.testing.assert_allclose(back.positions(), walk.positions(), atol=1e-5)


@pytest.mark.parametrize("bone", ["", "root"])
def test_usd_in_centimetres_and_z_up_puts_the_joints_where_they_are(walk: Motion, tmp_path: Path, bone: str) -> None:
    formats.save(walk, tmp_path / "a.usdc", unit="cm", up="z", root_bone=bone)
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    assert (UsdGeom.GetStageMetersPerUnit(stage), UsdGeom.GetStageUpAxis(stage)) == (pytest.approx(0.01), "Z")
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetDefaultPrim()), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath("/Character/Skeleton")))
    expected = 100 * quaternion.rotate(Z_UP, walk.positions().astype(np.float64))
    for frame in range(0, len(walk), 17):
        places = np.array(query.ComputeJointSkelTransforms(Usd.TimeCode(frame)))[:, 3, :3]
        np.testing.assert_allclose(places[1 if bone else 0 :], expected[frame], atol=0.01)
        if bone:
            assert abs(places[0, 2]) < 1e-4, "at the ground"
    points = np.array(UsdGeom.Mesh(stage.GetPrimAtPath("/Character/Body")).GetPointsAttr().Get())
    assert 120 < np.ptp(points[:, 2]) < 230, "a body so many centimetres tall, along z"
    back = formats.load(tmp_path / "a.usdc")
    rows = [back.skeleton.index(name) for name in walk.skeleton.names]
    np.testing.assert_allclose(back.positions()[:, rows], walk.positions(), atol=1e-4)


def test_what_is_no_body_gets_a_root_bone_too(motion: Motion, tmp_path: Path) -> None:
    formats.save(motion, tmp_path / "a.glb", root_bone=motion.skeleton.names[0])
    back = formats.load(tmp_path / "a.glb")
    rows = [back.skeleton.index(name) for name in motion.skeleton.names]
    np.testing.assert_allclose(back.positions()[:, rows], motion.positions(), atol=1e-4)


def test_validators_find_nothing_in_what_presets_write(walk: Motion, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("the glTF validator needs node and tests/tools/node_modules (dev.py installs them)")
    files = []
    for name, options in {"rooted": {"root_bone": "root"}, "bare": {"mesh": False}, "both": {"root_bone": "root", "mesh": False}}.items():
        files.append(tmp_path / f"{name}.glb")
        formats.save(walk, files[-1], **options)
    done = subprocess.run([node, TOOLS / "validate.cjs", *files], capture_output=True, check=True)
    reports = json.loads(done.stdout)
    assert all(report["errors"] == 0 and report["warnings"] == 0 for report in reports.values()), reports


def test_a_preset_is_plain_data_and_checked() -> None:
    for preset in PRESETS.all().values():
        assert change_preset(preset.to_json()) == preset
        suffix = find_suffix(preset)
        assert suffix in preset.suffixes
        assert set(write_options(preset, suffix)) <= {"mesh", "root_bone", "unit", "up", "bones", "events", "close_loops"}
    always = {"mesh": True, "root_bone": "root", "bones": "unreal", "close_loops": True}
    assert write_options(PRESETS.find("unreal"), ".usdc") == always | {"unit": "cm", "up": "z"}
    assert write_options(PRESETS.find("unreal"), ".glb") == always
    assert write_options(change_preset({"name": "unreal", "events": True}), ".glb") == always | {"events": True}
    assert write_options(PRESETS.find("mixamo"), ".bvh") == {"bones": "mixamo", "close_loops": True}
    for wrong, said in (
        ({"fps": 1e9}, "frames a second"),
        ({"root": "up"}, "motion or in_place"),
        ({"colour": 1}, "no setting colour"),
        ({"bones": "maya"}, "no bone names 'maya'"),
    ):
        with pytest.raises(MotionloomError, match=said):
            change_preset({"name": "unity", **wrong})
    with pytest.raises(MotionloomError, match="no export preset 'maya' is known here; there are blender"):
        PRESETS.find("maya")
