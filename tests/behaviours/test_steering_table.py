import numpy as np
import pytest

from motionloom.behaviours.calibration import calibrate, play_laps
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.machine_file import from_bytes, to_bytes
from motionloom.behaviours.measures import measure_both
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import lap_of, make_cycle
from motionloom.behaviours.steering_table import correct_steering_table, make_steering_table
from motionloom.core import MotionloomError
from motionloom.sample import make


@pytest.fixture(scope="module")
def walk():
    reference, *others = (make("ada", name).motion for name in ("walk", "walk_slow", "walk_fast", "turn_left_90", "turn_right_90"))
    return make_cycle("walk", reference, others, both=True)


@pytest.fixture(scope="module")
def machine(walk):
    return calibrate(Machine((walk,), (), StateGraph(("walk",), np.zeros((1, 1)), frozenset({"walk"}))))


def test_weights_are_weights(machine):
    weights = machine.state("walk").steering.weights
    assert weights.min() >= 0
    assert np.allclose(weights.sum(axis=2), 1)


def test_turn_and_speed_are_asked_for_at_once(machine):
    asked = np.array([[turn, speed] for turn in (-0.5, 0.0, 0.3) for speed in (1.1, 1.25, 1.4)])
    got = play_laps(machine, machine.state("walk"), asked)
    assert np.abs(got - asked).max() < 0.03


def test_what_is_impossible_becomes_the_nearest_that_is_not(machine):
    asked = np.array([[0.0, 9.0], [9.0, 1.25], [-9.0, 9.0]])
    turn, speed = play_laps(machine, machine.state("walk"), asked).T
    table = machine.state("walk").steering
    assert abs(speed[0] - table.speeds[-1]) < 0.05
    assert abs(turn[0]) < 0.1
    assert turn[1] > 0.4
    assert np.all(speed <= table.speeds[-1] + 0.05)


def test_without_a_speed_it_is_steered_by_turn_alone(machine):
    plain, both = Controller(machine), Controller(machine)
    plain.steer(0.4)
    both.steer(0.4)
    both.steer(1.5, parameter="speed")
    for _ in range(120):
        plain.step()
        both.step()
    assert np.allclose(plain.characters.weights[0], machine.state("walk").parameter.weights_at(0.4), atol=1e-6)
    assert np.abs(plain.characters.weights - both.characters.weights).max() > 0.1


def test_a_report_says_how_well_it_is_steered(machine):
    rows = measure_both(machine, "walk")
    assert len(rows) == 9
    assert max(abs(row[2] - row[0]) for row in rows) < 0.1
    assert max(abs(row[3] - row[1]) for row in rows) < 0.1


def test_a_file_keeps_it(machine):
    kept = from_bytes(to_bytes(machine)).state("walk").steering
    table = machine.state("walk").steering
    assert all(np.array_equal(getattr(kept, name), getattr(table, name)) for name in ("turns", "speeds", "weights"))


def test_a_table_that_does_what_is_asked_stays(walk):
    table = walk.steering
    corrected = correct_steering_table(table, table.asked())
    assert np.allclose(corrected.weights, table.weights, atol=1e-6)


def test_clips_must_differ_in_both(walk):
    with pytest.raises(MotionloomError, match="need 3 clips or more, found 2"):
        make_steering_table(walk.motions[:2], walk.frames[:, :2], lap_of(walk))
    with pytest.raises(MotionloomError, match="steer by one of them"):
        make_steering_table((walk.motions[0],) * 3, np.repeat(walk.frames[:, :1], 3, axis=1), lap_of(walk))
