"""`motionloom feet report`: everything measured of foot plants, one option a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.core.errors import FileError

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.core import Motion
    from motionloom.feet.hand_labels import Example
    from motionloom.feet.spike_measures import Spike

Data = Annotated[Path, typer.Argument(help="The folder of captures that the hand labels are about (with cmu/ and bandai/ in it).")]
Labels = Annotated[Path | None, typer.Option(help="Hand labels to use instead of those that come with Motionloom.")]
# Walks of two performers that were held out, plain and slow: what is blended to make feet skate.
WALKS = ("cmu/008/08_01.bvh", "cmu/008/08_04.bvh", "cmu/008/08_11.bvh", "cmu/035/35_01.bvh", "cmu/035/35_08.bvh")
SHOWN = ("cmu/035/35_01.bvh", "path x 1.15")  # the capture and the edit of the pictures before and after
SHOWN_SECONDS = 2.4
SPIKES = 10  # captures whose worst peak of acceleration after clean-up is pictured


def report(
    data: Data,
    labels: Labels = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Clips that were labelled after the oracle was made, too.")] = False,
    across: Annotated[
        bool,
        typer.Option("--across", help="Every performer left out in turn, also at 30 Hz, shaken and tilted (minutes)."),
    ] = False,
    sweep: Annotated[bool, typer.Option("--sweep", help="Vary neighbours, window, joints, scaling and components too (minutes).")] = False,
    curve: Annotated[bool, typer.Option("--curve", help="Learning curves, active against random, too (minutes).")] = False,
    transfer: Annotated[bool, typer.Option("--transfer", help="Other skeletons too: Bandai and the sample performers.")] = False,
    clean: Annotated[bool, typer.Option("--clean", help="Clean-up of captures whose feet were made to skate, too.")] = False,
    every: Annotated[bool, typer.Option("--all", help="With --clean: every capture in the folder as it is, too (a minute).")] = False,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long the sequences of --curve are.")] = 0.25,
    pictures: Annotated[Path | None, typer.Option(help="A folder for pictures of the curves and of clean-up.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Hold every detector and the oracle against held-out hand labels; optionally the paper's table, curves, other skeletons, clean-up.

    Example: motionloom feet report ../shared/data --sweep
    """
    from motionloom.compute import terminal_progress
    from motionloom.feet.reports.detection import make_report

    with terminal_progress() as progress:

        def read(split: str) -> list[Example]:
            return _examples(labels, data, split, progress)

        training, held_out = read("train"), read("held out")
        made = make_report(training, held_out, progress)
        parts: dict[str, tuple[Any, str]] = {"report": (made.to_json(), made.to_text())}
        if fresh:
            test = make_report(training, read("fresh"), progress)
            parts["fresh"] = (test.to_json(), f"fresh test\n{test.to_text()}\n\n{test.clips_to_text()}")
        if across:
            parts["across"], parts["corrections"] = _across(_examples(labels, data, None, progress), progress)
        if sweep:
            parts["sweep"] = _sweep(training, held_out, progress)
        if curve:
            parts["curves"] = _curves(training, [*held_out, *read("fresh")], seconds, pictures, progress)
        if transfer:
            parts["transfer"] = _transfer([*training, *held_out], read("other skeleton"), progress)
        if clean:
            parts["clean"] = _clean(held_out, made.oracle.label, data, pictures, progress)
        if clean and every:
            parts["clean_all"] = _clean_all(data, pictures, progress)
    if as_json:
        options.print_json({name: plain for name, (plain, _) in parts.items()})
    else:
        typer.echo("\n\n".join(text for _, text in parts.values()))


def _examples(labels: Path | None, data: Path, split: Any, progress: Progress) -> list[Example]:
    from motionloom.feet.hand_labels import open_examples, read_labels

    if not data.is_dir():
        raise FileError(f"{data}: expected the folder of captures that the labels are about, found none")
    return open_examples(read_labels(labels, split), data, progress)


def _across(examples: list[Example], progress: Progress) -> tuple[tuple[Any, str], tuple[Any, str]]:
    """Every method on performers never seen, and how many corrections they need."""
    from motionloom.feet.reports import across, corrections

    rows, corrected = across.across(examples, progress), corrections.correct(examples, progress)
    return ([row.to_json() for row in rows], "every performer left out in turn\n" + across.to_text(rows)), (
        corrected.to_json(),
        corrections.to_text(corrected),
    )


def _sweep(training: list[Example], held_out: list[Example], progress: Progress) -> tuple[Any, str]:
    from motionloom.feet.reports import sweeps

    rows = sweeps.sweep(training, held_out, progress)
    return [row.to_json() for row in rows], sweeps.to_text(rows)


def _curves(training: list[Example], tested: list[Example], seconds: float, pictures: Path | None, progress: Progress) -> tuple[Any, str]:
    """Learning curves: what sequences of the training half, chosen or at random, teach about everybody else."""
    from motionloom.feet.reports import learning_curves
    from motionloom.feet.reports.plots import save_curves

    curves = learning_curves.learn(training, tested, seconds, progress=progress)
    if pictures is not None:
        save_curves(learning_curves.in_percent(curves), pictures / "learning.png")
    head = f"learning curves, accuracy in % on held-out and fresh performers, sequences of {seconds:g} s"
    return [curve.to_json() for curve in curves], f"{head}\n{learning_curves.to_text(curves)}"


def _transfer(training: list[Example], other: list[Example], progress: Progress) -> tuple[Any, str]:
    from motionloom.feet.reports import transfer

    sets = {"Bandai": other, "sample, noise 0.3": transfer.sample_examples(0.3), "sample, noise 1": transfer.sample_examples(1.0)}
    rows = transfer.transfer(training, sets, progress)
    return [row.to_json() for row in rows], "trained on CMU, tested on other skeletons\n" + transfer.to_text(rows)


def _clean(held_out: list[Example], find: Any, data: Path, pictures: Path | None, progress: Progress) -> tuple[Any, str]:
    from motionloom import formats
    from motionloom.feet.reports import clean_up

    walks = [formats.load(data / name) for name in WALKS if (data / name).is_file()]
    rows = clean_up.report_clean_up(held_out, find, walks, progress)
    if pictures is not None:
        _picture_clean_up(formats.load(data / SHOWN[0]), find, pictures)
    return [row.to_json() for row in rows], "clean-up, the worst of all clips\n" + clean_up.to_text(rows)


def _clean_all(data: Path, pictures: Path | None, progress: Progress) -> tuple[Any, str]:
    """Every capture of the folder, by the oracle that comes with Motionloom."""
    from motionloom import formats
    from motionloom.feet.oracle import default_oracle
    from motionloom.feet.reports import clean_up_survey

    paths = sorted(data.rglob("*.bvh"))
    rows, left_out = clean_up_survey.survey(paths, formats.load, default_oracle().label, progress)
    for name, why in left_out:
        typer.echo(f"{name}: left out: {why}", err=True)
    if pictures is not None:
        _picture_spikes(clean_up_survey.worst_spikes(rows, SPIKES), {path.stem: path for path in paths}, pictures)
    return [row.to_json() for row in rows], "clean-up of every capture\n" + clean_up_survey.to_text(rows)


def _picture_spikes(worst: list[tuple[str, Spike]], paths: dict[str, Path], pictures: Path) -> None:
    """Knees before and after where their peaks are highest beside what was there."""
    from motionloom import formats
    from motionloom.feet.cleanup import clean
    from motionloom.feet.oracle import default_oracle
    from motionloom.feet.reports.clean_up_survey import CALM
    from motionloom.feet.reports.plots import save_spikes

    shown = []
    for clip, spike in worst:
        capture = formats.load(paths[clip])
        shown.append((capture, clean(capture, default_oracle().label(capture), CALM).motion, spike))
    if shown:
        save_spikes(shown, pictures / "spikes.png")


def _picture_clean_up(capture: Motion, find: Any, pictures: Path) -> None:
    """Curves and filmstrips of the feet before and after."""
    from motionloom.core.editing import trim
    from motionloom.feet.cleanup import clean
    from motionloom.feet.reports.clean_up import EDITS
    from motionloom.feet.reports.film import save_before_and_after
    from motionloom.feet.reports.plots import save_slides

    motion = trim(capture, 0.0, SHOWN_SECONDS)
    plants, skating = find(capture)[: len(motion)], EDITS[SHOWN[1]](motion)
    cleaned = clean(skating, plants).motion
    save_slides(skating, cleaned, plants, pictures / "slides.png")
    save_before_and_after(skating, cleaned, plants, pictures)
