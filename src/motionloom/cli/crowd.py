"""`motionloom steer` and `motionloom crowd`: characters that react as they go, alone and in crowds."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_play import NamedMachine, Opened, film_runs, keep_runs, open_machine, write_run
from motionloom.core.errors import MotionloomError
from motionloom.core.files import check_place, write_file

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.navigation.crowd import CrowdOptions, CrowdRun
    from motionloom.navigation.scene import Scene

NamedScene = Annotated[Path, typer.Argument(help="The scene: .json (ours), .xml (SteerBench), .map or .scen (MovingAI).")]
Seconds = Annotated[float, typer.Option(min=0.1, max=3600, help="At most so long.")]
Avoidance = Annotated[str, typer.Option(help="How others are kept clear of: orca, or field (the paper's).")]
Seed = Annotated[int, typer.Option(min=0, help="Of what is left to chance: the same seed gives the same motion.")]
Picture = Annotated[Path | None, typer.Option(help="Draw it from above, with ways and times, into this PNG, SVG or PDF.")]
Film = Annotated[Path | None, typer.Option(help="Film it into this MP4 or GIF.")]
Report = Annotated[Path | None, typer.Option(help="Write the report into this JSON file.")]
Into = Annotated[Path | None, typer.Option("--into", help="The library to add everybody's run to as clips.")]
MOST_FILMED = 40  # figures of a film


def steer(
    machine: NamedMachine,
    scene: NamedScene,
    out: Annotated[Path | None, typer.Argument(help="The motion to write.")] = None,
    agent: Annotated[str, typer.Option(help="Who is steered; the first who has a goal if not given. The others stand.")] = "",
    seconds: Seconds = 60.0,
    avoidance: Avoidance = "orca",
    seed: Seed = 0,
    picture: Picture = None,
    film: Film = None,
    report: Report = None,
    into: Into = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Steer one character of a scene to its goals, where it stops; it reacts to what stands, moves and stands about.

    Example: motionloom steer machine.npz scene.json steered.bvh --picture steered.png
    """
    from motionloom.navigation.crowd import CrowdOptions
    from motionloom.navigation.scene_doors import read_scene
    from motionloom.navigation.steering import SteeringOptions

    read = read_scene(scene)
    who = read.agent(agent) if agent else next((each for each in read.agents if each.goals), None)
    if who is None or not who.goals:
        raise MotionloomError(f"{scene}: nobody there has a goal; give an agent one")
    read = replace(read, agents=(who, *(replace(each, goals=()) for each in read.agents if each is not who)), emitters=())
    asked = CrowdOptions(seconds, leave=False, steering=SteeringOptions(avoidance, seed=seed))
    _go(machine, read, asked, out, picture, film, report, into, force, as_json, only=1)


def crowd(
    machine: NamedMachine,
    scene: NamedScene,
    out: Annotated[Path | None, typer.Argument(help="The motion to write; with several agents each gets its name added.")] = None,
    seconds: Seconds = 120.0,
    avoidance: Avoidance = "orca",
    leave: Annotated[
        bool | None,
        typer.Option("--leave/--stay", help="Who has arrived leaves (if not said, in SteerBench's scenes and with emitters) or stays."),
    ] = None,
    seed: Seed = 0,
    picture: Picture = None,
    film: Film = None,
    report: Report = None,
    into: Into = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Let all agents of a scene go to their goals at once, round each other and what stands; each is a run of the machine.

    Example: motionloom crowd machine.npz scene.json crowd.bvh --picture crowd.png
    """
    from motionloom.navigation.crowd import CrowdOptions
    from motionloom.navigation.scene_doors import read_scene
    from motionloom.navigation.steering import SteeringOptions

    read = read_scene(scene, seed=seed)
    goes = scene.suffix.lower() == ".xml" or bool(read.emitters) if leave is None else leave
    asked = CrowdOptions(seconds, leave=goes, steering=SteeringOptions(avoidance, seed=seed))
    _go(machine, read, asked, out, picture, film, report, into, force, as_json)


def _go(
    machine: str, scene: Scene, asked: CrowdOptions, out: Path | None, picture: Path | None, film: Path | None, report: Path | None,
    into: Path | None, force: bool, as_json: bool, only: int | None = None,
) -> None:  # fmt: skip
    """Run a scene and write all that was asked for."""
    from motionloom.compute import terminal_progress
    from motionloom.navigation.crowd import report_crowd, run_crowd
    from motionloom.navigation.crowd_picture import draw_crowd
    from motionloom.navigation.repertoire import make_repertoire

    for place in (picture, film, report):
        if place is not None:
            check_place(place)
    if out is not None and (only == 1 or len(scene.agents) == 1):
        options.check_target(out, force)
    opened = open_machine(machine)
    with terminal_progress() as progress:
        progress.begin("Playing every move of the machine")
        repertoire = make_repertoire(opened.machine)
        crowd_run = run_crowd(repertoire, scene, asked, tell_seconds(progress, asked.seconds))
        _write(opened, crowd_run, out, film, into, force, only)
    if picture is not None:
        draw_crowd(crowd_run, picture)
    found = report_crowd(crowd_run)
    if report is not None:
        write_file(report, json.dumps(found, indent=1) + "\n")
    if as_json:
        options.print_json(found)
    else:
        typer.echo(_say(found))


def tell_seconds(progress: Progress, seconds: float) -> Callable[[float, int], None]:
    """Begins a stage of so many seconds of steering; what comes out is called with those that are over, and how many are on their way."""
    done = 0
    progress.begin("Steering", round(seconds))

    def tell(second: float, left: int) -> None:
        nonlocal done
        if int(second) > done:
            progress.advance(int(second) - done, f"{left} on their way")
            done = int(second)

    return tell


def _write(
    opened: Opened, crowd_run: CrowdRun, out: Path | None, film: Path | None, into: Path | None, force: bool, only: int | None
) -> None:
    """Motions, clips and a film of those who were there."""
    there = [n for n in range(len(crowd_run.agents)) if crowd_run.there[:, n].any()][:only]
    runs = {n: crowd_run.steering.run_of(n) for n in there}
    if out is not None:
        targets = {n: out if len(there) == 1 else out.with_stem(f"{out.stem}_{crowd_run.agents[n].name}") for n in there}
        for target in targets.values():
            options.check_target(target, force)
        for n, target in targets.items():
            write_run(opened, runs[n], target)
    if into is not None:
        keep_runs(opened, [(runs[n], f"{crowd_run.agents[n].name} steered") for n in there], into)
    if film is not None:
        film_runs(opened, [runs[n] for n in there[:MOST_FILMED]], film)


def _say(found: dict[str, Any]) -> str:
    rooms = [("bodies", found["closest_body"]), ("walls", found["closest_wall"])]
    room = ", ".join(f"{100 * gap:.0f} cm to {what} at the least" for what, gap in rooms if gap is not None)
    time = "" if found["time_to_goal"] is None else f" after {found['time_to_goal']:.1f} s in the mean"
    long = "" if found["length_over_best"] is None else f", ways {found['length_over_best']:.2f} of the shortest"
    return (
        f"{found['scene']}: {found['agents_done']} of {found['agents_with_goals']} arrive{time}{long}; "
        f"{found['collisions']} collisions{'; ' + room if room else ''}"
    )
