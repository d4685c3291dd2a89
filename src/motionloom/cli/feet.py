"""`motionloom feet`: find foot plants, teach the oracle, and hold planted feet still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.feet_report import Labels, report
from motionloom.cli.made import Given, Kept, make_each, makes_each, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import library_of, open_source
from motionloom.core.errors import FileError, MotionloomError
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.feet.cleanup import CleanUpOptions
    from motionloom.feet.hand_labels import Labelled
    from motionloom.feet.plants import Plants
    from motionloom.library import Library
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

app = typer.Typer(help="Find foot plants, teach the oracle, clean up skating feet.", no_args_is_help=True)
app.command()(report)
OracleFile = Annotated[
    Path | None,
    typer.Option("--oracle", help="An oracle that `feet train` wrote; if not given, the one taught on the library, or Motionloom's."),
]
Detector = Annotated[str | None, typer.Option(help="height, speed, crossing or kinetic, instead of an oracle.")]


@app.command()
@reads_files
def detect(
    sources: Annotated[list[str], typer.Argument(help="Motion files, or clips of a library as my-library:clip.")],
    reading: Reading,
    oracle: OracleFile = None,
    detector: Detector = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the foot plants of motions, as frames from each plant's first to the one after its last.

    Example: motionloom feet detect walk.bvh --detector kinetic
    """
    from motionloom.compute import terminal_progress
    from motionloom.core.markers import is_markers
    from motionloom.feet.plants import POINTS

    reports, lines = list[dict[str, Any]](), list[str]()
    with terminal_progress() as progress:
        for name in progress.each("Finding foot plants", sources, str):
            motion = open_source(name, reading).motion
            find, finder = _choose_finder(oracle, detector, library_of(name, reading))
            plants = find(motion)
            if is_markers(motion.skeleton):  # an oracle learns from bodies
                finder = f"the {plants.source} detector on markers"
            found = {point: plants.runs(point) for point in POINTS}
            reports.append({"motion": name, "fps": motion.fps, "source": plants.source, "finder": finder, "plants": found})
            lines.append(f"{name}: {len(motion)} frames at {motion.fps:g} Hz, by {finder}")
            lines += [f"  {point:<11} " + (" ".join(f"{a}-{b}" for a, b in found[point]) or "never") for point in POINTS]
    if as_json:
        options.print_json(reports)
    else:
        typer.echo("\n".join(lines))


@app.command()
def train(
    source: Annotated[
        Path, typer.Argument(help="A library whose people labelled plants, or the folder of captures that hand labels are about.")
    ],
    out: Annotated[Path | None, typer.Option(help="The NPZ file to write; a library also keeps the oracle itself.")] = None,
    labels: Labels = None,
    from_scratch: Annotated[bool, typer.Option("--from-scratch", help="Use only these labels, not what comes with Motionloom.")] = False,
) -> None:
    """Teach the oracle: with what people labelled in a library, or with hand labels and the captures they are about.

    Example: motionloom feet train my-library --out feet.npz
    """
    from motionloom.compute import terminal_progress
    from motionloom.feet.growing import train_forest
    from motionloom.feet.hand_labels import open_examples, read_labels
    from motionloom.feet.oracle import default_oracle, train as train_oracle
    from motionloom.feet.teaching import teach
    from motionloom.library import Library, is_library

    if out is not None:
        check_place(out)
    with terminal_progress() as progress:
        if is_library(source):
            with Library.open(source) as library:
                taught = teach(library, from_scratch, progress)
            oracle, words = taught.oracle, f"{taught.frames} frames of {taught.clips} clips that people labelled"
        else:
            examples = open_examples(_for_training(read_labels(labels), labels), source, progress)
            words = f"hand labels of {len(examples)} clips"
            progress.begin("Teaching the oracle")
            if labels is None:
                oracle = train_forest(examples, about=words)
            else:
                oracle = train_oracle(examples, about=words) if from_scratch else default_oracle().with_examples(examples)
    if out is not None:
        oracle.save(out)
    typer.echo(f"oracle {oracle.version}: {len(oracle)} examples, taught with {words}" + ("" if out is None else f"; written to {out}"))


def _for_training(known: tuple[Labelled, ...], file: Path | None) -> list[Labelled]:
    """The labels that an oracle may learn: all of ours, tested by leaving performers out; of a file those that are not for testing."""
    if file is None:
        return list(known)
    chosen = [labelled for labelled in known if labelled.split in ("train", "held out")]
    if not chosen:
        found = ", ".join(sorted({repr(labelled.split) for labelled in known})) or "no clips"
        raise FileError(f"{file}: expected clips whose split is 'train' or 'held out', to teach the oracle with; found {found}")
    return chosen


@app.command()
def label(
    library: Annotated[Path, typer.Argument(help="The library whose clips to label.")],
    oracle: OracleFile = None,
    train_first: Annotated[bool, typer.Option("--train", help="Teach the oracle with what people have labelled first.")] = False,
) -> None:
    """Label every clip of a library; what a person set stays, and clips that this very oracle labelled already are skipped.

    Example: motionloom feet label my-library --train
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    arguments = {"train": train_first} | ({} if oracle is None else {"oracle": abspath(oracle)})
    with Library.open(library) as opened:
        typer.echo(run_long(opened, "label_feet", arguments).message)


@app.command()
@makes_each
def clean(
    given: Given,
    oracle: OracleFile = None,
    detector: Detector = None,
    fade: Annotated[
        float, typer.Option(min=0.01, help="Seconds before and after a plant over which its correction comes and goes.")
    ] = 0.25,
    limit: Annotated[float, typer.Option(min=0.001, help="Metres: a plant that would move farther is left and reported.")] = 0.3,
    ground: Annotated[float | None, typer.Option(help="Height of a level floor in metres; the clip's own floor if not given.")] = None,
    calm: Annotated[
        bool | None,
        typer.Option("--calm/--firm", help="Let plants go that would jerk a leg, or hold them all; calm for captured clips of a library."),
    ] = None,
) -> None:
    """Hold planted feet still. Plants are the library's where the clip has some, else found first.

    Example: motionloom feet clean walk.bvh clean.bvh
    """
    from motionloom.feet.cleanup import CleanUpOptions
    from motionloom.making.makers.clean import clean_recipe, is_captured

    told, by = CleanUpOptions(fade=fade, limit=limit, ground=ground), list[tuple[Any, str]]()

    def recipe_of(opened: OpenSource, library: Library | None) -> Recipe:
        by.append(_find_plants(opened, oracle, detector, library))
        return clean_recipe(opened, by[-1][0], replace(told, calm=is_captured(opened) if calm is None else calm))

    kept = make_each(given, recipe_of)
    reports = [_report(each, told, *found) for each, found in zip(kept, by, strict=True)]
    if given.as_json:
        options.print_json(reports if given.into else reports[0])
        return
    for each in reports:
        _say_cleaned(say_where(each), each)


def _find_plants(opened: OpenSource, oracle: Path | None, detector: str | None, library: Library | None) -> tuple[Plants, str]:
    """The plants to hold, and words for who found them."""
    from motionloom.making.plants import plants_of_source

    of_clip = library if opened.clip is not None else None
    if opened.plants is not None and oracle is None and detector is None:
        plants = plants_of_source(of_clip, opened)
        return plants, "the library" + (f" ({plants.source})" if plants.source else "")
    find, finder = _choose_finder(oracle, detector, None if of_clip is None else of_clip.folder)
    return find(opened.motion), finder


def _report(kept: Kept, told: CleanUpOptions, plants: Plants, finder: str) -> dict[str, Any]:
    """Where it went, how far planted feet slid before and after, and what the clean-up has to say."""
    from motionloom.feet.cleanup import ground_of
    from motionloom.feet.skate_measures import compare_skate

    before = kept.source.motion
    skate = compare_skate(before, kept.motion, plants, ground_of(before, plants, told))
    return {**kept.where, "plants": finder, "notes": kept.outcome.get("notes", []), **skate.to_json()}


def _say_cleaned(where: str, report: dict[str, Any]) -> None:
    before, after = (report[when]["mean_cm_per_second"] for when in ("before", "after"))
    typer.echo(f"{where}: planted feet slid {before:.1f} cm/s, now {after:.2f}; plants by {report['plants']}")
    moved = f"joints moved {report['mean_displacement_mm']:.1f} mm on average, {report['max_displacement_mm']:.0f} mm at most"
    typer.echo("\n".join([f"{moved}; jerk x {report['jerk_ratio']:.2f}", *report["notes"]]))


@cache
def _choose_finder(oracle: Path | None, detector: str | None, library: Path | None) -> tuple[Callable[[Motion], Plants], str]:
    """The function of a motion that finds its plants, and words for it. A library's clips have the oracle that was taught there."""
    from motionloom.feet import detectors
    from motionloom.feet.oracle import Oracle, default_oracle
    from motionloom.feet.teaching import read_taught
    from motionloom.library import Library

    if oracle is not None and detector is not None:
        raise MotionloomError("give --oracle or --detector, not both")
    if detector is not None:
        chosen = detectors.make(detector)
        return lambda motion: detectors.detect(motion, chosen), f"the {detector} detector"
    if oracle is not None:
        loaded = Oracle.load(oracle)
        return loaded.label, f"oracle {loaded.version} ({oracle})"
    taught = default_oracle()
    if library is not None:
        with Library.open(library) as opened:
            taught = read_taught(opened).oracle
    known = taught.version == default_oracle().version
    return taught.label, f"oracle {taught.version} ({'comes with Motionloom' if known else f'taught on {library}'})"
