"""What a machine holds, and whether its states do what their names say."""

from dataclasses import replace

from motionloom.behaviours.state_table import does_what_it_says, list_states, say_row
from motionloom.behaviours.states import make_single
from motionloom.sample import make


def test_states_that_do_what_their_names_say_are_told_from_those_that_do_not(sample_machine):
    rows = {row.name: row for row in list_states(sample_machine)}
    assert rows["walk"].does == rows["stand"].does == rows["jump"].does == 1.0
    assert "start" in rows["walk"].entered_from
    assert does_what_it_says(replace(sample_machine.state("walk"), name="stand")) < 0.1
    assert does_what_it_says(replace(sample_machine.state("walk"), name="carry")) is None
    assert "does what its name says in 100% of its frames" in say_row(rows["walk"])


def test_a_start_stands_and_goes_and_a_change_does_one_thing_after_the_other():
    start = make_single("walk_start", make("ada", "start").motion, False, "walk")
    assert does_what_it_says(start) == 1.0
    assert does_what_it_says(replace(start, name="run_start")) == 0.0
    change = make_single("walk_to_run", make("ada", "speed_up").motion, False, "run")
    assert does_what_it_says(change) > 0.9
    assert does_what_it_says(replace(change, name="run_to_walk")) < 0.5
