"""What happens to every file on its way in and out, whatever its format."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import EndSite, FileError, Motion, MotionError, MotionloomError, Skeleton, quaternion
from motionloom.core.body import find_roles
from motionloom.formats import Format, RawClip, ReadOptions, load, read, register, save, suffixes
from motionloom.formats.registry import formats
from tests.conftest import make_motion


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Put a clip behind a suffix of its own and read it through the door."""
    from motionloom.formats import registry

    monkeypatch.setattr(registry.FORMATS, "_members", registry.FORMATS.all())
    path = tmp_path / "clip.test"
    path.write_text("anything")

    def read_clip(clip: RawClip, **options: object):  # type: ignore[no-untyped-def]
        register(Format("TEST", (".test",), read=lambda path, options: clip))
        return read(path, ReadOptions(**options))  # type: ignore[arg-type]

    return read_clip


def as_clip(motion: Motion, **changes: object) -> RawClip:
    return replace(RawClip(motion.skeleton, motion.rotations, motion.root_positions, motion.fps, metres_per_unit=1.0, up="y"), **changes)  # type: ignore[arg-type]


def lie(motion: Motion, up: str) -> RawClip:
    """The clip as a program with another up-axis would have written it."""
    turn = quaternion.from_axis_angle([1.0, 0, 0], np.pi / 2) if up == "z" else quaternion.from_axis_angle([0, 0, 1.0], -np.pi / 2)
    skeleton = motion.skeleton
    sites = tuple(EndSite(s.parent, tuple(quaternion.rotate(turn, np.array(s.offset)).tolist())) for s in skeleton.end_sites)
    turned = replace(
        skeleton, offsets=quaternion.rotate(turn, skeleton.offsets), end_sites=sites, rest_root=quaternion.rotate(turn, skeleton.rest_root)
    )
    rotations = np.concatenate([quaternion.rotate(turn, motion.rotations[..., :3]), motion.rotations[..., 3:]], axis=-1)
    return as_clip(motion, skeleton=turned, rotations=rotations, root_positions=quaternion.rotate(turn, motion.root_positions), up=None)


class TestUp:
    @pytest.mark.parametrize("up", ["x", "z"])
    @pytest.mark.parametrize("how", ["stated", "given", "guessed"])
    def test_other_axes_are_turned_up(self, up: str, how: str, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        clip = replace(lie(motion, up), up=up if how == "stated" else None)
        loaded = door(clip, up=up if how == "given" else None)
        assert np.allclose(loaded.motion.positions(), motion.positions(), atol=1e-5)
        assert np.allclose(loaded.motion.end_positions(), motion.end_positions(), atol=1e-5)
        assert np.allclose(loaded.motion.skeleton.rest_rotations, quaternion.IDENTITY)
        assert any("up-axis: guessed" in note for note in loaded.notes) == (how == "guessed")

    def test_somebody_lying_down_is_not_turned_up(self, door, skeleton: Skeleton) -> None:  # type: ignore[no-untyped-def]
        motion = make_motion(skeleton, swing=0.1)
        down = quaternion.from_axis_angle([1.0, 0, 0], np.pi / 2)
        rotations = motion.rotations.copy()
        rotations[:, 0] = quaternion.multiply(down, rotations[:, 0])
        loaded = door(as_clip(motion, rotations=rotations, up=None))
        assert np.allclose(loaded.motion.rotations, rotations, atol=1e-6)

    def test_no_such_axis(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FileError, match="no up-axis 'w'; use x, y or z"):
            door(as_clip(motion), up="w")


class TestUnit:
    def test_given_before_stated_before_guessed(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        clip = as_clip(motion, metres_per_unit=0.5)
        assert np.allclose(door(clip).motion.root_positions, motion.root_positions * 0.5)
        assert np.allclose(door(clip, unit="cm").motion.root_positions, motion.root_positions * 0.01)
        guessed = door(replace(clip, metres_per_unit=None))
        assert (guessed.unit, guessed.unit_guessed) == ("m", True)
        assert (door(clip).unit, door(clip).unit_guessed) == ("0.5 m", False)

    def test_scales_bones_ends_and_rest(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(as_clip(motion), unit=2.0).motion
        assert np.allclose(loaded.positions(), motion.positions() * 2, atol=1e-5)
        assert np.allclose(loaded.end_positions(), motion.end_positions() * 2, atol=1e-5)

    def test_no_such_unit_names_the_file(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FileError, match=r"clip.test: no unit 'ells'; use one of m, cm, mm, in, ft, cmu"):
            door(as_clip(motion), unit="ells")


class TestRate:
    def test_given_before_stated(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(as_clip(motion), fps=25)
        assert (loaded.motion.fps, loaded.header_fps) == (25, 60)

    @pytest.mark.parametrize("fps", [0.0, -5.0, 1e6, float("nan")])
    def test_no_such_rate(self, fps: float, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FileError, match="expected 1 to 10000 frames a second"):
            door(as_clip(motion), fps=fps)


class TestRestFrame:
    def clip(self, motion: Motion, **changes: object) -> RawClip:
        rest = np.tile(quaternion.IDENTITY, (1, len(motion.skeleton), 1))
        rotations = np.concatenate(
            [rest, quaternion.multiply(motion.rotations, np.tile(quaternion.exp(np.full(3, 0.2)), (len(motion), 1, 1)))]
        )
        root = np.concatenate([motion.root_positions[:1], motion.root_positions])
        return as_clip(motion, rotations=rotations, root_positions=root, **changes)

    def test_is_kept_as_rest_and_left_out(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(self.clip(motion))
        assert loaded.rest_frame_dropped
        assert len(loaded.motion) == len(motion)
        assert np.allclose(loaded.motion.skeleton.rest_rotations, quaternion.IDENTITY)
        assert any(note.startswith("frame 0 is a T-pose: kept as the rest pose and left out") for note in loaded.notes)

    def test_stays_where_asked(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(self.clip(motion), keep_rest_frame=True)
        assert not loaded.rest_frame_dropped
        assert len(loaded.motion) == len(motion) + 1

    def test_is_not_looked_for_where_the_file_states_a_rest_pose(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(self.clip(motion, has_rest_pose=True))
        assert len(loaded.motion) == len(motion) + 1
        assert loaded.motion.skeleton.hash == motion.skeleton.hash


class TestRoles:
    def test_given_ones_win(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        loaded = door(as_clip(motion), roles={"head": "Neck"})
        roles = find_roles(loaded.motion.skeleton)
        assert roles["head"] == motion.skeleton.index("Neck")
        assert roles["hips"] == 0

    def test_unknown_ones(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FileError, match=r"clip.test: no body role tail; the roles are hips"):
            door(as_clip(motion), roles={"tail": "Neck"})
        with pytest.raises(FileError, match=r"clip.test: no joint 'Tail'"):
            door(as_clip(motion), roles={"head": "Tail"})


class TestReading:
    def test_what_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=r"none.bvh: No such file or directory"):
            read(tmp_path / "none.bvh")
        (tmp_path / "folder.bvh").mkdir()
        with pytest.raises(FileError, match=r"folder.bvh: "):
            read(tmp_path / "folder.bvh")

    def test_an_unknown_suffix_lists_the_known(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=r"no format for '.doc'; Motionloom reads .amc, .bvh"):
            read(tmp_path / "a.doc")
        with pytest.raises(FileError, match="no format for 'a file without suffix'"):
            read(tmp_path / "a")

    def test_what_can_only_be_read(self, motion: Motion, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=r"ASF/AMC cannot be written; use one of .bvh"):
            save(motion, tmp_path / "a.amc")

    def test_an_unknown_option(self, tmp_path: Path) -> None:
        with pytest.raises(MotionloomError, match="load has no option speed; it has unit, fps, up"):
            load(tmp_path / "a.bvh", speed=3)

    def test_every_error_names_the_file(self, door, motion: Motion) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(FileError, match=r"clip.test: .*not unit quaternions"):
            door(as_clip(motion, rotations=motion.rotations * 2))
        assert not issubclass(FileError, MotionError)

    def test_all_formats_are_there(self) -> None:
        assert {"BVH", "ASF/AMC", "NPZ", "glTF", "USD", "FBX"} <= {known.name.split(" ")[0] for known in formats()}
        assert {".bvh", ".npz", ".glb", ".gltf", ".usd", ".usda", ".usdc"} <= set(suffixes("write"))


class TestWriting:
    def test_a_failed_write_leaves_nothing_and_harms_nothing(self, motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from motionloom.formats import registry

        monkeypatch.setattr(registry.FORMATS, "_members", registry.FORMATS.all())

        def half(motion: Motion, path: Path) -> None:
            path.write_text("half")
            raise MotionError("the pen broke")

        register(Format("TEST", (".test",), write=half))
        path = tmp_path / "out.test"
        path.write_text("before")
        with pytest.raises(FileError, match=r"out.test: the pen broke"):
            save(motion, path)
        assert path.read_text() == "before"
        assert list(tmp_path.iterdir()) == [path]

    def test_files_beside_it_come_too(self, motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from motionloom.formats import registry

        monkeypatch.setattr(registry.FORMATS, "_members", registry.FORMATS.all())

        def both(motion: Motion, path: Path) -> None:
            path.write_text("main")
            path.with_suffix(".bin").write_text("beside")

        register(Format("TEST", (".test",), write=both))
        save(motion, tmp_path / "out.test")
        assert sorted(file.name for file in tmp_path.iterdir()) == ["out.bin", "out.test"]

    def test_a_folder_that_is_not_there(self, motion: Motion, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=r"out.bvh: cannot write: the folder .* does not exist; make it first"):
            save(motion, tmp_path / "none" / "out.bvh")

    @pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="a superuser may write anywhere")
    def test_a_folder_that_is_closed(self, motion: Motion, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        try:
            with pytest.raises(FileError, match="cannot write"):
                save(motion, tmp_path / "out.bvh")
        finally:
            tmp_path.chmod(0o700)

    def test_an_unknown_option(self, motion: Motion, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="BVH has no option colour; it has unit"):
            save(motion, tmp_path / "out.bvh", colour="red")
        with pytest.raises(FileError, match="NPZ has no option unit; it has bones, events"):
            motion.save(tmp_path / "out.npz", unit="cm")


def test_opening_the_room_is_cheap() -> None:
    """The command line must start at once: nothing heavy is imported before a file needs it."""
    import subprocess
    import sys

    heavy = "numba scipy sklearn pxr ufbx matplotlib PIL fastapi"
    code = f"import motionloom.formats, sys; print(*[name for name in '{heavy}'.split() if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""
