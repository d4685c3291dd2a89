"""Any selection goes to any format, under names that every file system takes, over nobody's files."""

import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom import formats
from motionloom.core.errors import FileError, LibraryError
from motionloom.library import export_clips
from motionloom.library.exporting import make_file_name, make_file_names


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".usdc", ".npz"])
def test_what_is_exported_is_the_clip(library, walk, run, tmp_path, suffix):
    written = export_clips(library, [walk, run], tmp_path / "out" / "deep", suffix)
    assert [file.file.name for file in written] == [f"walk{suffix}", f"run{suffix}"]
    for one in written:
        original, back = library.motion(one.clip), formats.load(one.file, keep_rest_frame=True)
        assert len(back) == len(original)
        np.testing.assert_allclose(back.positions(), original.positions(), atol=1e-4)


def test_nothing_is_overwritten_unless_told_and_nothing_half_done(library, walk, run, tmp_path):
    (tmp_path / "run.bvh").write_text("precious")
    with pytest.raises(FileError, match=r"run\.bvh is there already; name another folder, or say --force"):
        export_clips(library, [walk, run], tmp_path, ".bvh")
    assert not (tmp_path / "walk.bvh").exists()
    export_clips(library, [walk, run], tmp_path, "bvh", overwrite=True)
    assert (tmp_path / "run.bvh").read_text().startswith("HIERARCHY")


def test_a_format_that_cannot_be_written_is_refused_first(library, walk, tmp_path):
    with pytest.raises(FileError, match=r"no format for '\.doc'"):
        export_clips(library, [walk], tmp_path / "out", ".doc")
    with pytest.raises(LibraryError, match="no clip nobody"):
        export_clips(library, ["nobody"], tmp_path / "out", ".bvh")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("walk", "walk"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("a/b\\c:d*e?", "a_b_c_d_e_"),
        ("CON", "_CON"),
        ("com1.bak", "_com1.bak"),
        ("...", "clip"),
        (" . ", "clip"),
        ("", "clip"),
        ("Tänzerin läuft ☃", "Tänzerin läuft ☃"),
        ("x" * 300, "x" * 120),
        ("ü" * 300, "ü" * 60),
    ],
)
def test_names_become_file_names(name, file):
    assert make_file_name(name) == file


@given(st.text())
def test_any_name_becomes_a_safe_one(name):
    made = make_file_name(name)
    assert 0 < len(made.encode()) <= 121
    assert not re.search(r'[\x00-\x1f<>:"/\\|?*]', made)
    assert made not in (".", "..")
    assert made == made.strip(" .")
    assert make_file_name(made) == made


@given(st.lists(st.sampled_from(["walk", "Walk", "WALK", "walk (2)", "run", "straße", "STRASSE"]), max_size=12))
def test_names_differ_even_where_case_does_not_count(names):
    made = make_file_names(names)
    assert len({name.casefold() for name in made}) == len(names)
