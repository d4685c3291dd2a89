"""FBX: what a file says of rate, unit and axes is believed; writing says what it needs; damage stays in another process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import FileError, Motion
from motionloom.formats import fbx
from tests.formats.conftest import check_choice_of_clips
from tests.formats.fbx_text import write_text_fbx

BONES = [("Hips", -1, (0, 100, 0)), ("Spine", 0, (0, 20, 0)), ("Chest", 1, (0, 20, 0)), ("Neck", 2, (0, 20, 0)), ("Head", 3, (0, 10, 0))]
BEND = (1, "R", [(0, 0, 10 * i) for i in range(10)])
WALK = (0, "T", [(0, 100, 5 * i) for i in range(10)])


def test_rate_unit_and_motion_of_the_file(tmp_path: Path) -> None:
    loaded = formats.read(write_text_fbx(tmp_path / "a.fbx", BONES, [("walk", 30, [BEND, WALK])]))
    motion = loaded.motion
    assert (motion.fps, len(motion), motion.name, loaded.unit) == (30, 10, "walk", "cm")
    assert motion.skeleton.names == ("Hips", "Spine", "Chest", "Neck", "Head")
    assert np.allclose(motion.root_positions, [[0, 1, 0.05 * i] for i in range(10)], atol=1e-5)
    angle = np.radians(10 * np.arange(10))
    head = np.stack([-0.5 * np.sin(angle), 1.2 + 0.5 * np.cos(angle), 0.05 * np.arange(10)], axis=1)
    assert np.allclose(motion.positions()[:, 4], head, atol=1e-5)


def test_metres_and_z_up(tmp_path: Path) -> None:
    bones = [(name, parent, (0, 0, place[1] / 100)) for name, parent, place in BONES]
    walk = (0, "T", [(0, -0.05 * i, 1) for i in range(10)])
    motion = formats.load(write_text_fbx(tmp_path / "a.fbx", bones, [("walk", 24, [walk])], fps=24, centimetres=100, z_up=True))
    assert np.allclose(motion.root_positions, [[0, 1, 0.05 * i] for i in range(10)], atol=1e-5)
    assert motion.positions()[0, 4, 1] == pytest.approx(1.7, abs=1e-5)


def test_a_persons_word_about_the_axes_counts(tmp_path: Path) -> None:
    """The file says y is up although it was built z up."""
    bones = [(name, parent, (0, 0, place[1])) for name, parent, place in BONES]
    path = write_text_fbx(tmp_path / "a.fbx", bones, [("a", 30, [BEND])])
    assert formats.load(path, up="z").positions()[0, 4, 1] == pytest.approx(1.7, abs=1e-5)


def test_keys_denser_than_the_frame_rate_are_kept(tmp_path: Path) -> None:
    track = (1, "R", [(0, 0, i) for i in range(61)])
    loaded = formats.read(write_text_fbx(tmp_path / "a.fbx", BONES, [("walk", 120, [track])], fps=30))
    assert (loaded.motion.fps, len(loaded.motion)) == (120, 61)
    assert any("its keys come at 120 Hz" in note for note in loaded.notes)


def test_clip_is_chosen_by_name_or_length(tmp_path: Path) -> None:
    stacks = [("short", 30.0, [(1, "R", BEND[2][:3])]), ("long", 30.0, [BEND]), ("middle", 30.0, [(1, "R", BEND[2][:5])])]
    path = write_text_fbx(tmp_path / "a.fbx", BONES, stacks)
    check_choice_of_clips(path, 10)


def test_a_stack_that_does_not_say_how_long_it_lasts(tmp_path: Path) -> None:
    path = write_text_fbx(tmp_path / "a.fbx", BONES, [("walk", 30, [BEND])])
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "LocalSt" not in line))
    assert len(formats.load(path)) == 10


def test_bones_without_animation(tmp_path: Path) -> None:
    loaded = formats.read(write_text_fbx(tmp_path / "a.fbx", BONES, []))
    assert len(loaded.motion) == 1
    assert "no animation: the rest pose as one frame" in loaded.notes
    assert loaded.motion.skeleton.rest_positions[4, 1] == pytest.approx(1.7, abs=1e-6)


def test_nothing_that_moves(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a\.fbx: holds neither bones nor animated nodes"):
        formats.load(write_text_fbx(tmp_path / "a.fbx", [], []))


def test_times_that_claim_a_billion_frames(tmp_path: Path) -> None:
    path = write_text_fbx(tmp_path / "a.fbx", BONES, [("walk", 30, [BEND])])
    stop = round(9 / 30 * 46_186_158_000)
    path.write_text(
        path.read_text().replace(f'"LocalStop", "KTime", "Time", "",{stop}', '"LocalStop", "KTime", "Time", "",4611686018427387904')
    )
    with pytest.raises(FileError, match="its times are wrong"):
        formats.load(path)


@pytest.mark.parametrize("content", [b"", b"hello", b"Kaydara FBX Binary  \x00\x1a\x00\xe8\x1c\x00\x00" + bytes(40), bytes(1000)])
def test_damaged_files_end_in_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.fbx").write_bytes(content)
    with pytest.raises(FileError) as caught:
        formats.load(tmp_path / "a.fbx")
    assert "a.fbx" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_truncated_files_load_or_end_in_one_line(tmp_path: Path) -> None:
    whole = write_text_fbx(tmp_path / "whole.fbx", BONES, [("walk", 30, [BEND])]).read_bytes()
    for part in range(1, 6):
        path = tmp_path / f"cut{part}.fbx"
        path.write_bytes(whole[: len(whole) * part // 6])
        try:
            outcome = f"{path.name}: {len(formats.load(path))} frames"
        except FileError as error:
            outcome = str(error)
        assert path.name in outcome
        assert "\n" not in outcome


def test_a_crash_of_the_library_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "crash.py"
    script.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGABRT)\n")
    monkeypatch.setattr(fbx, "_script", lambda name: script)
    (tmp_path / "a.fbx").write_bytes(b"x")
    with pytest.raises(FileError, match=r"a\.fbx: the FBX library broke off on this file"):
        formats.load(tmp_path / "a.fbx")


def test_writing_without_blender_says_what_to_install(motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(fbx.BLENDER_PYTHON, raising=False)
    monkeypatch.setattr(fbx.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FileError, match=r'a\.fbx: writing FBX needs Blender\'s module: pip install "motionloom\[fbx\]"'):
        formats.save(motion, tmp_path / "a.fbx")
    assert list(tmp_path.iterdir()) == []


def test_a_side_environment_that_is_gone(motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(fbx.BLENDER_PYTHON, str(tmp_path / "nowhere" / "python"))
    with pytest.raises(FileError, match="which is not there"):
        formats.save(motion, tmp_path / "a.fbx")
