from motionloom.library.maintenance.check import check_library
from motionloom.library.maintenance.examine import examine_clips
from tests.glitches.damage import begin_elsewhere, walk


def test_clips_of_an_older_library_are_looked_at_once_and_it_is_kept(library):
    fine, spoilt = library.add(walk(), "fine"), library.add(begin_elsewhere(walk())[0], "spoilt")
    assert {library.clip(clip).glitches for clip in (fine, spoilt)} == {None}
    seq = library.seq()
    assert examine_clips(library, [fine]) == 1
    assert examine_clips(library) == 1
    assert examine_clips(library) == 0
    assert library.clip(fine).glitches == ()
    assert [glitch.kind for glitch in library.clip(spoilt).glitches] == ["jump"]
    assert library.seq() == seq  # nobody's edit


def test_a_check_names_them_and_the_library_is_sound(library):
    clip = library.add(begin_elsewhere(walk())[0], "spoilt")
    report = check_library(library)
    assert report.sound
    (problem,) = [one for one in report.problems if one.kind == "glitch"]
    assert problem.what == clip
    assert f"motionloom mend {library.folder}:spoilt --into {library.folder}" in problem.line
