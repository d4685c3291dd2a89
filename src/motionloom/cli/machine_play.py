"""`motionloom machine run` and `export`: machines of a library's shelf, or of files, that play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.filming import count_frames
from motionloom.cli.long_work import WINDOW, run_long
from motionloom.cli.machine_requests import read_requests
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.maker import Performance, Run
    from motionloom.compute import Progress
    from motionloom.making.recipe import Source
    from motionloom.making.shelf import NewEntry
    from motionloom.navigation.scene import Scene

LONG_FILM = 20.0  # seconds: in a longer way the camera goes along, in a shorter one it sees all of it
NamedMachine = Annotated[
    str, typer.Argument(metavar="MACHINE", help="A machine of a library's shelf as my-library:name, or its file, .npz.")
]


@dataclass(frozen=True, eq=False)
class Opened:
    """A machine that a person named: what it is called, as a source of recipes, and as it goes on another shelf."""

    machine: Machine
    name: str
    source: Source
    entry: NewEntry
    library: Path | None = None


def open_machine(named: str) -> Opened:
    """`my-library:walker` is a machine of a library's shelf, by name or id; `walker.npz` is a file."""
    from motionloom.behaviours.open_machine import KIND, read_entry
    from motionloom.library import Library, is_library
    from motionloom.making import shelf
    from motionloom.making.recipe import DIGEST, Source
    from motionloom.making.sources import document_source

    folder, colon, word = named.rpartition(":")
    if colon and not Path(named).exists() and is_library(Path(folder)):
        with Library.open(Path(folder)) as library:
            document = shelf.find_entry(library, word, KIND)
            content, machine = library.document_bytes(document.id), shelf.open_entry(library, document).machine
        entry = shelf.NewEntry(content, document.data, tuple(document.clips))
        return Opened(machine, document.name, document_source(document), entry, Path(folder))
    from hashlib import sha256

    from motionloom.behaviours.machine_file import from_bytes

    entry = read_entry(Path(named))
    source = Source(file=Path(named).name, content=sha256(entry.content).hexdigest()[:DIGEST])
    return Opened(from_bytes(entry.content, named), Path(named).stem, source, entry)


def run(
    machine: NamedMachine,
    out: Annotated[Path | None, typer.Argument(help="The motion to write: .bvh, .glb, .usd, .npz, ...")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long to play.")] = 20.0,
    at: Annotated[
        list[str] | None,
        typer.Option(
            help="SECOND=STATE asks for a state, SECOND=NUMBER turns, SECOND=speed:NUMBER sets a pace, speed:off no more, "
            "SECOND=style:WORD a style."
        ),
    ] = None,
    start: Annotated[str | None, typer.Option(help="The state to begin in; the first cyclic one if not given.")] = None,
    tour: Annotated[bool, typer.Option("--tour", help="Ask for every state in turn, instead of --at and --seconds.")] = False,
    feet: Annotated[bool, typer.Option("--feet/--bare", help="Hold planted feet still, or write what the machine blends.")] = True,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Of the order in which laps of long cycles are played.")] = 0,
    into: Annotated[Path | None, typer.Option("--into", help="The library to add it to as a clip, instead of writing a file.")] = None,
    film: Annotated[
        Path | None, typer.Option(help="Also film it, .mp4 or .gif, with the state that is played and what is asked written in it.")
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Its name in the library; the machine's if not given.")] = "",
    force: options.Force = False,
) -> None:
    """Play a machine with requests at given seconds, and write the motion, or keep it as a clip that can be made again.

    All there is to see in one run: `motionloom machine run machine.npz tour.bvh --tour`.

    Example: motionloom machine run machine.npz performance.bvh --at 1=walk --at 5=0.5 --at 9=stand
    """
    from motionloom.behaviours.maker import run_of
    from motionloom.behaviours.touring import plan_tour
    from motionloom.compute import terminal_progress

    if (out is None) == (into is None):
        raise MotionloomError("name the file to write after the machine, or a library with --into")
    for each in (out, film):
        if each is not None:
            options.check_target(each, force)
    opened = open_machine(machine)
    if tour and at:
        raise MotionloomError("--tour asks for every state by itself; leave --at out")
    shown = plan_tour(opened.machine, start, seed=seed) if tour else None
    if shown is None:
        asked = run_of(opened.machine, seconds, read_requests(opened.machine, at or (), seconds), start, feet, seed)
    else:
        asked = run_of(opened.machine, shown.seconds, shown.requests, start, feet, seed)
    with terminal_progress() as progress:
        progress.begin("Playing the machine")
        if into is not None:
            ((where, played),) = keep_runs(opened, [(asked, name or f"{opened.name} run")], into)
        elif out is not None:
            where, played = str(out), write_run(opened, asked, out)
        if film is not None:
            _film(opened.machine, asked, film, progress)
    typer.echo(f"{where}: {played.motion.duration:.1f} s, ends in {played.ends_in}{_say_slide(played)}")
    if shown is not None:
        typer.echo(
            "  " + ", ".join(f"{name} at {second:.1f} s" for name, second in sorted(shown.reached.items(), key=lambda each: each[1]))
        )
    for name in () if shown is None else shown.missed:
        typer.echo(f"  {name} was asked for, but not reached")


def _film(machine: Machine, asked: Run, path: Path, progress: Progress) -> None:
    from motionloom.behaviours.states import RATE
    from motionloom.behaviours.stay_pictures import film
    from motionloom.behaviours.surveying import watch

    motion, stays = watch(machine, asked.requests, asked.frames / RATE, asked.seed, asked.start, asked.feet)
    film(motion, stays, asked.requests, path, progress=count_frames(progress))


def write_run(opened: Opened, asked: Run, out: Path) -> Performance:
    """Play a run and write it into a file, its plants, states and recipe with it."""
    from motionloom.behaviours.maker import machine_recipe, perform_run
    from motionloom.making.makers import finish
    from motionloom.making.marks import marks_of
    from motionloom.making.sources import Sources

    made = perform_run(opened.machine, asked)
    finished = finish(Sources(), machine_recipe(opened.source, asked), made)
    replace(finished.motion, name=out.stem).save(out, marks=marks_of(finished))
    played: Performance = made.about
    return played


def keep_runs(opened: Opened, runs: Sequence[tuple[Run, str]], into: Path) -> list[tuple[str, Performance]]:
    """Add runs to a library under names, as one step of undo; where each lies, and how it was played.

    The library's shelf gets the machine where it has it not, so that the clips can be made again.
    """
    from motionloom.behaviours.maker import machine_recipe
    from motionloom.behaviours.open_machine import shelve
    from motionloom.library import Library
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources, document_source

    with Library.open(into) as library:
        source, sources = document_source(shelve(library, opened.name, opened.entry, WINDOW)), Sources(library)
        recipes = [(machine_recipe(source, asked), name) for asked, name in runs]
        made = [NewMade(recipe, make(sources, recipe), name) for recipe, name in recipes]
        clips = derive_all(library, made, window=WINDOW, sources=sources)
        return [(f"{into}:{library.clip(clip).name}", each.made.about) for clip, each in zip(clips, made, strict=True)]


def film_runs(
    opened: Opened,
    runs: Sequence[Run],
    path: Path,
    progress: Progress | None = None,
    scene: Scene | None = None,
    states: Sequence[str] = (),
) -> None:
    """Film runs together, feet held; the camera goes along with one, and sees the whole way of several. scene: what they go through is
    shown too; states (F,): what the first does, written in a corner."""
    from motionloom.behaviours.footing import find_footing
    from motionloom.behaviours.maker import perform_run
    from motionloom.behaviours.tables import make_tables
    from motionloom.render.video import save_video

    footing, tables = find_footing(opened.machine), make_tables(opened.machine)
    motions = [perform_run(opened.machine, asked, tables, footing).motion for asked in runs]
    tell = None if progress is None else count_frames(progress)
    if scene is None:
        save_video(motions, path, camera="follow" if len(motions) == 1 else "hold", progress=tell)
        return
    from motionloom.navigation.scene_film import stage_scene
    from motionloom.render.framing import View

    camera = "follow" if len(motions) == 1 and motions[0].duration > LONG_FILM else "hold"
    save_video(stage_scene(scene, motions, states), path, camera=camera, view=View(200.0, 32.0), progress=tell)


def _say_slide(played: Performance) -> str:
    if played.bare is None or played.plants is None or played.ground is None:
        return ""
    from motionloom.feet.skate_measures import compare_skate

    skate = compare_skate(played.bare, played.motion, played.plants, played.ground)
    return f"; planted feet slid {skate.before.mean_cm_per_second:.1f} cm/s, now {skate.after.mean_cm_per_second:.2f}"


def export(
    machine: NamedMachine,
    folder: Annotated[Path, typer.Argument(help="A new or empty folder for the clips and machine.json.")],
) -> None:
    """Export a machine for an engine: glTF clips, and a JSON of states, warps, weights and transitions.

    Example: motionloom machine export machine.npz engine/
    """
    from motionloom.behaviours.exporting import export_machine
    from motionloom.compute import terminal_progress
    from motionloom.library import Library

    opened = open_machine(machine)
    if opened.library is not None:
        told = {"machine": opened.source.document, "folder": str(folder.absolute())}
        with Library.open(opened.library) as library:
            run_long(library, "machine_export", told)
    else:
        with terminal_progress() as progress:
            export_machine(opened.machine, folder, progress)
    count = sum(len(state.motions) for state in opened.machine.states)
    typer.echo(f"{folder}: {count} clips and machine.json")
