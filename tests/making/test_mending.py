from motionloom.library.file_reading import examine
from motionloom.making.choice import choose
from motionloom.making.derive import derive
from motionloom.making.lineage import describe_clip
from motionloom.making.mending import plan_mending
from tests.glitches.damage import begin_elsewhere, walk


def test_a_mended_clip_stands_in_for_its_original_and_undo_takes_it_back(library):
    before = {clip.name for clip in choose(library)}
    spoilt = begin_elsewhere(walk())[0]
    clip = library.add(spoilt, "spoilt", labels=["walk"], annotations=[("step", 1, 20)], **examine(spoilt).details())
    fine = library.add(walk(), "fine")
    plans = plan_mending(library, [clip, fine])
    assert [(plan.clip.name, plan.recipe is not None, plan.lines) for plan in plans] == [
        ("spoilt", True, ()),
        ("fine", False, ("nothing to mend",)),
    ]
    made = library.clip(derive(library, plans[0].recipe, window="w"))
    assert made.name == "spoilt mended"
    assert (made.mends, made.glitches, made.labels, made.frames) == (clip, (), ("walk",), len(spoilt) - 2)
    assert [(span.start, span.stop) for span in library.annotations(made.id)] == [(0, 18)]
    assert {one.name for one in choose(library)} == {"spoilt mended", "fine", *before}
    assert any("cut off" in str(line) for line in describe_clip(library, made.id).lines())
    (again,) = plan_mending(library, [clip])
    assert (again.recipe, again.lines) == (None, ("mended already: spoilt mended",))
    library.undo("w")
    assert "spoilt mended" not in {one.name for one in library.clips()}
    assert {one.name for one in choose(library)} == {"spoilt", "fine", *before}
