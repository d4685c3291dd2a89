"""`motionloom graph`: the motion graph of a library's clips, and their cluster graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips

MOTION = "motion"


class MotionFirst(TyperGroup):
    """`motionloom graph LIBRARY` is `motionloom graph motion LIBRARY`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of a command, with the one that is meant where none is named."""
        named = bool(args) and (args[0] in self.commands or args[0].startswith("-"))
        return list(super().parse_args(ctx, args if named or not args else [MOTION, *args]))


app = typer.Typer(cls=MotionFirst, help="Motion graphs: where one clip can go on in another.", no_args_is_help=True)


@app.command(name=MOTION)
@chooses_clips
def graph(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    choice: Chosen,
    one_body: options.OneBody = False,
    threshold: Annotated[float, typer.Option(min=0.0, help="Square metres up to which two frames are alike.")] = 0.004,
    as_json: options.AsJson = False,
) -> None:
    """Build a motion graph of a library's clips and say how well connected it is.

    Example: motionloom graph motion my-library --subject 16
    """
    from motionloom.compute import terminal_progress
    from motionloom.graphs.motion_graph import build_graph
    from motionloom.library import Library
    from motionloom.making.choice import require
    from motionloom.transitions.gathering import put_on_one_body

    with Library.open(library) as opened, terminal_progress() as progress:
        placed, left_out = put_on_one_body(opened, require(opened, choice), one_body, progress)
        built = build_graph([motion for _, motion in placed], threshold, progress=progress)
    for name, why in left_out:
        typer.echo(f"{name}: left out: {why}", err=True)
    facts = {"clips": len(placed), "frames": len(built), "jumps": len(built.jumps), "share_connected": float(built.inside.mean())}
    if as_json:
        options.print_json(facts)
    else:
        typer.echo(f"{facts['clips']} clips, {facts['frames']} frames, {facts['jumps']} jumps between frames that are alike")
        if not len(built.jumps):
            typer.echo(f"  nothing leads from one place to another within {threshold:g} square metres; a larger --threshold allows more")
        else:
            typer.echo(f"  {facts['share_connected']:.0%} of the frames can all be reached from one another")


@app.command()
@chooses_clips
def cluster(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    choice: Chosen,
    part: Annotated[str, typer.Option(help="Compare by: whole, lower, upper or torso.")] = "whole",
    threshold: Annotated[float, typer.Option(min=0.001, help="Leg lengths a joint within which all frames of a node lie.")] = 0.2,
    begin: Annotated[str | None, typer.Option("--from", help="Ways from this clip; seconds after a colon: 16_15:0.5.")] = None,
    to: Annotated[str | None, typer.Option(help="To this clip.")] = None,
    within: Annotated[float, typer.Option(min=0.0, help="Seconds in which it must be reached.")] = 2.0,
    compare: Annotated[bool, typer.Option("--compare", help="Beside the motion graph of the same clips, and how ways play.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Gather frames that are alike into nodes (paper 003), and say how clips lead into each other.

    Example: motionloom graph cluster my-library --from 16_15:0.3 --to 16_16 --within 2
    """
    from motionloom.compute import terminal_progress
    from motionloom.enrich.cluster.comparison import compare_changes, compare_graphs, describe_graph, describe_ways, measure_ways
    from motionloom.enrich.cluster.graph import build_cluster_graph
    from motionloom.library import Library
    from motionloom.making.choice import require
    from motionloom.transitions.gathering import put_on_one_body

    with Library.open(library) as opened, terminal_progress() as progress:
        clips = [clip for clip in require(opened, choice) if clip.height is not None]
        if (begin is not None and to is not None) or compare:  # ways are played, which takes one body
            placed, left_out = put_on_one_body(opened, clips, True, progress)
            clips, motions = [clip for clip, _ in placed], [motion for _, motion in placed]
        else:
            motions, left_out = [opened.motion(clip.id) for clip in clips], []
        graph = build_cluster_graph(motions, part, threshold, progress)
        facts: dict[str, Any] = describe_graph(graph)
        if begin is not None and to is not None:
            name, _, second = begin.partition(":")
            order = [clip.id for clip in clips]
            ends = order.index(opened.find(name)), order.index(opened.find(to))
            facts["ways"], facts["refused"] = describe_ways(graph, motions, *ends, float(second or 0), within)
        if compare:
            compared = compare_graphs(graph, motions, progress=progress)
            compared["share of changes that play smoothly"] = compare_changes(graph, motions, progress=progress)
            facts |= {"compared": compared, "played": measure_ways(graph, motions)}
    for name, why in left_out:
        typer.echo(f"{name}: left out: {why}", err=True)
    if as_json:
        options.print_json(facts)
    else:
        _say(facts, within)


def _say(facts: dict[str, Any], within: float) -> None:
    typer.echo(f"{facts['frames']} frames in {facts['nodes']} nodes, {facts['sequences']} sequences, {facts['changes']} places to change")
    for way in facts.get("ways", [])[:20]:
        typer.echo(f"  after {way['seconds']:.2f} s: {' > '.join(way['clips'])} ({way['worst']:.3f} leg lengths)")
    if "ways" in facts:
        rough = f"; {facts['refused']} more would be rougher than 99.9 % of the captures where they change" if facts["refused"] else ""
        typer.echo(f"  {len(facts['ways'])} ways within {within:g} s{rough}")
    for what, both in facts.get("compared", {}).items():
        typer.echo(f"  {what}: {both['cluster']:.3g}, of the motion graph {both['motion_graph']:.3g}")
    if "played" in facts:
        played = facts["played"]
        asked = f"{played['answered']} of {played['questions']} random questions have a smooth way"
        limit = f"the roughest join {played['roughest_join']:g} m/s, 99.9 % of the captures' frames are below {played['limit']:g}"
        typer.echo(f"  {asked}; {played['ways_played']} ways played, {played['ways_refused']} refused; {limit}")
