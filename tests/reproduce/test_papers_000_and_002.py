"""Results of papers 000 and 002 in their quick forms, on the sample: what must hold of their numbers, whatever they are.

Table 3.1, figures 5.3 to 5.6 and weights of 5.7 take too long here: their rooms test them, and `motionloom reproduce --check` runs them.
"""

import numpy as np
import pytest


def test_clean_up_plants_the_feet(measured):
    before, after = (measured("000-3.1")(start)[0] for start in ("feet slide", "the same after"))
    assert after < 0.1 * before


def test_the_oracle_is_better_than_speed_and_height(measured):
    right = measured("000-3.2")
    (speed,), (height,), (oracle,) = (right(f"labels right, {name}") for name in ("speed", "height", "oracle"))
    assert oracle > max(speed, height)


def test_every_weighting_function_leads_from_the_source_to_the_target():
    from motionloom.reproduce.paper_000.weighting import OURS, clocks
    from motionloom.transitions.scoring import ease

    found = clocks(60)
    assert all((curve[0], curve[-1]) == (0.0, 1.0) and np.all(np.diff(curve) >= 0) for curve in found.values())
    assert np.array_equal(found[OURS], ease(60))


def test_the_ranger_leans_where_he_was_shown_to_and_stands_upright(measured):
    values = measured("000-6.6")
    lean, upright, zombie = (values(f"leans back while walking, {chapter}")[0] for chapter in ("taught", "and to", "a zombie"))
    assert min(lean, upright) > 5
    assert abs(values("leans back while standing, and to stand upright")[0]) < 0.2 * lean
    assert abs(zombie) < 0.2 * lean
    assert values("hands higher while walking")[0] > 20


def test_seconds_of_an_edit_are_nearer_to_minutes_of_it_than_nothing(measured):
    values = measured("000-6.8")
    for edit in ("strut", "giant", "lean back"):
        assert values(f"joints off the truth, {edit}")[0] < 0.5 * values(f"the same where nothing is done, {edit}")[0]


def test_every_step_of_a_completion_is_drawn(measured, given):
    values = measured("002-1-9")
    assert values("captured fragments")[0] > values("fragments of the sketch")[0] > 0
    assert 0 <= values("joins that were consecutive")[0] <= 100
    drawn = {path.name for path in (given.folder / "pictures" / "papers").iterdir()}
    assert {f"quick-002-{number}.png" for number in range(1, 10)} <= drawn


def test_a_completed_sketch_moves_above_and_keeps_its_feet(measured):
    walk = measured("002-10")
    assert walk("feet off their places")[0] < 0.01
    sketched, completed = walk("upper body turns by")
    assert completed > sketched == 0
    sketched, completed, danced = measured("002-12")("upper body turns by")
    assert min(completed, danced) > sketched + 1


def test_two_meet_each_in_its_own_style(measured):
    met = measured("002-4.1")
    assert met("feet off their places")[0] < 0.01
    assert met("spans of drivers")[0] == 2
    assert min(met("upper body turns by")) > 1
    assert met("upper bodies differ")[0] > 10


def test_a_restyled_run_keeps_its_legs(measured):
    run = measured("002-4.2")
    assert run("legs and root move")[0] < 1e-6
    assert run("low bands of the upper body move")[0] < 3


def test_a_dragged_arm_keeps_its_bones_and_pins(measured):
    values = measured("000-6.2")
    assert max(values("bones longer or shorter")) < 1e-3
    assert max(values("pinned feet moved")) < 0.05
    assert max(values("the hand is off")) < 1.0


def test_keys_are_met_and_time_is_stretched(measured):
    values = measured("000-6.3")
    assert max(values("keyed poses are met")) < 0.5
    assert values("and then shows") == pytest.approx([1.8], abs=0.01)
    assert min(values("joints that the brush moves")) > 3


def test_a_giant_is_taught_his_body_and_his_pace(measured):
    values = measured("000-6.5")
    assert values("takes as long") == pytest.approx(values("as it was shown"), rel=0.05)
    (off,), (nothing,) = values("joints off the truth"), values("the same where nothing is done")
    assert off < 0.2 * nothing
