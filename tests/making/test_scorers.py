"""Fitted scorers are shelf entries. Judgements are MADE UP for these tests: no person gave them."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.making import review, scorers, shelf
from motionloom.making.makers.damage import damage_recipe
from motionloom.making.makers.edit import part_recipe
from motionloom.making.proposals import NewProposal, raise_proposals
from motionloom.making.sources import clip_source
from motionloom.making.work import run_here
from motionloom.score import judged, scorers as kinds


@pytest.fixture
def library(sampled, monkeypatch):
    """Three stretches that somebody found natural, three that lean and were rejected."""
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 8)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    walk = sampled.clip(sampled.find("ada walk"))
    whole = [clip_source(walk, 40 * n, 40 * n + 100) for n in range(3)]
    recipes = [*map(part_recipe, whole), *(damage_recipe(part, whole[0], "lean", seed=n) for n, part in enumerate(whole))]
    raise_proposals(sampled, [NewProposal(each, each.kind) for each in recipes], question="natural", title="Raise", room="test")
    keys = [item.key for item in review.find_items(sampled)]
    review.answer(sampled, keys[:3], True)
    review.answer(sampled, keys[3:], False)
    return sampled


def test_a_fitted_scorer_is_on_the_shelf_with_what_it_rests_on(library):
    work = run_here(library, "fit_scorer", {"scorer": "svm"}, window="w1")
    document = scorers.find_fitted(library, "svm")
    assert work.entries == [document.id]
    assert (document.data["natural"], document.data["unnatural"]) == (3, 3)
    assert "6 motions judged by people (3 unnatural)" in document.data["labels"]
    assert set(document.clips) >= {clip.id for clip in library.clips(source="sample")}
    fitted = shelf.open_entry(library, document)
    motion = library.motion(library.find("ada run"))
    again = kinds.from_bytes(kinds.to_bytes(fitted))
    assert again.score(motion).total == pytest.approx(fitted.score(motion).total)
    assert scorers.open_scorer(library, "svm") is fitted
    run_here(library, "fit_scorer", {"scorer": "svm", "seed": 1}, window="w1")
    assert len(shelf.entries(library, "scorer")) == 1  # a new version of the same
    library.undo("w1")
    assert scorers.find_fitted(library, "svm").content == document.content
    library.undo("w1")
    assert scorers.find_fitted(library, "svm") is None


def test_what_cannot_be_fitted_or_opened_is_said(sampled):
    with pytest.raises(LibraryError, match="nothing about sum to fit"):
        run_here(sampled, "fit_scorer", {"scorer": "sum"})
    with pytest.raises(LibraryError, match="hmm knows nothing before it is fitted; `motionloom score fit"):
        scorers.open_scorer(sampled, "hmm")
    assert scorers.open_scorer(sampled, "physics").name == "physics"
    with pytest.raises(LibraryError, match="judge at least 2 of each"):
        run_here(sampled, "teach", {"question": "natural", "learner": "physics"})


def test_files_of_an_earlier_version_are_taken_over(sampled):
    folder = sampled.folder / "scorers"
    folder.mkdir()
    kinds.save(kinds.find("physics")((0.1, 0.2, 0.3, 0.4, 0.5)), folder / "physics.npz")
    (folder / "physics.json").write_text("{}")
    assert scorers.open_scorer(sampled, "physics").levels == (0.1, 0.2, 0.3, 0.4, 0.5)
    assert not folder.exists()
    assert len(shelf.entries(sampled, "scorer")) == 1


def test_agreement_is_held_against_every_verdict(library):
    found, verdicts = scorers.measure_on_verdicts(library, kinds.default())
    told = scorers.describe_agreement(found, verdicts)
    assert len(told["calls"]) == 6
    assert told["agree"] == sum(call["called"] == call["natural"] for call in told["calls"])
