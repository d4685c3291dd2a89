"""Random transitions for people to judge (paper 000, section 5.5: 400 to teach with, 200 to test with)."""

from __future__ import annotations

from motionloom.compute import Progress
from motionloom.library import Document, Library
from motionloom.making.proposals import NewProposal, raise_proposals
from motionloom.transitions.comparison import choose_pairs
from motionloom.transitions.maker import describe_frame, transition_recipe
from motionloom.transitions.stock import Stock
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable

QUESTION, LEAD = "natural", 0.5  # seconds of captured motion on either side


def propose_transitions(
    library: Library, document: Document, table: TransitionTable, count: int, seed: int = 0, progress: Progress | None = None
) -> str:
    """Raise the transitions of random pairs of frames as proposals, good and bad as they come; the id of their batch."""
    progress = progress or Progress()
    pairs = progress.each("Making transitions", choose_pairs(table, count, seed).tolist())
    raised = [_propose(library, document, table, source, target) for source, target in pairs]  # all, or none where it is stopped
    title = f"{count} random transitions of {document.name}"
    return raise_proposals(library, raised, question=QUESTION, title=title, room="transitions")


def _propose(library: Library, document: Document, table: TransitionTable, source: int, target: int) -> NewProposal:
    made = make_transition(table, source, target)
    recipe = transition_recipe(library, document, source, target, lead=LEAD, after=LEAD)
    return NewProposal(recipe, f"{_say(table.stock, source)} to {_say(table.stock, target)}", made.rarity, reason="drawn by chance")


def _say(stock: Stock, frame: int) -> str:
    told = describe_frame(stock, frame)
    return f"{told['name']}@{told['second']:.2f}"
