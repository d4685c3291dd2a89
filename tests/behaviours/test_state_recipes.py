import json

import pytest

from motionloom.behaviours.state_recipes import MachinePlan, StateRecipe, plan_of, read_plan, with_words
from motionloom.core import MotionloomError


def test_a_plan_as_plain_data_comes_back():
    states = (
        StateRecipe("stand", ("a@0-1.5",), cyclic=True),
        StateRecipe("walk", ("b", "c"), cyclic=True, both=True),
        StateRecipe("jump", ("d", "e"), default="stand", parameter="speed"),
        StateRecipe("run", ("f", "g"), cyclic=True, parameter="style", words=("plain", "old")),
    )
    plan = plan_of([state.to_json() for state in states], "here")
    assert plan.states == states
    assert plan.given


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
        ({"name": "walk", "clips": ["a", "b"], "cyclic": True, "parameter": "style", "words": ["old"]}, "one for each of its 2 clips"),
        ({"name": "walk", "clips": ["a"], "default": "stand", "parameter": ["turn", "speed"]}, "only cyclic states take turn and speed"),
    ],
)
def test_mistakes_in_recipes_are_named(row, said, tmp_path):
    file = tmp_path / "recipe.json"
    file.write_text(json.dumps({"states": [row]}))
    with pytest.raises(MotionloomError, match=said):
        read_plan(file)


def test_two_parameters_at_once(tmp_path):
    file = tmp_path / "recipe.json"
    file.write_text(json.dumps({"states": [{"name": "walk", "clips": ["a", "b", "c"], "cyclic": True, "parameter": ["turn", "speed"]}]}))
    (recipe,) = read_plan(file).states
    assert recipe.both
    assert recipe.parameter == "turn"


def test_what_is_no_recipe(tmp_path):
    file = tmp_path / "recipe.json"
    with pytest.raises(MotionloomError, match="No such file"):
        read_plan(file)
    file.write_text("{")
    with pytest.raises(MotionloomError, match="expected JSON"):
        read_plan(file)
    file.write_text("[]")
    with pytest.raises(MotionloomError, match="a name and clips a state"):
        read_plan(file)


def test_styles_are_the_labels_that_clips_of_a_state_do_not_share(labelled_library):
    library, ids = labelled_library, {clip.name: clip.id for clip in labelled_library.clips()}
    for name, labels in {"walk": ["gait", "plain"], "turn_left_90": ["gait", "old"], "turn_right_90": ["gait", "old", "tired"]}.items():
        for label in library.clip(ids[name]).labels:
            library.apply({"kind": "remove_label", "clips": [ids[name]], "label": label})
        for label in labels:
            library.apply({"kind": "add_label", "clips": [ids[name]], "label": label})
    walk = StateRecipe("walk", ("walk", "turn_left_90", "turn_right_90"), cyclic=True, parameter="style")
    other = StateRecipe("other", ("walk", "turn_left_90"), cyclic=True, parameter="style", words=("calm", "old"))
    stand = StateRecipe("stand", ("stand",), cyclic=True)
    plan, order = with_words(library, MachinePlan((walk, other, stand), given=True))
    assert plan.states[0].words == ("plain", "old", "turn_right_90")  # two labels of its own say nothing: its name does
    assert plan.states[1].words == ("calm", "old")
    assert plan.states[2] == stand
    assert order == ("plain", "old", "turn_right_90", "calm")
