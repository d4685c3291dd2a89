"""`motionloom sketch`: keyframe sketches, completed and textured from captures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.long_work import WINDOW
from motionloom.cli.made import Into, Name, find_target, make_one, say_where
from motionloom.cli.read_options import reads_files
from motionloom.cli.sketch_between import between
from motionloom.cli.sketch_pictures import bands, figures
from motionloom.cli.sketch_reports import report
from motionloom.cli.sources import choose_names, open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions as Reading
    from motionloom.keyframes.sketch import Sketch
else:
    Reading = object

app = typer.Typer(help="Sketch with few keys on few channels; captures add detail and fill in the rest.", no_args_is_help=True)
Given = Annotated[str, typer.Argument(metavar="SKETCH", help="A sketch: a JSON file, or one on a library's shelf as my-library:name.")]
Captures = Annotated[
    list[str],
    typer.Argument(
        metavar="MOTIONS... [OUT]",
        help="The style: files, clips as my-library:clip, or a library; last the file to write, none with --into.",
    ),
]
Path_ = Annotated[int, typer.Option("--path", min=1, help="Which path through the matches; 1 is the best.")]


@app.command()
@reads_files
def walk(
    body: Annotated[str, typer.Argument(metavar="BODY", help="Whose body: a motion file, or a clip as my-library:clip.")],
    out: Annotated[Path, typer.Argument(help="The sketch to write, .json.")],
    reading: Reading,
    steps: Annotated[int, typer.Option(min=1, max=500, help="How many steps.")] = 8,
    stride: Annotated[float, typer.Option(min=0.05, max=1.5, help="Leg lengths a step.")] = 0.55,
    seconds: Annotated[float, typer.Option(min=0.2, max=3.0, help="Seconds a step.")] = 0.55,
    rate: Annotated[float, typer.Option(min=1.0, help="Frames a second.")] = 24.0,
    slowing: Annotated[int, typer.Option(min=0, max=500, help="The last steps get shorter, to a stop: how many.")] = 0,
    ending: Annotated[str, typer.Option(help="stand, stomp, crouch or stomp-crouch.")] = "stand",
    at: Annotated[tuple[float, float], typer.Option(help="Where it begins: metres x and z.")] = (0.0, 0.0),
    turned_round: Annotated[bool, typer.Option("--turned-round", help="It comes the other way, towards -z.")] = False,
    force: options.Force = False,
) -> None:
    """Write the sketch of a walk: keys on feet and root only, to be changed by hand and completed.

    Two sketches of one scene (paper 002, section 4.1) begin at two places and are completed each from its own captures:
    `--at 0 6 --turned-round` comes towards one that begins at 0 0.

    Example: motionloom sketch walk walk.bvh sketch.json --steps 6
    """
    from motionloom.compute import terminal_progress
    from motionloom.keyframes.sketch_endings import ENDINGS, place_sketch
    from motionloom.keyframes.walking_sketch import sketch_walk, slow_down

    options.check_target(out, force)
    if ending not in ENDINGS:
        raise MotionloomError(f"--ending is {', '.join(ENDINGS)}; found {ending!r}")
    with terminal_progress() as progress, open_sources([body], reading, None, progress) as named:
        made = sketch_walk(named.opened[0].motion.skeleton, slow_down((stride,) * steps, slowing), seconds, rate, out.stem)
    made = place_sketch(ENDINGS[ending](made), *at, turned_round=turned_round)
    made.save(out)
    typer.echo(f"{out}: {made!r}")


@app.command()
@reads_files
def thin(
    source: Annotated[str, typer.Argument(metavar="MOTION", help="A motion file, or a clip as my-library:clip.")],
    out: Annotated[Path, typer.Argument(help="The sketch to write, .json.")],
    reading: Reading,
    keyed: Annotated[
        str, typer.Option(help="feet: root and feet. legs: root, pelvis and legs, joint by joint. all: every joint.")
    ] = "feet",
    untouched: Annotated[bool, typer.Option("--untouched", help="As it is: channels that are constant were not touched.")] = False,
    near: Annotated[float, typer.Option(min=1e-4, help="Metres that a curve may be off.")] = 0.01,
    turned: Annotated[float, typer.Option(min=1e-4, help="Radians that a curve may be off.")] = 0.03,
    rate: Annotated[float | None, typer.Option(min=1.0, help="Frames a second; as the motion has if not given.")] = None,
    force: options.Force = False,
) -> None:
    """Make a sketch of a motion: thinned to keys on some of its channels, or of an animation whose untouched channels are constant.

    Example: motionloom sketch thin my-library:16_15 thinned.json --keyed feet --rate 24
    """
    from motionloom.compute import terminal_progress
    from motionloom.core.editing import resample
    from motionloom.keyframes.thinning import feet_and_root, lower_body, sketch_clip, sketch_file

    options.check_target(out, force)
    if keyed not in ("feet", "legs", "all"):
        raise MotionloomError(f"--keyed is feet, legs or all, found {keyed!r}")
    with terminal_progress() as progress, open_sources([source], reading, None, progress) as named:
        motion = named.opened[0].motion
    motion = motion if rate is None else resample(motion, rate)
    channels = {"feet": feet_and_root(), "legs": lower_body(motion), "all": None}[keyed]
    made = sketch_file(motion, out.stem) if untouched else sketch_clip(motion, channels, near, turned, out.stem)
    made.save(out)
    typer.echo(f"{out}: {made!r}")


@app.command()
@chooses_clips
@reads_files
def complete(
    sketch: Given,
    motions: Captures,
    reading: Reading,
    choice: Chosen,
    path: Path_ = 1,
    driver: Annotated[
        list[str] | None, typer.Option(help="A channel that drives the matching (several: all); proposed if not given.")
    ] = None,
    texture: Annotated[list[str] | None, typer.Option(help="A keyed channel to texture (several: all).")] = None,
    band: Annotated[int | None, typer.Option(min=1, max=16, help="The band to match in; by the drivers' period if not given.")] = None,
    scaled: Annotated[bool | None, typer.Option("--scale/--no-scale", help="Captured motion shrinks and grows with the sketch.")] = None,
    propose: Annotated[bool, typer.Option("--propose", help="All paths as proposals in the library (--into), to be reviewed.")] = False,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Complete a sketch from captures of a style; the keys stay where they are.

    Example: motionloom sketch complete sketch.json my-library --label walk --into my-library --name "completed walk"
    """
    drawn = _with_options(open_sketch(sketch), driver, texture, band, scaled)
    _make(drawn, motions, reading, choice, path - 1, into, name, force, as_json, propose)


@app.command("texture")
@chooses_clips
@reads_files
def texture_command(
    sketch: Given,
    motions: Captures,
    reading: Reading,
    choice: Chosen,
    channel: Annotated[list[str] | None, typer.Option(help="A keyed channel to texture (several: all); all joints' if not given.")] = None,
    path: Path_ = 1,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Add the captures' middle bands to keyed channels, and fill in nothing.

    Example: motionloom sketch texture thinned.json my-library --label walk textured.bvh --channel root.y
    """
    from motionloom.keyframes.one_call import texturable

    drawn = open_sketch(sketch)
    chosen = tuple(channel) if channel else tuple(texturable(drawn))
    drawn = replace(drawn, options=replace(drawn.options, textured=chosen, synthesised=()))
    _make(drawn, motions, reading, choice, path - 1, into, name, force, as_json, False)


def open_sketch(word: str) -> Sketch:
    """The sketch of a file, or on the shelf of a library (`my-library:name`)."""
    from motionloom.keyframes.shelf import find_sketch
    from motionloom.keyframes.sketch import read_sketch
    from motionloom.library import Library, is_library

    folder, colon, name = word.rpartition(":")
    if colon and not Path(word).exists() and is_library(Path(folder)):
        with Library.open(Path(folder)) as library:
            return find_sketch(library, name)[1]
    return read_sketch(Path(word))


def _with_options(sketch: Sketch, driver: list[str] | None, texture: list[str] | None, band: int | None, scaled: bool | None) -> Sketch:
    from motionloom.keyframes.options import DriverSpan

    spans = (DriverSpan(0.0, max(sketch.frames / sketch.fps, 1e-6), tuple(driver)),) if driver else None
    changed = sketch.options.with_changes(drivers=spans, textured=tuple(texture) if texture else None, band=band, scale=scaled)
    return replace(sketch, options=changed)


def _make(
    sketch: Sketch,
    motions: list[str],
    reading: Any,
    choice: Any,
    path: int,
    into: Path | None,
    name: str,
    force: bool,
    as_json: bool,
    propose: bool,
) -> None:
    """Complete a sketch from the motions that are named, and keep or propose what comes out."""
    from motionloom.compute import terminal_progress
    from motionloom.keyframes.maker import open_completion, propose_paths, sketch_recipe
    from motionloom.making.proposals import raise_proposals

    words, target = find_target(motions, into, name, force)
    names = choose_names(words, choice)
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        sources = [opened.source for opened in named.opened]
        recipe = sketch_recipe(sketch, sources, path)
        if propose:
            if named.library is None or into is None:
                raise MotionloomError("proposals are kept in a library; name it with --into")
            completion = open_completion(named.sources, recipe)
            raised = propose_paths(sketch, sources, completion, name)
            raise_proposals(
                named.library, raised, question="keep", title=f"Complete {sketch.name}", room="keyframes", window=WINDOW, progress=progress
            )
            typer.echo(f"{len(raised)} paths proposed; `motionloom review list {into}` shows them")
            return
        kept, made = make_one(named, recipe, target, progress)
    if as_json:
        options.print_json({**kept.where, "frames": len(made.motion), "fps": made.motion.fps, **made.outcome})
        return
    told = made.outcome
    typer.echo(f"{say_where(kept.where)}: path {told['path']} of {told['paths']}, band {told['band']}, {told['made']}")
    for note in made.outcome.get("notes", ()):
        typer.echo(f"  {note}")


for command in (between, bands, figures, report):  # after what writes the sketch that their examples read
    app.command()(command)
