"""Loops worth having: proposed once, whatever is proposed loops."""

from motionloom.align.loop import ALIKE
from motionloom.core.errors import count_of
from motionloom.library import Library
from motionloom.making.proposals import count_proposals, find_proposals
from motionloom.making.remade import remake
from motionloom.making.work import run_here

from .conftest import add_sample


def test_what_returns_to_its_beginning_is_proposed(sampled):
    work = run_here(sampled, "propose_loops", {}, window="w1", workers=1)
    proposals = find_proposals(sampled, order="best")
    assert work.message == f"{count_of(len(proposals), 'loop')} proposed, of 3 clips"
    assert "ada walk loop" in {each.name for each in proposals}
    for proposal in proposals:
        assert proposal.question == "keep"
        made = remake(sampled, proposal.recipe)
        assert made.outcome["distance"] <= ALIKE
        assert abs(made.outcome["distance"] - proposal.score) < 1e-3
        assert f"{100 * proposal.score:.1f} cm" in proposal.reason


def test_proposing_again_proposes_nothing_twice(sampled):
    for _ in range(2):
        run_here(sampled, "propose_loops", {}, window="w1", workers=1)
    before = count_proposals(sampled).pending
    assert before == len(find_proposals(sampled))
    sampled.undo("w1")
    assert count_proposals(sampled).pending == 0


def test_a_library_without_loops_says_so(tmp_path):
    with Library.create(tmp_path / "short") as library:
        add_sample(library, "ada", "walk", frames=40)  # most of a step: it never comes back
        assert run_here(library, "propose_loops", {}, workers=1).message == "none of 1 clip returns to its beginning"
        assert count_proposals(library).pending == 0
