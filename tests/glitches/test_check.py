import pytest

from motionloom.glitches import CHECKS, KINDS, find_glitches
from motionloom.sample import library_names, make
from tests.glitches.damage import DAMAGE, walk


def test_every_kind_is_registered_and_has_words():
    known = CHECKS.all()
    assert set(KINDS) <= set(known)
    assert all(check.kind == kind and check.title for kind, check in known.items())


@pytest.mark.parametrize("name", DAMAGE)
def test_what_was_done_is_found_where_it_was_done(name):
    kind, spoil = DAMAGE[name]
    spoilt, frames = spoil(walk())
    found = find_glitches(spoilt)
    assert {glitch.kind for glitch in found} == {kind}, found
    assert all(glitch.mendable for glitch in found)
    assert any(glitch.start < frames.stop and frames.start < glitch.stop for glitch in found)
    for glitch in found:
        assert glitch.start >= frames.start - 20, "far from what was done"
        assert glitch.stop <= frames.stop + 20, "far from what was done"
        assert "\n" not in glitch.words


def test_the_sample_has_none():
    names = library_names()
    for name in names[:: max(1, len(names) // 24)]:
        assert find_glitches(make(*name).motion) == [], name


def test_a_motion_of_a_few_frames_is_left_alone():
    assert find_glitches(walk()[:3]) == []


@pytest.mark.data
@pytest.mark.parametrize(
    ("take", "kind", "start", "stop", "remedy"),
    [
        ("16_15", "jump", 0, 2, "cut"),
        ("16_23", "jump", 0, 3, "cut"),
        ("16_28", "jump", 0, 6, "cut"),
        ("35_22", "freeze", 156, 167, "cut"),
    ],
)
def test_captures_that_passed_unseen(shared_data, take, kind, start, stop, remedy):
    from motionloom import formats

    motion = formats.load(shared_data / "cmu" / f"{int(take.split('_')[0]):03d}" / f"{take}.bvh")
    (glitch,) = find_glitches(motion)
    assert (glitch.kind, glitch.start, glitch.stop, glitch.remedy) == (kind, start, stop, remedy)
