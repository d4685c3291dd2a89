"""What the judge says, written as annotations: spans `looks_human` on a track of its own, where orders of motion look for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import LibraryError, count_of
from motionloom.core.masks import find_runs
from motionloom.enrich.looks_human.classifier import DEFAULT, FrameVerdict
from motionloom.enrich.looks_human.judging import judge_clips
from motionloom.library.commands.annotations import ReplaceAnnotations
from motionloom.library.commands.registry import to_data
from motionloom.making.choice import Choice
from motionloom.making.work import JobKind, Work, register

JOB = "write_looks_human"
WORD = TRACK = "looks_human"


def whole(verdict: FrameVerdict) -> NDArray[np.bool_]:
    """Which frames (F,) look human; those at the ends, which are not judged, as the nearest that is."""
    judged = np.flatnonzero(verdict.judged)
    at = np.clip(np.arange(len(verdict.chances)), judged[0], judged[-1])
    return np.asarray(verdict.human[at])


def human_spans(clip: str, verdict: FrameVerdict) -> ReplaceAnnotations:
    """The edit that writes a verdict on a clip: a span a run of frames that look human, its mean chance as confidence."""
    runs = find_runs(whole(verdict)) if verdict.judged.any() else []
    spans = tuple((WORD, int(start), int(stop), round(float(verdict.chances[start:stop].mean()), 3)) for start, stop in runs)
    return ReplaceAnnotations(clip, TRACK, spans)


def run(work: Work) -> str:
    """Judge clips and write what looks human, in one undo step. arguments: choice; classifier. What a person drew there stays."""
    library, step = work.library, f"{work.job}-written" if work.job else None
    done = None if step is None else library.find_change(step)
    if done is not None:
        return f"{count_of(len(done.clips), 'clip')} judged"
    choice = Choice.from_json(work.arguments.get("choice", {}))
    found, labels = judge_clips(library, choice, str(work.arguments.get("classifier", DEFAULT)), work.progress)
    if not found:
        raise LibraryError("no clip of these has a body that is known, so none can be judged")
    commands = [to_data(human_spans(each.clip, each.verdict)) for each in found]
    title = f"Say what looks human of {found[0].name if len(found) == 1 else count_of(len(found), 'clip')}"
    library.apply({"kind": "batch", "commands": commands, "title": title}, window=work.window, command_id=step)
    return f"{count_of(len(found), 'clip')} judged; labels: {labels}"


def _title(arguments: Mapping[str, Any]) -> str:
    return "Write what looks human"


WRITE = register(JobKind(JOB, _title, run))
