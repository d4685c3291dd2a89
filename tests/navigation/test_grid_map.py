import math

import pytest

from motionloom.core.errors import FileError
from motionloom.navigation.grid_map import read_cells, read_map, read_scenarios
from motionloom.navigation.guide import make_guide
from motionloom.navigation.scene_doors import read_scene
from motionloom.navigation.surroundings import surround

MAP = "type octile\nheight 4\nwidth 6\nmap\n......\n.TTTT.\n.@..G.\n......\n"
SCEN = "version 1\n0\tsmall.map\t6\t4\t0\t0\t5\t0\t5\n1\tsmall.map\t6\t4\t0\t0\t2\t2\t5.41421\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "small.map").write_text(MAP)
    (tmp_path / "small.map.scen").write_text(SCEN)
    return tmp_path


def test_cells_become_obstacles_and_rows_agents(files):
    assert read_cells(files / "small.map").sum() == 24 - 5
    scene = read_scene(files / "small.map.scen", scale=2.0, row=1)
    assert scene.obstacles[0].shape.area == pytest.approx(5 * 4.0)
    assert (scene.agents[0].start, scene.agents[0].goals[0].at) == ((1.0, 1.0), (5.0, 5.0))
    assert scene.bounds == (0.0, 0.0, 12.0, 8.0)


def test_the_guide_is_no_longer_than_the_best_way_over_the_cells(files):
    for row in read_scenarios(files / "small.map.scen"):
        scene = read_map(files / "small.map", 1.0)
        start, goal = ((cell[0] + 0.5, cell[1] + 0.5) for cell in (row.start, row.goal))
        guide = make_guide(scene, surround(scene, 0.05), goal, [start])
        import numpy as np

        found = float(guide.distance(np.array([start]))[0])
        assert math.dist(start, goal) <= found <= row.optimal + 1e-9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("type octile\nheight 4\nwidth 6\n......\n", "expected a MovingAI map"),
        ("type octile\nheight x\nwidth 6\nmap\n", "expected height and width"),
        ("type octile\nheight 2\nwidth 6\nmap\n......\n...\n", "line 6: expected 6 cells, found 3"),
        ("type octile\nheight 999999\nwidth 6\nmap\n", "1 to 4096"),
    ],
)
def test_a_bad_map_is_one_line(tmp_path, text, said):
    (tmp_path / "bad.map").write_text(text)
    with pytest.raises(FileError, match=said):
        read_map(tmp_path / "bad.map")


def test_a_bad_scenario_is_one_line(files):
    (files / "small.map.scen").write_text("version 1\n0 small.map 6 4 0 x 5 0 5\n")
    with pytest.raises(FileError, match="line 2"):
        read_scenarios(files / "small.map.scen")
    (files / "small.map.scen").write_text(SCEN)
    with pytest.raises(FileError, match="has 2 rows"):
        read_scene(files / "small.map.scen", row=2)
