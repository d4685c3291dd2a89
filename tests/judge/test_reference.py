import json

import pytest

from motionloom.core.errors import FileError, MotionloomError
from motionloom.judge.measure import MEASURES
from motionloom.judge.reference import Reference
from motionloom.judge.summary import measure_motion


@pytest.fixture(scope="module")
def reference(walk, run):
    parts = [measure_motion(motion, performer=who, captured=True) for motion, who in ((walk, "a"), (run, "b"))]
    return Reference.learn(parts)


def test_a_file_and_back(reference, tmp_path):
    reference.write(tmp_path / "captures.json")
    back = Reference.read(tmp_path / "captures.json")
    assert back.to_json() == reference.to_json()
    assert back.captured_statistic("slide", "p90") == reference.captured_statistic("slide", "p90")


def test_all_performers_lie_between_the_single_ones(reference):
    both = reference.captured_statistic("acceleration", "p99")
    single = sorted(reference.only(who).captured_statistic("acceleration", "p99") for who in "ab")
    assert single[0] <= both <= single[1]


def test_a_thousandth_of_captured_values_lies_above_the_spike_line(reference):
    for name in MEASURES.all():
        line, values = reference.pooled.spike_line(name), reference.pooled.values[name]
        if line is not None and line > 0:
            assert values.count_above(line) <= 0.001 * values.total + 2


def test_ranks_say_how_many_captures_have_less(reference):
    low, high = reference.statistics["acceleration p99"]
    assert reference.rank("acceleration", "p99", low / 2) == 0.0
    assert reference.rank("acceleration", "p99", (low + high) / 2) == 0.5
    assert reference.rank("acceleration", "p99", high * 2) == 1.0


def test_unknown_performers_are_named(reference):
    with pytest.raises(MotionloomError, match="no captures of performer 'c'; there are a, b"):
        reference.only("c")


def test_without_captures_there_is_nothing_to_learn():
    with pytest.raises(MotionloomError, match="no capture to hold motion against"):
        Reference.learn([])


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": "motionloom judge reference 1"}', "nonsense"])
def test_other_files_are_one_line(tmp_path, text):
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(FileError, match=r"other\.json"):
        Reference.read(tmp_path / "other.json")


def test_a_damaged_one_says_so(reference, tmp_path):
    data = reference.to_json()
    data["performers"]["a"]["values"]["slide"] = {"zeros": "many"}
    (tmp_path / "damaged.json").write_text(json.dumps(data))
    with pytest.raises(FileError, match="not a distribution"):
        Reference.read(tmp_path / "damaged.json")
