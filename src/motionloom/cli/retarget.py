"""`motionloom retarget`: motions on another body, or on a character of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Given, find_target, make_each, makes_each, say_where
from motionloom.cli.sources import open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.onto import Named
    from motionloom.edits.retargeting.retarget import RetargetOptions

OntoWord = Annotated[
    str,
    typer.Option("--onto", help="The body: a character's .glb, any motion file, or my-library:name of a character or a clip."),
]


@makes_each
def retarget(
    given: Given,
    onto: OntoWord,
    hands: Annotated[bool, typer.Option(help="Bring hands back to what they touched.")] = True,
    feet: Annotated[bool, typer.Option(help="Hold planted feet still on the new body.")] = True,
) -> None:
    """Put motions on another body. Onto a character's file, a .glb is that file with its mesh and the motion in it.

    Example: motionloom retarget walk.bvh hero-walk.glb --onto jump.glb
    """
    from motionloom.cli.onto import find_onto
    from motionloom.edits.retargeting.maker import retarget_recipe
    from motionloom.edits.retargeting.retarget import RetargetOptions
    from motionloom.making.plants import plants_of_source

    chosen, target = RetargetOptions(hands, feet), find_onto(onto, given.into)
    if target.character is not None and given.into is None and Path(given.words[-1]).suffix.lower() == ".glb":
        _write_character(given, target, chosen)
        return
    kept = make_each(given, lambda opened, library: retarget_recipe(opened, target.onto, plants_of_source(library, opened), chosen))
    if given.as_json:
        options.print_json([{**each.where, "onto": target.onto.name, "frames": len(each.motion)} for each in kept])
        return
    for each in kept:
        typer.echo(f"{say_where(each.where)}: {len(each.motion)} frames on {target.onto.name}")


def _write_character(given: Given, target: Named, chosen: RetargetOptions) -> None:
    """The character's own file with one animation a motion."""
    from motionloom.compute import terminal_progress
    from motionloom.core.files import write_file
    from motionloom.edits.characters.exporting import to_animation, wear
    from motionloom.formats.character_animations import with_animations

    names, place = find_target(given.words, given.into, given.name, given.force)
    if place.out is None or target.character is None:
        raise MotionloomError("name the file to write after what to read")
    with terminal_progress() as progress, open_sources(names, given.reading, None, progress) as named:
        added = []
        for opened in progress.each("Putting motions on the character", named.opened, lambda opened: opened.motion.name):
            motion, marks = wear(named.library, named.sources, opened, target.onto, chosen)
            added.append(to_animation(motion, opened.motion.name, marks))
        write_file(place.out, with_animations(target.character, added))
    told = [{"file": str(place.out), "animation": each.name, "frames": len(each.motion)} for each in added]
    if given.as_json:
        options.print_json(told)
    else:
        typer.echo(f"{place.out}: {target.onto.name} with {', '.join(each.name for each in added)}")
