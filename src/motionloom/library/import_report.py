"""What an import did, for people and programs."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from motionloom.core.errors import count_of, list_names
from motionloom.core.gravity import Flight, GravityReport, pool
from motionloom.core.steadiness import Steadiness, choose_verdict, pool_steadiness
from motionloom.library.library import Library
from motionloom.library.one_skeleton import Reconciled
from motionloom.library.records import Clip

SHOWN = 3  # names in a line of the report
LISTED = 12  # clips with problems that have a line of their own


@dataclass(frozen=True)
class Failure:
    """A file that was not imported, and one line that says why."""

    file: str
    line: str


@dataclass(frozen=True)
class Suspicion:
    """Clips of one performer whose falls, or steps where nobody falls, say that the rate or unit is wrong.

    command: what reads them anew, "" where their folder holds others' clips too, or there is none.
    """

    subject: str
    text: str
    clips: tuple[str, ...]
    implied_fps: float
    command: str = ""

    def describe(self) -> str:
        """One line for people."""
        return f"{self.subject}: {self.text}" + (f": {self.command}" if self.command else "")


@dataclass(frozen=True)
class Glitched:
    """A clip whose frames have something wrong with them: its id and name, and a line on each thing."""

    clip: str
    name: str
    lines: tuple[str, ...]
    mendable: bool

    def describe(self) -> str:
        """One line for people."""
        return f"{self.name}: {self.lines[0]}" + (f", and {len(self.lines) - 1} more" if len(self.lines) > 1 else "")


@dataclass(frozen=True)
class ImportReport:
    """Clip ids but for names and files where said.

    there: unchanged since an earlier import, not read. reread: read anew, in another way. left_deleted: names of clips that a
    person had deleted. labelled: how many earlier clips gained labels. unmatched: files without a row, rows without a file.
    one_skeleton: clips whose rest poses were made those of others with the same bones.
    """

    added: tuple[str, ...]
    reread: tuple[str, ...]
    there: tuple[str, ...]
    restored: tuple[str, ...]
    left_deleted: tuple[str, ...]
    labelled: int
    failures: tuple[Failure, ...]
    unmatched_files: tuple[str, ...]
    unmatched_rows: tuple[str, ...]
    suspicious: tuple[Suspicion, ...]
    glitched: tuple[Glitched, ...]
    seconds: float
    one_skeleton: tuple[Reconciled, ...] = ()

    def describe(self) -> list[str]:
        """Lines for people, the summary first; each of the `failures` has a line of its own."""
        counts = {
            "imported": len(self.added),
            "read anew": len(self.reread),
            "there already": len(self.there),
            "labelled": self.labelled,
            "restored": len(self.restored),
            "left deleted": len(self.left_deleted),
            "failed": len(self.failures),
        }
        told = [f"{count} {what}" for what, count in counts.items() if count]
        lines = [f"{', '.join(told) or 'nothing to import'} in {self.seconds:.1f} s"]
        lines += [suspicion.describe() for suspicion in self.suspicious]
        lines += [reconciled.describe() for reconciled in self.one_skeleton]
        lines += self._describe_glitches()
        if self.left_deleted:
            gone = f"{count_of(len(self.left_deleted), 'clip')} deleted earlier, left so ({list_names(self.left_deleted, SHOWN)})"
            lines.append(f"{gone}; --restore brings back what was deleted")
        if self.unmatched_files:
            files = count_of(len(self.unmatched_files), "file")
            lines.append(f"{files} without a row in the table of labels: {list_names(self.unmatched_files, SHOWN)}")
        if self.unmatched_rows:
            rows = count_of(len(self.unmatched_rows), "row")
            lines.append(f"{rows} of the table of labels without a file: {list_names(self.unmatched_rows, SHOWN)}")
        return lines

    def _describe_glitches(self) -> list[str]:
        if not self.glitched:
            return []
        count = len(self.glitched)
        said = f"{count_of(count, 'clip')} with problems ({sum(one.mendable for one in self.glitched)} can be mended, `motionloom mend`):"
        lines = [said, *(f"  {one.describe()}" for one in self.glitched[:LISTED])]
        return lines + ([f"  and {count - LISTED} more; `motionloom library check` names them all"] if count > LISTED else [])

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def find_suspicious(library: Library, ids: Iterable[str]) -> tuple[Suspicion, ...]:
    """Performers whose clips, taken together, contradict their rate; a clip without subject is judged by its folder."""
    groups: dict[str, list[Clip]] = {}
    wanted = set(ids)
    everything = library.clips()
    for clip in everything:
        if clip.id in wanted and clip.gravity:
            groups.setdefault(_performer(clip), []).append(clip)
    found = []
    for performer, clips in sorted(groups.items()):
        same = _judge_rates(library, performer, clips, everything)
        bodies = {} if same else {clip.skeleton: [other for other in clips if other.skeleton == clip.skeleton] for clip in clips}
        # Several performers in one folder: the others' falls would outvote those of one whose rate is wrong.
        apart = bodies.values() if len(bodies) > 1 and not clips[0].subject else ()
        found += same or [one for each in apart for one in _judge_rates(library, _name_body(performer, each), each, everything)]
    return tuple(found)


def _judge_rates(library: Library, performer: str, clips: Sequence[Clip], everything: Sequence[Clip]) -> list[Suspicion]:
    """What clips that belong together say of each rate that they state."""
    found = []
    steps = {report.fps: report for report in pool_steadiness(_steps(clip.fps, clip.gravity or {}) for clip in clips)}
    for falls in pool(_falls(clip.fps, clip.gravity or {}) for clip in clips):
        verdict = choose_verdict(falls, steps.get(falls.fps, Steadiness(falls.fps)))
        if verdict.suspicious:
            same = [clip for clip in clips if clip.fps == falls.fps]
            implied = verdict.implied_fps or 0.0
            command = _command(library, same, everything, implied)
            found.append(Suspicion(performer, verdict.describe(), tuple(clip.id for clip in same), implied, command))
    return found


def _name_body(performer: str, clips: Sequence[Clip]) -> str:
    return f"{performer}, {list_names([clip.name for clip in clips], SHOWN)}"


def find_glitched(library: Library, ids: Iterable[str]) -> tuple[Glitched, ...]:
    """Those of the clips whose frames have something wrong with them; a wrong rate is told of performers, not of each clip."""
    wanted, found = set(ids), list[Glitched]()
    for clip in library.clips():
        glitches = [glitch for glitch in clip.glitches or () if glitch.kind != "rate"]
        if clip.id in wanted and glitches:
            lines = tuple(glitch.describe(clip.fps) for glitch in glitches)
            found.append(Glitched(clip.id, clip.name, lines, any(glitch.mendable for glitch in glitches)))
    return tuple(found)


def _command(library: Library, clips: Sequence[Clip], everything: Sequence[Clip], fps: float) -> str:
    """The line that reads these clips' folder at another rate, where nobody else's clips lie in it."""
    folders = {Path(clip.file).parent for clip in clips if clip.file}
    ids = {clip.id for clip in clips}
    others = (clip for clip in everything if clip.file and clip.id not in ids)
    if len(folders) != 1 or any(folder in Path(clip.file).parents for clip in others for folder in folders):
        return ""
    return shlex.join(["motionloom", "import", str(library.folder), str(*folders), "--fps", f"{fps:g}"])


def _performer(clip: Clip) -> str:
    if clip.subject:
        return f"subject {clip.subject}"
    return Path(clip.file).parent.name if clip.file else clip.name


def _falls(fps: float, gravity: Mapping[str, Any]) -> GravityReport:
    return GravityReport(fps, tuple(Flight(int(start), int(stop), fall, arc) for start, stop, fall, arc in gravity["flights"]))


def _steps(fps: float, gravity: Mapping[str, Any]) -> Steadiness:
    frames, stated, halved = gravity.get("steps", (0, 0.0, 0.0))  # clips of an older library have not been asked
    return Steadiness(fps, int(frames), stated, halved)


def summarise(report: ImportReport, failed: int) -> str:
    """An import in a few words."""
    said = [f"{len(report.added)} imported"]
    said += [f"{len(report.reread)} read anew"] if report.reread else []
    said += [f"{len(report.there)} there already"] if report.there else []
    said += [f"{report.labelled} labelled"] if report.labelled else []
    said += [f"{len(report.glitched)} with problems"] if report.glitched else []
    return ", ".join(said + ([f"{failed} not read"] if failed else []))
