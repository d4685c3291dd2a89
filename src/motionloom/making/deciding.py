"""Yes and no to proposals and clips, any number at once as one undo step.

All or nothing: the frames of every clip that is to be made are stored first, then one transaction adds the rows and marks the proposals.
A yes makes the proposal a clip; a no remembers why. Of a clip that is there already the same words are a judgement.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from motionloom.compute import Progress
from motionloom.core.errors import count_of
from motionloom.library import Library, NewClip, history, make_id
from motionloom.library.additions import insert_clips
from motionloom.library.commands.judgements import NATURAL, Judge
from motionloom.library.edit import Edit, Values
from motionloom.library.records import Change
from motionloom.making.names import free_name
from motionloom.making.prepared import prepare_many
from motionloom.making.proposals import Proposal, get_proposals

MAX_WHY = 1000
_VERBS = {True: "Accept", False: "Reject", None: "Leave open"}


@dataclass(frozen=True)
class Decided:
    """What came of a decision: the clips that proposals became, by proposal; and the undo step."""

    clips: Mapping[int, str]
    change: Change


def decide(
    library: Library,
    yes: bool | None,
    *,
    proposals: Sequence[int] = (),
    clips: Sequence[str] = (),
    question: str = NATURAL,
    why: str = "",
    by: str = "",
    window: str = "",
    progress: Progress | None = None,
    workers: int | None = None,
    command_id: str | None = None,
) -> Decided:
    """Answer yes or no to proposals, and to the question about clips; None takes the answer back.

    What was accepted before keeps its clip, and so does what another process accepted meanwhile. command_id: asking twice under the
    same id changes once.
    """
    earlier = None if command_id is None else library.find_change(command_id)
    if earlier is not None:
        return Decided({}, earlier)
    open_ones = [each for each in get_proposals(library, proposals) if each.state != "accepted"]
    made, key = (
        prepare_many(library, [(each.recipe, each.name) for each in open_ones], progress=progress, workers=workers) if yes else ([], "")
    )
    with library.database.transaction() as connection:
        edit = Edit(connection)
        title = _describe(edit, yes, open_ones, clips, question)
        for clip in dict.fromkeys(clips):
            Judge(clip, yes, question, by).apply(edit)
        if yes:
            added = _accept(edit, dict(zip((each.id for each in open_ones), made, strict=True)), by)
        else:
            added = {}
            _set_state(edit, open_ones, "pending" if yes is None else "rejected", "" if yes is None else why[:MAX_WHY], by)
        change = history.record(connection, edit, identity=command_id or make_id(), window=window, kind="decide", title=title)
    if key:
        library.jobs.forget_items(key)
    return Decided(added, change)


def accept(library: Library, proposals: Sequence[int], *, by: str = "", window: str = "", progress: Progress | None = None) -> Decided:
    """Make clips of proposals."""
    return decide(library, True, proposals=proposals, by=by, window=window, progress=progress)


def reject(library: Library, proposals: Sequence[int], why: str = "", *, by: str = "", window: str = "") -> Change:
    """Say no to proposals; what was accepted before keeps its clip."""
    return decide(library, False, proposals=proposals, why=why, by=by, window=window).change


def _accept(edit: Edit, made: Mapping[int, NewClip], by: str) -> dict[int, str]:
    """Add the clips under free names and mark their proposals; those that were accepted meanwhile are left out."""
    taken = {row["name"] for row in edit.connection.execute("SELECT name FROM clips WHERE deleted IS NULL")}
    clips: dict[int, str] = {}
    now = time.time()
    for identity, prepared in made.items():
        row = _find(edit, identity)
        if row["state"] == "accepted":
            continue
        name = free_name(prepared.name, taken)
        taken.add(name)
        (clip,) = insert_clips(edit, [replace(prepared, name=name)])
        edit.update("proposals", row, state="accepted", by=by, why="", clip=clip, decided=now)
        clips[identity] = str(clip)
    return clips


def _set_state(edit: Edit, proposals: Sequence[Proposal], state: str, why: str, by: str) -> None:
    now = time.time()
    for each in proposals:
        row = _find(edit, each.id)
        if row["state"] != "accepted":
            edit.update("proposals", row, state=state, by=by, why=why, decided=now)


def _find(edit: Edit, proposal: int) -> Values:
    row = edit.find("proposals", proposal)
    assert row is not None, "proposals are never deleted"
    return row


def _describe(edit: Edit, yes: bool | None, proposals: Sequence[Proposal], clips: Sequence[str], question: str) -> str:
    """What the undo menu says."""
    if len(proposals) + len(clips) == 1:
        return f"{_VERBS[yes]} {proposals[0].name or 'a proposal'}" if proposals else Judge(clips[0], yes, question).describe(edit)
    parts = [count_of(len(some), word) for some, word in ((proposals, "proposal"), (clips, "clip")) if some]
    return f"{_VERBS[yes]} {' and '.join(parts) or 'nothing'}"
