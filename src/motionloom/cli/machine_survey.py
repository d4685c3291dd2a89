"""`motionloom machine survey`: a machine of every performer of a library, looked at state by state; a table and pictures."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.filming import count_frames
from motionloom.cli.long_work import run_long
from motionloom.core.errors import JobCancelled, MotionloomError, count_of

if TYPE_CHECKING:
    from motionloom.behaviours.state_graph import StateGraph
    from motionloom.compute import Progress
    from motionloom.library import Library
    from motionloom.making.choice import Choice


@chooses_clips
def survey(
    library: Annotated[Path, typer.Argument(help="The library; each of its performers, or of those that are chosen, gets a machine.")],
    folder: Annotated[Path, typer.Argument(help="A folder for survey.md, survey.json and the pictures.")],
    *,
    choice: Chosen,
    against: Annotated[
        list[str] | None, typer.Option(help="PERFORMER=GRAPH: a graph drawn by hand to hold its machine against, such as 135=cmu_135.")
    ] = None,
    films: Annotated[bool, typer.Option("--films", help="Film every tour as well, .mp4.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Put the machines on the library's shelf, each under its performer's name.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of the order of laps, and of random requests.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Build a machine for every performer and look at all its states: labels in, states out, what each does, what is missing and why.

    Every state is asked for in turn, with feet held, and what is then played is told by `motionloom judge`'s tests.

    Example: motionloom machine survey my-library survey --subject 16
    """
    from motionloom.behaviours.survey_table import to_markdown
    from motionloom.compute import terminal_progress
    from motionloom.core.files import write_file
    from motionloom.library import Library

    drawn = _read_drawn(against or ())
    folder.mkdir(parents=True, exist_ok=True)
    rows, problems = list[dict[str, Any]](), dict[str, str]()
    with Library.open(library) as opened, terminal_progress() as progress:
        for subject in _subjects(opened, choice):
            told = replace(choice, subjects=(subject,))
            try:
                rows.append(_look(opened, told, folder, drawn.get(subject), films, keep, seed, progress))
            except JobCancelled:
                raise
            except MotionloomError as error:  # of one performer; the others have theirs all the same
                problems[subject] = str(error)
            write_file(folder / "survey.json", json.dumps(rows, indent=1))  # what was found stays, should it be stopped
            write_file(folder / "survey.md", to_markdown(rows, problems))
    if as_json:
        options.print_json(rows)
    else:
        typer.echo(to_markdown(rows, problems))
        typer.echo(f"{folder}: survey.md, survey.json, and pictures of {count_of(len(rows), 'machine')}")
    if problems and not rows:
        raise MotionloomError(next(iter(problems.values())))


def _read_drawn(against: list[str] | tuple[()]) -> dict[str, StateGraph]:
    from motionloom.behaviours import hand_made, read_graph

    found = {}
    for each in against:
        subject, equals, named = each.partition("=")
        if not equals:
            raise MotionloomError(f"--against takes PERFORMER=GRAPH, such as 135=cmu_135; found {each!r}")
        found[subject] = read_graph(Path(named)) if named.endswith(".json") else hand_made(named)
    return found


def _subjects(library: Library, choice: Choice) -> list[str]:
    from motionloom.making.choice import require

    return sorted({clip.subject for clip in require(library, choice)} - {""}, key=lambda name: name.zfill(8) if name.isdigit() else name)


def _look(
    library: Library,
    choice: Choice,
    folder: Path,
    drawn: StateGraph | None,
    films: bool,
    keep: bool,
    seed: int,
    progress: Progress,
) -> dict[str, Any]:
    """Build one performer's machine, tour it and draw it; the row of the table."""
    from motionloom.behaviours.graph_picture import draw_graph
    from motionloom.behaviours.stay_pictures import draw_stays, film
    from motionloom.behaviours.survey_table import row_of
    from motionloom.behaviours.surveying import survey as look_at

    (subject,), begun = choice.subjects, time.process_time()
    work = run_long(library, "machine", {"choice": choice.to_json(), "name": subject if keep else ""}, progress=progress)
    built, spent = work.result, time.process_time() - begun
    progress.begin(f"Touring the machine of {subject}")
    found = look_at(built.machine, seed)
    draw_graph(built.machine.graph, folder / f"{subject}.png", drawn, f"{subject}: {len(built.machine.states)} states")
    draw_stays(found.motion, found.stays, built.machine.graph.cyclic, folder / f"{subject}_states.png")
    if films:
        film(found.motion, found.stays, found.tour.requests, folder / f"{subject}.mp4", progress=count_frames(progress))
    return {"performer": subject, "cpu_seconds": spent, **row_of(library, built, found, drawn, seed)}
