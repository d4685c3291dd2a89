"""A machine looked at state by state: what is played is judged, and drawn."""

from dataclasses import replace

from PIL import Image

from motionloom.behaviours.state_graph import StateGraph, hand_made
from motionloom.behaviours.stay_pictures import draw_stays, film
from motionloom.behaviours.survey_table import to_markdown
from motionloom.behaviours.surveying import compare_built, survey


def test_every_state_is_reached_left_and_does_what_its_name_says(sample_machine):
    found = survey(sample_machine)
    rows = {row.name: row for row in found.rows}
    assert set(rows) == set(sample_machine.graph.names)
    assert all(row.reached is not None and row.left for row in rows.values())
    assert rows["walk"].does == rows["stand"].does == rows["jump"].does == 1.0
    assert rows["start"].does is None  # no word of it can be told
    acts = [stay for stay in found.stays if stay.state == "jump"]
    assert all(0 <= stay.start < stay.stop <= len(found.motion) for stay in found.stays)
    assert acts[0].stop - acts[0].start > 60


def test_what_does_not_do_what_its_name_says_is_seen(sample_machine):
    wrong = {"walk": "stand", "stand": "walk"}
    states = tuple(replace(state, name=wrong.get(state.name, state.name)) for state in sample_machine.states)
    names = tuple(state.name for state in states)
    graph = replace(sample_machine.graph, names=names, cyclic=frozenset({"stand", "walk"}))
    states = tuple(
        replace(state, default=wrong.get(state.default, state.default), loop=state.loop and _renamed(state.loop, wrong)) for state in states
    )
    points = tuple(_renamed(point, wrong) for point in sample_machine.transitions)
    rows = {row.name: row.does for row in survey(replace(sample_machine, states=states, graph=graph, transitions=points)).rows}
    assert rows["stand"] < 0.1
    assert rows["walk"] < 0.1


def _renamed(point, names):
    return replace(point, source=names.get(point.source, point.source), target=names.get(point.target, point.target))


def test_a_machine_is_held_against_a_graph_with_other_words():
    drawn = hand_made("locomotion_14")
    words = {"start": "walk_start", "stop": "walk_stop", "turn_left": "walk_turn_left", "speed_up": "walk_to_run"}
    same = StateGraph(tuple(words.get(name, name) for name in drawn.names), drawn.costs, frozenset())
    assert compare_built(same, drawn) == (1.0, 1.0, ())
    chi, rho, absent = compare_built(StateGraph(("walk", "run"), drawn.costs[:2, :2], frozenset()), drawn)
    assert chi < 0.1
    assert rho < 0.1
    assert len(absent) > 30


def test_pictures_and_film_are_written(sample_machine, tmp_path):
    found = survey(sample_machine)
    draw_stays(found.motion, found.stays, sample_machine.graph.cyclic, tmp_path / "states.png")
    assert Image.open(tmp_path / "states.png").width > 500
    film(found.motion[:30], found.stays, found.tour.requests, tmp_path / "tour.gif", size=(48, 48), fps=10)
    assert Image.open(tmp_path / "tour.gif").n_frames > 3


def test_the_table_names_what_is_not_wholly_done():
    joins = {"joins": 3, "worst": 50.0, "limit": 60.0, "over": 0.0, "pose_worst": 5.0, "pose_limit": 6.0, "pose_over": 0.0}
    joins |= {"takes_limit": 70.0, "takes_over": 0.0, "takes_pose_limit": None, "takes_pose_over": None}
    row = {
        "performer": "ada",
        "labels": ["walk"],
        "states": [{"name": "walk", "does": 1.0}, {"name": "run", "does": 0.9}, {"name": "carry", "does": None, "labelled": 0.5}],
        "played": [
            {"name": name, "does": does, "reached": 1.0, "left": True} for name, does in (("walk", 1.0), ("run", 0.5), ("carry", None))
        ],
        "tour_seconds": 9.0,
        "forced": [{"source": "walk", "target": "run", "apart": 0.12}],
        "left_out": [{"what": "a", "why": "too short"}, {"what": "b", "why": "too short"}],
        "mean_delay": 0.2,
        "worst_delay": 0.5,
        "joins": joins,
        "megabytes": 1.0,
        "cpu_seconds": 2.0,
        "against": {"chi": 1.5, "rho": 0.5, "absent": [["run", "walk"]]},
    }
    table = to_markdown([row], {"bo": "nothing goes on for ever in jump; capture a stand or a walk of two seconds"})
    for words in (
        "run 90 %, 50 %; all others 100 %; without a test, in brackets how much is of clips labelled so: carry (50 %)",
        "walk to run, 12 cm",
        "a, b: too short",
        "chi 1.50, rho 0.50",
        "run to walk",
        "bo has no machine: nothing goes on for ever in jump; capture a stand or a walk of two seconds.",
    ):
        assert words in table
