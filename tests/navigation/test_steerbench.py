import math
from pathlib import Path

import pytest

from motionloom.core.errors import FileError
from motionloom.navigation.scene_doors import read_scene
from motionloom.navigation.surroundings import surround

CASES = Path(__file__).resolve().parents[3] / "shared" / "more" / "steerbench"
CASE = """<!-- a comment before the declaration --><?xml version="1.0"?>
<SteerBenchTestCase xmlns="http://www.magix.ucla.edu/steerbench">
  <header><version>1.0</version><name>small</name>
    <worldBounds><xmin>-9</xmin><xmax>9</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-9</zmin><zmax>9</zmax></worldBounds></header>
  <obstacle><xmin>-2</xmin><xmax>2</xmax><ymin>0</ymin><ymax>1</ymax><zmin>-1</zmin><zmax>1</zmax></obstacle>
  <agent><name>A</name>
    <initialConditions><radius>0.5</radius><position><x>0</x><y>0</y><z>-5</z></position>
      <direction><x>1</x><y>0</y><z>0</z></direction><speed>0</speed></initialConditions>
    <goalSequence><seekStaticTarget><targetLocation><x>0</x><y>0</y><z>5</z></targetLocation>
      <desiredSpeed>1.3</desiredSpeed><timeDuration>1000</timeDuration></seekStaticTarget></goalSequence></agent>
  <agentRegion><numAgents>6</numAgents>
    <regionBounds><xmin>-8</xmin><xmax>8</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-8</zmin><zmax>8</zmax></regionBounds>
    <initialConditions><radius>0.5</radius><direction><random>true</random></direction><speed>0</speed></initialConditions>
    <goalSequence><seekStaticTarget><targetLocation><random>true</random></targetLocation><desiredSpeed>1</desiredSpeed>
      <timeDuration>9</timeDuration></seekStaticTarget></goalSequence></agentRegion>
</SteerBenchTestCase>"""


def test_agents_goals_and_obstacles_are_read_and_what_is_random_keeps_clear(tmp_path):
    file = tmp_path / "small.xml"
    file.write_text(CASE)
    scene = read_scene(file)
    first = scene.agent("A")
    assert (first.start, first.speed, first.goals[0].at) == ((0.0, -5.0), 1.3, (0.0, 5.0))
    assert first.heading == pytest.approx(math.pi / 2)
    assert len(scene.agents) == 7
    around = surround(scene, 0.49)
    import numpy as np

    places = np.array([agent.start for agent in scene.agents] + [agent.goals[0].at for agent in scene.agents])
    assert not around.touches(places, np.zeros(len(places))).any()
    for k, one in enumerate(scene.agents):
        assert all(math.dist(one.start, other.start) >= 1.0 for other in scene.agents[k + 1 :])
    again, other = read_scene(file), read_scene(file, seed=1)
    assert [agent.start for agent in again.agents] == [agent.start for agent in scene.agents]
    assert [agent.start for agent in other.agents] != [agent.start for agent in scene.agents]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (("<x>0</x><y>0</y><z>-5</z>", "<x>zero</x><y>0</y><z>-5</z>"), "expected a number in <x>"),
        (("SteerBenchTestCase", "Other"), "expected a SteerBenchTestCase, found Other"),
        (("<xmin>-2</xmin>", "<xmin>2</xmin>"), "<obstacle> has no size"),
        (("<numAgents>6</numAgents>", "<numAgents>9999</numAgents>"), "no room for 9999"),
        (("seekStaticTarget", "fleeStaticTarget"), "<fleeStaticTarget> are not read yet"),
        (("</header>", ""), "expected XML"),
        (("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>'), "document type"),
    ],
)
def test_a_bad_case_is_one_line(tmp_path, change, text):
    file = tmp_path / "bad.xml"
    file.write_text(CASE.replace(*change))
    with pytest.raises(FileError, match=text):
        read_scene(file)


@pytest.mark.skipif(not CASES.is_dir(), reason="the SteerBench cases of ../shared are not here")
def test_all_cases_that_we_have_are_read():
    files = [file for file in sorted(CASES.glob("*.xml")) if file.stem != "scenarioSpace"]  # ten thousand things: seconds
    for file in files:
        scene = read_scene(file)
        assert scene.agents or scene.emitters, file.stem
