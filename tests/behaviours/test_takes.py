import numpy as np
import pytest

from motionloom.behaviours.states import find_piece, make_act, make_cycle, make_single
from motionloom.behaviours.takes import RATE, Take, differ, hold_feet, prepare
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import measure_slide
from motionloom.sample import make

OTHER_FOOT = [2, 3, 0, 1]
LEGS = [f"{side}_{part}" for side in ("left", "right") for part in ("knee", "ankle")]


def opened(name, **options):
    clip = make("ada", name, **options)
    return clip.motion, Plants(clip.plants, clip.motion.fps)


@pytest.fixture(scope="module")
def skating():
    motion, plants = opened("walk", skate=1.0)
    return prepare([motion], [plants])[0]


def test_planted_feet_are_held_and_legs_stay_as_calm_as_captured(skating):
    rows = slice(60, 200)
    held, captured, plants = hold_feet(skating, rows), skating.motion[rows], Plants(skating.plants[rows], RATE)
    slides = [measure_slide(foot_points(motion), plants, skating.ground).mean_cm_per_second for motion in (captured, held)]
    assert slides[0] > 4
    assert slides[1] < 0.5
    legs = [body_of(held.skeleton).joint(role) for role in LEGS]
    usual, now = (np.percentile(accelerations(motion)[:, legs], 99.9) for motion in (captured, held))
    assert now < 1.1 * usual


def test_floors_are_put_at_height_0_and_who_has_no_plants_is_left_as_captured(skating):
    motion, plants = opened("walk")
    lifted = motion.with_arrays(motion.rotations, motion.root_positions + np.array([0, 0.4, 0], np.float32))
    both = prepare([motion, lifted], [plants, plants])
    assert np.allclose(both[0].motion.root_positions, both[1].motion.root_positions, atol=1e-4)
    assert both[0].ground is both[1].ground
    assert abs(both[0].ground.floor.height) < 0.005
    bare = prepare([lifted])[0]
    assert np.array_equal(hold_feet(bare, slice(5, 50)).rotations, bare.motion[5:50].rotations)


def test_a_state_keeps_what_was_captured(skating):
    motion, plants = opened("walk", skate=1.0)
    state = make_single("walk", motion, True, plants=[plants])
    assert [len(each) for each in state.captured] == [len(each) for each in state.motions] == [len(each) for each in state.plants]
    assert not np.array_equal(state.captured[0].rotations, state.motions[0].rotations)
    assert make_single("walk", motion, True).captured is None
    with pytest.raises(MotionError, match="as many captured frames"):
        type(state)(state.name, state.motions, state.frames, state.loop, captured=(state.captured[0][:-1],))


def test_frames_differ_where_other_points_stand():
    motion, _ = opened("walk")
    one = Take(motion[:2], np.array([[True, True, False, False], [True, False, False, False]]))
    assert differ(one, one).tolist() == [[0.0, 0.25], [0.25, 0.0]]
    assert not differ(one, Take(motion[:3])).any()


def test_a_lap_begins_with_the_same_foot_however_alike_the_poses_are(skating, monkeypatch):
    """Poses may say nothing, as in a march on the spot with stiff knees: feet still stand at the same time."""
    monkeypatch.setattr("motionloom.behaviours.states.cost_between", lambda a, b: np.full((len(a), len(b)), 0.05))
    lap = skating[90:180]
    take, rows, at = find_piece(lap, skating, 18)
    stood = take.plants[rows][np.rint(at).astype(int).clip(0, len(take[rows]) - 1)]
    assert (stood != lap.plants).mean() < 0.1


def test_clips_out_of_step_are_refused_and_said():
    (walk, plants), (fast, hurried) = opened("walk"), opened("walk_fast")
    state = make_cycle("walk", walk, [fast], "speed", plants=[plants, hurried])
    assert len(state.motions) == 2
    limping = Plants(np.broadcast_to(np.arange(4) == 0, hurried.bits.shape), hurried.fps)  # on one heel, always
    with pytest.raises(MotionError, match="the feet of 'ada_walk_fast_00' do not stand when those of 'ada_walk_00' do"):
        make_cycle("walk", walk, [fast], "speed", plants=[plants, limping])
    swapped = Plants(plants.bits[:, OTHER_FOOT], plants.fps)
    with pytest.raises(MotionError, match="do not stand when those of"):
        make_act("step", [walk, walk], "stand", plants=[plants, swapped])
