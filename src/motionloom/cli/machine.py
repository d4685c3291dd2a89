"""`motionloom machine`: behaviour machines, mined from labelled clips and edited by example."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.machine_play import export, run
from motionloom.cli.machine_report import report
from motionloom.cli.machine_survey import survey
from motionloom.cli.machine_walk import walk
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.behaviours import Edited, Mined, StateGraph
    from motionloom.behaviours.building import Built
    from motionloom.behaviours.inverse_paths import Solver
    from motionloom.library import Library
    from motionloom.making.choice import Choice

app = typer.Typer(help="Mine behaviour machines from labelled clips and edit them by example.", no_args_is_help=True)


@app.command()
@chooses_clips
def mine(
    library: Annotated[Path, typer.Argument(help="The library whose clips are labelled.")],
    graph: Annotated[Path, typer.Argument(help="The state graph to write, JSON.")],
    *,
    choice: Chosen,
    track: Annotated[str | None, typer.Option(help="Annotations of this track name spans that are states of their own.")] = None,
    threshold: Annotated[float, typer.Option(help="Edges between frames further apart than this are pruned, in weighted radians.")] = 0.7,
    floor: Annotated[float, typer.Option(help="Transitions under this share of the likeliest one of their state are dropped.")] = 0.01,
    absolute: Annotated[
        bool, typer.Option("--absolute-floor", help="The paper's floor: a share of all pairs of frames of the two, whatever the likeliest.")
    ] = False,
    against: Annotated[
        str | None, typer.Option(help="A hand-made graph to compare with: cmu_16_35, cmu_69, cmu_135, sample, ..., or a JSON file.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the graph into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Mine a state graph from a library's labelled clips: which behaviour can follow which, how likely, and what is missing.

    Example: motionloom machine mine my-library machine.json --picture machine.png
    """
    from dataclasses import replace

    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    _check_places(graph, picture)
    manual = None if against is None else _read_manual(against)
    if manual is not None and not choice.labels:
        choice = replace(choice, labels=manual.names)
    told = {"choice": choice.to_json(), "track": track, "threshold": threshold, "floor": floor, "absolute": absolute}
    with Library.open(library) as opened:
        mined: Mined = run_long(opened, "mine", {**told, "file": str(graph.absolute())}).result
    if picture is not None:
        from motionloom.behaviours.graph_picture import draw_graph

        draw_graph(mined.graph, picture, manual, f"{mined.figures['clips']} clips of {library.name}")
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
        str | None,
        typer.Option(
            help="local changes only costs on the paths, exact all costs by the least, lls is the paper's; all are shown without it."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the edited graph here; needs --solver.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make paths the shortest between their ends, changing the graph as little as possible; several at once.

    Example: motionloom machine edit machine.json --path stand,start,turn_left --solver local -o edited.json
    """
    from motionloom import behaviours
    from motionloom.behaviours.inverse_paths import SOLVERS
    from motionloom.core.errors import MotionError, MotionloomError

    if out is not None and solver is None:
        raise MotionloomError("--out needs --solver local, exact or lls: look at all, then choose")
    before = behaviours.read_graph(graph)
    paths = [[state.strip() for state in each.split(",") if state.strip()] for each in path]
    edits: list[Edited] = []
    refused: dict[str, str] = {}
    for name in SOLVERS if solver is None else (cast("Solver", solver),):
        try:
            edits.append(behaviours.make_shortest(before, paths, name))
        except MotionError as error:
            if solver is not None or name == "exact":
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
    for failed, reason in refused.items():
        typer.echo(f"{failed}: {reason}")


def _edited_json(edited: Edited) -> dict[str, object]:
    data = {name: getattr(edited, name) for name in ("solver", "edges", "paths", "change", "margin", "seconds")}
    return data if math.isfinite(edited.margin) else {**data, "margin": None}  # there is no other way, and JSON has no infinity


def _show_edited(edited: Edited) -> None:
    wins = f"the asked paths win by {edited.margin:.4f} or more" if math.isfinite(edited.margin) else "there is no other way"
    if edited.margin <= 0:
        wins = f"NOT done: another path is still as short or shorter, by {-edited.margin:.4f}"
    typer.echo(
        f"{edited.solver}: {len(edited.edges)} edges changed, {edited.paths} other shortest paths changed, "
        f"relative change {edited.change:.4f}, in {1000 * edited.seconds:.1f} ms; {wins}"
    )
    for a, b, before, after in edited.edges:
        typer.echo(f"  {a} -> {b}: cost {before:.3f} to {after:.3f}")


@app.command()
@chooses_clips
def build(
    library: Annotated[Path, typer.Argument(help="The library whose clips the states are made of.")],
    recipe: Annotated[
        Path | None, typer.Argument(help="JSON of states: name, clips, cyclic or default, parameter. Proposed from the clips without it.")
    ] = None,
    graph: Annotated[Path | None, typer.Argument(help="The state graph, JSON: between which states to look for transitions.")] = None,
    machine: Annotated[Path | None, typer.Argument(help="The machine to write, .npz; without it, it goes on the library's shelf.")] = None,
    *,
    choice: Chosen,
    name: Annotated[str, typer.Option(help="Put it on the library's shelf under this name, where the studio has it too.")] = "",
    state: Annotated[list[str] | None, typer.Option(help="Without a recipe: only this behaviour (several: these).")] = None,
    cycle: Annotated[
        list[str] | None, typer.Option(help="Without a recipe: one state that goes on for ever, of this clip (these).")
    ] = None,
    proposed: Annotated[bool, typer.Option("--proposed", hidden=True, help="What is done anyhow without a recipe.")] = False,
    one_body: options.OneBody = False,
    end_only: Annotated[bool, typer.Option("--end-only", help="One way out of each cycle, at its end, for comparison.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw its states and the ways between them into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Build a machine that plays: states from clips, loops, blends and every good transition between them.

    Without a recipe states are proposed from what the clips' frames do, which is put on the track `behaviours` to be corrected:
    `motionloom machine build my-library --subject ada --name ada`.

    Of a gait alone: `motionloom machine build my-library --cycle walk_01 --cycle walk_02 --name walk`.

    Example: motionloom machine build my-library recipe.json machine.json machine.npz
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    _check_places(machine, picture)
    with Library.open(library) as opened:
        if cycle:
            told = _plan_of_cycle(cycle, recipe, choice, state)
        elif recipe is not None:
            told = _plan_of_files(recipe, graph, choice, state)
        else:
            told = _plan_of_clips(opened, choice, state)
        called = name or ("" if machine is not None else " + ".join(told.get("choice", {}).get("subjects", ())) or library.name)
        place = {} if machine is None else {"file": str(machine.absolute())}
        work = run_long(opened, "machine", {**told, **place, "name": called, "several": not end_only, "one_body": one_body})
        places = [*map(str, [machine] if machine is not None else []), *(f"{library}:{opened.document(e).name}" for e in work.entries)]
        if as_json:
            from motionloom.behaviours.state_table import table_of

            options.print_json({"machine": places, **table_of(opened, work.result)})
    if picture is not None:
        from motionloom.behaviours.graph_picture import draw_graph

        draw_graph(work.result.machine.graph, picture, None, f"{', '.join(places)}: {len(work.result.machine.states)} states")
    if not as_json:
        _show_built(work.result, places)


def _plan_of_cycle(clips: list[str], recipe: Path | None, choice: Choice, states: list[str] | None) -> dict[str, Any]:
    from motionloom.core.errors import MotionloomError

    if recipe is not None or choice.to_json() or states:
        raise MotionloomError("--cycle names the clips of the machine; leave the recipe and the options that choose clips and states out")
    return {"cycle": clips}


def _plan_of_files(recipe: Path, graph: Path | None, choice: Choice, states: list[str] | None) -> dict[str, Any]:
    from motionloom.behaviours import read_graph
    from motionloom.behaviours.state_recipes import read_plan
    from motionloom.core.errors import MotionloomError

    if graph is None:
        raise MotionloomError("a recipe needs a graph beside it: name the JSON that `motionloom machine mine` writes")
    if choice.to_json() or states:
        raise MotionloomError("the recipe names its clips; leave the options that choose clips and states out")
    return {"plan": [state.to_json() for state in read_plan(recipe).states], "graph": read_graph(graph).to_json()}


def _plan_of_clips(library: Library, choice: Choice, states: list[str] | None) -> dict[str, Any]:
    from dataclasses import replace

    from motionloom.behaviours.proposing import choose_subject

    if not choice.subjects:
        choice = replace(choice, subjects=(choose_subject(library),))
    return {"choice": choice.to_json(), "states": states}


def _show_built(built: Built, places: list[str]) -> None:
    from motionloom.behaviours.building import describe_state
    from motionloom.behaviours.state_table import list_states, say_deeds

    rows = list_states(built.machine)
    for state, row in zip(built.machine.states, rows, strict=True):
        typer.echo(f"  {describe_state(state)}{say_deeds(row)}")
    for way in built.forced:
        typer.echo(f"  forced: {way}")
    for label, reason in built.left_out:
        typer.echo(f"  not in it: {label}, {reason}")
    typer.echo(f"{', '.join(places)}: {len(built.machine.states)} states, {len(built.machine.transitions)} transitions")


@app.command()
def solvers(
    picture: Annotated[Path, typer.Argument(help="The picture to write, .png.")],
    requests: Annotated[int, typer.Option(min=1, help="Random requests of each size and density.")] = 20,
) -> None:
    """Compare the solvers of `edit`, the paper's and ours, on random graphs of several sizes and densities, as the paper does.

    Example: motionloom machine solvers solvers.png
    """
    from motionloom.behaviours.solver_comparison import MEASURES, NAMES, draw_comparison
    from motionloom.compute import terminal_progress

    check_place(picture)
    with terminal_progress() as progress:
        rows = draw_comparison(picture, requests, progress=progress)
    typer.echo(f"{picture}: means of {requests} requests, {' / '.join(NAMES.values())}")
    for row in rows:
        figures = zip(MEASURES, *(row.means[solver] for solver in NAMES), strict=False)
        said = ", ".join(f"{name} {' / '.join(f'{mean:.3g}' for mean in means)}" for name, *means in figures)
        typer.echo(f"  {row.size} states, density {row.density:g}: {said}")


for command in (run, report, survey, export, walk):
    app.command()(command)
