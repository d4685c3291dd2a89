"""Which clips of a library look human, frame by frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError
from motionloom.core.masks import find_runs
from motionloom.enrich.looks_human.classifier import DEFAULT, FrameVerdict
from motionloom.enrich.looks_human.shelf import find_judge, open_judge
from motionloom.library import Library
from motionloom.making.choice import Choice, require
from motionloom.making.plants import find_plants


@dataclass(frozen=True, eq=False)
class ClipVerdict:
    """A clip by id and name, and what a judge says of its frames at so many a second."""

    clip: str
    name: str
    fps: float
    verdict: FrameVerdict

    def describe(self) -> str:
        """In a line: the share that looks human, and where it does not."""
        if not self.verdict.judged.any():
            return "too short to be judged: half a second before and after a frame is needed"
        spans = find_runs(self.verdict.judged & ~self.verdict.human)
        where = ", ".join(f"{start / self.fps:.2f}-{stop / self.fps:.2f} s" for start, stop in spans[:4])
        said = f"{self.verdict.share:.0%} of the judged frames look human"
        return f"{said}; not {where}{' and more' if len(spans) > 4 else ''}" if spans else said

    def to_json(self) -> dict[str, Any]:
        """Plain data, chances rounded."""
        told = {"clip": self.clip, "name": self.name, "share": round(self.verdict.share, 4), "judged": int(self.verdict.judged.sum())}
        return {**told, "not_human": find_runs(self.verdict.judged & ~self.verdict.human), "chance": round(self.verdict.chance, 4)}


def judge_clips(
    library: Library, choice: Choice, classifier: str = DEFAULT, progress: Progress | None = None
) -> tuple[list[ClipVerdict], str]:
    """What the judge says of the chosen clips whose body is known, and whose labels it rests on."""
    document = find_judge(library, classifier)
    if document is None and classifier != DEFAULT:
        raise LibraryError(f"{classifier} knows nothing before it is fitted; add --fit")
    judge = open_judge(library, "" if document is None else document.id)
    clips = [clip for clip in require(library, choice) if clip.height is not None]
    found = []
    for clip in (progress or Progress()).each("Judging", clips, lambda clip: clip.name):
        motion = library.motion(clip.id)
        found.append(ClipVerdict(clip.id, clip.name, clip.fps, judge.judge(motion, find_plants(library, clip, motion).bits)))
    return found, judge.labels
