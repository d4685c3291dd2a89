"""`motionloom steering`: how well a machine can be steered, its learned inverse, and a table over scenes beside pyrvo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_play import NamedMachine, open_machine
from motionloom.core.files import check_place, write_file

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
    scenes: Annotated[list[Path], typer.Argument(help="Scenes: .xml (SteerBench), .json (ours).")],
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="At most so long for each.")] = 600.0,
    peers: Annotated[bool, typer.Option(help="Run pyrvo's discs beside it, installed from PyPI in an environment of its own.")] = True,
    out: Annotated[Path | None, typer.Option(help="Write all rows into this JSON file, too.")] = None,
) -> None:
    """Run crowds over scenes beside pyrvo's discs and print a table: goals, collisions, time and length over the best possible.

    Example: motionloom steering table machine.npz scene.json --no-peers
    """
    from motionloom.bench.rows import Run
    from motionloom.bench.steer import compare_scene
    from motionloom.compute import terminal_progress
    from motionloom.navigation.crowd import CrowdOptions
    from motionloom.navigation.repertoire import make_repertoire
    from motionloom.navigation.scene_doors import read_scene

    if out is not None:
        check_place(out)
    opened, rows = open_machine(machine).machine, list[dict[str, Any]]()
    read = [(path, read_scene(path)) for path in scenes]
    with terminal_progress() as progress:
        repertoire = make_repertoire(opened)
        run = Run(with_peers=peers, say=lambda text: progress.advance(0, text))
        for path, scene in progress.each("Steering", read, lambda pair: pair[0].stem):
            row, _ = compare_scene(repertoire, scene, CrowdOptions(seconds), run)
            rows.append({"file": path.stem, **row})
    typer.echo("\n".join(to_table(rows)))
    if out is not None:
        write_file(out, json.dumps(rows, indent=1) + "\n")


def to_table(rows: list[dict[str, Any]]) -> list[str]:
    """Rows as a table of Markdown."""
    head = "| scene | agents | goals: ours, pyrvo, all | collisions | seconds, deepest cm of pyrvo | time over best | length over best |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    for row in rows:
        peer = row.get("pyrvo") or {}
        hits = f"{row['collisions']}, {peer.get('collisions', '-')}"
        depth = "-" if not peer else f"{peer['collision_seconds']:.0f} s, {abs(100 * peer['deepest']):.0f}"
        ratios = [f"{_short(row[name])}, {_short(peer.get(name))}" for name in ("time_over_best", "length_over_best")]
        goals = f"{row['goals_reached']}, {peer.get('goals_reached', '-')}, {row['goals']}"
        lines.append(f"| {row['file']} | {row['agents']} | {goals} | {hits} | {depth} | {ratios[0]} | {ratios[1]} |")
    return lines


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
