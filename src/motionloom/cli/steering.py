"""`motionloom steering`: how well a machine can be steered, its learned inverse, and a table over scenes beside pyrvo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_play import NamedMachine, open_machine
from motionloom.core.errors import MotionloomError
from motionloom.core.files import check_place

app = typer.Typer(help="How well a machine can be steered.", no_args_is_help=True)


@app.command()
def train(
    machine: NamedMachine,
    state: Annotated[str, typer.Option(help="The state; the one that steering walks with if not given.")] = "",
    examples: Annotated[int, typer.Option(min=100, max=1_000_000, help="To train on; a tenth more are held out.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the random weights.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Train the network that inverts a state (weights for a turn within two seconds), and measure it beside the calibrated table.

    Example: motionloom steering train machine.npz --examples 500
    """
    from motionloom.behaviours.tables import make_tables
    from motionloom.compute import terminal_progress
    from motionloom.navigation.gait import find_gait
    from motionloom.navigation.steering_network import train_network

    opened = open_machine(machine).machine
    tables = make_tables(opened)
    with terminal_progress() as progress:
        progress.begin("Playing random weights")
        name = state or find_gait(opened, tables).walk
        found = train_network(opened, name, examples, max(examples // 10, 100), seed, tables)
    told = {
        "state": name, "examples": found.examples, "held_out": found.held_out, "played_in": found.played_in,
        "trained_in": found.trained_in, "error": found.error, "table_error": found.table_error,
    }  # fmt: skip
    if as_json:
        options.print_json(told)
    else:
        typer.echo(
            f"{name}: {found.examples} examples played in {found.played_in:.1f} s, trained in {found.trained_in:.2f} s (processor); "
            f"error on {found.held_out} held out {found.error:.2%} of the range, of the calibrated table {found.table_error:.2%}"
        )


@app.command()
def response(
    machine: NamedMachine,
    picture: Annotated[Path | None, typer.Option(help="Draw heading over time into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure how steering answers when the direction jumps by 45 and by 90 degrees: overshoot, and when it has settled.

    Example: motionloom steering response machine.npz --picture response.png
    """
    import math

    from motionloom.compute import terminal_progress
    from motionloom.navigation.repertoire import make_repertoire
    from motionloom.navigation.step_response import draw_steps, measure_step

    if picture is not None:
        check_place(picture)
    opened = open_machine(machine).machine
    with terminal_progress() as progress:
        progress.begin("Steering")
        repertoire = make_repertoire(opened)
        found = [measure_step(repertoire, math.radians(angle)) for angle in (45, -45, 90, -90)]
    if picture is not None:
        draw_steps(found, picture)
    rows = [{"degrees": math.degrees(each.asked), "overshoot": each.overshoot, "settled": each.settled} for each in found]
    if as_json:
        options.print_json(rows)
    else:
        for row in rows:
            typer.echo(f"{row['degrees']:4.0f} degrees: {row['overshoot']:.1%} overshoot, settled after {row['settled']:.1f} s")


@app.command()
def table(
    machine: NamedMachine,
    scenes: Annotated[list[Path], typer.Argument(help="Scenes: .xml (SteerBench), .json (ours), or folders of them.")],
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="At most so long for each.")] = 600.0,
    peers: Annotated[bool, typer.Option(help="Run pyrvo's discs beside it, installed from PyPI in an environment of its own.")] = True,
    feet: Annotated[int, typer.Option(min=0, max=1000, help="Of how many of each scene to measure the slide of planted feet.")] = 2,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Of what is left to chance.")] = 0,
    pictures: Annotated[Path | None, typer.Option(help="Draw every scene from above into this folder.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write all rows into this JSON file too, as they come; what it has of the same code is kept.")
    ] = None,
) -> None:
    """Run crowds over scenes beside pyrvo's discs and print a table: goals, collisions, slide, time and length over the best possible.

    Example: motionloom steering table machine.npz scene.json --no-peers
    """
    import hashlib

    from motionloom.behaviours.machine_file import to_bytes
    from motionloom.bench.rows import Run
    from motionloom.bench.scene_table import Case, make_rows, to_table
    from motionloom.compute import terminal_progress
    from motionloom.navigation.crowd import CrowdOptions
    from motionloom.navigation.crowd_picture import draw_crowd
    from motionloom.navigation.repertoire import make_repertoire
    from motionloom.navigation.scene_doors import read_scene
    from motionloom.navigation.steering import SteeringOptions

    if out is not None:
        check_place(out)
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    opened, rows = open_machine(machine).machine, list[dict[str, Any]]()
    cases = [Case(path, read_scene(path, seed=seed)) for path in find_scenes(scenes)]
    asked = CrowdOptions(seconds, steering=SteeringOptions(seed=seed))

    def draw(case: Case, crowd: Any) -> None:
        if pictures is not None:
            draw_crowd(crowd, pictures / f"{case.path.stem}.png")

    with terminal_progress() as progress:
        repertoire = make_repertoire(opened)
        run = Run(with_peers=peers, say=lambda text: progress.advance(0, text))
        progress.begin("Steering", len(cases))
        for row in make_rows(repertoire, hashlib.sha256(to_bytes(opened)).hexdigest(), cases, asked, run, feet, out, draw):
            rows.append(row)
            progress.advance(note=row["file"])
    typer.echo("\n".join(to_table(rows)))


@app.command()
def wander(
    machine: NamedMachine,
    people: Annotated[int, typer.Option(min=1, max=5000, help="How many.")] = 50,
    minutes: Annotated[float, typer.Option(min=0.05, max=60, help="How long they go.")] = 10.0,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Of where they go: the same seed gives the same steps.")] = 0,
    picture: Annotated[Path | None, typer.Option(help="Draw it from above into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Let a crowd go from one random place of a hall to the next for minutes, and say who got stuck and what was touched.

    Example: motionloom steering wander machine.npz --people 3 --minutes 0.1
    """
    from motionloom.cli.crowd import tell_seconds
    from motionloom.compute import terminal_progress
    from motionloom.navigation.crowd_picture import draw_crowd
    from motionloom.navigation.repertoire import make_repertoire
    from motionloom.navigation.wandering import wander as let_wander

    if picture is not None:
        check_place(picture)
    opened = open_machine(machine).machine
    with terminal_progress() as progress:
        found, run = let_wander(make_repertoire(opened), people, 60 * minutes, seed, tell_seconds(progress, 60 * minutes))
    if picture is not None:
        draw_crowd(run, picture)
    if as_json:
        options.print_json(found)
    else:
        typer.echo(
            f"{people} for {found['seconds']:.0f} s: {found['goals_reached']} goals reached, {found['collisions']} collisions, "
            f"{found['stuck_over_10_s']} stuck over 10 s (longest {found['longest_stuck']:.0f} s), "
            f"{'all numbers finite' if found['finite'] else 'NOT ALL NUMBERS FINITE'}"
        )


def find_scenes(places: list[Path]) -> list[Path]:
    """The files of scenes at places, those of folders in order."""
    found = list[Path]()
    for place in places:
        inside = sorted(each for each in place.glob("*") if each.suffix in (".xml", ".json")) if place.is_dir() else [place]
        if not inside:
            raise MotionloomError(f"{place}: no scenes there; expected .xml or .json files")
        found += inside
    return found
