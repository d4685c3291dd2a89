import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.navigation.map_report import plan_rows, summarise_rows

ROWS = ["." * 40 for _ in range(12)] + ["." * 16 + "@" * 8 + "." * 16 for _ in range(6)] + ["." * 40 for _ in range(12)]


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "block.map").write_text("type octile\nheight 30\nwidth 40\nmap\n" + "\n".join(ROWS) + "\n")
    rows = [(5, 15, 35, 15, 32.49), (20, 3, 20, 27, 29.8), (4, 4, 4, 4, 0.0)]
    lines = [f"0\tblock.map\t40\t30\t{a}\t{b}\t{c}\t{d}\t{length}" for a, b, c, d, length in rows]
    (tmp_path / "block.map.scen").write_text("version 1\n" + "\n".join(lines) + "\n")
    return tmp_path / "block.map.scen"


def test_rows_are_planned_beside_their_shortest_lengths(planner, scenario):
    told = []
    found = summarise_rows(plan_rows(planner, scenario, 50, 0.5, tell=told.append))
    assert (found["rows"], found["reached"], found["measured"]) == (2, 2, 2)  # whoever is there already has nowhere to go
    assert found["within_1.05"] == 2
    assert len(told) == 2
    assert all(row["clearance"] > -0.005 for row in found["each"])
    assert np.isclose(found["each"][0]["optimal"], 16.245)


def test_a_map_that_leads_nowhere_is_said(planner, scenario):
    scenario.write_text("version 1\n0\tblock.map\t40\t30\t4\t4\t4\t4\t0\n")
    with pytest.raises(FileError, match="no row leads anywhere"):
        plan_rows(planner, scenario, 5, 0.5)
