"""Review: one queue over proposals and made clips, whatever the question; one verdict for both."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from motionloom.core import Motion
from motionloom.core.errors import LibraryError, count_of
from motionloom.library import Library
from motionloom.library.commands.judgements import NATURAL
from motionloom.making import proposals as stored
from motionloom.making.deciding import Decided, decide
from motionloom.making.makers import FrameMap, title_of
from motionloom.making.makers.sample import MAKER as SAMPLE
from motionloom.making.proposals import Order, Proposal, State
from motionloom.making.questions import QUESTIONS, Measured, Question
from motionloom.making.recipe import Recipe, RecipeError, from_json
from motionloom.making.remade import remake
from motionloom.making.sources import Sources
from motionloom.making.work import JobKind, Work, register

JOB = "review"
CLIP, PROPOSAL = "clip:", "proposal:"
_VERDICTS: dict[State, Literal[0, 1] | None] = {"pending": None, "accepted": 1, "rejected": 0}


@dataclass(frozen=True)
class Item:
    """Something to say yes or no to. key: "proposal:7" or "clip:ab12"; state: what was said; original: the clip it was made of first.

    what: the kind of thing in words; clip: itself, or what it became.
    """

    key: str
    question: str
    name: str
    what: str
    state: State
    score: float | None = None
    confidence: float | None = None
    reason: str = ""
    why: str = ""
    original: str = ""
    clip: str = ""


@dataclass(frozen=True)
class Waiting:
    """A question and how many items wait under it and were answered."""

    question: Question
    pending: int
    accepted: int
    rejected: int


@dataclass(frozen=True, eq=False)
class Shown:
    """An item to look at: its motion, and its first source frame by frame beside it (None where it has none); both at one rate."""

    item: Item
    motion: Motion
    original: Motion | None
    measured: Measured | None


def count_items(library: Library) -> list[Waiting]:
    """Every question under which there is something, the one with most that waits first."""
    asked, known = stored.asked_questions(library), QUESTIONS.all()
    found = []
    for name in dict.fromkeys([*known, *asked]):
        question = known.get(name) or Question(name, name)
        counts = stored.count_proposals(library, question=name)
        clips = {state: _count_clips(library, question, state) for state in _VERDICTS}
        total = {state: getattr(counts, state) + clips[state] for state in _VERDICTS}
        if any(total.values()):
            found.append(Waiting(question, **total))
    return sorted(found, key=lambda each: -each.pending)


def find_items(
    library: Library, question: str | None = None, *, state: State = "pending", order: Order = "raised", limit: int = 50, offset: int = 0
) -> list[Item]:
    """Items in order. Clips have no score: they come first, and last where the order is by score."""
    asked = [QUESTIONS.find(question)] if question is not None else list(QUESTIONS.all().values())
    clips = [item for each in asked for item in _find_clips(library, each, state)]
    first, last = ([], clips) if order in ("best", "worst") else (clips, [])
    head = first[offset : offset + limit]
    skipped = max(0, offset - len(first))
    raised = stored.find_proposals(library, question=question, state=state, order=order, limit=limit - len(head), offset=skipped)
    found = [*head, *(_to_item(each) for each in raised)]
    if last and len(found) < limit:
        counts = stored.count_proposals(library, question=question)
        start = max(0, offset - getattr(counts, state))
        found += last[start : start + limit - len(found)]
    return found


def get_item(library: Library, key: str, question: str = NATURAL) -> Item:
    """One item by its key; of a clip the question says what is asked about it."""
    if key.startswith(PROPOSAL):
        return _to_item(stored.get_proposals(library, [_number(key)])[0])
    clip = library.clip(key.removeprefix(CLIP))
    said = [judgement.verdict for judgement in library.judgements(clip.id, question=question)]
    state: State = "pending" if not said else "accepted" if said[-1] else "rejected"
    return _clip_item(QUESTIONS.find(question), clip.id, clip.name, library.recipe(clip.id), state)


def show_item(library: Library, key: str, question: str = NATURAL) -> Shown:
    """An item with its motion, its original and the score beside it; an error where it cannot be made any more."""
    item = get_item(library, key, question)
    asked = QUESTIONS.all().get(item.question)
    if item.key.startswith(CLIP):
        motion, plants = library.motion(item.clip), library.plants(item.clip)
        original, bits = None, None if plants is None else plants.bits
    else:
        (proposal,) = stored.get_proposals(library, [_number(key)])
        made = remake(library, proposal.recipe)
        motion, bits, original = made.motion, made.plants, show_original(library, proposal.recipe, made.frames, made.motion)
    measured = asked.measure(motion, bits) if asked is not None and asked.measure is not None else None
    return Shown(item, motion, original, measured)


def show_original(library: Library, recipe: Recipe, frames: FrameMap, motion: Motion) -> Motion | None:
    """What a motion was made of: the frames of its first source that it shows, one by one; None where that is no motion."""
    if not recipe.sources or recipe.sources[0].document:
        return None
    source = Sources(library).open(recipe.sources[0]).motion
    own = frames.source == 0
    if not own.any():
        return None
    last = np.maximum.accumulate(np.where(own, np.arange(len(own)), 0))  # where another source is shown, the original waits
    shown = np.clip(np.rint(frames.frame[last]).astype(np.intp), 0, len(source) - 1)
    return Motion(source.skeleton, source.rotations[shown], source.root_positions[shown], motion.fps, source.name)


def answer(
    library: Library,
    keys: Sequence[str],
    yes: bool | None,
    *,
    question: str = NATURAL,
    why: str = "",
    by: str = "",
    window: str = "",
    command_id: str | None = None,
    task: Work | None = None,
) -> Decided:
    """Say yes or no to items, as one undo step: proposals become clips or are remembered as rejected, clips are judged."""
    proposals = [_number(key) for key in keys if key.startswith(PROPOSAL)]
    clips = [key.removeprefix(CLIP) for key in keys if not key.startswith(PROPOSAL)]
    return decide(
        library,
        yes,
        proposals=proposals,
        clips=clips,
        question=question,
        why=why,
        by=by,
        window=window,
        command_id=command_id,
        progress=None if task is None else task.progress,
        workers=None if task is None else task.workers,
    )


def answer_many(task: Work) -> str:
    """The long work: `answer` where many motions are to be made. arguments: items, yes, question, why, by."""
    said = task.arguments
    keys, yes = [str(key) for key in said["items"]], bool(said["yes"])
    words = {name: str(said[name]) for name in ("question", "why", "by") if name in said}
    found = answer(task.library, keys, yes, window=task.window, task=task, **words)
    task.clips.extend(found.clips.values())
    return f"{count_of(len(keys), 'item')} {'accepted' if yes else 'rejected'}"


def _to_item(proposal: Proposal) -> Item:
    return Item(
        f"{PROPOSAL}{proposal.id}",
        proposal.question,
        proposal.name,
        title_of(proposal.recipe.kind),
        proposal.state,
        proposal.score,
        proposal.confidence,
        proposal.reason,
        proposal.why,
        _original_of(proposal.recipe),
        proposal.clip or "",
    )


def _find_clips(library: Library, question: Question, state: State) -> list[Item]:
    """Made clips that nobody proposed, in the order they were made; the latest verdict on each counts."""
    if not question.about_clips:
        return []
    rows = library.database.read(f"SELECT id, name, recipe {_MADE} ORDER BY c.added, c.id", (question.name, SAMPLE.kind, _VERDICTS[state]))
    return [_clip_item(question, row["id"], row["name"], _read_recipe(row["recipe"]), state) for row in rows]


def _count_clips(library: Library, question: Question, state: State) -> int:
    if not question.about_clips:
        return 0
    return int(library.database.read(f"SELECT count(*) {_MADE}", (question.name, SAMPLE.kind, _VERDICTS[state]))[0][0])


_MADE = (
    "FROM clips c WHERE c.made AND c.deleted IS NULL AND json_extract(c.recipe, '$.kind') IS NOT ?2"
    " AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.state = 'accepted' AND p.clip = c.id)"
    " AND (SELECT max(j.verdict) FROM judgements j WHERE j.clip = c.id AND j.question = ?1) IS ?3"
)


def _clip_item(question: Question, clip: str, name: str, recipe: Mapping[str, Any], state: State) -> Item:
    try:
        read = from_json(recipe)
    except RecipeError:  # made elsewhere, or by hand
        return Item(f"{CLIP}{clip}", question.name, name, "Made elsewhere", state, clip=clip)
    return Item(f"{CLIP}{clip}", question.name, name, title_of(read.kind), state, original=_original_of(read), clip=clip)


def _read_recipe(text: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = json.loads(text)
    return read


def _original_of(recipe: Recipe) -> str:
    return next((source.clip for source in recipe.walk() if source.clip), "")


def _number(key: str) -> int:
    try:
        return int(key.removeprefix(PROPOSAL))
    except ValueError:
        raise LibraryError(f"{key!r} is no item of the review; expected proposal:NUMBER or clip:ID") from None


def _title(arguments: Mapping[str, Any]) -> str:
    return f"{'Accept' if arguments['yes'] else 'Reject'} {count_of(len(arguments['items']), 'item')}"


ANSWER = register(JobKind(JOB, _title, answer_many))
