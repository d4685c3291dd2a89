"""What people said, of clips and of proposals alike: an accepted proposal is a yes, a rejected one a no that never became a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motionloom.compute import Progress
from motionloom.library import Library
from motionloom.library.commands.judgements import NATURAL
from motionloom.making.choice import Choice, choose
from motionloom.making.plants import find_plants
from motionloom.making.proposals import get_proposals
from motionloom.making.remade import remake
from motionloom.making.sample_library import SOURCE
from motionloom.score.captures import Capture, detect_plants
from motionloom.score.judged import UNNATURAL
from motionloom.score.objective_set import NATURAL as WHOLE, Example


@dataclass(frozen=True)
class Verdict:
    """A yes or no to a question, about a clip or, where it never became one, about a proposal. clips: what it rests on."""

    yes: bool
    name: str
    clip: str = ""
    proposal: int | None = None
    why: str = ""
    clips: tuple[str, ...] = ()


def read_verdicts(library: Library, question: str = NATURAL) -> list[Verdict]:
    """Every answer to a question: of a clip what most people said; where as many say one thing as the other it is left out."""
    return [*_of_clips(library, question), *_of_proposals(library, question)]


def _of_clips(library: Library, question: str) -> list[Verdict]:
    # Who accepted a proposal said yes to its clip; what the same person said of the clip since counts instead.
    rows = library.database.read(
        "SELECT c.id, c.name, v.person, v.verdict FROM ("
        " SELECT p.clip, p.by AS person, 1 AS verdict FROM proposals p JOIN proposal_batches b ON b.id = p.batch"
        "  WHERE p.state = 'accepted' AND b.question = ?1 AND NOT EXISTS"
        "  (SELECT 1 FROM judgements j WHERE j.clip = p.clip AND j.question = ?1 AND j.person = p.by)"
        " UNION ALL SELECT clip, person, verdict FROM judgements WHERE question = ?1"
        ") v JOIN clips c ON c.id = v.clip WHERE c.content != '' ORDER BY c.rowid",
        (question,),
    )
    votes: dict[str, tuple[str, list[bool]]] = {}
    for identity, name, _, verdict in rows:
        votes.setdefault(identity, (name, []))[1].append(bool(verdict))
    return [
        Verdict(2 * sum(said) > len(said), name, clip=clip, clips=(clip,))
        for clip, (name, said) in votes.items()
        if 2 * sum(said) != len(said)
    ]


def _of_proposals(library: Library, question: str) -> list[Verdict]:
    rows = library.database.read(
        "SELECT p.id FROM proposal_batches b JOIN proposals p ON p.batch = b.id"
        " WHERE b.question = ? AND b.withdrawn IS NULL AND p.state = 'rejected' ORDER BY p.id",
        (question,),
    )
    return [
        Verdict(False, each.name, proposal=each.id, why=each.why, clips=tuple(sorted({s.clip for s in each.recipe.walk() if s.clip})))
        for each in get_proposals(library, [row[0] for row in rows])
    ]


def open_verdicts(library: Library, verdicts: Sequence[Verdict], progress: Progress | None = None) -> list[Example]:
    """The motions that were judged, in order; those of rejected proposals are made again from their recipes."""
    return [_open(library, verdict) for verdict in (progress or Progress()).each("Opening what was judged", verdicts)]


def _open(library: Library, verdict: Verdict) -> Example:
    if verdict.proposal is None:
        clip = library.clip(verdict.clip)
        motion, subject = library.motion(clip.id), clip.subject or clip.name
        bits = find_plants(library, clip, motion).bits
    else:
        (proposal,) = get_proposals(library, [verdict.proposal])
        made = remake(library, proposal.recipe)
        motion, subject = made.motion, proposal.name
        bits = detect_plants(motion) if made.plants is None else made.plants
    return Example(motion, bits, WHOLE if verdict.yes else UNNATURAL, subject, np.full(len(motion), not verdict.yes))


def library_captures(library: Library, choice: Choice | None = None, progress: Progress | None = None) -> list[Capture]:
    """The performed clips of a library whose body is known, each take once, to learn from what is natural."""
    found = []
    clips = choose(library, choice or Choice(body=True))
    for clip in (progress or Progress()).each("Opening clips", clips, lambda clip: clip.name):
        motion, plants = library.motion(clip.id), library.plants(clip.id)
        bits = None if plants is None else find_plants(library, clip, motion).bits
        found.append(Capture(motion, clip.subject or clip.source, clip.labels, bits, synthetic=clip.source == SOURCE))
    return found
