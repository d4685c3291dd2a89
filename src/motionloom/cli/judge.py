"""`motionloom judge`: measures of motion beside those of captures, by code that shares nothing with what makes motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import FileError, MotionloomError
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.judge import Reference, Verdict
    from motionloom.judge.performers import Group
    from motionloom.judge.pictures import Pictured
    from motionloom.making.choice import Choice

CAPTURES = "a library, a folder of captures with a catalogue.csv, a file of --save-reference, or one motion"


@chooses_clips
@reads_files
def judge(
    sources: Annotated[
        list[str], typer.Argument(help="Motion files or LIBRARY:CLIP; or one library, or one folder of captures with a catalogue.csv.")
    ],
    reading: Reading,
    choice: Chosen,
    against: Annotated[str | None, typer.Option(help=f"Captures to hold it against: {CAPTURES}. Its own library's if not given.")] = None,
    performer: Annotated[str | None, typer.Option(help="Only captures of this performer to hold it against.")] = None,
    origin: Annotated[
        Literal["performed", "made", "any"] | None, typer.Option(help="Which clips of a library: what was made, if there is any.")
    ] = None,
    does: Annotated[list[str] | None, typer.Option(help="What the motion should do: walk, run_turn, wave...")] = None,
    asked: Annotated[
        float | None, typer.Option(help="The second from which it should do that, for a second; all of it if not given.")
    ] = None,
    join: Annotated[list[float] | None, typer.Option(help="A second at which pieces were joined.")] = None,
    develop: Annotated[bool, typer.Option("--develop", help="Only performers we look at while we develop.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Only performers kept for reporting, when the work is frozen.")] = False,
    step: Annotated[float | None, typer.Option(help="Seconds over which differences are taken; 1/60 if not given.")] = None,
    save_reference: Annotated[Path | None, typer.Option(help="Write what the captures are like to this JSON, for --against.")] = None,
    pictures: Annotated[Path | None, typer.Option(help="A folder for filmstrips of the worst moments.")] = None,
    worst: Annotated[int, typer.Option(min=1, max=50, help="How many worst moments to name and draw.")] = 5,
    workers: options.Workers = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure motion and hold it against captures: feet, spikes, joins, momentum, penetration, whether it does what it says.

    Example: motionloom judge my-library --pictures worst/
    """
    from motionloom.compute import terminal_progress
    from motionloom.judge.verdict import format_table

    if save_reference is not None:
        check_place(save_reference)
    group = _group(develop, report)
    folder, problems = _folder(sources), list[str]()
    with terminal_progress() as progress:
        how = {"workers": workers, "progress": progress, "problems": problems}
        reference = _reference(against or _own(sources, folder), reading, group, step, how)
        if reference is not None and performer is not None:
            reference = reference.only(performer)
        if folder is not None:
            wanted = _wanted(folder, choice, origin)
            verdicts = [_judge_folder(folder, wanted, reference, group, how)]
        else:
            verdicts = [_judge_motion(name, reading, reference, does, asked, join, step) for name in sources]
    for problem in dict.fromkeys(problems):
        typer.echo(f"left out: {problem}", err=True)
    if save_reference is not None:
        if reference is None:
            raise MotionloomError("--save-reference needs captures; name a library or a folder, or say --against")
        reference.write(save_reference)
    drawn = [] if pictures is None else _draw(verdicts, sources, folder, reading, pictures, worst)
    if as_json:
        options.print_json([{**v.to_json(), "worst": _worst_json(v, worst)} for v in verdicts])
        return
    for verdict in verdicts:
        typer.echo(format_table(verdict))
        for moment, times in verdict.worst(worst):
            place = f"{moment.measure} of {moment.clip} at {moment.seconds:.2f} s, {moment.channel}"
            typer.echo(f"  {times:.1f} times the captures' 99.9th percentile: {place}")
    for picture in drawn:
        typer.echo(str(picture.path))


def _group(develop: bool, report: bool) -> Group | None:
    if develop and report:
        raise MotionloomError("--develop and --report are two groups of performers; say one of them, or neither for all")
    return "develop" if develop else "report" if report else None


def _folder(sources: list[str]) -> Path | None:
    """The library or folder of captures that is judged whole; None where motions are named."""
    folders = [name for name in sources if Path(name).is_dir()]
    if folders and len(sources) > 1:
        raise MotionloomError(f"{folders[0]}: a library or folder is judged alone; name its clips as LIBRARY:CLIP beside other motions")
    return Path(folders[0]) if folders else None


def _own(sources: list[str], folder: Path | None) -> str | None:
    """The captures of the library that the motions come from, where it is one."""
    from motionloom.library import is_library

    if folder is not None:
        return str(folder)
    folders = {name.rpartition(":")[0] for name in sources if not Path(name).exists()}
    return folders.pop() if len(folders) == 1 and is_library(Path(next(iter(folders)))) else None


def _reference(named: str | None, reading: Reading, group: Group | None, step: float | None, how: dict[str, Any]) -> Reference | None:
    from motionloom.cli.sources import open_source
    from motionloom.judge import Reference, learn_reference, learn_reference_from_captures, learn_reference_from_library
    from motionloom.judge.differences import STEP
    from motionloom.library import is_library

    if named is None:
        return None
    place, how = Path(named), {"step": step or STEP, **how}
    if place.suffix.lower() == ".json" and place.is_file():
        return Reference.read(place)
    if is_library(place):
        return learn_reference_from_library(place, group=group, **how)
    if place.is_dir():
        return learn_reference_from_captures(place, group, **how)
    return learn_reference([(open_source(named, reading).motion, named)], step or STEP)


def _wanted(folder: Path, choice: Choice, origin: Literal["performed", "made", "any"] | None) -> list[str] | None:
    """The ids of the clips of a library that are judged; None for a folder of captures."""
    from motionloom.library import Library, is_library
    from motionloom.making.choice import choose, require

    if not is_library(folder):
        return None
    with Library.open(folder) as library:
        made = choose(library, replace(choice, origin=origin or "made", body=True))
        found = made if made and origin is None else require(library, replace(choice, origin=origin or "performed", body=True))
        return [clip.id for clip in found]


def _judge_folder(folder: Path, wanted: list[str] | None, reference: Reference | None, group: Group | None, how: dict[str, Any]) -> Verdict:
    from motionloom.judge import judge_captures, judge_library

    if wanted is None:
        return judge_captures(folder, group, reference, **how)
    return judge_library(folder, wanted, reference, group=group, **how)


def _judge_motion(
    name: str,
    reading: Reading,
    reference: Reference | None,
    does: list[str] | None,
    asked: float | None,
    join: list[float] | None,
    step: float | None,
) -> Verdict:
    from motionloom.cli.sources import open_source
    from motionloom.judge import judge_motion
    from motionloom.judge.differences import STEP

    motion = open_source(name, reading).motion
    return judge_motion(motion, reference, labels=tuple(does or ()), asked=asked, joins=tuple(join or ()), step=step or STEP)


def _draw(verdicts: list[Verdict], sources: list[str], folder: Path | None, reading: Reading, pictures: Path, worst: int) -> list[Pictured]:
    from motionloom.cli.sources import open_source
    from motionloom.judge.captures import open_source as open_clip
    from motionloom.judge.pictures import draw_moment

    try:
        pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{pictures}: no folder can be made here ({error.strerror}); name another for --pictures") from None
    drawn: list[Pictured] = []
    for verdict, name in zip(verdicts, sources, strict=True):
        for moment, times in verdict.worst(worst):
            motion: Motion = open_source(name, reading).motion if folder is None else open_clip(folder, moment.source)
            drawn.append(draw_moment(motion, moment, times, pictures, len(drawn) + 1))
    return drawn


def _worst_json(verdict: Verdict, worst: int) -> list[dict[str, object]]:
    return [{**vars(moment), "times": times} for moment, times in verdict.worst(worst)]
