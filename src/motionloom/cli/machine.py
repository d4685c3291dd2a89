"""`motionloom machine`: behaviour machines, mined from labelled clips and edited by example."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options

if TYPE_CHECKING:
    from motionloom.behaviours import Edited, Mined, StateGraph

app = typer.Typer(help="Mine behaviour machines from labelled clips and edit them by example.", no_args_is_help=True)


@app.command()
def mine(
    library: Annotated[Path, typer.Argument(help="The library whose clips are labelled.")],
    graph: Annotated[Path, typer.Argument(help="The state graph to write, JSON.")],
    label: Annotated[list[str] | None, typer.Option(help="Only clips with this label (several: any of them).")] = None,
    subject: Annotated[list[str] | None, typer.Option(help="Only this person's clips (several: any of them).")] = None,
    track: Annotated[str | None, typer.Option(help="Annotations of this track name spans that are states of their own.")] = None,
    threshold: Annotated[float, typer.Option(help="Edges between frames further apart than this are pruned, in weighted radians.")] = 0.7,
    floor: Annotated[float, typer.Option(help="Transitions under this share of the likeliest one of their state are dropped.")] = 0.01,
    against: Annotated[str | None, typer.Option(help="A hand-made graph to compare with: cmu_16_35, sample, or a JSON file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the graph into this PNG, SVG or PDF.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Mine a state graph from a library's labelled clips: which behaviour can follow which, how likely, and what is missing.

    Example: motionloom machine mine my-library machine.json --picture machine.png
    """
    from motionloom import behaviours
    from motionloom.library import Library

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
            edits.append(behaviours.make_shortest(before, paths, name))  # type: ignore[arg-type]  # checked inside
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
    return {name: getattr(edited, name) for name in ("solver", "edges", "paths", "change", "margin", "seconds")}


def _show_edited(edited: Edited) -> None:
    typer.echo(
        f"{edited.solver}: {len(edited.edges)} edges changed, {edited.paths} other shortest paths changed, "
        f"relative change {edited.change:.4f}, in {1000 * edited.seconds:.1f} ms; the asked paths win by {edited.margin:.4f} or more"
    )
    for a, b, before, after in edited.edges:
        typer.echo(f"  {a} -> {b}: cost {before:.3f} to {after:.3f}")
