"""The machine of `examples/cmu-16-machine`, built from real captures: what `docs/behaviours.md` says of it."""

from pathlib import Path

import pytest

from motionloom.behaviours import read_graph
from motionloom.behaviours.building import build
from motionloom.behaviours.measures import measure_delays, measure_joins, measure_parameter
from motionloom.behaviours.state_recipes import read_plan
from motionloom.library import Library, import_files

EXAMPLE = Path(__file__).parents[2] / "examples" / "cmu-16-machine"


@pytest.mark.parametrize("name", ["recipe.json", "recipe_turn_speed.json"])
def test_recipes_and_graph_fit(name):
    states = {recipe.name for recipe in read_plan(EXAMPLE / name).states}
    assert states == set(read_graph(EXAMPLE / "graph.json").names)


@pytest.mark.data
def test_the_machine_turns_as_asked_and_joins_without_jerks(shared_data, tmp_path):
    plan = read_plan(EXAMPLE / "recipe.json")
    clips = sorted({clip.split("@")[0] for state in plan.states for clip in state.clips})
    with Library.create(tmp_path / "lib") as library:
        import_files(library, [shared_data / f"cmu/016/{clip}.bvh" for clip in clips])
        machine = build(library, plan, read_graph(EXAMPLE / "graph.json")).machine
    assert len(machine.transitions) == 22
    joins = measure_joins(machine)
    assert joins.over == 0
    assert joins.pose_over == 0
    assert max(row.smooth_worst for row in measure_parameter(machine, "walk")) < 0.01
    from_cycles = [delay.mean for delay in measure_delays(machine) if delay.source in ("stand", "walk", "run")]
    assert sum(from_cycles) / len(from_cycles) < 0.44  # the paper's
