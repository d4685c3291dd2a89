"""Review: clips and proposals are one queue, and one verdict does for both."""

import numpy as np
import pytest

from motionloom.core.errors import LibraryError
from motionloom.making import review
from motionloom.making.derive import derive
from motionloom.making.makers.edit import join_recipe, mirror_recipe, part_recipe
from motionloom.making.proposals import NewProposal, raise_proposals
from motionloom.making.recipe import RecipeError
from motionloom.making.sources import clip_source
from motionloom.making.verdicts import open_verdicts, read_verdicts

WINDOW = "w1"


@pytest.fixture
def library(sampled):
    """Three made clips, and five proposals that should look natural."""
    walk = sampled.clip(sampled.find("ada walk"))
    for n in range(3):
        derive(sampled, part_recipe(clip_source(walk, n, n + 40)), f"made {n}")
    parts = [NewProposal(mirror_recipe(clip_source(walk, n, n + 50)), f"part {n}", score=float(-n)) for n in range(5)]
    raise_proposals(sampled, parts, question="natural", title="Raise", room="test")
    return sampled


def keys(library, **which):
    return [item.key for item in review.find_items(library, **which)]


def test_pages_of_any_size_are_the_whole_queue(library):
    for order in ("raised", "best", "worst", "unsure"):
        everything = keys(library, order=order)
        assert len(everything) == 8
        for size in (1, 3, 5):
            assert [key for start in range(0, 10, size) for key in keys(library, order=order, limit=size, offset=start)] == everything
    assert [item.name for item in review.find_items(library, order="best", limit=2)] == ["part 4", "part 3"]


def test_every_item_is_in_one_state_and_counted_there(library):
    everything = keys(library)
    review.answer(library, everything[1:5], True, window=WINDOW)
    review.answer(library, everything[5:7], False, why="it slides", window=WINDOW)
    by_state = {state: keys(library, state=state) for state in ("pending", "accepted", "rejected")}
    assert sorted(key for some in by_state.values() for key in some) == sorted(everything)
    (counted,) = review.count_items(library)
    assert {state: len(some) for state, some in by_state.items()} == {state: getattr(counted, state) for state in by_state}
    assert review.get_item(library, everything[5]).why == "it slides"
    library.undo(WINDOW)
    library.undo(WINDOW)
    assert keys(library) == everything


def test_clips_and_proposals_are_one_undo_step(library):
    everything = keys(library)
    decided = review.answer(library, everything, True, window=WINDOW)
    assert decided.change.title == "Accept 5 proposals and 3 clips"
    assert len(decided.clips) == 5
    assert keys(library) == []
    library.undo(WINDOW)
    assert keys(library) == everything


def test_verdicts_on_both_are_verdicts(library):
    made, proposed = keys(library)[:3], keys(library)[3:]
    review.answer(library, [made[0], proposed[0]], True)
    review.answer(library, [made[1], proposed[1]], False, why="no")
    verdicts = read_verdicts(library)
    assert sorted((each.name, each.yes) for each in verdicts) == [("made 0", True), ("made 1", False), ("part 0", True), ("part 1", False)]
    assert library.count() == 3 + 3 + 1  # no clip was made of the rejected one
    for verdict, example in zip(verdicts, open_verdicts(library, verdicts), strict=True):
        assert example.natural == verdict.yes
        assert len(example.plants) == len(example.motion)
    accepted = next(each for each in verdicts if each.name == "part 0")
    review.answer(library, [f"clip:{accepted.clip}"], False)  # the same person has looked again
    assert {each.name: each.yes for each in read_verdicts(library)}["part 0"] is False


def test_the_original_is_shown_frame_by_frame(library):
    walk, run = (library.clip(library.find(f"ada {name}")) for name in ("walk", "run"))
    recipe = join_recipe([clip_source(walk, 10, 40), clip_source(run, 5, 25)])
    raise_proposals(library, [NewProposal(recipe, "joined")], question="keep", title="x", room="test")
    (item,) = review.find_items(library, "keep")
    shown = review.show_item(library, item.key)
    assert len(shown.original) == len(shown.motion) == 50
    source = library.motion(walk.id)
    np.testing.assert_array_equal(shown.original.rotations[:30], source.rotations[10:40])
    np.testing.assert_array_equal(shown.original.rotations[30:], np.broadcast_to(source.rotations[39], shown.original.rotations[30:].shape))
    assert shown.measured is None  # nothing is measured for this question
    assert review.show_item(library, keys(library, question="natural")[3]).measured.words.startswith(("natural: ", "unnatural: "))


def test_what_cannot_be_shown_is_said(library):
    with pytest.raises(LibraryError, match="no proposal 999"):
        review.show_item(library, "proposal:999")
    with pytest.raises(LibraryError, match="'proposal:x' is no item of the review"):
        review.get_item(library, "proposal:x")
    first = keys(library)[3]
    library.apply({"kind": "set_rate", "clips": [library.find("ada walk")], "fps": 30.0})
    with pytest.raises(RecipeError, match="has been changed since"):
        review.show_item(library, first)
