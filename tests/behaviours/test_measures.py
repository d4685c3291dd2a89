import numpy as np

from motionloom.behaviours.machine import Machine, connect
from motionloom.behaviours.measures import measure_delays, measure_joins, measure_parameter, report, usual, wander
from motionloom.behaviours.state_graph import StateGraph
from motionloom.core.kinematics import accelerations


def test_many_ways_out_answer_sooner_than_one(sample_machine):
    once = connect(sample_machine.states, sample_machine.graph, several=False)
    means = []
    for machine in (sample_machine, once):
        delays = {(d.source, d.target): d for d in measure_delays(machine, 25)}
        assert len(delays) == 20
        assert all(0 <= d.mean <= d.worst < 20 for d in delays.values())
        means.append(np.mean([delays["walk", target].mean for target in ("stop", "stand", "jump", "start")]))
    assert means[0] < means[1]


def test_joins_are_as_smooth_as_the_captures(sample_machine):
    joins = measure_joins(sample_machine, 40)
    assert joins.joins > 10
    assert joins.over < 0.01
    assert joins.pose_over < 0.01
    assert joins.worst > 0
    assert joins.pose_worst > 0


def test_steering_is_measured(sample_machine):
    rows = measure_parameter(sample_machine, "walk", 5)
    assert len(rows) == 5
    assert all(abs(row.got - row.asked) < 0.08 for row in rows)
    assert all(row.miss <= row.worst and row.smooth_miss <= row.smooth_worst for row in rows)
    # What every lap repeats is no miss: without it single windows are nearer to the mean.
    assert np.mean([row.smooth_worst for row in rows]) < np.mean([row.worst for row in rows])
    assert measure_parameter(sample_machine, "stand") == []


def test_wandering_is_repeatable(sample_machine):
    (one, modes), (two, _) = wander(sample_machine, 5, 3), wander(sample_machine, 5, 3)
    assert np.array_equal(one.rotations, two.rotations)
    assert len(modes) == len(one) == 300
    assert accelerations(one).shape == (298, len(one.skeleton))


def test_a_machine_of_one_state_is_measured_too(sample_machine):
    graph = StateGraph(("stand",), np.zeros((1, 1)), frozenset({"stand"}))
    found = report(Machine((sample_machine.state("stand"),), (), graph))
    assert found["delays"] == []
    assert found["mean_delay"] is found["worst_delay_from_cycles"] is None
    assert found["joins"]["joins"] > 0


def test_a_lap_that_is_played_again_and_again_keeps_its_percentile():
    rng = np.random.default_rng(0)
    for count in (50, 194, 1500, 4321):
        lap = rng.exponential(size=count)
        assert usual(lap) == usual(np.tile(lap, 40))


def test_joins_are_held_against_the_takes_too(sample_machine):
    alone, beside = measure_joins(sample_machine, 10), measure_joins(sample_machine, 10, takes=sample_machine.captures)
    assert alone.takes_limit is None
    assert (beside.takes_limit, beside.takes_over) == (beside.limit, beside.over)
    assert (beside.takes_pose_limit, beside.takes_pose_over) == (beside.pose_limit, beside.pose_over)
    assert (alone.limit, alone.over, alone.worst) == (beside.limit, beside.over, beside.worst)
