"""Loops worth having: clips that return to their own beginning are proposed as loops.

Also the example of how a room raises proposals: long work that measures clips on all cores, and one call of `raise_proposals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.align.loop import ALIKE, SHORTEST, make_loop
from motionloom.compute import make_key
from motionloom.core.errors import MotionError, SkeletonError, count_of
from motionloom.library import Library
from motionloom.making.choice import Choice, require
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.proposals import NewProposal, raise_proposals
from motionloom.making.sources import clip_source
from motionloom.making.work import JobKind, Work, register

JOB = "propose_loops"
LONGEST = 60.0  # seconds: in longer takes something else than a loop is looked for
LEAST_KEPT = 0.25  # of a clip's movement: less of it is a fidget, not what the clip is about


def propose_loops(task: Work) -> str:
    """Raise a loop of every chosen clip that has one, under the question whether it is worth keeping. arguments: choice, question."""
    library = task.library
    choice = Choice.from_json(task.arguments.get("choice", {}))
    clips = {clip.id: clip for clip in require(library, choice) if SHORTEST < clip.duration <= LONGEST}
    items = {identity: (str(library.folder), identity) for identity in clips}
    inputs = {"library": library.id, "clips": {clip.id: clip.fingerprint for clip in clips.values()}}
    found = task.map("Looking for loops", inputs, find_loop, items)
    proposals = [
        NewProposal(
            loop_recipe(clip_source(clips[identity])),
            f"{clips[identity].name} loop",
            score=cut["distance"],
            confidence=max(0.0, 1.0 - cut["distance"] / ALIKE / 2),
            reason=f"{cut['first']:.2f} to {cut['last']:.2f} s of {clips[identity].name}; the poses at the cut are "
            f"{100 * cut['distance']:.1f} cm apart, {cut['kept']:.0%} of its movement lies between them",
        )
        for identity, cut in found.items()
        if cut is not None and cut["distance"] <= ALIKE and cut["kept"] >= LEAST_KEPT
    ]
    if not proposals:
        return f"none of {count_of(len(clips), 'clip')} returns to its beginning"
    question, title = str(task.arguments.get("question", "keep")), f"Propose {count_of(len(proposals), 'loop')}"
    batch = make_key(JOB, 1, {**inputs, "question": question})[:12]
    raise_proposals(library, proposals, question=question, title=title, room="loops", batch=batch, window=task.window)
    return f"{count_of(len(proposals), 'loop')} proposed, of {count_of(len(clips), 'clip')}"


def find_loop(item: tuple[str, str]) -> dict[str, float] | None:
    """Where a clip of a library (its folder, the clip's id) loops best; None where it is too short, or its body is not known."""
    folder, clip = item
    with Library.open(folder) as library:
        try:
            loop = make_loop(library.motion(clip))
        except (MotionError, SkeletonError):
            return None
    return {"first": loop.first, "last": loop.last, "distance": loop.distance, "kept": loop.kept}


def _title(arguments: Mapping[str, Any]) -> str:
    return "Look for loops worth having"


LOOPS = register(JobKind(JOB, _title, propose_loops))
