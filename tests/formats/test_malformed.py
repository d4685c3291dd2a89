"""No file, however broken, ends in anything but one line that names it."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core import MotionloomError
from motionloom.formats import ReadOptions, read
from tests.formats.corpus import Case, malformed, mutate, well_formed, write_malformed
from tests.formats.test_asf_amc import AMC, ASF

CASES = malformed()
LARGEST = 100e6  # bytes that reading a small broken file may take
CHANGES = st.lists(
    st.tuples(st.sampled_from(["set", "insert", "delete", "repeat", "cut"]), st.integers(0, 1 << 20), st.integers(0, 255)),
    min_size=1,
    max_size=6,
)


def complaint(path: Path, options: ReadOptions = ReadOptions()) -> str | None:  # noqa: B008
    """What reading says, checked to be one line about this file or one beside it; None where it could be read."""
    try:
        read(path, options)
    except MotionloomError as error:
        text = str(error)
        assert "\n" not in text
        assert text.startswith(str(path.with_suffix("")))
        assert 20 < len(text.removeprefix(str(path))) < 400
        return text
    return None


def test_there_are_enough() -> None:
    assert len(CASES) >= 200
    assert len({case.name for case in CASES}) == len(CASES)
    assert {case.suffix for case in CASES} == {".bvh", ".amc", ".npz", ".glb", ".gltf", ".usda", ".usdc"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_line_that_names_the_file(case: Case, tmp_path: Path) -> None:
    path = case.write(tmp_path)
    tracemalloc.start()
    try:
        assert complaint(path) is not None
        assert tracemalloc.get_traced_memory()[1] < LARGEST
    finally:
        tracemalloc.stop()


def test_dropping_bad_frames_is_as_safe(tmp_path: Path) -> None:
    options = ReadOptions(drop_bad_frames=True, fps=30.0, unit="m")
    refused = [complaint(path, options) is not None for path in write_malformed(tmp_path)]
    assert 0 < sum(refused) < len(refused)  # some are worth reading without their bad frames, most are not


# Not .usdc, whose reader may hang: see tests/trials. Cut-off ones are in the corpus.
@pytest.mark.parametrize("suffix", [".bvh", ".npz", ".glb", ".gltf", ".usda"])
@given(changes=CHANGES)
@settings(max_examples=60, deadline=None)
def test_any_change_is_read_or_refused(suffix: str, changes: list[tuple[str, int, int]], tmp_path: Path) -> None:
    path = tmp_path / f"clip{suffix}"
    path.write_bytes(mutate(well_formed(suffix), changes))
    complaint(path)


@given(skeleton=CHANGES, motion=CHANGES)
@settings(max_examples=60, deadline=None)
def test_any_change_of_a_pair_is_read_or_refused(
    skeleton: list[tuple[str, int, int]], motion: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    (tmp_path / "clip.asf").write_bytes(mutate(ASF.encode(), skeleton[:2]))
    (tmp_path / "clip.amc").write_bytes(mutate(AMC.encode(), motion))
    complaint(tmp_path / "clip.amc")
