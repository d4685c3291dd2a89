from motionloom.library.file_reading import examine
from motionloom.making.choice import choose
from motionloom.making.lineage import describe_clip
from motionloom.making.mending import mend_clips
from tests.glitches.damage import begin_elsewhere, walk


def test_a_mended_clip_stands_in_for_its_original_and_undo_takes_it_back(library):
    before = {clip.name for clip in choose(library)}
    spoilt = begin_elsewhere(walk())[0]
    clip = library.add(spoilt, "spoilt", labels=["walk"], annotations=[("step", 1, 20)], **examine(spoilt).details())
    fine = library.add(walk(), "fine")
    done = mend_clips(library, [library.clip(clip), library.clip(fine)], window="w")
    assert [(each.source.name, bool(each.clip), each.name) for each in done] == [("spoilt", True, "spoilt mended"), ("fine", False, "fine")]
    assert done[1].lines == ("nothing to mend",)
    made = library.clip(done[0].clip)
    assert (made.mends, made.glitches, made.labels, made.frames) == (clip, (), ("walk",), len(spoilt) - 2)
    assert [(span.start, span.stop) for span in library.annotations(made.id)] == [(0, 18)]
    assert {one.name for one in choose(library)} == {"spoilt mended", "fine", *before}
    assert any("cut off" in str(line) for line in describe_clip(library, made.id).lines())
    again = mend_clips(library, [library.clip(clip)], window="w")
    assert (again[0].clip, again[0].lines) == ("", ("mended already: spoilt mended",))
    library.undo("w")
    assert "spoilt mended" not in {one.name for one in library.clips()}
    assert {one.name for one in choose(library)} == {"spoilt", "fine", *before}
