"""`motionloom machine walk`: motion made by following the lowest Q through the frame graph of some motions."""

from __future__ import annotations

from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.made import Into, Name, find_target, make_one, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import choose_names, open_sources


@chooses_clips
@reads_files
def walk(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="MOTIONS... [OUT]", help="Files, clips as my-library:walk_01, or a library; the file to write, none with --into."
        ),
    ],
    *,
    reading: Reading,
    choice: Chosen,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long.")] = 20.0,
    spread: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="0 takes the lowest Q at every frame; 0.1 any within a tenth of the way to the highest."),
    ] = 0.0,
    threshold: Annotated[
        float, typer.Option(help="Jumps between frames further apart than this are not taken, in weighted radians.")
    ] = 0.7,
    seed: Annotated[int, typer.Option(min=0, help="Where it begins, and chance where there is a spread.")] = 0,
    one_body: options.OneBody = False,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make motion by following the lowest Q through the motion graph of some motions: no label, no state, only frames that go on well.

    Example: motionloom machine walk my-library walked.bvh --subject 16 --seconds 10
    """
    from motionloom.behaviours.walk_maker import walk_recipe
    from motionloom.compute import terminal_progress

    named_words, target = find_target(words, into, name, force)
    names = choose_names(named_words, choice)
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        recipe = walk_recipe([each.source for each in named.opened], seconds, spread, threshold, seed, one_body)
        kept, made = make_one(named, recipe, target, progress)
    if as_json:
        parts = [[named.opened[part.clip].motion.name, part.start, part.stop] for part in made.about]
        options.print_json({**kept.where, **made.outcome, "seconds": made.motion.duration, "stretches": parts})
        return
    facts = made.outcome
    typer.echo(
        f"{say_where(kept.where)}: {made.motion.duration:.1f} s through {facts['clips']} of {len(names)} motions, "
        f"{facts['jumps']} jumps, the dearest {facts['dearest']:.2f} rad"
    )
