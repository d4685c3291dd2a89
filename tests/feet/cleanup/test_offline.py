import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import mirror
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.core.heading import turn_and_move
from motionloom.core.roles import path_to_root
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.plants import Plants
from motionloom.feet.skate_damage import blend, scale_legs, scale_path
from motionloom.feet.skate_measures import compare_skate
from tests.feet.conftest import make_example

EDITS = {
    "farther": lambda motion: scale_path(motion, 1.15),
    "nearer": lambda motion: scale_path(motion, 0.85),
    "longer legs": lambda motion: scale_legs(motion, 1.1),
    "shorter legs": lambda motion: scale_legs(motion, 0.9),
}


def distance(one, other):
    return np.linalg.norm(one.positions() - other.positions(), axis=-1)


def leg_jerk(motion):
    """The mean third derivative of knees and ankles, m/s3."""
    body = body_of(motion.skeleton)
    joints = [body.joint(f"{side}_{part}") for side in ("left", "right") for part in ("knee", "ankle")]
    return np.linalg.norm(np.diff(motion.positions()[:, joints].astype(np.float64), 3, axis=0), axis=-1).mean()


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("clip", ["walk", "run", "jump"])
def test_planted_feet_stand_still_and_nothing_else_breaks(edit, clip, request):
    example = request.getfixturevalue(clip)
    skating = EDITS[edit](example.motion)
    result = clean(skating, example.plants)
    report = compare_skate(skating, result.motion, example.plants, result.ground)
    assert report.before.max_mm_per_frame > 1 or clip == "jump"
    assert report.after.max_mm_per_frame < 0.1
    assert report.after.lowest_mm > -5
    assert report.after.border_jump < 1.2 * max(report.usual_jump, report.before.border_jump)
    assert leg_jerk(result.motion) < 1.5 * leg_jerk(skating)
    assert report.jerk_ratio < 1.8
    assert result.left_alone == []
    assert result.misses.max() < 1e-6


@pytest.mark.parametrize("late", [0, 3])
def test_heel_and_toe_stand_still_to_the_last_frame_in_which_both_are_planted(late, walk):
    """Also where plants last a little longer than they do: the heel has left already, and the toes are bent."""
    longer = walk.plants.bits.copy()
    for frames in range(1, late + 1):
        longer[frames:] |= walk.plants.bits[:-frames]
    plants = Plants(longer, walk.motion.fps)
    skating = scale_path(walk.motion, 1.15)
    result = clean(skating, plants)
    assert compare_skate(skating, result.motion, plants, result.ground).after.max_mm_per_frame < 0.05


@pytest.mark.parametrize("clip", ["walk", "run"])
def test_a_clean_clip_is_left_as_it_is(clip, request):
    example = request.getfixturevalue(clip)
    assert distance(clean(example.motion, example.plants).motion, example.motion).max() < 0.0005


def test_twice_is_once(walk):
    once = clean(scale_path(walk.motion, 1.15), walk.plants).motion
    assert distance(clean(once, walk.plants).motion, once).max() < 0.001


def test_frames_away_from_plants_keep_every_bit(run):
    options = CleanUpOptions(fade=0.03, ease=0.03, root_window=0.02)
    skating = scale_path(run.motion, 1.1)
    cleaned = clean(skating, run.plants, options).motion
    away = np.ones(len(skating), bool)
    for frame in np.flatnonzero(run.plants.bits.any(axis=1)):
        away[max(0, frame - 12) : frame + 13] = False
    assert away.any()
    assert np.array_equal(cleaned.rotations[away], skating.rotations[away])
    assert np.array_equal(cleaned.root_positions[away], skating.root_positions[away])


def test_where_no_plant_is_near_a_foot_is_lifted_only_out_of_what_can_be_seen(run):
    """Three millimetres into the floor are let be, a centimetre is not."""
    options = CleanUpOptions(fade=0.03, ease=0.03, root_window=0.02)
    nothing = Plants(np.zeros_like(run.plants.bits), run.plants.fps)
    lowest = float(foot_points(run.motion)[..., 1].min())
    for depth, lifted in ((0.003, False), (0.01, True)):
        result = clean(run.motion, nothing, options, ground=level_ground(lowest + depth))
        assert np.array_equal(result.motion.rotations, run.motion.rotations) != lifted
        assert result.ground.heights(foot_points(result.motion)).min() > -0.005


def test_above_the_pelvis_nothing_turns_and_all_moves_as_one(walk):
    skating = scale_path(walk.motion, 1.2)
    cleaned = clean(skating, walk.plants).motion
    body = body_of(skating.skeleton)
    legs = [body.joint(f"{side}_{part}") for side in ("left", "right") for part in ("hip", "knee", "ankle", "toe")]
    lower = {joint for leg in legs for joint in path_to_root(skating.skeleton, leg)}
    tips = [joint for joint in range(len(skating.skeleton)) if set(path_to_root(skating.skeleton, joint)) & set(legs)]
    above = [joint for joint in range(len(skating.skeleton)) if joint not in lower | set(tips)]
    assert len(above) > 10
    before, after = (quaternion.to_matrix(motion.world[0][:, above]) for motion in (skating, cleaned))
    assert np.abs(before - after).max() < 1e-5
    moved = cleaned.positions()[:, above] - skating.positions()[:, above]
    assert np.abs(moved - moved[:, :1]).max() < 1e-5
    assert cleaned.skeleton is skating.skeleton


def test_knees_bend_the_way_they_did(walk):
    skating = scale_path(walk.motion, 0.8)
    body = body_of(skating.skeleton)

    def bends(motion):
        positions, rotations = motion.positions(), motion.world[0]
        forward = np.array([body.facing @ m for m in _matrices(rotations[:, body.joint("hips")])])
        hip, knee, ankle = (positions[:, body.joint(f"left_{part}")] for part in ("hip", "knee", "ankle"))
        return np.einsum("fc,fc->f", knee - (hip + ankle) / 2, forward)

    assert np.all(bends(clean(skating, walk.plants).motion) > -0.02)


def _matrices(rotations):
    return np.swapaxes(quaternion.to_matrix(rotations), -1, -2)


def test_place_direction_and_side_do_not_matter(walk):
    skating = scale_path(walk.motion, 1.15)
    plain = clean(skating, walk.plants).motion
    moved = clean(turn_and_move(skating, 0.7, (1.0, 0.0, -3.0)), walk.plants).motion
    assert distance(turn_and_move(plain, 0.7, (1.0, 0.0, -3.0)), moved).max() < 0.003
    other = clean(mirror(skating), walk.plants.mirrored()).motion
    assert distance(mirror(plain), other).max() < 0.003


def test_a_plant_that_is_too_far_off_is_left_and_reported(walk):
    bits = walk.plants.bits.copy()
    bits[:200, 0] = True  # a foot that walks on cannot be planted all the while
    result = clean(walk.motion, Plants(bits, walk.plants.fps), CleanUpOptions(limit=0.3))
    assert [run.point for run in result.left_alone] == [0]
    assert any("left_heel plant at 0.00-" in line and "it was left as it is" in line for line in result.describe())


def test_legs_that_cannot_reach_are_reported(walk):
    short = clean(scale_path(walk.motion, 1.6), walk.plants, CleanUpOptions(limit=1.0, root_limit=0.005))
    assert short.misses.max() > 0.005
    assert any("too short to reach" in line for line in short.describe())
    assert not short.held.bits[~walk.plants.bits].any()


def swing_of(example, point):
    """The frame in which a point is highest."""
    return int(foot_points(example.motion)[:, point, 1].argmax())


def test_a_plant_in_mid_air_is_left_and_reported(walk):
    """A leg that is raised is not dragged to the floor because somebody calls it planted."""
    bits = walk.plants.bits.copy()
    highest = swing_of(walk, 0)
    bits[highest - 3 : highest + 4, 0] = True
    result = clean(walk.motion, Plants(bits, walk.plants.fps))
    plain = clean(walk.motion, walk.plants)
    assert distance(result.motion, plain.motion).max() < 0.001
    assert [run.left for run in result.left_alone] == ["high"]
    assert any("left_heel plant" in line and "above the floor; it was left as it is" in line for line in result.describe())


def test_a_plant_of_one_frame_is_none(walk):
    bits = walk.plants.bits.copy()
    bits[swing_of(walk, 0), 0] = True
    result = clean(walk.motion, Plants(bits, walk.plants.fps))
    assert distance(result.motion, walk.motion).max() < 0.001
    assert [run.left for run in result.left_alone] == ["high"]


def climb(example, metres):
    """The same motion, each step as much higher than the last as its hips have come forward, up to so many metres."""
    roots = example.motion.root_positions.astype(np.float64).copy()
    steps = np.cumsum(np.diff(example.plants.bits[:, 0].astype(int), prepend=0) > 0)
    roots[:, 1] += metres * steps / steps.max()
    return example.motion.with_arrays(example.motion.rotations, roots.astype(np.float32))


def test_stairs_are_not_squashed(walk):
    climbing = scale_path(climb(walk, 1.0), 1.05)
    result = clean(climbing, walk.plants)
    assert result.ground.uneven
    assert any("the floor is no plane" in line for line in result.describe())
    rises = foot_points(result.motion)[..., 1] - foot_points(climbing)[..., 1]
    held = result.held.bits
    # Each plant keeps its mean height.
    for point in range(4):
        for start, stop in result.held.runs(point):
            assert abs(rises[start:stop, point].mean()) < 0.005
    assert held.any()


def test_plants_found_anew_in_a_clean_clip_leave_it_alone(walk):
    """Who labels a clean clip takes some frames before and after a plant for planted too."""
    once = clean(scale_path(walk.motion, 1.1), walk.plants).motion
    bits = walk.plants.bits.copy()
    for shift in (1, 2):
        bits[:-shift] |= walk.plants.bits[shift:]
        bits[shift:] |= walk.plants.bits[:-shift]
    assert distance(clean(once, Plants(bits, walk.plants.fps)).motion, once).max() < 0.001


def test_a_floor_far_above_lifts_nobody(walk):
    result = clean(walk.motion, walk.plants, CleanUpOptions(ground=5.0))
    assert np.array_equal(result.motion.rotations, walk.motion.rotations)
    assert any("below the floor" in line and "it was left there" in line for line in result.describe())


def test_feet_are_put_on_the_ground_that_is_asked_for(walk):
    result = clean(walk.motion, walk.plants, CleanUpOptions(ground=0.02))
    report = compare_skate(walk.motion, result.motion, walk.plants, result.ground)
    assert report.after.lowest_mm > -1.6
    assert result.ground.floor.height == 0.02


def test_no_plants_no_change(walk):
    nothing = Plants(np.zeros((len(walk.motion), 4), bool), walk.motion.fps)
    assert np.array_equal(clean(walk.motion, nothing).motion.rotations, walk.motion.rotations)


def test_plants_of_another_clip_are_refused(walk, run):
    with pytest.raises(MotionError, match="its plants have"):
        clean(walk.motion, run.plants)


def test_one_frame(walk):
    assert len(clean(walk.motion[:1], walk.plants[:1]).motion) == 1


def test_a_blend_of_walks_comes_out_clean(walk):
    fast = make_example("ada", "sneak")
    mixed, plants = blend(walk.motion, walk.plants, fast.motion, fast.plants)
    result = clean(mixed, plants)
    report = compare_skate(mixed, result.motion, plants, result.ground)
    assert report.after.max_mm_per_frame < 0.3
    assert report.after.lowest_mm > -5


@pytest.mark.data
@pytest.mark.parametrize("edit", EDITS)
def test_real_clips_with_skate_put_in(edit, shared_data):
    """Issue 4, must show 5: on real captures, with plants found by the oracle."""
    from motionloom.feet.hand_labels import open_examples, read_labels
    from motionloom.feet.oracle import train

    oracle = train(open_examples(read_labels(split="train")[:8], shared_data))
    for example in open_examples([read_labels(split="held out")[i] for i in (0, 2, 7)], shared_data):
        plants = oracle.label(example.motion)
        skating = EDITS[edit](example.motion)
        result = clean(skating, plants)
        report = compare_skate(skating, result.motion, plants, result.ground)
        assert report.before.max_mm_per_frame > 1
        assert report.after.max_mm_per_frame < 1
        assert report.after.lowest_mm > -5
        assert report.after.border_jump < report.usual_jump
        assert distance(clean(result.motion, plants).motion, result.motion).max() < 0.001


@pytest.mark.parametrize("clip", ["walk", "run"])
def test_a_clean_clip_whose_plants_the_oracle_found_is_left_as_it_is(clip, request):
    from motionloom.feet.oracle import default_oracle

    motion = request.getfixturevalue(clip).motion
    assert distance(clean(motion, default_oracle().label(motion)).motion, motion).max() < 0.001


def test_feet_of_a_body_that_was_moved_stay_where_another_motion_has_them(walk):
    """A body that is moved over its feet: also feet that stood still there are held, at the same places."""
    held = clean(walk.motion, walk.plants, CleanUpOptions(ground=0.0))
    count = len(held.motion)
    roots = held.motion.root_positions.copy()
    roots[:, 0] += (0.02 * np.sin(np.arange(count) * np.pi / count)).astype(np.float32)
    moved = held.motion.with_arrays(held.motion.rotations, roots)
    again = clean(moved, walk.plants, CleanUpOptions(ground=0.0), placed_by=held.motion)
    stood = held.held.bits & again.held.bits
    away = np.linalg.norm(foot_points(again.motion) - foot_points(held.motion), axis=-1)
    assert stood.sum() > 100
    assert away[stood].max() < 0.003
    assert np.abs(again.motion.root_positions[count // 2] - moved.root_positions[count // 2]).max() < 0.01
