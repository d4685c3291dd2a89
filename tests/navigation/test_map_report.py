from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.navigation import map_report
from motionloom.navigation.map_report import find_floor, is_passable, plan_rows, summarise_rows
from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene, box

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


def test_a_gap_that_no_body_fits_in_is_told_from_one_that_is_hard(planner):
    walls = tuple(Obstacle(box((a, 5.0), (b, 5.5))) for a, b in ((0.0, 4.8), (5.2, 10.0)))
    scene, goal = Scene("gap", walls, bounds=(0.0, 0.0, 10.0, 10.0)), Goal((5.0, 8.0))
    assert is_passable(find_floor(scene, 0.19), (5.0, 2.0), goal)
    assert not is_passable(find_floor(scene, 0.21), (5.0, 2.0), goal)


def test_in_a_nook_it_is_tried_how_somebody_has_to_face(planner, monkeypatch):
    # Whether a machine gets out of a nook may depend on where it faces; a scenario does not say. Here a plan is found 30 degrees off.
    scene, goal = Scene("nook", (), bounds=(0.0, 0.0, 20.0, 20.0)), Goal((10.0, 16.0), 0.3)
    real, faced = map_report.plan_agent, []

    def plan_agent(planner, scene, agent, *rest):
        faced.append(round(np.degrees(agent.heading)))
        made = real(planner, scene, agent, *rest)
        return made if faced[-1] == -30 else replace(made, reached=())

    monkeypatch.setattr(map_report, "plan_agent", plan_agent)
    found, off, seconds = map_report._face_elsewhere(planner, scene, Agent("a", (10.0, 8.0), 0.0, 0.2, None, (goal,)))
    assert found is not None
    assert (off, seconds > 0) == (-30.0, True)
    assert faced == [15, -15, 30, -30]


def test_a_map_that_leads_nowhere_is_said(planner, scenario):
    scenario.write_text("version 1\n0\tblock.map\t40\t30\t4\t4\t4\t4\t0\n")
    with pytest.raises(FileError, match="no row leads anywhere"):
        plan_rows(planner, scenario, 5, 0.5)
