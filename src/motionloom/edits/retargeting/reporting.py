"""Captures on bodies, measured and told as a table: developing performers first, then those kept for reporting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from motionloom import formats
from motionloom.compute import Progress
from motionloom.core import Motion, Skeleton
from motionloom.core.body import is_body
from motionloom.core.errors import FileError, MotionloomError
from motionloom.edits.retargeting.report import Wear, measure, summarise
from motionloom.edits.retargeting.retarget import RetargetOptions, retarget
from motionloom.feet.oracle import default_oracle
from motionloom.formats.registry import suffixes
from motionloom.formats.skin import Skin
from motionloom.judge.performers import Group, group_of, performer_name

HEAD = f"{'':40} slide cm/s  after  off floor  deepest mm  touching  off mm  (plain)  height  knees  bent"


@dataclass(frozen=True)
class Row:
    """A capture on a body: their names, the performer's group, and the figures."""

    capture: str
    body: str
    group: Group
    wear: Wear

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"capture": self.capture, "body": self.body, "group": self.group, **asdict(self.wear)}


def find_captures(paths: Iterable[Path]) -> list[Path]:
    """The motion files that are named or lie in folders that are."""
    known = suffixes("read")
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(file for file in path.rglob("*") if file.suffix.lower() in known)
        elif path.is_file():
            found.append(path)
        else:
            raise FileError(f"{path}: no such file or folder")
    return found


def run_report(
    captures: Sequence[Path], bodies: Mapping[str, tuple[Skeleton, Skin | None]], seconds: float, progress: Progress | None = None
) -> list[Row]:
    """Every capture on every body that is not its own."""
    rows = []
    oracle = default_oracle()
    for path in (progress or Progress()).each("Putting motions on bodies", captures, lambda path: path.name):
        whole = formats.load(path)
        if not is_body(whole.skeleton):
            continue
        motion = whole[: max(2, round(seconds * whole.fps))]
        plants = oracle.label(motion).bits
        for name, (skeleton, skin) in bodies.items():
            if skeleton.hash != motion.skeleton.hash:
                rows.append(Row(path.stem, name, group_of(performer_of(path)), _wear(motion, plants, skeleton, skin)))
    if not rows:
        raise MotionloomError("none of these motions is a body that could be put on another")
    return rows


def performer_of(path: Path) -> str:
    """The performer of a capture by its name, as CMU's are called: 16 of 16_15; else the start of the name."""
    number = re.match(r"(\d+)_", path.stem)
    return performer_name(number[1] if number else path.stem.partition("_")[0])


def _wear(motion: Motion, plants: Any, skeleton: Skeleton, skin: Skin | None) -> Wear:
    worn = retarget(motion, skeleton, plants)
    plain = retarget(motion, skeleton, plants, RetargetOptions(hands=False))
    return measure(motion, worn, plants, plain, skin)


def to_lines(rows: Sequence[Row]) -> list[str]:
    """The table: a line a capture and body, and for each group the median and the worst of each body."""
    lines = [HEAD]
    for group in ("develop", "report"):
        own = [row for row in rows if row.group == group]
        if not own:
            continue
        lines.append(f"{'developing' if group == 'develop' else 'reporting'} performers")
        if len(own) <= 40:
            lines += [_line(f"{row.capture} on {row.body}", row.wear) for row in own]
        for body in dict.fromkeys(row.body for row in own):
            middle, worst = summarise([row.wear for row in own if row.body == body])
            count = sum(row.body == body for row in own)
            lines += [_line(f"{body}: median of {count}", middle), _line(f"{body}: worst", worst)]
    return lines


def _line(name: str, wear: Wear) -> str:
    feet = f"{wear.slide_before:10.1f}  {wear.slide_after:5.1f}  {wear.off_floor:6.1f} mm  {wear.deepest:10.1f}"
    hands = f"{wear.touches:8.0%}  {wear.apart:6.0f}  {wear.plain:7.0f}"
    return f"{name[:40]:40} {feet}  {hands}  {wear.height:6.2f}  {wear.knees:5.2f}  {wear.bent:4.1f}"
