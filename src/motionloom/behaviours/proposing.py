"""Whose clips a machine can be made of. What its states are is proposed from what the clips' frames do (`segment_states`)."""

from __future__ import annotations

from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.choice import choose


def list_subjects(library: Library) -> list[tuple[str, int]]:
    """Who was captured, and in how many clips; who does the most different things first, by labels. A machine is one body's."""
    clips, labels = dict[str, int](), dict[str, set[str]]()
    for clip in choose(library):
        clips[clip.subject] = clips.get(clip.subject, 0) + 1
        labels.setdefault(clip.subject, set()).update(clip.labels)
    return sorted(clips.items(), key=lambda each: (-len(labels[each[0]]), -each[1], each[0]))


def choose_subject(library: Library, subject: str | None = None) -> str:
    """The person whose clips a machine is made of: who is asked for, or who does the most."""
    found = [name for name, _ in list_subjects(library)]
    if not found or (subject is not None and subject not in found):
        raise MotionError("a machine is made of one person's captured clips; import some, and say whose they are")
    return found[0] if subject is None else subject
