"""`motionloom sketch between`: a gap in a motion filled in from captures."""

from __future__ import annotations

from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.made import Into, Name, find_target, make_one, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import choose_names, library_of, open_sources
from motionloom.core.errors import MotionloomError


@chooses_clips
@reads_files
def between(
    motions: Annotated[
        list[str],
        typer.Argument(
            metavar="MOTION [CAPTURES]... [OUT]",
            help="The motion with the gap: a file, or a clip as my-library:clip. Then what it is filled from: files, clips, a library "
            "(the clip's own if none is named). Last the file to write, none with --into.",
        ),
    ],
    reading: Reading,
    choice: Chosen,
    start: Annotated[float, typer.Option(min=0.0, help="Seconds at which the gap begins.")],
    end: Annotated[float, typer.Option(min=0.0, help="Seconds at which it ends.")],
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Fill in what lies between two poses from captures that began and ended alike; every other frame stays as it is.

    What lies in the gap now is not looked at: a stretch that is broken, missing, or blocked with two poses only. Feet that stand are held.

    Example: motionloom sketch between my-library:16_15 my-library --start 0.5 --end 1 --into my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.keyframes.between_maker import between_recipe, pick_captures

    words, target = find_target(motions, into, name, force)
    motion, *named_captures = words
    own = library_of(motion, reading)
    if not named_captures and own is None:
        raise MotionloomError("name the captures that the gap is filled from: files, clips as my-library:clip, or a library")
    captures = choose_names(named_captures or [str(own)], choice)
    with terminal_progress() as progress, open_sources([motion, *captures], reading, into, progress) as named:
        opened, *others = named.opened
        recipe = between_recipe(opened, start, end, pick_captures(named.library, opened, [each.source for each in others]))
        kept, made = make_one(named, recipe, target, progress)
    if as_json:
        options.print_json({**kept.where, "frames": len(made.motion), "fps": made.motion.fps, **made.outcome})
        return
    told = made.outcome
    typer.echo(f"{say_where(kept.where)}: {told['filled']} frames filled in {told['made']}, trust {told['trust']:.2f}")
    for note in told.get("notes", ()):
        typer.echo(f"  {note}")
