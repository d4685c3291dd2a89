"""`motionloom machine`: behaviour machines, mined from labelled clips and edited by example."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_requests import read_requests
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.behaviours import Edited, Mined, StateGraph
    from motionloom.behaviours.endurance import Endurance

app = typer.Typer(help="Mine behaviour machines from labelled clips and edit them by example.", no_args_is_help=True)


@app.command()
def mine(
    library: Annotated[Path, typer.Argument(help="The library whose clips are labelled.")],
    graph: Annotated[Path, typer.Argument(help="The state graph to write, JSON.")],
    label: options.Labels = None,
    subject: options.Subjects = None,
    track: Annotated[str | None, typer.Option(help="Annotations of this track name spans that are states of their own.")] = None,
    threshold: Annotated[float, typer.Option(help="Edges between frames further apart than this are pruned, in weighted radians.")] = 0.7,
    floor: Annotated[float, typer.Option(help="Transitions under this share of the likeliest one of their state are dropped.")] = 0.01,
    against: Annotated[
        str | None, typer.Option(help="A hand-made graph to compare with: cmu_16_35, cmu_141, sample, or a JSON file.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the graph into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Mine a state graph from a library's labelled clips: which behaviour can follow which, how likely, and what is missing.

    Example: motionloom machine mine my-library machine.json --picture machine.png
    """
    from motionloom import behaviours
    from motionloom.library import Library

    _check_places(graph, picture)
    manual = None if against is None else _read_manual(against)
    say = (lambda text: None) if as_json else (lambda text: typer.echo(f"  {text}"))
    with Library.open(library) as opened:
        wanted = label or (list(manual.names) if manual is not None else [])
        clips = behaviours.clips_of(opened, wanted, subject or (), track)
        mined = behaviours.mine(clips, threshold, floor=floor, say=say)
    behaviours.write_graph(mined.graph, graph)
    if picture is not None:
        from motionloom.behaviours.graph_picture import draw_graph

        draw_graph(mined.graph, picture, manual, f"{len(clips)} clips of {library.name}")
    if as_json:
        options.print_json(_mined_json(mined, manual))
    else:
        _show_mined(mined, manual, graph)


def _check_places(*files: Path | None) -> None:
    """Say before the work, not after it, that a file cannot be written."""
    for file in files:
        if file is not None:
            check_place(file)


def _read_manual(named: str) -> StateGraph:
    from motionloom.behaviours import hand_made, read_graph

    return read_graph(Path(named)) if named.endswith(".json") else hand_made(named)


def _mined_json(mined: Mined, manual: StateGraph | None) -> dict[str, object]:
    from motionloom.behaviours import compare

    chi, rho = (None, None) if manual is None else compare(mined.graph, manual)
    missing = [asdict(each) for each in mined.missing]
    return {"graph": mined.graph.to_json(), "chi": chi, "rho": rho, "missing": missing, "figures": mined.figures}


def _show_mined(mined: Mined, manual: StateGraph | None, path: Path) -> None:
    from motionloom.behaviours import compare

    graph, likely = mined.graph, mined.graph.probabilities()
    typer.echo(f"{path}: {len(graph.names)} states, {len(graph.edges)} edges, in {sum(mined.figures['seconds'].values()):.1f} s")
    for k, name in enumerate(graph.names):
        ways = sorted(((float(p), graph.names[j]) for j, p in enumerate(likely[k]) if p > 0), reverse=True)
        cycle = " (cyclic)" if name in graph.cyclic else ""
        typer.echo(f"  {name}{cycle} -> " + (", ".join(f"{other} {p:.2f}" for p, other in ways) or "nothing"))
    if manual is None:
        for each in mined.missing:
            typer.echo(f"  missing: {each}")
        return
    chi, rho = compare(graph, manual)
    typer.echo(f"  against the hand-made graph of {len(manual.edges)} edges: chi {chi:.2f}, rho {rho:.2f}")
    for each in mined.missing:
        if (each.source, each.target) in manual.edges:
            typer.echo(f"  missing: {each}")


@app.command()
def edit(
    graph: Annotated[Path, typer.Argument(help="The state graph, JSON.")],
    path: Annotated[list[str], typer.Option(help="States of a path that should be the natural one, such as stand,start,turn_left.")],
    solver: Annotated[
        str | None, typer.Option(help="local changes only costs on the paths, exact all costs by the least; both are shown without it.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the edited graph here; needs --solver.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make paths the shortest between their ends, changing the graph as little as possible; several at once.

    Example: motionloom machine edit machine.json --path stand,start,turn_left --solver local -o edited.json
    """
    from motionloom import behaviours
    from motionloom.core.errors import MotionError, MotionloomError

    if out is not None and solver is None:
        raise MotionloomError("--out needs --solver local or --solver exact: look at both, then choose")
    before = behaviours.read_graph(graph)
    paths = [[state.strip() for state in each.split(",") if state.strip()] for each in path]
    edits: list[Edited] = []
    refused: dict[str, str] = {}
    for name in ("local", "exact") if solver is None else (solver,):
        try:
            edits.append(behaviours.make_shortest(before, paths, name))
        except MotionError as error:
            if solver is not None or (name == "exact" and not edits):
                raise
            refused[name] = str(error)
    if out is not None:
        behaviours.write_graph(edits[0].graph, out)
    if as_json:
        options.print_json({"edits": [_edited_json(each) for each in edits], "refused": refused})
        return
    for states in paths:
        was = before.shortest_path(states[0], states[-1])
        typer.echo(f"{states[0]} to {states[-1]}: was {' -> '.join(was or [])}, asked {' -> '.join(states)}")
    for each in edits:
        _show_edited(each)
    for name, reason in refused.items():
        typer.echo(f"{name}: {reason}")


def _edited_json(edited: Edited) -> dict[str, object]:
    data = {name: getattr(edited, name) for name in ("solver", "edges", "paths", "change", "margin", "seconds")}
    return data if math.isfinite(edited.margin) else {**data, "margin": None}  # there is no other way, and JSON has no infinity


def _show_edited(edited: Edited) -> None:
    wins = f"the asked paths win by {edited.margin:.4f} or more" if math.isfinite(edited.margin) else "there is no other way"
    typer.echo(
        f"{edited.solver}: {len(edited.edges)} edges changed, {edited.paths} other shortest paths changed, "
        f"relative change {edited.change:.4f}, in {1000 * edited.seconds:.1f} ms; {wins}"
    )
    for a, b, before, after in edited.edges:
        typer.echo(f"  {a} -> {b}: cost {before:.3f} to {after:.3f}")


@app.command()
def build(
    library: Annotated[Path, typer.Argument(help="The library whose clips the states are made of.")],
    recipe: Annotated[Path, typer.Argument(help="JSON of states: name, clips, cyclic or default, parameter.")],
    graph: Annotated[Path, typer.Argument(help="The state graph, JSON: between which states to look for transitions.")],
    machine: Annotated[Path, typer.Argument(help="The machine to write, .npz.")],
    end_only: Annotated[bool, typer.Option("--end-only", help="One way out of each cycle, at its end, for comparison.")] = False,
) -> None:
    """Build a machine that plays: states from clips, loops, blends and every good transition between them.

    Example: motionloom machine build my-library recipe.json machine.json machine.npz
    """
    from motionloom.behaviours import read_graph
    from motionloom.behaviours.building import build as build_machine, read_recipe
    from motionloom.behaviours.machine_file import write_machine
    from motionloom.library import Library

    _check_places(machine)
    with Library.open(library) as opened:
        made = build_machine(opened, read_recipe(recipe), read_graph(graph), not end_only, lambda text: typer.echo(f"  {text}"))
    write_machine(made, machine)
    typer.echo(f"{machine}: {len(made.states)} states, {len(made.transitions)} transitions, {machine.stat().st_size / 1024:.0f} kB")


@app.command()
def run(
    machine: Annotated[Path, typer.Argument(help="The machine, .npz.")],
    out: Annotated[Path, typer.Argument(help="The motion to write: .bvh, .glb, .usd, .npz, ...")],
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long to play.")] = 20.0,
    at: Annotated[
        list[str] | None,
        typer.Option(help="SECOND=STATE asks for a state, SECOND=NUMBER turns, SECOND=speed:NUMBER sets a pace, speed:off no more."),
    ] = None,
    start: Annotated[str | None, typer.Option(help="The state to begin in; the first cyclic one if not given.")] = None,
    feet: Annotated[bool, typer.Option("--feet/--bare", help="Hold planted feet still, or write what the machine blends.")] = True,
    force: options.Force = False,
) -> None:
    """Play a machine with requests at given seconds, and write the motion.

    Example: motionloom machine run machine.npz performance.bvh --at 1=walk --at 5=0.5 --at 9=stand
    """
    from motionloom.behaviours.control import Controller, play
    from motionloom.behaviours.machine_file import read_machine

    options.check_target(out, force)
    opened = read_machine(machine)
    requests = read_requests(opened, at or (), seconds)
    controller = Controller(opened, start=start)
    if feet:
        from motionloom.behaviours.footing import perform
        from motionloom.feet.skate_measures import compare_skate

        bare, cleaned, plants = perform(controller, seconds, requests, out.stem)
        motion, skate = cleaned.motion, compare_skate(bare, cleaned.motion, plants, cleaned.ground)
        said = f"; planted feet slid {skate.before.mean_cm_per_second:.1f} cm/s, now {skate.after.mean_cm_per_second:.2f}"
    else:
        motion, said = play(controller, seconds, requests, out.stem), ""
    motion.save(out)
    typer.echo(f"{out}: {motion.duration:.1f} s, ends in {controller.state()}{said}")


@app.command()
def report(
    machine: Annotated[Path, typer.Argument(help="The machine, .npz.")],
    seed: Annotated[int, typer.Option(help="Of the random requests.")] = 0,
    minutes: Annotated[float, typer.Option(min=0, max=60, help="Also play every cyclic state for so long: drift, pops, slide.")] = 0.0,
    state: Annotated[list[str] | None, typer.Option(help="Only these states for --minutes.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ways of the first state of --minutes into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure a machine: how soon it answers, how smooth its joins are, whether it goes where it is steered.

    Example: motionloom machine report machine.npz --minutes 5 --state walk
    """
    from motionloom.behaviours.endurance import draw_endurance, endure
    from motionloom.behaviours.machine_file import read_machine
    from motionloom.behaviours.measures import report as measure
    from motionloom.core.errors import MotionloomError

    _check_places(picture)
    if minutes == 0 and (state or picture is not None):
        raise MotionloomError("--state and --picture are of --minutes: give --minutes 5, say")
    opened = read_machine(machine)
    for name in state or ():
        opened.state(name)
    typer.echo("... measuring delays, joins and steering", err=True)
    found = measure(opened, seed)
    lasting = {}
    for name in (state or [each.name for each in opened.states if each.cyclic]) if minutes > 0 else ():
        typer.echo(f"... {name} for {minutes:g} minutes", err=True)
        lasting[name] = endure(opened, name, minutes)
    if picture is not None and lasting:
        draw_endurance(next(iter(lasting.values())), picture)
    if as_json:
        options.print_json({**found, "lasting": [row.to_json() for rows in lasting.values() for row in rows]})
        return
    _show_report(machine, found)
    for rows in lasting.values():
        _show_endurance(rows)


def _show_report(machine: Path, found: dict[str, Any]) -> None:
    if found["mean_delay_from_cycles"] is None:
        typer.echo(f"{machine}: one state, which is never left")
    else:
        typer.echo(
            f"{machine}: from a cycle to the start of a transition {found['mean_delay_from_cycles']:.2f} s in the mean, "
            f"{found['worst_delay_from_cycles']:.2f} s at worst; from any state {found['mean_delay']:.2f} s"
        )
    for row in found["delays"]:
        typer.echo(f"  {row['source']} -> {row['target']}: {row['mean']:.2f} s, at worst {row['worst']:.2f} s")
    joins = found["joins"]
    typer.echo(
        f"  {joins['joins']} joins, through all of each transition: joint accelerations at most {joins['worst']:.0f} m/s2 "
        f"(the captures' 99.9th percentile is {joins['limit']:.0f}; {joins['over']:.3%} are above), "
        f"joints turn at most {joins['pose_worst']:.1f} rad/s ({joins['pose_limit']:.1f}; {joins['pose_over']:.3%})"
    )
    for name, rows in found["steering"].items():
        typer.echo(f"  {name}, over windows of 2 s:\n    asked    mean  mean miss  largest miss  without a lap's own swing")
        for row in rows:
            misses = f"{row['miss']:9.3f}  {row['worst']:12.3f}  {row['smooth_miss']:9.3f}, at worst {row['smooth_worst']:.3f}"
            typer.echo(f"    {row['asked']:5.2f}  {row['got']:6.3f}  {misses}")
    for name, both in found["both"].items():
        typer.echo(f"  {name}, turn and speed at once, over whole laps:\n     asked         got")
        for turn, speed, turned, went in both:
            typer.echo(f"    {turn:5.2f}  {speed:4.2f}  {turned:6.3f}  {went:5.3f}")


def _show_endurance(rows: list[Endurance]) -> None:
    first = rows[0]
    typer.echo(f"  {first.state} for {first.minutes:g} minutes (slide of planted feet in its captures {first.slide_captures:.1f} cm/s):")
    typer.echo("    asked     got  off at the end  without swing  hips sank  over limit  slide cm/s  before clean-up")
    for row in rows:
        asked, off = ("    -", "     -") if row.asked is None or row.strayed is None else (f"{row.asked:5.2f}", f"{row.strayed:6.3f}")
        drift = "-" if row.drifted is None else f"{row.drifted:.3f}"
        figures = f"{1000 * row.sank:6.2f} mm  {row.over:10.3%}  {row.slide:10.3f}  {row.slide_bare:15.1f}"
        typer.echo(f"    {asked}  {row.got:6.4f}  {off:>14}  {drift:>13}  {figures}")


@app.command()
def export(
    machine: Annotated[Path, typer.Argument(help="The machine, .npz.")],
    folder: Annotated[Path, typer.Argument(help="A new or empty folder for the clips and machine.json.")],
) -> None:
    """Export a machine for an engine: glTF clips, and a JSON of states, warps, weights and transitions.

    Example: motionloom machine export machine.npz engine/
    """
    from motionloom.behaviours.exporting import export_machine
    from motionloom.behaviours.machine_file import read_machine

    files = export_machine(read_machine(machine), folder)
    typer.echo(f"{folder}: {len(files) - 1} clips and machine.json")


@app.command()
def solvers(
    picture: Annotated[Path, typer.Argument(help="The picture to write, .png.")],
    requests: Annotated[int, typer.Option(min=1, help="Random requests of each size and density.")] = 20,
) -> None:
    """Compare the two solvers of `edit` on random graphs of several sizes and densities, as the paper does.

    Example: motionloom machine solvers solvers.png
    """
    from motionloom.behaviours.solver_comparison import MEASURES, draw_comparison

    check_place(picture)
    rows = draw_comparison(picture, requests, say=lambda text: typer.echo(f"  {text}", err=True))
    typer.echo(f"{picture}: means of {requests} requests, local / exact")
    for row in rows:
        pairs = zip(MEASURES, row.means["local"], row.means["exact"], strict=False)
        typer.echo(
            f"  {row.size} states, density {row.density:g}: " + ", ".join(f"{name} {one:.3g} / {two:.3g}" for name, one, two in pairs)
        )
