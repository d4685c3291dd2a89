import json

import pytest

from motionloom.behaviours.building import StateRecipe, build, read_recipe
from motionloom.behaviours.state_graph import hand_made
from motionloom.core import MotionloomError
from motionloom.library import Library
from motionloom.sample import make

RECIPE = {
    "states": [
        {"name": "stand", "clips": ["stand@0.5-4"], "cyclic": True},
        {"name": "walk", "clips": ["walk", "turn_left_90"], "cyclic": True, "parameter": "turn"},
        {"name": "start", "clips": ["start"], "default": "walk"},
        {"name": "stop", "clips": ["stop"], "default": "stand"},
    ]
}


def test_a_recipe_makes_a_machine(tmp_path):
    file, said = tmp_path / "recipe.json", []
    file.write_text(json.dumps(RECIPE))
    with Library.create(tmp_path / "lib") as library:
        for name in ("stand", "walk", "turn_left_90", "start", "stop"):
            library.add(make("ada", name).motion, name)
        machine = build(library, read_recipe(file), hand_made("sample"), say=said.append)
    assert machine.graph.names == ("stand", "walk", "start", "stop")
    assert len(machine.state("walk").motions) == 2
    assert len(machine.state("stand").motions[0]) <= 3.5 * 60
    assert any(line.startswith("walk: 2 clips, cyclic") for line in said)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"clips": ["a"]}, "every state needs a name"),
        ({"name": "walk"}, "needs clips"),
        ({"name": "walk", "clips": ["a"]}, "must be cyclic, or name the cyclic state"),
        ({"name": "walk", "clips": ["a"], "cyclic": "false"}, "cyclic, true or false"),
        ({"name": "walk", "clips": ["a"], "default": 5}, "default, the name of a state"),
        ({"name": "walk", "clips": ["a"], "cyclic": True, "colour": 1}, "'colour'; there are"),
        ({"name": "walk", "clips": ["a"], "cyclic": True, "parameter": "mood"}, "parameter 'mood'"),
        ({"name": "walk", "clips": ["a"], "cyclic": True, "parameter": ["turn", "mood"]}, "or \\[turn, speed\\] for both"),
        ({"name": "walk", "clips": ["a"], "default": "stand", "parameter": ["turn", "speed"]}, "only cyclic states take turn and speed"),
    ],
)
def test_mistakes_in_recipes_are_named(row, said, tmp_path):
    file = tmp_path / "recipe.json"
    file.write_text(json.dumps({"states": [row]}))
    with pytest.raises(MotionloomError, match=said):
        read_recipe(file)


def test_two_parameters_at_once(tmp_path):
    file = tmp_path / "recipe.json"
    file.write_text(json.dumps({"states": [{"name": "walk", "clips": ["a", "b", "c"], "cyclic": True, "parameter": ["turn", "speed"]}]}))
    (recipe,) = read_recipe(file)
    assert recipe.both
    assert recipe.parameter == "turn"


def test_what_is_no_recipe(tmp_path):
    file = tmp_path / "recipe.json"
    with pytest.raises(MotionloomError, match="No such file"):
        read_recipe(file)
    file.write_text("{")
    with pytest.raises(MotionloomError, match="expected JSON"):
        read_recipe(file)
    file.write_text("[]")
    with pytest.raises(MotionloomError, match="a name and clips a state"):
        read_recipe(file)


def test_what_cannot_be_built_is_one_line(tmp_path):
    with Library.create(tmp_path / "lib") as library:
        for name in ("stand", "start"):
            library.add(make("ada", name).motion, name)
        stand = StateRecipe("stand", ("stand",), cyclic=True)
        with pytest.raises(MotionloomError, match=r"state 'stand': a cycle needs 0.8 s of motion or more"):
            build(library, [StateRecipe("stand", ("stand@0-0.2",), cyclic=True)], hand_made("sample"))
        with pytest.raises(MotionloomError, match=r"'start' ends in 'wlak', which is no state here; there are stand, start"):
            build(library, [stand, StateRecipe("start", ("start",), default="wlak")], hand_made("sample"))
