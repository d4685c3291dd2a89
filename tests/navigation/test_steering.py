"""Steering keeps its promises, arrives, does not touch, and is the same again: laws, with the sample's walker."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely

from motionloom.behaviours.maker import perform_run
from motionloom.bench.steer import make_sample_machine
from motionloom.core.errors import MotionError
from motionloom.navigation.crowd import CrowdOptions, find_stuck, report_crowd, run_crowd
from motionloom.navigation.heading_filter import filter_deviation
from motionloom.navigation.repertoire import TICK, make_repertoire
from motionloom.navigation.scene import Agent, Emitter, Goal, Obstacle, Region, Scene, box, circle
from motionloom.navigation.scene_doors import read_scene
from motionloom.navigation.steering import Steering, SteeringOptions
from motionloom.navigation.steering_network import train_network

pytestmark = pytest.mark.timeout(1500)  # the first to run compiles the kernels


@pytest.fixture(scope="session")
def repertoire():
    return make_repertoire(make_sample_machine())


def cross(count=6, radius=5.0):
    """Agents on a circle who want to its other side."""
    found = []
    for n in range(count):
        a = n * 2 * math.pi / count
        x, z = radius * math.sin(a), radius * math.cos(a)
        found.append(Agent(str(n), (x, z), a + math.pi, goals=(Goal((-x, -z)),)))
    return tuple(found)


@pytest.fixture(scope="session")
def crowd(repertoire):
    return run_crowd(repertoire, Scene("circle", agents=cross()), CrowdOptions(60.0))


def test_the_gait_is_found(repertoire):
    assert (repertoire.gait.walk, repertoire.gait.stand) == ("walk", "stand")
    assert set(repertoire.gait.spins) == {"spin_left", "spin_right", "turn_left", "turn_right", "turn_little_left", "turn_little_right"}
    assert set(repertoire.gait.steps) >= {"step_ahead", "step_back", "step_left", "step_right", "stride_ahead", "stride_back"}
    assert set(repertoire.gait.stops) == {"stop_left", "stop_right"}


def test_everybody_of_a_circle_comes_to_the_other_side_and_touches_nobody(crowd):
    report = report_crowd(crowd)
    assert report["agents_done"] == 6
    assert report["collisions"] == 0
    assert report["closest_body"] > 0
    assert find_stuck(crowd).max() < 20


def test_a_run_played_by_the_machine_goes_the_way_that_was_steered(repertoire, crowd):
    run = replace(crowd.steering.run_of(2), feet=False)  # held feet change nothing on the floor plan
    played = perform_run(repertoire.machine, run, repertoire.tables).motion.root_positions[:, [0, 2]]
    steered = crowd.ways[crowd.there[:, 2], 2, :2]
    played = played[TICK - 1 :: TICK][: len(steered)]
    assert len(played) >= len(steered) - 1
    assert np.allclose(played, steered[: len(played)], atol=1e-4)


def test_the_same_seed_gives_the_same_steps(repertoire):
    scene = Scene("circle", agents=cross(3, 3.0))
    first, again = (run_crowd(repertoire, scene, CrowdOptions(8.0)).ways for _ in range(2))
    assert np.array_equal(first, again)


def test_promises_are_kept_to_a_few_centimetres(repertoire):
    scene = Scene("circle", agents=cross())
    starts = np.array([(*agent.start, agent.heading) for agent in scene.agents])
    steering = Steering(repertoire, scene, starts, np.full(6, 0.3))
    for n, agent in enumerate(scene.agents):
        steering.send(n, agent.goals[0])
    worst = 0.0
    for _ in range(900):
        steering.step()
        if steering.step_number % TICK == 0:
            minds, tick = steering.minds, steering.step_number // TICK
            rows = np.clip(tick - minds.begun - 1, 0, minds.paths.shape[1] - 1)
            off = np.hypot(*(minds.paths[np.arange(6), rows] - steering.controller.characters.place[:, :2]).T)
            worst = max(worst, float(off[tick > minds.begun].max()))
    assert worst < SteeringOptions().margin


def test_one_stops_at_its_goal_behind_a_wall(repertoire):
    wall = Obstacle(box((-2.0, 4.0), (2.0, 4.3)), name="wall")
    scene = Scene("wall", (wall,), (Agent("ada", (0.0, 0.0), goals=(Goal((0.5, 9.0), 0.4),)),))
    run = run_crowd(repertoire, scene, CrowdOptions(40.0, leave=False))
    report = report_crowd(run)
    assert report["agents_done"] == 1
    assert report["closest_wall"] > 0
    assert math.dist(run.ways[-1, 0, :2], (0.5, 9.0)) <= 0.4
    assert report["length_over_best"] < 1.3


def test_emitters_let_agents_in_one_by_one(repertoire):
    scene = Scene("door", emitters=(Emitter(Agent("e", (0.0, 0.0), goals=(Goal((0.0, 5.0)),)), 4.0, 2),))
    run = run_crowd(repertoire, scene, CrowdOptions(25.0))
    assert len(run.agents) == 2
    assert run.there[0].tolist() == [True, False]
    assert report_crowd(run)["agents_done"] == 2


def test_somebody_who_stands_about_steps_aside_for_who_cannot_pass(repertoire):
    walls = tuple(Obstacle(box((x, -2.0), (x + 0.2, 8.0)), name="wall") for x in (-1.25, 1.05))  # 2.1 m between them: 75 cm beside bo
    idle, goer = Agent("bo", (0.0, 3.0), math.pi / 2), Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 7.0), 0.5),))
    run = run_crowd(repertoire, Scene("corridor", walls, (goer, idle)), CrowdOptions(40.0))
    report = report_crowd(run)
    assert report["agents_done"] == 1
    assert report["collisions"] == 0
    assert math.dist(run.ways[-1, 1, :2], (0.0, 3.0)) > 0.2


@pytest.mark.parametrize("heading", [0.75, 4.0])
def test_whoever_stands_before_a_pillar_goes_round_it_at_once(repertoire, heading):
    """A wanderer of seed 0 turned to and fro here for 16 s: from one side of its hips the goal was in sight, from the other it was not."""
    pillar = Obstacle(circle((-12.14, -12.14), 0.4), name="pillar")
    ada = Agent("ada", (-12.72, -11.58), heading, goals=(Goal((-4.78, -7.83), 0.5),))
    run = run_crowd(repertoire, Scene("pillar", (pillar,), (ada,), bounds=(-15.0, -15.0, 15.0, 15.0)), CrowdOptions(30.0))
    assert report_crowd(run)["agents_done"] == 1
    assert find_stuck(run).max() < 6.0


def test_a_goal_that_is_reached_ends_a_wait(repertoire):
    """To turn round between two goals is not to be stuck."""
    ada = Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 0.2), 0.5), Goal((0.0, -6.0), 0.5)))
    run = run_crowd(repertoire, Scene("two goals", agents=(ada,)), CrowdOptions(20.0))
    apart = replace(run, counts=np.zeros_like(run.counts))
    assert run.counts[0, 0] == 1
    assert find_stuck(run)[0] <= find_stuck(apart)[0]


def test_two_streams_in_a_corridor_do_not_lock(repertoire):
    scene = read_scene(Path("examples/scenes/two-streams.json"))
    run = run_crowd(repertoire, scene, CrowdOptions(100.0))
    report = report_crowd(run)
    assert report["collisions"] == 0
    late = [n for n in range(len(run.agents)) if run.steering.entered[n] + 60 * np.nan_to_num(run.times[n]) > 60 * 60 and run.times[n] > 0]
    assert len(late) >= 10  # who arrive in the last forty seconds


def test_the_filter_is_critically_damped_and_stable_at_any_step():
    for dt in (1 / 60, 0.2, 5.0):
        value, rate, far = np.zeros(1), np.zeros(1), 0.0
        for _ in range(round(10 / dt)):
            value, rate = filter_deviation(value, rate, np.ones(1), dt)
            far = max(far, float(value[0]))
        assert value[0] == pytest.approx(1.0, abs=1e-3)
        assert far <= 1.0 + 1e-9


def test_the_network_turns_as_it_is_asked(repertoire):
    learned = train_network(repertoire.machine, "walk", 600, 100, tables=repertoire.tables)
    assert learned.error < 0.04
    weights = learned.network.weights(np.linspace(-1, 1, 9))
    assert np.allclose(weights.sum(axis=1), 1)
    assert learned.network.apply(repertoire.machine).state("walk").parameter.weights.min() >= 0


def test_somebody_in_the_middle_of_others_is_made_room_for(repertoire):
    ring = [(0.85 * math.sin(a), 0.85 * math.cos(a)) for a in np.arange(6) * math.pi / 3]  # nobody fits through between two of them
    agents = (Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 6.0), 0.5),)), *(Agent(f"bo {n}", at) for n, at in enumerate(ring)))
    report = report_crowd(run_crowd(repertoire, Scene("ring", agents=agents), CrowdOptions(60.0)))
    assert report["agents_done"] == 1
    assert report["collisions"] == 0


def test_who_leaves_at_a_goal_needs_no_room_behind_it(repertoire):
    wall = Obstacle(box((-3.0, 6.0), (3.0, 6.2)), name="wall")
    scene = Scene("end of the way", (wall,), (Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 5.5), 0.5),)),))
    run = run_crowd(repertoire, scene, CrowdOptions(30.0))
    report = report_crowd(run)
    assert report["agents_done"] == 1
    assert report["closest_wall"] > 0
    assert report["longest_stuck"] < 3  # it walks all the way


def test_a_pit_that_a_walk_may_not_pass_over_is_gone_round(repertoire):
    """Steering walked over pits and through places to duck in, since only other behaviours may pass there and it has none."""
    pit, beam = Obstacle(box((-1.0, 3.0), (1.0, 4.0)), name="pit", over=("jump",)), Region(box((-3.0, 6.0), (0.5, 6.5)), "duck")
    scene = Scene("pit", (pit,), (Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 9.0)),)),), (beam,))
    run = run_crowd(repertoire, scene, CrowdOptions(40.0, leave=False))
    assert report_crowd(run)["agents_done"] == 1
    path = shapely.LineString(run.ways[:, 0, :2])
    assert path.distance(pit.shape) > 0.29
    assert path.distance(beam.shape) > 0.29


@pytest.mark.parametrize("degrees", [180, -90, 60])
def test_a_goal_may_ask_for_a_heading(repertoire, degrees):
    goals = (Goal((0.0, 5.0), 0.5, math.radians(degrees)), Goal((3.0, 5.0), 0.5))
    run = run_crowd(repertoire, Scene("faces", agents=(Agent("ada", (0.0, 0.0), goals=goals),)), CrowdOptions(60.0))
    assert report_crowd(run)["agents_done"] == 1
    there = run.ways[np.argmax(run.counts[:, 0] == 1), 0]
    assert abs(math.remainder(there[2] - math.radians(degrees), 2 * math.pi)) <= run.steering.deeds.apart
    assert run.steering.deeds.apart < math.radians(22)


def test_a_goal_may_ask_for_a_behaviour(repertoire):
    goals = (Goal((0.0, 4.0), 0.5, None, "step_back"), Goal((0.0, 8.0), 0.5))
    scene = Scene("does", agents=(Agent("ada", (0.0, 0.0), goals=goals), Agent("bo", (0.4, 5.2))))
    run = run_crowd(repertoire, scene, CrowdOptions(60.0))
    report = report_crowd(run)
    assert report["agents_done"] == 1
    assert report["collisions"] == 0
    deed = next(k for k, each in enumerate(run.steering.run_of(0).requests) if each.state == "step_back")
    assert deed > 0


def test_a_behaviour_that_no_state_has_is_said(repertoire):
    scene = Scene("does", agents=(Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 4.0), 0.5, None, "sit"),)),))
    with pytest.raises(MotionError, match="sit"):
        run_crowd(repertoire, scene, CrowdOptions(1.0))


def test_promises_are_corrected_by_where_everybody_is(repertoire):
    """Two of fifty who wander touched: one stood 6 cm beside the end of what it had promised, and the other kept clear of that."""
    steering = Steering(repertoire, Scene(), np.array([[0.0, 0.0, 0.0], [0.0, 6.0, math.pi]]), np.full(2, 0.3))
    steering.send(0, Goal((0.0, 20.0)))
    steering.minds.paths[1] += (0.06, 0.0)  # as if it had come to stand beside its promise
    steering.minds.boxes[1] += (0.06, 0.0, 0.06, 0.0)
    for _ in range(TICK + 1):
        steering.step()
    assert np.allclose(steering.minds.paths[1], steering.controller.characters.place[1, :2], atol=0.006)
    assert np.allclose(steering.minds.boxes[1, :2], steering.minds.paths[1].min(axis=0))
