import numpy as np
import pytest
from hypothesis import given, settings, strategies

from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.characters import QUEUE
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import measure
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import lap_of, make_cycle
from motionloom.core import MotionloomError
from motionloom.core.heading import headings
from motionloom.sample import make


def drive(machine, requests, seed, frames, uneven=False):
    """Random requests at random times; what was carried out, frame by frame. uneven: steps of any length."""
    rng, controller, names = np.random.default_rng(seed), Controller(machine, 20), machine.graph.names
    c = controller.characters
    wanted = [[] for _ in range(len(controller))]
    made, history = 0, []
    for _ in range(frames):
        while made < requests and rng.random() < 0.7:
            n = int(rng.integers(len(controller)))
            if c.waiting[n] == QUEUE:
                continue
            if rng.random() < 0.5:
                goal = int(rng.integers(len(names)))
                wanted[n].append(goal)
                controller.go(names[goal], n)
            else:
                wanted[n].append(None)
                controller.queue_steer(rng.uniform(-2, 2), n, parameter=("turn", "speed")[int(rng.integers(2))])
            made += 1
        controller.advance(rng.uniform(0, 0.1) if uneven else 1 / 30)
        history.append((c.done.copy(), c.state.copy(), c.place.copy()))
        if made == requests and np.all(c.done == c.given):
            break
    return controller, wanted, history, made


def test_ten_thousand_requests_none_lost_none_out_of_order(sample_machine):
    check_queue(*drive(sample_machine, 10_000, 5, 400_000), 10_000)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=strategies.integers(0, 2**32 - 1), uneven=strategies.booleans())
def test_any_requests_at_any_times(sample_machine, seed, uneven):
    check_queue(*drive(sample_machine, 300, seed, 40_000, uneven), 300)


def check_queue(controller, wanted, history, made, requests):
    """Every request was carried out, in order, and led where it said."""
    c = controller.characters
    assert made == requests
    assert np.array_equal(c.done, c.given)  # none lost, none stuck
    assert [len(row) for row in wanted] == c.given.tolist()
    done = np.array([row[0] for row in history])
    states = np.array([row[1] for row in history])
    assert np.all(np.diff(done, axis=0) >= 0)  # in order
    for n, goals in enumerate(wanted):
        for serial, goal in enumerate(goals, 1):
            frame = int(np.searchsorted(done[:, n], serial))
            if goal is not None and done[frame, n] == serial:  # nothing newer was done in the same step
                assert states[frame, n] == goal
    assert np.all(np.isfinite(c.place))


def test_the_same_seed_gives_the_same_run(sample_machine):
    one, two = (drive(sample_machine, 300, 7, 20_000)[0] for _ in range(2))
    for a, b in zip(one.characters, two.characters, strict=True):
        assert np.array_equal(a, b)
    assert np.array_equal(one.draw()[0], two.draw()[0])


def test_many_characters_do_what_one_does(sample_machine):
    many, one = Controller(sample_machine, 5), Controller(sample_machine)
    many.go("walk", 3)
    one.go("walk")
    for _ in range(300):
        many.step()
        one.step()
    assert np.array_equal(many.rotations[3], one.rotations[0])
    assert np.array_equal(many.roots[3], one.roots[0])
    assert many.state(3) == "walk"
    assert many.state(0) == "stand"


def test_a_request_goes_through_the_states_between(sample_machine):
    controller, seen = Controller(sample_machine, start="stand"), []
    controller.go("walk")
    modes = set()
    for _ in range(600):
        controller.step()
        modes.add(controller.mode())
        if not seen or seen[-1] != controller.state():
            seen.append(controller.state())
    assert seen == sample_machine.graph.shortest_path("stand", "walk")
    assert modes == {"playback", "preparation", "transition"}


def test_an_acyclic_state_ends_in_its_default(sample_machine):
    controller = Controller(sample_machine, start="jump")
    for _ in range(600):
        controller.step()
    assert controller.state() == "stand"


def test_steering_turns(sample_machine):
    for value in (-0.8, 0.0, 0.8):
        motion = play(Controller(sample_machine, start="walk"), 12, [(0.0, value)])
        turned = headings(motion)
        assert abs((turned[-1] - turned[120]) / (len(turned) - 121) * 60 - value) < 0.1


def test_weights_in_the_target_are_those_most_like_the_source(sample_machine):
    controller = Controller(sample_machine, start="start")
    controller.steer(0.9)
    while controller.mode() != "transition":
        controller.step()
    walk = sample_machine.state("walk")
    entered = controller.characters.entering[0, :3].copy()
    (turn,) = measure("turn", walk.motions, walk.frames, lap_of(walk), entered[None])
    assert abs(turn) < 0.4  # a start goes straight on, whatever was asked
    for _ in range(120):
        controller.step()
    (turn,) = measure("turn", walk.motions, walk.frames, lap_of(walk), controller.characters.weights[:1, :3])
    assert turn > 0.6  # and then it turns


def test_a_pace_can_be_asked_for():
    walk, slow, fast = (make("ada", name).motion for name in ("walk", "walk_slow", "walk_fast"))
    state = make_cycle("walk", walk, [slow, fast], "speed")
    machine = calibrate(Machine((state,), (), StateGraph(("walk",), np.zeros((1, 1)), frozenset({"walk"}))))
    low, high = machine.state("walk").parameter.values[[0, -1]]
    assert high - low > 0.3
    for asked in (0.8 * low + 0.2 * high, 0.3 * low + 0.7 * high):
        motion = play(Controller(machine), 14, [(0.0, ("speed", float(asked)))])
        way = np.linalg.norm(np.diff(motion.root_positions[120:, [0, 2]], axis=0), axis=1).sum() / (len(motion) - 121) * 60
        assert abs(way - asked) < 0.04


def test_a_newer_request_may_replace_those_that_wait(sample_machine):
    controller = Controller(sample_machine, start="stand")
    for _ in range(5):
        controller.go("jump")
    controller.step()
    controller.go("walk", replace=True)
    states = set()
    for _ in range(600):
        controller.step()
        states.add(controller.state())
    c = controller.characters
    assert "jump" not in states
    assert controller.state() == "walk"
    assert c.replaced[0] == 5
    assert c.done[0] == c.given[0] == 6


def test_poses_are_poses_and_nothing_jumps(sample_machine):
    motion = play(Controller(sample_machine, start="stand"), 14, [(0.5, "walk"), (4, 0.8), (7, "jump"), (11, "walk")])
    captures = [m for state in sample_machine.states for m in state.motions]
    fastest = max(np.linalg.norm(np.diff(m.positions(), axis=0), axis=2).max() for m in captures)
    assert np.linalg.norm(np.diff(motion.positions(), axis=0), axis=2).max() < 1.2 * fastest


def test_nonsense_is_refused(sample_machine):
    controller = Controller(sample_machine)
    with pytest.raises(MotionloomError, match="no state 'fly'"):
        controller.go("fly")
    with pytest.raises(MotionloomError, match="no character 4; there are 1"):
        controller.go("walk", 4)
    with pytest.raises(MotionloomError, match="finite"):
        controller.steer(float("nan"))
    with pytest.raises(MotionloomError, match="no parameter 'mood'; there are turn, speed, style"):
        controller.steer(0.0, parameter="mood")
    with pytest.raises(MotionloomError, match="named twice"):
        Controller(sample_machine, 3).steer_many(0.5, [1, 1])
    with pytest.raises(MotionloomError, match="one value or to as many"):
        Controller(sample_machine, 3).steer_many([0.5, 0.6])
    with pytest.raises(MotionloomError, match="by number, 0 to 4"):
        Controller(sample_machine, 3).go_many([0, 1, 5])
    with pytest.raises(MotionloomError, match="take several"):
        controller.step(1.0)
    with pytest.raises(MotionloomError, match="one character or more"):
        Controller(sample_machine, 0)
    for _ in range(QUEUE):
        controller.go("jump")
    with pytest.raises(MotionloomError, match="requests waiting"):
        controller.go("jump")


def test_steering_starts_without_a_jerk(sample_machine):
    controller = Controller(sample_machine, start="walk")
    controller.steer(0.8)
    before, steps = controller.characters.weights[0].copy(), []
    for _ in range(120):
        controller.step()
        steps.append(np.abs(controller.characters.weights[0] - before).max())
        before = controller.characters.weights[0].copy()
    assert steps[0] < 0.1 * max(steps)  # it gathers pace
    assert steps[-1] < 1e-4  # and has arrived


def test_steering_waits_for_nothing_and_a_queued_one_for_its_turn(sample_machine):
    at_once, in_turn = Controller(sample_machine, start="walk"), Controller(sample_machine, start="walk")
    for controller in (at_once, in_turn):
        controller.go("jump")
        controller.step()
        assert controller.mode() == "preparation"
    at_once.steer(0.7)
    in_turn.queue_steer(0.7)
    at_once.step()
    in_turn.step()
    assert at_once.characters.heard[0, 0] > 0.05
    assert in_turn.characters.heard[0, 0] == 0.0
    while in_turn.state() != "jump":
        in_turn.step()
    in_turn.step()
    assert in_turn.characters.asked[0, 0] == 0.7
    while at_once.mode() != "transition":
        at_once.step()
    at_once.steer(-0.4)  # through transitions too
    at_once.step()
    assert at_once.characters.heard[0, 0] < 0.7
    assert at_once.characters.goal[0] == sample_machine.graph.index("jump")  # and the request is not lost


def test_what_was_asked_can_be_taken_back(sample_machine):
    controller, plain = Controller(sample_machine, start="walk"), Controller(sample_machine, start="walk")
    for parameter, value in (("speed", 1.4), ("turn", 0.6)):
        controller.steer(value, parameter=parameter)
        controller.step()
        controller.steer(None, parameter=parameter)
    for _ in range(180):
        controller.step()
        plain.step()
    assert np.array_equal(controller.characters.asked, plain.characters.asked)
    assert np.allclose(controller.characters.weights, plain.characters.weights, atol=1e-6)


def test_many_are_asked_at_once_as_each_alone(sample_machine):
    many, each = Controller(sample_machine, 6), Controller(sample_machine, 6)
    goals, turns = np.array([1, 4, 1]), np.linspace(-0.5, 0.5, 6)
    serials = many.go_many(goals, [0, 2, 5])
    many.steer_many(turns)
    many.go_many("walk", replace=True)
    assert serials.tolist() == [1, 1, 1]
    for n, goal in zip([0, 2, 5], goals, strict=True):
        each.go(sample_machine.graph.names[goal], n)
    for n in range(6):
        each.steer(float(turns[n]), n)
        each.go("walk", n, replace=True)
    for _ in range(200):
        many.step()
        each.step()
    for a, b in zip(many.characters, each.characters, strict=True):
        assert np.array_equal(a, b)


def test_a_step_without_poses_leads_to_the_same_ones(sample_machine):
    drawn, bare = Controller(sample_machine, 3), Controller(sample_machine, 3, tables=Controller(sample_machine).tables)
    for controller in (drawn, bare):
        controller.go_many("walk")
        controller.steer(0.4, 1)
    for _ in range(250):
        drawn.step()
        bare.advance()
    assert not np.array_equal(drawn.rotations, bare.rotations)
    rotations, roots = bare.draw()
    assert np.array_equal(drawn.rotations, rotations)
    assert np.array_equal(drawn.roots, roots)


def test_a_run_is_taken_up_again_from_a_copy(sample_machine):
    controller = Controller(sample_machine, 2)
    controller.go_many("walk")
    for _ in range(130):
        controller.step()
    kept, ends = controller.characters.copy(), []
    for _ in range(2):
        controller.restore(kept)
        controller.go("jump")
        for _ in range(150):
            controller.step()
        ends.append((controller.rotations.copy(), controller.roots.copy()))
    assert np.array_equal(ends[0][0], ends[1][0])
    controller.restore(kept.pick([1, 1, 0]))  # and for as many as one likes
    controller.go("jump", 2)
    for _ in range(150):
        controller.step()
    assert np.array_equal(controller.rotations[2], ends[0][0][0])
    assert np.array_equal(controller.roots[0], ends[0][1][1])


def test_characters_are_put_where_they_are_wanted(sample_machine):
    controller = Controller(sample_machine, 2)
    controller.go_many("jump")
    controller.place("walk", 20.0, [1], {"turn": 0.6}, at=(3.0, -1.0, 0.5))
    c = controller.characters
    assert (controller.state(0), controller.state(1)) == ("stand", "walk")
    assert c.waiting.tolist() == [1, 0]
    assert c.done[1] == c.given[1]
    assert np.array_equal(c.place[1], (3.0, -1.0, 0.5))
    before = c.weights[1].copy()
    controller.step()
    assert np.allclose(c.weights[1], before, atol=1e-9)  # it has been steered so for long
    controller.draw()
    assert abs(controller.roots[1, 0] - 3) < 0.1
