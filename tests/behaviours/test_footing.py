import numpy as np
import pytest

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.footing import find_footing, find_plants, to_plants
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import make_cycle
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.feet.skate_measures import measure_slide
from motionloom.sample import make

REQUESTS = [(0.0, 0.5), (4.0, -0.5), (7.0, "stand"), (9.0, "jump"), (14.0, "walk"), (16.0, 1.0)]
SECONDS = 20
LEGS = [f"{side}_{part}" for side in ("left", "right") for part in ("hip", "knee", "ankle")]


@pytest.fixture(scope="module")
def footing(sample_machine):
    return find_footing(sample_machine)


@pytest.fixture(scope="module")
def bare(sample_machine):
    return play(Controller(sample_machine, start="walk"), SECONDS, REQUESTS)


@pytest.fixture(scope="module")
def held(sample_machine, footing):
    """The same with feet held, and its plants."""
    beliefs = []
    controller = Controller(sample_machine, start="walk", footing=footing)
    motion = play(
        controller, SECONDS, REQUESTS, after=lambda each: beliefs.append(footing.beliefs(controller.tables, controller.characters)[0])
    )
    return motion, to_plants(np.array(beliefs))


def test_a_foot_stands_where_all_clips_say_so(sample_machine, footing):
    controller = Controller(sample_machine, 3, start="stand")
    assert np.allclose(footing.beliefs(controller.tables, controller.characters), 1.0)
    assert len(footing.tables.touching) == len(controller.tables.rotations)
    walking = Controller(sample_machine, start="walk")
    beliefs = []
    for _ in range(300):
        walking.step()
        beliefs.append(footing.beliefs(walking.tables, walking.characters)[0])
    assert np.min(beliefs) >= 0
    assert np.max(beliefs) <= 1 + 1e-9
    bits = to_plants(np.array(beliefs)).bits
    assert np.all((bits.mean(axis=0) > 0.3) & (bits.mean(axis=0) < 0.8))
    assert (bits[:, :2].any(axis=1) | bits[:, 2:].any(axis=1)).mean() > 0.9  # a walk has a foot on the ground


def test_planted_feet_do_not_move(bare, held, footing):
    motion, plants = held
    before = measure_slide(foot_points(bare), plants, footing.ground)
    after = measure_slide(foot_points(motion), plants, footing.ground)
    assert before.mean_cm_per_second > 4
    assert after.mean_cm_per_second < 0.5
    assert after.lowest_mm > -2
    # Where a point has stood for a tenth of a second it does not slide: what is left is the rounding of 32-bit rotations and places.
    stood = np.lib.stride_tricks.sliding_window_view(plants.bits, 7, axis=0).all(axis=-1)
    moved = np.linalg.norm(np.diff(foot_points(motion)[..., [0, 2]].astype(np.float64), axis=0), axis=-1)[5:]
    assert stood.mean() > 0.3
    assert np.percentile(moved[stood], 99) < 1e-4
    assert moved[stood].max() < 1e-3


def test_no_joint_jerks_more_than_captured_ones(sample_machine, held, bare):
    motion, _ = held
    legs = [body_of(motion.skeleton).joint(role) for role in LEGS]
    assert accelerations(motion)[:, legs].max() < max(limit_of(sample_machine), accelerations(bare)[:, legs].max())


def test_it_is_not_late_and_nothing_above_the_legs_is_changed(bare, held):
    motion, _ = held
    roles = body_of(bare.skeleton).roles
    legs = {roles[role] for role in LEGS}
    others = [joint for joint in range(len(bare.skeleton)) if joint not in legs]
    assert np.array_equal(motion.rotations[:, others], bare.rotations[:, others])
    assert np.array_equal(motion.root_positions[:, [0, 2]], bare.root_positions[:, [0, 2]])
    assert np.abs(motion.root_positions[:, 1] - bare.root_positions[:, 1]).max() < 0.08
    lengths = np.linalg.norm(motion.positions()[:, 1:] - motion.positions()[:, motion.skeleton.parents[1:]], axis=-1)
    assert np.ptp(lengths, axis=0).max() < 1e-5


def test_a_clip_that_needs_nothing_is_left_as_it_is():
    state = make_cycle("walk", make("ada", "walk").motion, [])
    machine = Machine((state,), (), StateGraph(("walk",), np.zeros((1, 1)), frozenset({"walk"})))
    seconds = (state.loop.start - 2) / 60
    bare = play(Controller(machine), seconds)
    held = play(Controller(machine, footing=find_footing(machine)), seconds)
    assert np.abs(foot_points(held) - foot_points(bare)).max() < 2e-3  # in the air; what stands does not move at all
    assert np.abs(held.root_positions - bare.root_positions).max() < 1e-3
    assert find_plants(state)[0].any()


def test_the_same_bytes_again_and_each_character_for_itself(sample_machine, footing, held):
    again = play(Controller(sample_machine, start="walk", footing=footing), SECONDS, REQUESTS)
    assert np.array_equal(again.rotations, held[0].rotations)
    assert np.array_equal(again.root_positions, held[0].root_positions)
    crowd = Controller(sample_machine, 3, start="walk", footing=footing)
    crowd.steer_many([-1.0, 0.5, 1.0])
    for frame in range(240):
        rotations, _ = crowd.step()
        assert np.array_equal(rotations[1], again.rotations[frame])


def test_characters_go_on_where_they_were_copied(sample_machine, footing):
    controller = Controller(sample_machine, start="walk", footing=footing)
    for _ in range(100):
        controller.step()
    kept, shown = controller.characters.copy(), controller.rotations.copy()
    first = [controller.step()[0].copy() for _ in range(60)]
    controller.restore(kept)
    assert np.array_equal(controller.rotations, shown)
    assert np.array_equal(np.array([controller.step()[0].copy() for _ in range(60)]), first)


def test_who_is_put_elsewhere_leaves_no_foot_behind(sample_machine, footing):
    controller, bare = Controller(sample_machine, start="walk", footing=footing), Controller(sample_machine, start="walk")
    for each in (controller, bare):
        for _ in range(50):
            each.step()
        each.place("stand", at=(10.0, -3.0, 1.0))
        each.step()
    assert np.abs(controller.roots - bare.roots).max() < 0.02
    assert np.abs(controller.rotations - bare.rotations).max() < 0.1
    controller.set_footing(None)
    controller.step()
    bare.step()
    assert np.array_equal(controller.rotations, bare.rotations)


def test_a_foot_that_is_well_up_comes_back_as_soon_in_few_steps_as_in_many():
    """What is left of 2 cm after 0.05 s: a share of every step would be gone twice as soon with twice as many."""
    from motionloom.behaviours._footing_kernels import GATE, HEIGHT, LOW, SAID, _move_points

    def left_after(steps, up):
        feet, said, bare = np.zeros((4, 3)), np.zeros((4, SAID)), np.zeros((4, 3))
        feet[:, GATE], said[:, HEIGHT], bare[:, 0] = 0.0, LOW + up, 0.02
        for _ in range(steps):
            _move_points(feet, said, 0.0, bare, 0.05 / steps)
        return 0.02 - feet[:, 0]

    for up in (0.02, 0.03, 0.06):
        few, many = left_after(3, up), left_after(12, up)
        assert few.min() > 0
        assert np.allclose(few, many, rtol=1e-6)
    assert np.all(left_after(3, 0.06) < 0.05 * 0.02)  # well up it is as good as there
