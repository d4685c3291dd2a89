"""BVH read in every dialect and written so that it reads back as it was."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core import EndSite, FileError, Motion, Skeleton, quaternion
from motionloom.formats import Loaded, ReadOptions, load, read, save
from motionloom.formats._bvh_motion import frames_a_second
from tests.conftest import make_motion
from tests.formats.plain_bvh import POSITIONS, ROTATIONS, Joint, make_text, parse_text, positions, random_values, small_person

ORDERS = ["".join(order) for order in permutations("XYZ")]


def write_text(folder: Path, text: str | bytes, name: str = "clip.bvh") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read_text(folder: Path, text: str | bytes, **options: object) -> Loaded:
    return read(write_text(folder, text), ReadOptions(**{"unit": "m", "keep_rest_frame": True} | options))  # type: ignore[arg-type]


def chain(*channels: tuple[str, ...]) -> list[Joint]:
    """A root and joints below it, one after another, with these channels."""
    return [Joint(f"joint{i}", i - 1, (0.1 * i, 1.0, -0.2 * i), names) for i, names in enumerate(channels)]


@pytest.fixture
def person_values(rng: np.random.Generator) -> np.ndarray:
    return random_values(small_person(), 5, rng)


class TestChannels:
    def test_every_joint_may_turn_in_its_own_order(self, tmp_path: Path, rng: np.random.Generator) -> None:
        names = [tuple(f"{axis}rotation" for axis in order) for order in ORDERS]
        joints = chain(POSITIONS + names[0], *names[1:], ("Zrotation", "Xrotation", "Zrotation"))
        values = random_values(joints, 4, rng)
        found = read_text(tmp_path, make_text(joints, values)).motion.positions()
        assert np.allclose(found, positions(joints, values), atol=1e-4)

    @given(data=st.data())
    @settings(max_examples=40, deadline=None)
    def test_any_channels_in_any_order(self, tmp_path: Path, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, 6))
        turns = st.lists(st.sampled_from(ROTATIONS), max_size=3, unique=True).map(tuple)
        joints = [
            Joint(f"j{i}", data.draw(st.just(-1) if i == 0 else st.just(i - 1)), (0.3, 1.0 + i, -0.5), data.draw(turns))
            for i in range(count)
        ]
        root = data.draw(st.permutations(POSITIONS + joints[0].channels))
        joints[0].channels = tuple(root)
        values = random_values(joints, 3, np.random.default_rng(count))
        found = read_text(tmp_path, make_text(joints, values)).motion.positions()
        assert np.allclose(found, positions(joints, values), atol=2e-4)

    def test_a_root_without_position_stays_at_its_offset(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = [Joint("root", -1, (1.0, 2.0, 3.0)), Joint("tip", 0, (0.0, 1.0, 0.0))]
        motion = read_text(tmp_path, make_text(joints, random_values(joints, 3, rng))).motion
        assert np.allclose(motion.root_positions, [1, 2, 3])

    def test_joints_without_channels_are_rigid(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = chain(POSITIONS + ROTATIONS, (), ROTATIONS)
        values = random_values(joints, 3, rng)
        motion = read_text(tmp_path, make_text(joints, values)).motion
        assert np.allclose(motion.rotations[:, 1], quaternion.IDENTITY)
        assert np.allclose(motion.positions(), positions(joints, values), atol=1e-4)


class TestPositionsOfOtherJoints:
    """Positions the file gives to joints below the root."""

    def values(self, joints: list[Joint], frames: int, rng: np.random.Generator) -> np.ndarray:
        values = random_values(joints, frames, rng)
        column = 0
        for joint in joints:
            for channel in joint.channels:
                if channel in POSITIONS and joint.parent >= 0:
                    values[:, column] = joint.offset[POSITIONS.index(channel)]
                column += 1
        return values

    def test_that_never_change_become_offsets(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = chain(*[POSITIONS + ROTATIONS] * 4)
        values = self.values(joints, 4, rng)
        values[:, 6:9] += [0.5, 0.0, 0.0]  # constant, but not what OFFSET says
        loaded = read_text(tmp_path, make_text(joints, values))
        assert np.allclose(loaded.motion.positions(), positions(joints, values), atol=1e-4)
        assert np.allclose(loaded.motion.skeleton.offsets[1], np.array(joints[1].offset) + [0.5, 0, 0])
        assert "positions of 3 joints never change: kept as offsets" in loaded.notes

    def test_hips_that_move_under_a_still_root_stay_where_they_are(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = chain(*[POSITIONS + ROTATIONS] * 6)
        values = self.values(joints, 8, rng)
        values[:, :3] = 0
        values[:, 6:9] = rng.uniform(-3, 3, (8, 3)).round(4)
        loaded = read_text(tmp_path, make_text(joints, values))
        want = positions(joints, values)
        assert np.allclose(loaded.motion.positions()[:, 1:], want[:, 1:], atol=1e-4)
        assert any("joint1 moves under joint0, which was moved instead" in note for note in loaded.notes)

    def test_that_stretch_are_told_in_millimetres(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = [*small_person(), Joint("Prop", 17, (0.0, 10.0, 0.0), POSITIONS + ROTATIONS)]
        values = self.values(joints, 3, rng)
        values[:, -6:-3] = [[0, 9.5, 0], [0, 10, 0], [0, 10.5, 0]]
        loaded = read(write_text(tmp_path, make_text(joints, values)), ReadOptions(keep_rest_frame=True))
        assert "1 joints move against their parents: their mean offsets are kept, at most 5 mm off (Prop)" in loaded.notes

    def test_near_zero_are_added_to_offset(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = chain(*[POSITIONS + ROTATIONS] * 4)
        values = self.values(joints, 3, rng)
        for column in (6, 12, 18):
            values[:, column : column + 3] = 0
        loaded = read_text(tmp_path, make_text(joints, values))
        plain = [replace(joint, channels=ROTATIONS if joint.parent >= 0 else joint.channels) for joint in joints]
        kept = np.delete(values, [6, 7, 8, 12, 13, 14, 18, 19, 20], axis=1)
        assert np.allclose(loaded.motion.positions(), positions(plain, kept), atol=1e-4)
        assert any("taken as added to OFFSET" in note for note in loaded.notes)


def _in_one_line(text: str) -> str:
    head, _, motion = text.partition("0.0083333\n")
    return f"{head}0.0083333\n{motion.replace(chr(10), ' ')}\n"


DIALECTS = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "lower case": lambda text: "\n".join(line if line.startswith(("ROOT", "JOINT")) else line.lower() for line in text.split("\n")),
    "upper case": lambda text: "\n".join(line if line.startswith(("ROOT", "JOINT")) else line.upper() for line in text.split("\n")),
    "lower case joints": lambda text: text.replace("ROOT", "root").replace("JOINT", "joint"),
    "indented": lambda text: "\n".join("   \t " + line + "  " for line in text.split("\n")),
    "blank lines": lambda text: "\n\n" + text.replace("\n", "\n \n"),
    "braces on the line": lambda text: text.replace("\n{\n", " {\n").replace("\n}", " }"),
    "decimal commas": lambda text: text.replace(".", ","),
    "commas between": lambda text: text.partition("0.0083333")[0] + "0.0083333" + text.partition("0.0083333")[2].replace(" ", ","),
    "commas and spaces between": lambda text: (
        text.partition("0.0083333")[0] + "0.0083333" + text.partition("0.0083333")[2].replace(" ", ", ")
    ),
    "decimal commas, semicolons between": lambda text: (
        text.partition("0.0083333")[0].replace(".", ",") + "0,0083333" + text.partition("0.0083333")[2].replace(".", ",").replace(" ", ";")
    ),
    "no newline at the end": lambda text: text.rstrip("\n"),
    "spaces at the end": lambda text: text + "   \n\t\n",
    "frames in one line": _in_one_line,
    "a value a line": lambda text: text.partition("0.0083333\n")[0] + "0.0083333\n" + text.partition("0.0083333\n")[2].replace(" ", "\n"),
    "plus signs": lambda text: text.replace("\n1", "\n+1"),
    "no colons": lambda text: text.replace("Frames:", "Frames").replace("Time:", "Time"),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_reads_as_the_plain_one(dialect: str, tmp_path: Path, person_values: np.ndarray) -> None:
    text = make_text(small_person(), person_values)
    plain = read_text(tmp_path, text).motion
    other = read_text(tmp_path, DIALECTS[dialect](text)).motion
    assert np.array_equal(plain.rotations, other.rotations)
    assert np.array_equal(plain.root_positions, other.root_positions)
    assert plain.skeleton.hash == other.skeleton.hash
    assert other.fps == 120


@given(st.lists(st.tuples(st.floats(-1e8, 1e8), st.sampled_from(["r", ".3f", "e", "E", "+.9e", "g", ".17g"])), min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_numbers_are_read_as_python_reads_them(numbers: list[tuple[float, str]]) -> None:
    from motionloom.formats._bvh_numbers import parse_lines

    words = [repr(value) if form == "r" else format(value, form) for value, form in numbers]
    found = parse_lines((" ".join(words) + "\n").encode(), 0, len(words))
    assert found.bad[0] == -1
    assert np.allclose(found.values[0], [float(word) for word in words], rtol=1e-15, atol=1e-40)


@given(st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_numbers_are_written_as_python_writes_them(numbers: list[float]) -> None:
    from motionloom.formats._bvh_numbers import format_rows

    text = format_rows(np.array([numbers]), [4] * len(numbers))
    assert text is not None
    assert text.endswith(b"\n")
    words = text.decode().split()
    assert np.allclose([float(word) for word in words], numbers, atol=0.5001e-4)
    assert words == [word for word in words if len(word.partition(".")[2]) == 4 and word != "-0.0000" and not word.startswith("00")]


class TestNames:
    def test_may_hold_spaces(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = [Joint("left upper arm", -1), Joint("fore arm (l)", 0, (0.0, 1.0, 0.0))]
        motion = read_text(tmp_path, make_text(joints, random_values(joints, 2, rng))).motion
        assert motion.skeleton.names == ("left upper arm", "fore arm (l)")

    def test_are_made_unique(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = [Joint("a", -1), Joint("b", 0, (0, 1, 0)), Joint("b_2", 1, (0, 1, 0)), Joint("b", 2, (0, 1, 0)), Joint("", 3, (0, 1, 0))]
        loaded = read_text(tmp_path, make_text(joints, random_values(joints, 2, rng)))
        assert loaded.motion.skeleton.names == ("a", "b", "b_2", "b_3", "joint_4")
        assert "joint names must be unique: 'b' became 'b_3', '' became 'joint_4'" in loaded.notes


class TestEndSites:
    def test_may_be_several_or_none(self, tmp_path: Path, rng: np.random.Generator) -> None:
        joints = [Joint("a", -1, ends=[(0.0, 0.5, 0.0), (1.0, 0.0, 0.0)]), Joint("b", 0, (0.0, 1.0, 0.0))]
        skeleton = read_text(tmp_path, make_text(joints, random_values(joints, 2, rng))).motion.skeleton
        assert skeleton.end_sites == (EndSite(0, (0.0, 0.5, 0.0)), EndSite(0, (1.0, 0.0, 0.0)))


class TestRoots:
    def test_the_first_of_several_is_read_and_others_by_name(self, tmp_path: Path, rng: np.random.Generator) -> None:
        one, two = chain(POSITIONS + ROTATIONS, ROTATIONS), chain(POSITIONS + ROTATIONS, ROTATIONS, ROTATIONS)
        values = random_values(one + two, 3, rng)
        first, second = make_text(one, values[:, :9]), make_text(two, values[:, 9:]).replace("joint", "other")
        heads = first.partition("MOTION")[0] + second.partition("HIERARCHY")[2].partition("MOTION")[0]
        rows = "\n".join(" ".join(f"{value:.4f}" for value in row) for row in values)
        text = f"{heads}MOTION\nFrames: 3\nFrame Time: 0.01\n{rows}\n"
        loaded = read_text(tmp_path, text)
        assert np.allclose(loaded.motion.positions(), positions(one, values[:, :9]), atol=1e-4)
        assert "the file holds 2 roots; read joint0, left out other0 (--clip NAME reads another)" in loaded.notes
        other = read_text(tmp_path, text, clip="other0").motion
        assert np.allclose(other.positions(), positions(two, values[:, 9:]), atol=1e-4)
        with pytest.raises(FileError, match="no root named 'x'; the file has joint0, other0"):
            read_text(tmp_path, text, clip="x")


@pytest.mark.parametrize(
    ("text", "fps"),
    [
        (".0083333", 120),
        ("0.00833", 120),
        ("0.0333333", 30),
        ("0.033", 30),
        ("0.0333667", 30000 / 1001),
        ("0.04", 25),
        ("0.0166667", 60),
        ("0.0167", 60),
        ("8.3333e-3", 120),
        ("0.0266666667", 37.5),
        ("0.01", 100),
        ("1", 1),
        ("0.008", 125),
        ("0.0123", 1 / 0.0123),
        ("0", None),
        ("-0.01", None),
        ("nan", None),
        ("soon", None),
        ("", None),
        ("1e-9", None),
    ],
)
def test_frame_times_mean_the_rate_they_round(text: str, fps: float | None) -> None:
    assert frames_a_second(text) == (None if fps is None else pytest.approx(fps, rel=1e-12))


class TestErrors:
    """One line: where, what was expected, what was found, what to do."""

    def fail(self, folder: Path, text: str | bytes, **options: object) -> str:
        with pytest.raises(FileError) as caught:
            read_text(folder, text, **options)
        message = str(caught.value)
        assert "\n" not in message
        assert message.startswith(str(folder / "clip.bvh"))
        return message.removeprefix(str(folder / "clip.bvh"))

    @pytest.fixture
    def text(self, person_values: np.ndarray) -> str:
        return make_text(small_person(), person_values)

    def line_of(self, text: str, frame: int) -> int:
        return text[: text.index("Frame Time")].count("\n") + 1 + frame

    def test_a_frame_with_too_few_values(self, tmp_path: Path, text: str) -> None:
        lines = text.split("\n")
        number = self.line_of(text, 3)
        lines[number - 1] = " ".join(lines[number - 1].split()[:-3])
        expected = f" line {number}: frame 3 has 54 values, the hierarchy declares 57 (--drop-bad-frames skips it)"
        assert self.fail(tmp_path, "\n".join(lines)) == expected

    def test_a_file_cut_off_in_a_frame(self, tmp_path: Path, text: str) -> None:
        message = self.fail(tmp_path, text[: text.rindex(" ") - 30])
        assert message.startswith(f" line {self.line_of(text, 5)}: frame 5 has 5")
        assert message.endswith("the hierarchy declares 57; the file may be cut off (--drop-bad-frames skips it)")

    def test_too_many_values(self, tmp_path: Path, text: str) -> None:
        expected = f" line {self.line_of(text, 5)}: frame 5 has 58 values, the hierarchy declares 57 (--drop-bad-frames skips it)"
        assert self.fail(tmp_path, text.rstrip("\n") + " 1.5\n") == expected

    @pytest.mark.parametrize("word", ["nan", "inf", "-1.#IND", "1e400", "12x", "0x10", "1.2.3", "--3", "1e", "."])
    def test_a_value_that_is_no_finite_number(self, word: str, tmp_path: Path, text: str) -> None:
        lines = text.split("\n")
        number = self.line_of(text, 2)
        values = lines[number - 1].split()
        values[4] = word
        lines[number - 1] = " ".join(values)
        expected = f" line {number}: frame 2 has {word!r} for Hips Xrotation, expected a finite number (--drop-bad-frames skips it)"
        assert self.fail(tmp_path, "\n".join(lines)) == expected

    def test_fewer_frames_than_claimed(self, tmp_path: Path, text: str) -> None:
        message = self.fail(tmp_path, text.replace("Frames: 5", "Frames: 9"))
        expected = ": the header says 9 frames, the file holds 5; it may be cut off (--drop-bad-frames reads what is there)"
        assert message == expected

    def test_more_frames_than_claimed_are_read_and_said(self, tmp_path: Path, text: str) -> None:
        loaded = read_text(tmp_path, text.replace("Frames: 5", "Frames: 4"))
        assert len(loaded.motion) == 5
        assert "the header says 4 frames, the file holds 5: all were read" in loaded.notes

    @pytest.mark.parametrize("time", ["0", "0.0", "-0.01", "", "abc", "nan"])
    def test_a_frame_time_that_gives_no_rate(self, time: str, tmp_path: Path, text: str) -> None:
        line = self.line_of(text, 0)
        message = self.fail(tmp_path, text.replace("0.0083333", time))
        assert message == f" line {line}: expected a Frame Time between 0.0001 and 1 second, found {time!r} (--fps gives the rate)"
        assert read_text(tmp_path, text.replace("0.0083333", time), fps=60).motion.fps == 60

    def test_no_frame_time(self, tmp_path: Path, text: str) -> None:
        without = text.replace("Frame Time: 0.0083333\n", "")
        message = self.fail(tmp_path, without)
        assert message.startswith(f" line {self.line_of(text, 0)}: expected 'Frame Time: SECONDS' after Frames, found '")
        assert message.endswith("; --fps gives the rate")
        assert read_text(tmp_path, without, fps=60).motion.fps == 60

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            (lambda text: "", ": expected HIERARCHY, found an empty file"),
            (lambda text: "  \n\n", ": expected HIERARCHY, found an empty file"),
            (lambda text: b"\x89PNG\r\n\x1a\n\0\0\0", ": expected a BVH text file, found binary data"),
            (lambda text: b"\xff\xfe" + b"\xd8" * 7, ": expected a text file, found broken UTF-16"),
            (lambda text: "hello world", " line 1: expected HIERARCHY at the start of a BVH file, found 'hello'"),
            (
                lambda text: text.partition("MOTION")[0],
                ": expected MOTION after the hierarchy, found the end of the file; it may be cut off",
            ),
            (lambda text: text.replace("ROOT Hips", "JOINT Hips"), " line 2: expected ROOT, found 'JOINT'"),
            (lambda text: text.replace("{", "", 1), " line 4: expected {, found 'OFFSET'"),
            (lambda text: text.replace("OFFSET 0", "OFFSET x", 1), " line 4: expected three numbers after OFFSET, found 'x.000000'"),
            (lambda text: text.replace("OFFSET 0.000000", "OFFSET nan", 1), " line 4: expected a finite number, found 'nan'"),
            (lambda text: text.replace("CHANNELS 6", "CHANNELS 99", 1), " line 5: expected 0 to 12 channels, found '99'"),
            (lambda text: text.replace("CHANNELS 6", "CHANNELS", 1), " line 5: expected the number of channels, found 'Xposition'"),
            (
                lambda text: text.replace("Zrotation", "Zscale", 1),
                " line 5: expected a channel such as Xposition or Zrotation, found 'Zscale'",
            ),
            (lambda text: text.replace("Xposition", "Yposition", 1), " line 5: expected each position channel once, found one repeated"),
            (lambda text: text.replace("Frames: 5", "Frames: -5"), " line 113: expected a number of frames, found '-5'"),
            (lambda text: text.replace("Frames: 5", "Pictures: 5"), " line 113: expected 'Frames: N' after MOTION, found 'Pictures: 5'"),
            (lambda text: text.replace("Frames: 5", "Frames: 0"), ": expected a motion, found a hierarchy with no frames"),
            (lambda text: text.partition("0.0083333")[0] + "0.01\n", ": the header says 5 frames, the file holds 0; it may be cut off"),
        ],
    )
    def test_text(self, change: object, expected: str, tmp_path: Path, text: str) -> None:
        assert self.fail(tmp_path, change(text)).startswith(expected)  # type: ignore[operator]

    def test_braces_that_do_not_close(self, tmp_path: Path, text: str) -> None:
        assert "expected } to close 'Hips', found the end of the hierarchy" in self.fail(tmp_path, text.replace("}\nMOTION", "\nMOTION"))

    def test_bad_frames_are_dropped_where_asked(self, tmp_path: Path, text: str, person_values: np.ndarray) -> None:
        lines = text.rstrip("\n").split("\n")
        lines[-2] = lines[-2].replace(" ", " nan ", 1)
        lines[-4] = "nan " + lines[-4].partition(" ")[2]
        loaded = read_text(tmp_path, "\n".join(lines).replace("Frames: 5", "Frames: 1000000000"), drop_bad_frames=True)
        kept = read_text(tmp_path, make_text(small_person(), person_values[[0, 2, 4]]))
        assert np.array_equal(loaded.motion.rotations, kept.motion.rotations)
        assert any("frames were bad or missing and left out" in note for note in loaded.notes)


class TestSize:
    @pytest.mark.parametrize("drop", [False, True])
    def test_a_billion_claimed_frames_take_no_memory(self, drop: bool, tmp_path: Path, person_values: np.ndarray) -> None:
        path = write_text(tmp_path, make_text(small_person(), person_values, frames=10**9))
        load(write_text(tmp_path, make_text(small_person(), person_values), "warm.bvh"))
        tracemalloc.start()
        try:
            if drop:
                assert len(read(path, ReadOptions(drop_bad_frames=True, keep_rest_frame=True)).motion) == 5
            else:
                with pytest.raises(FileError, match="the header says 1000000000 frames, the file holds 5"):
                    read(path)
            assert tracemalloc.get_traced_memory()[1] < 4e6
        finally:
            tracemalloc.stop()

    def test_memory_follows_the_file_not_its_shape(self, tmp_path: Path) -> None:
        """Many short lines under a wide hierarchy: a table of lines by channels would take 9 GB."""
        joints = [Joint(f"j{i}", i - 1, (0.0, 1.0, 0.0), ROTATIONS) for i in range(2000)]
        text = make_text(joints, np.zeros((0, 6000)), frames=200_000) + "0\n" * 200_000
        tracemalloc.start()
        try:
            with pytest.raises(FileError, match="frame 1 has 1 values, the hierarchy declares 6000"):
                read_text(tmp_path, text)
            assert tracemalloc.get_traced_memory()[1] < 60e6
        finally:
            tracemalloc.stop()

    def test_deep_nesting_is_no_recursion(self, tmp_path: Path) -> None:
        joints = [Joint(f"j{i}", i - 1, (0.0, 0.001, 0.0), ROTATIONS) for i in range(3000)]
        motion = read_text(tmp_path, make_text(joints, np.ones((2, 9000)))).motion
        save(motion, tmp_path / "again.bvh")
        assert len(load(tmp_path / "again.bvh", unit="cm", keep_rest_frame=True).skeleton) == 3000

    def test_too_many_joints(self, tmp_path: Path) -> None:
        text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n" + "JOINT b\n{\nOFFSET 0 1 0\n" * 5000
        with pytest.raises(FileError, match=r"line \d+: expected at most 4096 joints, found more"):
            read_text(tmp_path, text)


def by_name(motion: Motion, like: Motion) -> np.ndarray:
    return motion.positions()[:, [motion.skeleton.index(name) for name in like.skeleton.names]]


def turned_at_rest(skeleton: Skeleton, rng: np.random.Generator) -> Skeleton:
    """The same body with joint frames that point anywhere: the rest pose's positions stay."""
    world = quaternion.normalise(rng.normal(size=(len(skeleton), 4)))
    above = np.concatenate([quaternion.IDENTITY[None], world[skeleton.parents[1:]]])
    rest = quaternion.multiply(quaternion.conjugate(above), world)
    sites = tuple(
        EndSite(site.parent, tuple(quaternion.rotate(quaternion.conjugate(world[site.parent]), np.array(site.offset)).tolist()))
        for site in skeleton.end_sites
    )
    return replace(skeleton, offsets=quaternion.rotate(quaternion.conjugate(above), skeleton.offsets), end_sites=sites, rest_rotations=rest)


class TestWriting:
    def test_what_was_written_reads_back(self, motion: Motion, tmp_path: Path) -> None:
        save(motion, tmp_path / "out.bvh")
        loaded = read(tmp_path / "out.bvh")
        again = loaded.motion
        assert again.skeleton.names == motion.skeleton.names
        assert again.fps == motion.fps
        assert loaded.unit == "cm"
        assert np.allclose(again.positions(), motion.positions(), atol=1e-5)
        assert np.allclose(again.end_positions(), motion.end_positions(), atol=1e-5)

    def test_the_zero_pose_is_the_rest_pose(self, skeleton: Skeleton, tmp_path: Path, rng: np.random.Generator) -> None:
        turned = turned_at_rest(skeleton, rng)
        assert np.allclose(turned.rest_positions, skeleton.rest_positions)
        motion = make_motion(turned)
        save(motion, tmp_path / "out.bvh")
        again = load(tmp_path / "out.bvh")
        assert np.allclose(again.positions(), motion.positions(), atol=1e-5)
        assert np.allclose(again.end_positions(), motion.end_positions(), atol=1e-5)
        assert np.allclose(again.skeleton.rest_rotations, quaternion.IDENTITY)
        shape = motion.skeleton.rest_positions - motion.skeleton.rest_positions[0]
        assert np.allclose(again.skeleton.rest_positions - again.skeleton.rest_positions[0], shape, atol=1e-6)

    @pytest.mark.parametrize(("unit", "options"), [("m", {}), ("in", {}), ("mm", {}), (0.3, {"unit": 0.3})])
    def test_in_another_unit(self, unit: str | float, options: dict[str, float], motion: Motion, tmp_path: Path) -> None:
        save(motion, tmp_path / "out.bvh", unit=unit)
        assert np.allclose(load(tmp_path / "out.bvh", **options).positions(), motion.positions(), atol=2e-5)

    def test_angles_are_continuous(self, skeleton: Skeleton, tmp_path: Path) -> None:
        spin = np.linspace(0, 6 * np.pi, 400)
        rotations = np.tile(quaternion.IDENTITY, (400, len(skeleton), 1))
        rotations[:, 0] = quaternion.about_y(spin)
        rotations[:, 5] = quaternion.from_axis_angle([1.0, 0.0, 0.0], spin)
        motion = Motion(skeleton, rotations, np.zeros((400, 3)), 60.0)
        save(motion, tmp_path / "out.bvh")
        _, values = parse_text((tmp_path / "out.bvh").read_text())
        assert np.abs(np.diff(values[:, 3:], axis=0)).max() < 4
        assert np.allclose(load(tmp_path / "out.bvh").positions(), motion.positions(), atol=1e-5)

    @pytest.mark.parametrize("angles", list(product([-90.0, 0.0, 89.9999, 90.0, 180.0], repeat=3)))
    def test_at_the_poles(self, angles: tuple[float, float, float]) -> None:
        from motionloom.formats._bvh_numbers import angles_zxy

        q = quaternion.from_euler(np.radians(angles), "zxy").astype(np.float32)
        degrees = angles_zxy(np.tile(q, (2, 1, 1)), np.array([0]))
        again = quaternion.from_euler(np.radians(degrees[1, 0]), "zxy")
        assert quaternion.angle_between(q.astype(float), again) < 1e-6

    def test_joints_in_any_parent_first_order(self, skeleton: Skeleton, tmp_path: Path) -> None:
        depth = [0] * len(skeleton)
        for joint in range(1, len(skeleton)):
            depth[joint] = depth[skeleton.parents[joint]] + 1
        order = sorted(range(len(skeleton)), key=lambda joint: depth[joint])
        place = {joint: index for index, joint in enumerate(order)}
        wide = Skeleton(
            tuple(skeleton.names[joint] for joint in order),
            np.array([-1 if joint == 0 else place[int(skeleton.parents[joint])] for joint in order]),
            skeleton.offsets[order],
            tuple(EndSite(place[site.parent], site.offset) for site in skeleton.end_sites),
        )
        motion = make_motion(wide)
        save(motion, tmp_path / "out.bvh")
        assert np.allclose(by_name(load(tmp_path / "out.bvh"), motion), motion.positions(), atol=1e-5)

    def test_names_that_would_break_the_file(self, tmp_path: Path) -> None:
        skeleton = Skeleton(("a {b}\n", "two  words", "two words"), np.array([-1, 0, 1]), np.array([[0, 0, 0], [0, 1, 0], [0, 1, 0.0]]))
        save(make_motion(skeleton), tmp_path / "out.bvh")
        assert load(tmp_path / "out.bvh", unit="cm").skeleton.names == ("a _b_", "two words", "two words_2")

    def test_too_large_to_write(self, motion: Motion, tmp_path: Path) -> None:
        far = motion.with_arrays(motion.rotations, motion.root_positions + 1e12)
        with pytest.raises(FileError, match="positions are too large to write in cm"):
            save(far, tmp_path / "out.bvh")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.data
class TestCaptures:
    @pytest.mark.parametrize("name", ["cmu/002/02_01.bvh", "cmu/049/49_02.bvh", "bandai/dataset-1_run_active_001.bvh"])
    def test_agree_with_the_plain_reader(self, name: str, shared_data: Path) -> None:
        path = shared_data / name
        joints, values = parse_text(path.read_text())
        frames = slice(1, 60) if name.startswith("cmu") else slice(0, 60)
        loaded = read(path)
        want = positions(joints, values[frames]) * loaded.metres_per_unit
        first = 1 if "bandai" in name else 0  # Bandai's own root stands still; ours goes with the hips
        assert np.abs(loaded.motion.positions()[: len(want), first:] - want[:, first:]).max() < 1e-4

    @pytest.mark.parametrize("name", ["cmu/002/02_01.bvh", "cmu/141/141_11.bvh", "bandai/dataset-1_kick_normal_001.bvh"])
    def test_read_back_within_a_tenth_of_a_millimetre(self, name: str, shared_data: Path, tmp_path: Path) -> None:
        motion = load(shared_data / name)
        save(motion, tmp_path / "out.bvh")
        again = load(tmp_path / "out.bvh")
        assert again.fps == motion.fps
        assert np.abs(by_name(again, motion) - motion.positions()).max() < 1e-4
        assert np.abs(again.end_positions() - motion.end_positions()).max() < 1e-4
        assert np.abs(again.skeleton.rest_positions - motion.skeleton.rest_positions).max() < 1e-4
