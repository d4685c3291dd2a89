"""`motionloom plan`: characters that find their way through a scene, planned before they go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_play import NamedMachine, film_runs, keep_runs, open_machine, write_run
from motionloom.core.errors import MotionloomError
from motionloom.core.files import check_place, write_file

if TYPE_CHECKING:
    from motionloom.navigation.planner import PlanOptions


def plan(
    machine: NamedMachine,
    scene: Annotated[
        Path,
        typer.Argument(help="The scene: .json (ours), .xml (SteerBench), .map or .scen (MovingAI); with --rows a folder too."),
    ],
    out: Annotated[Path | None, typer.Argument(help="The motion to write; with several agents each gets its name added.")] = None,
    samples: Annotated[int, typer.Option(min=1, max=200, help="Ways to turn that are tried in every state that turns.")] = 15,
    state: Annotated[list[str] | None, typer.Option(help="Use only these states; say it again for more.")] = None,
    cost: Annotated[str, typer.Option(help="What a plan is to be short in: time, length or effort.")] = "time",
    budget: Annotated[
        float, typer.Option(min=0.01, help="Processor seconds to search for each goal, or piece of a long way; then the best so far.")
    ] = 10.0,
    weight: Annotated[float, typer.Option(min=0, help="1 finds the best plan of those looked at, more finds one sooner.")] = 1.5,
    scale: Annotated[float, typer.Option(min=0.01, help="Metres a cell of a map.")] = 0.5,
    row: Annotated[int, typer.Option(min=0, help="Which row of a .scen file.")] = 0,
    rows: Annotated[int, typer.Option(min=0, help="So many random rows of a .scen file, beside their shortest lengths.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Which random rows.")] = 0,
    radius: Annotated[float, typer.Option(min=0.01, max=5, help="Metres of the body that goes the rows of a map.")] = 0.2,
    end_to_end: Annotated[bool, typer.Option("--end-to-end", help="Clips end to end, to see how far off that ends.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw it from above into this PNG, SVG or PDF.")] = None,
    film: Annotated[Path | None, typer.Option(help="Film it into this MP4 or GIF.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write the report into this JSON file.")] = None,
    into: Annotated[Path | None, typer.Option("--into", help="The library to add each agent's run to as a clip.")] = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Plan the ways of a scene's agents with a machine, round what stands and what moves, and write their motions.

    Every behaviour is tried with its real transition, so a plan ends where it says. Whoever is planned later keeps clear of those before.

    Example: motionloom plan machine.npz scene.json way.bvh --picture way.png

    --rows plans many rows of MovingAI scenarios and prints how much longer than the shortest ways they are. --end-to-end plans as Lau and
    Kuffner did (paper 001, algorithm 6.1), without transitions; played, such a plan ends elsewhere.
    """
    from motionloom.compute import terminal_progress
    from motionloom.navigation.plan import plan_scene, report_plan
    from motionloom.navigation.plan_picture import draw_plans
    from motionloom.navigation.planner import PlanOptions
    from motionloom.navigation.scene_doors import read_scene

    asked = PlanOptions(samples, tuple(state or ()), cost, budget=budget, weight=weight, end_to_end=end_to_end)
    for place in (picture, film, report):
        if place is not None:
            check_place(place)
    if rows:
        _plan_maps(machine, scene, asked, rows, scale, seed, radius, report, as_json)
        return
    read = read_scene(scene, scale, row)
    goers = [agent for agent in read.agents if agent.goals]
    if not goers:
        raise MotionloomError(f"{scene}: nobody there has a goal; give an agent one")
    targets = [] if out is None else [out if len(goers) == 1 else out.with_stem(f"{out.stem}_{agent.name}") for agent in goers]
    for target in targets:
        options.check_target(target, force)
    opened = open_machine(machine)
    with terminal_progress() as progress:
        progress.begin("Planning", len(goers))
        plans = plan_scene(opened.machine, read, asked, lambda agent: progress.advance(note=agent.name))
        for made, target in zip(plans, targets, strict=False):
            write_run(opened, made.run, target)
        if into is not None:
            keep_runs(opened, [(made.run, f"{made.agent.name} plan") for made in plans], into)
        if film is not None:
            film_runs(opened, [made.run for made in plans], film, progress, read, plans[0].states)
    if picture is not None:
        draw_plans(read, plans, picture, tree=len(plans) == 1)
    told = [report_plan(made, read, plans) for made in plans]
    if report is not None:
        write_file(report, json.dumps(told, indent=1) + "\n")
    if as_json:
        options.print_json(told)
    else:
        for each in told:
            typer.echo(_say(each))
    if not all(made.whole for made in plans):
        raise typer.Exit(1)


def _plan_maps(
    machine: str, place: Path, asked: PlanOptions, rows: int, scale: float, seed: int, radius: float, report: Path | None, as_json: bool
) -> None:
    """Plan random rows of scenario files and print a table beside the shortest ways."""
    from motionloom.compute import terminal_progress
    from motionloom.navigation.map_report import plan_rows, summarise_rows, to_table
    from motionloom.navigation.planner import Planner

    files = sorted(place.glob("*.scen")) if place.is_dir() else [place]
    if not files or any(file.suffix.lower() != ".scen" for file in files):
        raise MotionloomError(f"{place}: --rows takes a MovingAI scenario, a .scen file beside its .map, or a folder of them")
    planner, found = Planner(open_machine(machine).machine, asked), list[dict[str, Any]]()
    with terminal_progress() as progress:
        for file in files:
            progress.begin(f"Planning {file.stem}", rows)
            planned = plan_rows(planner, file, rows, scale, seed, lambda row: progress.advance(note=f"row {row.row}"), radius)
            found.append(summarise_rows(planned))
            if report is not None:
                write_file(report, json.dumps(found, indent=1) + "\n")
    if as_json:
        options.print_json(found)
    else:
        typer.echo("\n".join(to_table(found)))


def _say(report: dict[str, Any]) -> str:
    came = "arrives" if report["reached"] == report["goals"] else f"comes to {report['reached']} of {report['goals']} goals"
    room = "" if report["clearance"] is None else f", {100 * report['clearance']:.0f} cm clear of everything"
    if report["misses_by"] > 0.001:
        room += f", {report['misses_by']:.2f} m and {report['misses_by_degrees']:.0f} degrees from where the plan said"
    if report["off_line"] is not None:
        room += f", {100 * report['off_line']:.0f} cm off its line"
    why = f"; {report['blocked']}" if report["blocked"] else ""
    return (
        f"{report['agent']}: {came} after {report['seconds']:.1f} s and {report['metres']:.1f} m{room}; "
        f"planned in {report['planned_in']:.2f} s, {report['expanded']} nodes looked at{why}"
    )
