"""Files are found in order, hashed with what is read beside them, and examined."""

import numpy as np
import pytest

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import LibraryError
from motionloom.formats import ReadOptions
from motionloom.library.file_reading import ReadTask, examine, find_files, hash_file, plain_options, read_clip


def test_folders_are_searched_and_named_files_taken_once(tmp_path):
    for name in ("b/2.bvh", "b/1.BVH", "a.glb", "notes.txt", ".hidden.bvh", ".git/x.bvh", "library/arrays/y.bvh"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    named = [tmp_path, tmp_path / "b" / ".." / "b" / "2.bvh", tmp_path / "notes.txt", "none"]
    found, failures = find_files(named, apart_from=tmp_path / "library")
    assert [file.removeprefix(f"{tmp_path}/") for file in found] == ["a.glb", "b/1.BVH", "b/2.bvh", "notes.txt"]
    assert failures == [("none", "none: there is no such file or folder")]


def test_a_hash_covers_the_file_and_its_companions(tmp_path):
    motion, skeleton = tmp_path / "02_01.amc", tmp_path / "02.asf"
    motion.write_text("#!OML:ASF\n")
    skeleton.write_text("version 1\n")
    first = hash_file(motion, ReadOptions())
    assert hash_file(motion, ReadOptions()) == first
    skeleton.write_text("version 2\n")
    assert hash_file(motion, ReadOptions()) != first
    with pytest.raises(LibraryError, match=r"none\.bvh: No such file or directory"):
        hash_file(tmp_path / "none.bvh", ReadOptions())


def test_only_what_a_person_said_is_recorded(tmp_path):
    assert plain_options(ReadOptions()) == {}
    said = ReadOptions(fps=60.0, unit="cm", skeleton=tmp_path, roles={"hips": "Hips"})
    assert plain_options(said) == {"fps": 60.0, "unit": "cm", "skeleton": str(tmp_path), "roles": {"hips": "Hips"}}


def test_a_body_without_roles_is_still_a_clip(tmp_path):
    chain = Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0, 0, 0], [0, 1, 0]], float))
    motion = Motion(chain, np.tile([0, 0, 0, 1], (5, 2, 1)), np.zeros((5, 3)), 30)
    examined = examine(motion)
    assert (examined.height, examined.gravity, examined.glitches) == (None, None, ())
    assert "\n" not in examined.notes[0]
    motion.save(tmp_path / "chain.npz")
    clip = read_clip(ReadTask(str(tmp_path / "chain.npz"), str(tmp_path / "arrays"), ReadOptions()))
    assert (clip.name, clip.frames, clip.joints, clip.height) == ("chain", 5, 2, None)


def test_a_jump_is_examined(motion):
    examined = examine(motion)
    assert 1.4 < examined.height < 2.1
    assert {"fall", "implied_fps", "suspicious", "text", "flights", "steps"} == examined.gravity.keys()
    assert examined.notes == ()
