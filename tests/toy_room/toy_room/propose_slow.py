"""A job: slow motion of every clip of a choice, for people to say yes or no to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.making.choice import Choice, require
from motionloom.making.proposals import NewProposal, raise_proposals
from motionloom.making.sources import clip_source
from motionloom.making.work import JobKind, Work, register
from toy_room.slow import slow_recipe


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Propose slow motion, {arguments.get('times', 2)} times"


def _run(work: Work) -> str:
    clips = require(work.library, Choice.from_json(work.arguments.get("choice", {})))
    times = float(work.arguments.get("times", 2))
    work.progress.begin("Proposing slow motion", len(clips))
    proposals = (NewProposal(slow_recipe(clip_source(clip), times), f"{clip.name} slow", score=clip.duration) for clip in clips)
    raise_proposals(work.library, proposals, question="too_slow", title="Slow motion", room="toy_room", progress=work.progress)
    return f"{len(clips)} proposed"


PROPOSE_SLOW = register(JobKind("propose_slow", _title, _run))
