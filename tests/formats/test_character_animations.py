"""A character's file with our animations: everything that was there is there, and joints go where the motion has them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.edits.retargeting.retarget import RetargetOptions, retarget
from motionloom.formats.character_animations import NewAnimation, save_character, with_animations
from motionloom.formats.character_file import CharacterFile, read_character
from motionloom.sample import make
from tests.conftest import SHARED_DATA
from tests.edits.character_files import play, read_glb, write_hero, write_odd_hero

TOOLS = Path(__file__).resolve().parents[1] / "tools"
CHARACTERS = SHARED_DATA.parent / "more" / "characters"
NAMES = ("CesiumMan", "RiggedFigure", "RobotExpressive")


@pytest.fixture(scope="module")
def walk() -> Motion:
    return make("boris", "walk").motion[:40]


def worn_by(character: CharacterFile, motion: Motion) -> Motion:
    return retarget(motion, character, options=RetargetOptions(feet=False))


def check_untouched(before: bytes, after: bytes) -> None:
    """All that the file held is in it, in its place; only animations, what they need and the length of the buffer are new."""
    (old, old_bytes), (new, new_bytes) = read_glb(before), read_glb(after)
    for key, value in old.items():
        if key in ("accessors", "bufferViews", "animations"):
            assert new[key][: len(value)] == value
        elif key == "buffers":
            assert [{**entry, "byteLength": 0} for entry in new[key]] == [{**entry, "byteLength": 0} for entry in value]
        elif key == "nodes":
            assert [without_place(node) for node in new[key]] == [without_place(node) for node in value]
        else:
            assert new[key] == value, key
    assert set(new) - set(old) <= {"animations"}
    assert new_bytes[: len(old_bytes) - 8].startswith(old_bytes[: len(old_bytes) - 8])


def without_place(node: dict) -> dict:
    """A node but for how its place is written: one with a matrix cannot be animated, and gets the same place in parts."""
    return {key: value for key, value in node.items() if key not in ("matrix", "translation", "rotation", "scale")}


def check_joints(character: CharacterFile, motion: Motion, data: bytes, name: str) -> None:
    hung_or_hips = [joint for joint in range(len(motion.skeleton)) if motion.skeleton.is_below(joint, character.roles["hips"])]
    described = read_glb(data)[0]["nodes"]
    for frame in (0, len(motion) // 2, len(motion) - 1):
        worlds = play(data, name, frame)
        for joint in hung_or_hips:
            place = worlds[described[character.nodes[joint]]["name"]][:3, 3] * character.unit
            np.testing.assert_allclose(place, motion.positions()[frame, joint], atol=2e-4)


@pytest.mark.parametrize("write", [write_hero, write_odd_hero])
def test_nothing_is_lost_and_joints_go_where_the_motion_has_them(walk: Motion, tmp_path: Path, write) -> None:
    character = read_character(write(tmp_path / "hero.glb"))
    worn = worn_by(character, walk)
    data = with_animations(character, [NewAnimation(worn, "walk"), NewAnimation(worn[:5], "walk")])
    check_untouched((tmp_path / "hero.glb").read_bytes(), data)
    names = [animation["name"] for animation in read_glb(data)[0]["animations"]]
    assert names[-2:] == ["walk", "walk 2"]
    check_joints(character, worn, data, "walk")


def test_feet_that_hang_on_the_root_are_moved_with_their_legs(walk: Motion, tmp_path: Path) -> None:
    plain, odd = read_character(write_hero(tmp_path / "a.glb")), read_character(write_odd_hero(tmp_path / "b.glb"))
    assert dict(odd.hung) == {"LeftFoot": "LeftLeg", "RightFoot": "RightLeg"}
    assert not plain.hung
    np.testing.assert_allclose(
        worn_by(odd, walk).positions()[:, odd.roles["left_ankle"]],
        worn_by(plain, walk).positions()[:, plain.roles["left_ankle"]],
        atol=1e-4,
    )
    data = with_animations(odd, [NewAnimation(worn_by(odd, walk), "walk")])
    moved = [c["target"] for c in read_glb(data)[0]["animations"][0]["channels"] if c["target"]["path"] == "translation"]
    assert {odd.nodes[odd.roles["left_ankle"]], odd.nodes[odd.roles["right_ankle"]]} <= {target["node"] for target in moved}


def test_a_motion_of_another_body_is_refused(walk: Motion, tmp_path: Path) -> None:
    character = read_character(write_odd_hero(tmp_path / "hero.glb"))
    with pytest.raises(MotionError, match="is not on hero; put it there with `motionloom retarget`"):
        save_character(character, [walk], tmp_path / "out.glb")
    assert not (tmp_path / "out.glb").exists()


def test_the_validator_finds_nothing(walk: Motion, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("the glTF validator needs node and tests/tools/node_modules (dev.py installs them)")
    for name, write in (("a", write_hero), ("b", write_odd_hero)):
        character = read_character(write(tmp_path / f"{name}.glb"))
        save_character(character, [worn_by(character, walk)], tmp_path / f"{name}-out.glb")
    files = [tmp_path / f"{name}{end}.glb" for name in "ab" for end in ("", "-out")]
    reports = json.loads(subprocess.run([node, TOOLS / "validate.cjs", *files], capture_output=True, check=True).stdout)
    for name in "ab":
        before, after = (reports[str(tmp_path / f"{name}{end}.glb")] for end in ("", "-out"))
        assert (after["errors"], after["warnings"]) == (before["errors"], before["warnings"])
        assert after["errors"] == 0


def test_what_another_animation_moves_is_held_at_rest(walk: Motion, tmp_path: Path) -> None:
    """Blender leaves joints where the animation before had them: CesiumMan's arms were 4 mm off behind his own walk."""
    from motionloom.formats._gltf_pack import Appended

    described, binary = read_glb(write_hero(tmp_path / "hero.glb").read_bytes())
    out = Appended(described, binary)
    elbow = next(number for number, node in enumerate(described["nodes"]) if node.get("name") == "LeftForeArm")
    times, places = out.add(np.zeros(1, np.float32), "SCALAR", bounds=True), out.add(np.full((1, 3), 0.3, np.float32), "VEC3")
    entry = {
        "channels": [{"sampler": 0, "target": {"node": elbow, "path": "translation"}}],
        "samplers": [{"input": times, "output": places}],
    }
    out.json["animations"] = [{"name": "own", **entry}]
    (tmp_path / "moves.glb").write_bytes(out.to_bytes())
    character = read_character(tmp_path / "moves.glb")
    told, _ = read_glb(with_animations(character, [NewAnimation(worn_by(character, walk), "ours")]))
    ours = told["animations"][1]
    (sampler,) = [each["sampler"] for each in ours["channels"] if each["target"] == {"node": elbow, "path": "translation"}]
    assert told["accessors"][ours["samplers"][sampler]["output"]]["count"] == 1
    played = play(with_animations(character, [NewAnimation(worn_by(character, walk), "ours")]), "ours", 20)
    np.testing.assert_allclose(
        played["LeftForeArm"][:3, 3], worn_by(character, walk).positions()[20, character.skeleton.index("LeftForeArm")], atol=1e-3
    )


@pytest.mark.data
@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_for_characters_of_others(walk: Motion, tmp_path: Path, name: str) -> None:
    if not (CHARACTERS / f"{name}.glb").is_file():
        pytest.skip("the characters are not there (../shared/more/characters beside the repository)")
    character = read_character(CHARACTERS / f"{name}.glb")
    worn = worn_by(character, walk)
    data = with_animations(character, [NewAnimation(worn, "ours")])
    check_untouched(character.data, data)
    rows = {index: row for row, index in enumerate(character.nodes)}
    described = read_glb(data)[0]
    for index, node in enumerate(described["nodes"]):  # names may repeat in the robot's file
        node["name"] = f"{index}"
    from motionloom.formats._gltf_pack import Appended

    played = play(Appended(described, read_glb(data)[1]).to_bytes(), "ours", 20)
    below = [joint for joint in range(len(worn.skeleton)) if worn.skeleton.is_below(joint, character.roles["hips"])]
    for index, row in rows.items():
        if row in below:
            np.testing.assert_allclose(played[f"{index}"][:3, 3], worn.positions()[20, row], atol=1e-3)


def play_in_three(path: Path, name: str, frames: Sequence[int], fps: float) -> Any:
    """Where three.js puts the nodes of a file at these frames of an animation."""
    node, three = shutil.which("node"), TOOLS.parents[1] / "studio" / "node_modules" / "three"
    if node is None or not three.is_dir():
        pytest.skip("three.js is not installed (npm ci in studio/)")
    seconds = [str(frame / fps) for frame in frames]
    done = subprocess.run([node, TOOLS / "play_in_three.mjs", three, path, name, *seconds], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_three_plays_it_with_joints_where_ours_are(walk: Motion, tmp_path: Path) -> None:
    character = read_character(write_odd_hero(tmp_path / "hero.glb"))
    worn = worn_by(character, walk)
    save_character(character, [worn], tmp_path / "out.glb")
    frames = (0, 17, 39)
    played = play_in_three(tmp_path / "out.glb", worn.name, frames, worn.fps)
    for frame, places in zip(frames, played["moments"], strict=True):
        for joint, name in enumerate(worn.skeleton.names):
            np.testing.assert_allclose(places[name], worn.positions()[frame, joint], atol=1e-3)
    assert (played["skinned"], played["morphs"]) == (1, 1)


@pytest.mark.data
@pytest.mark.parametrize("name", NAMES)
def test_three_plays_characters_of_others_with_joints_where_ours_are(walk: Motion, tmp_path: Path, name: str) -> None:
    if not (CHARACTERS / f"{name}.glb").is_file():
        pytest.skip("the characters are not there (../shared/more/characters beside the repository)")
    character = read_character(CHARACTERS / f"{name}.glb")
    worn = worn_by(character, walk)
    save_character(character, [worn], tmp_path / "out.glb")
    frames = (0, 20, 39)
    played = play_in_three(tmp_path / "out.glb", worn.name, frames, worn.fps)
    below = {joint for joint in range(len(worn.skeleton)) if worn.skeleton.is_below(joint, character.roles["hips"])}
    rows = [(index, row) for row, index in enumerate(character.nodes) if row in below]
    assert len(rows) > 10
    for frame, places in zip(frames, played["moments"], strict=True):
        found = np.array([places[f"#{index}"] for index, _ in rows])
        np.testing.assert_allclose(found, worn.positions()[frame, [row for _, row in rows]], atol=1e-3)
