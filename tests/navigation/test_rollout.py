import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.requests import Request
from motionloom.behaviours.states import RATE
from motionloom.navigation.rollout import roll_out
from motionloom.navigation.samples import LOOKS, make_samples


@pytest.fixture(scope="module")
def rolled(sample_machine):
    controller = Controller(sample_machine)
    samples = make_samples(sample_machine, controller.tables, 3)
    first = Controller(sample_machine, start="walk", tables=controller.tables).characters
    kinds = np.flatnonzero(samples.follows[sample_machine.graph.index("walk"), samples.states])
    states, turns = samples.states[kinds], samples.turns[kinds]
    return controller, first, states, turns, roll_out(controller, first.pick([0] * len(kinds)), states, turns, [0.5, 1.0])


def test_each_row_is_what_requests_do_to_one_character(rolled, sample_machine):
    controller, first, states, turns, out = rolled
    for row in range(len(states)):
        alone = Controller(sample_machine, start="walk", tables=controller.tables)
        alone.restore(first)
        if not np.isnan(turns[row]):
            Request(0, parameter="turn", value=float(turns[row])).ask(alone)
        if states[row] != first.state[0]:
            Request(0, sample_machine.graph.names[states[row]], replace=True).ask(alone)
        last = max((step for each, step in out.ends.tolist() if each == row), default=len(out.places) - 1)
        for step in range(last + 1):
            alone.step()
            assert np.array_equal(alone.characters.place[0], out.places[step, row])
            assert alone.characters.state[0] == out.states[step, row]
        ends = [k for k, (each, step) in enumerate(out.ends.tolist()) if (each, step) == (row, last)]
        for k in ends:
            for mine, its in zip(alone.characters, out.after, strict=True):
                assert np.array_equal(mine[0], its[k])


def test_whoever_is_lost_is_played_no_further_and_the_others_as_before(rolled):
    controller, first, states, turns, out = rolled
    lost = lambda places: places[:, 0] > 0.1  # noqa: E731
    cut = roll_out(controller, first.pick([0] * len(states)), states, turns, [0.5, 1.0], lost=lost)
    gone = np.array([(cut.places[:, row, 0] > 0.1).any() for row in range(len(states))])
    assert 0 < gone.sum() < len(states)
    steps = min(len(cut.places), len(out.places))
    assert np.array_equal(cut.places[:steps, ~gone], out.places[:steps, ~gone])
    for row in np.flatnonzero(gone):
        step = int(np.argmax(cut.places[:, row, 0] > 0.1))
        assert np.array_equal(cut.places[: step + 1, row], out.places[: step + 1, row])
    kept = {tuple(end) for end in out.ends[~gone[out.ends[:, 0]]].tolist()}
    assert {tuple(end) for end in cut.ends[~gone[cut.ends[:, 0]]].tolist()} == kept


def test_it_ends_where_what_was_asked_is_done(rolled, sample_machine):
    _, _, states, _, out = rolled
    names = sample_machine.graph.names
    for k, (row, step) in enumerate(out.ends.tolist()):
        state = sample_machine.states[states[row]]
        assert names[out.after.state[k]] == (state.name if state.cyclic else state.default)
        assert np.array_equal(out.after.place[k], out.places[step, row])
    walked = [step for row, step in out.ends.tolist() if names[states[row]] == "walk"]
    assert set(walked) == {round(0.5 * RATE) - 1, round(RATE) - 1}  # it walks already


def test_samples_have_straight_on_among_them_and_may_be_counted_by_state(sample_machine):
    tables = Controller(sample_machine).tables
    samples = make_samples(sample_machine, tables, {"walk": 5})
    walk = sample_machine.graph.index("walk")
    turns = samples.turns[(samples.states == walk) & np.isnan(samples.looks)]
    assert len(turns) == 5
    assert 0.0 in turns
    assert np.all(np.diff(turns) > 0)
    assert np.isnan(samples.turns[samples.states != walk]).all()
    assert np.isfinite(samples.looks[samples.states == walk]).sum() == len(LOOKS)  # and it follows routes
    assert 0.8 < samples.fastest < 3
