import numpy as np
import pytest

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.glitches import find_glitches, mend
from motionloom.glitches.checks.flip import bone_axis
from tests.glitches.damage import DAMAGE, flip, freeze, pop, repeat, tremble, walk


def untouched(before, mended):
    """Frames of the mended motion that no glitch was about."""
    touched = np.zeros(len(before), bool)
    for glitch in mended.done:
        touched[glitch.start : glitch.stop] = True
    return ~touched[mended.frames]


def check_mended(before):
    """The laws of mending: nothing is found there any more, and every other frame is as it was, to the byte."""
    mended = mend(before)
    assert mended.done
    assert not [glitch for glitch in find_glitches(mended.motion) if glitch.mendable and glitch.kind != "rate"]
    same, frames = untouched(before, mended), mended.frames
    assert len(frames) == len(mended.motion)
    assert np.array_equal(mended.motion.rotations[same], before.rotations[frames[same]])
    assert np.array_equal(mended.motion.root_positions[same], before.root_positions[frames[same]])
    return mended


@pytest.mark.parametrize("name", DAMAGE)
def test_what_was_found_is_mended_and_the_rest_stays(name):
    check_mended(DAMAGE[name][1](walk())[0])


@pytest.mark.parametrize(("spoil", "within"), [(pop, 0.01), (flip, 0.002), (freeze, 0.06), (tremble, 0.05)])
def test_mended_it_is_near_what_it_was(spoil, within):
    spoilt, _ = spoil(walk())
    off = [np.abs(each.positions() - walk().positions()).max() for each in (spoilt, mend(spoilt).motion)]
    assert off[1] < min(off[0] + 1e-3, within)


def test_repeated_frames_go():
    spoilt, _ = repeat(walk())
    mended = mend(spoilt).motion
    assert np.array_equal(mended.rotations, walk().rotations)
    assert np.array_equal(mended.root_positions, walk().root_positions)


def test_a_motion_without_glitches_stays():
    mended = mend(walk())
    assert mended.motion is walk()
    assert mended.describe(120) == ["nothing to mend"]


def test_only_the_kinds_that_are_asked_for():
    spoilt = flip(pop(walk())[0])[0]
    mended = mend(spoilt, ["pop"])
    assert [glitch.kind for glitch in mended.done] == ["pop"]
    assert [glitch.kind for glitch in mended.left] == ["flip"]
    assert any(line.startswith("left as it is: 0.50 s") for line in mended.describe(120))


def test_a_rate_is_corrected_only_where_asked():
    time = np.arange(50) / 60
    lift = np.maximum(0, 3.4 * time - 0.5 * 9.81 * time**2)
    root = walk().root_positions[:1] + np.stack([0 * lift, lift, 0 * lift], axis=1)
    thrown = Motion(walk().skeleton, np.repeat(walk().rotations[:1], 50, axis=0), root.astype(np.float32), 120)
    assert mend(thrown).motion.fps == 120
    corrected = mend(thrown, ["rate"])
    assert corrected.motion.fps == 60
    assert "rate" not in {glitch.kind for glitch in corrected.left}
    assert np.array_equal(corrected.motion.rotations, thrown.rotations)


@pytest.mark.data
@pytest.mark.parametrize("take", ["16_01", "16_15", "16_17", "16_23", "16_28", "35_13", "35_22", "35_33"])
def test_so_it_is_for_captures(shared_data, take):
    from motionloom import formats

    before = formats.load(shared_data / "cmu" / f"{int(take.split('_')[0]):03d}" / f"{take}.bvh")
    mended = check_mended(before)
    fastest = np.linalg.norm(np.diff(mended.motion.positions(), axis=0), axis=2).max() * before.fps
    assert fastest < 12


def test_of_several_turns_that_add_up_to_a_whole_one_none_is_turned_back():
    motion = walk()
    joint = body_of(motion.skeleton).joint("left_elbow")
    third = np.append(np.sin(np.pi / 3) * bone_axis(motion.skeleton, joint), np.cos(np.pi / 3))  # 120 degrees about its bone
    rotations, middle = motion.rotations.copy(), len(motion) // 2 + 5
    for row in (middle, middle + 12, middle + 24):
        rotations[row:, joint] = quaternion.multiply(rotations[row:, joint].astype(np.float64), third)
    spoilt = motion.with_arrays(rotations, motion.root_positions)
    flips = [glitch for glitch in find_glitches(spoilt) if glitch.kind == "flip" and glitch.joint == motion.skeleton.names[joint]]
    assert len(flips) > 1
    assert not any(glitch.mendable for glitch in flips)
    assert np.array_equal(mend(spoilt).motion.rotations[-1], spoilt.rotations[-1])
