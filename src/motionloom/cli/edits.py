"""`motionloom trim`, `cut`, `mirror`, `resample`, `in-place`, `move` and `join`: what an editor does to whole motions."""

from __future__ import annotations

from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Given, Into, Kept, Name, Several, find_target, make_each, make_one, makes_each, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources
from motionloom.core.errors import MotionloomError


@makes_each
def trim(
    given: Given,
    start: Annotated[float, typer.Option(min=0.0, help="Seconds to start at.")] = 0.0,
    end: Annotated[float | None, typer.Option(help="Seconds to end at; the motion's end if not given.")] = None,
) -> None:
    """Make a motion of a part of another.

    Example: motionloom trim walk.bvh part.bvh --start 0.5 --end 1.5
    """
    from motionloom.making.makers.edit import trim_recipe

    _say(make_each(given, lambda opened, _: trim_recipe(opened, start, end)), given.as_json)


@makes_each
def mirror(given: Given) -> None:
    """Exchange left and right.

    Example: motionloom mirror my-library --label walk --into my-library
    """
    from motionloom.making.makers.edit import mirror_recipe

    _say(make_each(given, lambda opened, _: mirror_recipe(opened.source)), given.as_json)


@makes_each
def resample(
    given: Given,
    rate: Annotated[float, typer.Option(min=1.0, max=1000.0, help="Frames a second of the new motion.")] = 60.0,
) -> None:
    """Make the same performance at another rate.

    Example: motionloom resample walk.bvh walk-30.bvh --rate 30
    """
    from motionloom.making.makers.edit import resample_recipe

    _say(make_each(given, lambda opened, _: resample_recipe(opened.source, rate)), given.as_json)


@makes_each
def cut(
    given: Given,
    start: Annotated[float, typer.Option(min=0.0, help="Seconds at which what is taken out begins.")],
    end: Annotated[float, typer.Option(help="Seconds at which it ends.")],
    blend: Annotated[float, typer.Option(min=0.0, max=2.0, help="Seconds over which the seam is eased.")] = 0.2,
) -> None:
    """Take a part out of a motion; what comes after it goes on where the first part ended.

    Example: motionloom cut walk.bvh shorter.bvh --start 0.5 --end 1
    """
    from motionloom.making.makers.cut import cut_recipe

    _say(make_each(given, lambda opened, _: cut_recipe(opened, start, end, blend)), given.as_json)


@makes_each
def in_place(
    given: Given,
    keep_turning: Annotated[bool, typer.Option("--keep-turning", help="Take only the way out, not the turning.")] = False,
) -> None:
    """Take the path along the ground out of a motion.

    Example: motionloom in-place walk.bvh treadmill.bvh
    """
    from motionloom.making.makers.edit import in_place_recipe

    _say(make_each(given, lambda opened, _: in_place_recipe(opened.source, keep_turning=keep_turning)), given.as_json)


@makes_each
def move(
    given: Given,
    x: Annotated[float, typer.Option(help="Metres along x.")] = 0.0,
    z: Annotated[float, typer.Option(help="Metres along z.")] = 0.0,
    up: Annotated[float, typer.Option(help="Metres up.")] = 0.0,
    turn: Annotated[float, typer.Option(help="Degrees to the left, about where the motion begins.")] = 0.0,
    to_floor: Annotated[bool, typer.Option("--to-floor", help="Put its floor to height 0 first.")] = False,
) -> None:
    """Move a motion along the ground, turn it, raise it or put it on the floor.

    Example: motionloom move walk.bvh turned.bvh --turn 90 --to-floor
    """
    from motionloom.making.makers.move import move_recipe

    _say(make_each(given, lambda opened, _: move_recipe(opened.source, x, z, up, turn, to_floor=to_floor)), given.as_json)


@reads_files
def join(
    words: Several,
    reading: Reading,
    blend: Annotated[float, typer.Option(min=0.0, max=5.0, help="Seconds over which each is eased into the next.")] = 0.0,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Play motions of one body one after the other, each where the last one ended and facing as it did.

    Example: motionloom join walk.bvh run.bvh walk-and-run.bvh
    """
    from motionloom.compute import terminal_progress
    from motionloom.making.makers.edit import join_recipe

    names, target = find_target(words, into, name, force)
    if len(names) < 2:
        raise MotionloomError("two motions or more are joined, one is named; name the others")
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        kept, _ = make_one(named, join_recipe([opened.source for opened in named.opened], blend), target, progress)
    _say([kept], as_json)


def _say(kept: list[Kept], as_json: bool) -> None:
    if as_json:
        options.print_json([{**each.where, "frames": len(each.motion), "fps": each.motion.fps} for each in kept])
        return
    for each in kept:
        typer.echo(f"{say_where(each.where)}: {len(each.motion)} frames at {each.motion.fps:g} Hz")
