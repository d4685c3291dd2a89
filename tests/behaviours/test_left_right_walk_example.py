"""The two-state machine of `examples/left-right-walk` (paper 001, figure 7.5)."""

from pathlib import Path

import pytest

from motionloom.behaviours import read_graph
from motionloom.behaviours.building import build
from motionloom.behaviours.state_recipes import read_plan
from motionloom.library import Library, import_files

EXAMPLE = Path(__file__).parents[2] / "examples" / "left-right-walk"


@pytest.mark.data
def test_one_state_turns_left_and_the_other_right(shared_data, tmp_path):
    plan = read_plan(EXAMPLE / "recipe.json")
    clips = sorted({clip for state in plan.states for clip in state.clips})
    with Library.create(tmp_path / "lib") as library:
        import_files(library, [shared_data / f"cmu/016/{clip}.bvh" for clip in clips])
        machine = build(library, plan, read_graph(EXAMPLE / "graph.json")).machine
    left, right = (machine.state(name).parameter for name in ("left_walk", "right_walk"))
    assert left.values[0] == pytest.approx(0.0, abs=0.1)
    assert left.values[-1] > 0.8
    assert right.values[-1] == pytest.approx(0.0, abs=0.1)
    assert right.values[0] < -0.8
    assert machine.graph.edges == {("left_walk", "right_walk"), ("right_walk", "left_walk")}
