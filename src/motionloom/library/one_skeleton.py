"""One skeleton a performer: clips whose bones are the same get the same rest pose after an import, and none of their joints moves.

The rest pose is chosen once. What something already rests on (a recipe, a table, a machine) is never rewritten.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import SkeletonError, count_of
from motionloom.core.rest_poses import find_ends, has_same_bones, with_skeleton
from motionloom.library import history
from motionloom.library.commands.documents import to_json
from motionloom.library.edit import Edit
from motionloom.library.library import Library
from motionloom.library.maintenance.roots import find_needed
from motionloom.library.records import Clip, make_id

NOTE = "rest pose: that of other clips with the same bones; no joint moved by more than 0.01 mm"


@dataclass(frozen=True)
class Reconciled:
    """Clips (ids) that were given the rest pose of others with the same bones, and a clip (name) that had it before."""

    clips: tuple[str, ...]
    like: str

    def describe(self) -> str:
        """One line for people."""
        return f"{count_of(len(self.clips), 'clip')} rested otherwise with the same bones: now one skeleton, that of {self.like!r}"


def reconcile(
    library: Library, added: Collection[str], there: Collection[str], window: str, work: str, title: str
) -> tuple[Reconciled, ...]:
    """Give clips of an import the skeleton of others with the same bones, in one transaction that is a part of `work`.

    added: ids of clips that came in just now, there: of those whose files had been imported before. A skeleton that more of the
    library's earlier clips have wins, then one that knows the ends of more chains, a rest pose that is the file's own, the one nearest to
    all others.
    """
    clips = [clip for clip in library.clips() if clip.content]
    touched = {*added, *there}
    if len({clip.skeleton for clip in clips}) < 2 or not any(clip.id in touched for clip in clips):
        return ()
    needed = find_needed(library.database.connection()).clips
    free = {clip.id for clip in clips if clip.id in touched and clip.id not in needed and not clip.made}
    changes, done = list[tuple[Clip, Motion, str]](), list[Reconciled]()
    for group in _group(library, clips):
        chosen = _choose(library, group, free, set(added))
        moved = [(clip, motion) for clip in group if clip.id in free and (motion := _rewrite(library, clip, chosen.skeleton)) is not None]
        changes += [(clip, motion, chosen.skeleton) for clip, motion in moved]
        done += [Reconciled(tuple(clip.id for clip, _ in moved), chosen.name)] if moved else []
    _write(library, changes, window, work, title)
    return tuple(done)


def _group(library: Library, clips: Sequence[Clip]) -> list[list[Clip]]:
    """Clips by body, those of bodies that have several skeletons."""
    bodies = list[tuple[Skeleton, set[str]]]()
    for key in sorted({clip.skeleton for clip in clips}):
        skeleton = library.skeleton(key)
        same = next((keys for first, keys in bodies if has_same_bones(first, skeleton)), None)
        if same is None:
            bodies.append((skeleton, {key}))
        else:
            same.add(key)
    ordered = sorted(clips, key=lambda clip: (clip.file, clip.name, clip.id))
    return [[clip for clip in ordered if clip.skeleton in keys] for _, keys in bodies if len(keys) > 1]


def _choose(library: Library, group: Sequence[Clip], free: Collection[str], added: Collection[str]) -> Clip:
    """The clip whose skeleton all of a group get."""
    fixed = Counter(clip.skeleton for clip in group if clip.id not in free)
    earlier = Counter(clip.skeleton for clip in group if clip.id not in added)
    keys = list(dict.fromkeys(clip.skeleton for clip in group))
    turns = np.stack([library.skeleton(key).rest_world[0] for key in keys])
    share = Counter(clip.skeleton for clip in group)
    counts = np.array([share[key] for key in keys], dtype=float)
    apart = {key: float(quaternion.angle_between(turns, turns[k][None]).sum(axis=1) @ counts) for k, key in enumerate(keys)}
    ends = {key: len(find_ends(library.skeleton(key))) for key in keys}

    def rank(clip: Clip) -> tuple[float, ...]:
        key = clip.skeleton
        return fixed[key], earlier[key], ends[key], _rests_as_in_file(clip), -apart[key]

    return max(group, key=rank)


def _rests_as_in_file(clip: Clip) -> bool:
    return not any("T-pose was made" in note for note in clip.reading.get("notes", ()))


def _rewrite(library: Library, clip: Clip, skeleton: str) -> Motion | None:
    """The clip's motion on the skeleton; None where it has it, or cannot."""
    return None if clip.skeleton == skeleton else with_skeleton(library.motion(clip.id), library.skeleton(skeleton))


def _write(library: Library, changes: Sequence[tuple[Clip, Motion, str]], window: str, work: str, title: str) -> None:
    if not changes:
        return
    contents = [library.store.write_motion(motion) for _, motion, _ in changes]  # on disk before a row names them
    with library.database.transaction() as connection:
        edit = Edit(connection)
        for (clip, motion, skeleton), content in zip(changes, contents, strict=True):
            row = edit.find("clips", clip.id)
            if row is not None and (row["content"], row["skeleton"]) == (clip.content, clip.skeleton):  # nobody else was faster
                read = {"reading": _with_note(row["reading"]), "height": _height(motion.skeleton)}
                edit.update("clips", row, content=content, skeleton=skeleton, **read)
        if edit.touched:
            history.record(connection, edit, identity=make_id(), window=window, kind="import", title=title, command=history.part_of(work))


def _height(skeleton: Skeleton) -> float | None:
    try:
        return body_of(skeleton).height
    except SkeletonError:
        return None


def _with_note(reading: str) -> str:
    told: dict[str, Any] = json.loads(reading)
    notes = [*told.get("notes", ())]
    return to_json({**told, "notes": notes if NOTE in notes else [*notes, NOTE]}, "a reading")
