"""Benchmarks: ratios are against us, tables read, suites exist and run small."""

import pytest

from motionloom.bench import SUITES, Row, Run, find_suite
from motionloom.bench.rows import to_json, to_table
from motionloom.core import MotionloomError

ROWS = [
    Row("walk", "motionloom", 0.5, 100, "frames"),
    Row("walk", "slow peer", 2.0, 100, "frames", "as installed"),
    Row("alone", "peer", 0.001),
]


def test_ratios_are_against_us():
    ratios = {(row["job"], row["who"]): row["ratio"] for row in to_json(ROWS)}
    assert ratios[("walk", "slow peer")] == 4.0
    assert ratios[("walk", "motionloom")] == 1.0
    assert ratios[("alone", "peer")] is None


def test_table_shows_every_row():
    table = to_table(ROWS)
    assert "4.0x" in table
    assert "200 frames/s" in table
    assert "1.00 ms" in table
    assert len(table.splitlines()) == len(ROWS) + 1


def test_time_takes_the_fastest_after_a_warm_up():
    calls = []
    assert Run(repeats=3).time(lambda: calls.append(1)) < 0.1
    assert len(calls) == 4


@pytest.mark.parametrize("name", SUITES)
def test_suites_can_be_found(name):
    assert callable(find_suite(name))


def test_unknown_suite_lists_the_known():
    with pytest.raises(MotionloomError, match="no benchmark 'x'; there are limits, core"):
        find_suite("x")


def test_core_suite_measures_without_peers():
    rows = find_suite("core")(Run(repeats=1, with_peers=False))
    ours = {row.job: row for row in rows if row.who == "motionloom"}
    assert {"parse BVH, 8000 x 31", "forward kinematics, 8000 x 31"} <= set(ours)
    assert all(row.seconds > 0 for row in rows)
