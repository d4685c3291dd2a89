"""`motionloom demand`: motion to order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.demand_reports import compare, report
from motionloom.cli.long_work import WINDOW
from motionloom.cli.made import Into, Name
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.core import Motion
    from motionloom.demands.making import Answer

app = typer.Typer(no_args_is_help=True, help="Motion to order: words painted on a timeline, places and paths, answered from a library.")
app.command()(compare)
app.command()(report)

Folder = Annotated[Path, typer.Argument(metavar="LIBRARY", help="A library's folder.")]
Asked = Annotated[Path, typer.Argument(help="The demand: a .demand file (docs/demands.md says what stands in one).")]
Iterations = Annotated[int, typer.Option(min=1, max=100_000, help="How long to search; more never gets worse.")]
Seed = Annotated[int, typer.Option(min=0, help="Another seed is another take.")]
Plain = Annotated[bool, typer.Option("--no-mirror", help="Do not use clips in a mirror.")]
Human = Annotated[str, typer.Option(help="Frames judged not to look human: avoid them, strip them, or any.")]


@app.command()
@chooses_clips
def make(
    folder: Folder,
    demand: Asked,
    out: Annotated[Path | None, typer.Argument(help="The motion file to write.")] = None,
    choice: Chosen = None,  # type: ignore[assignment]
    iterations: Iterations = 300,
    seed: Seed = 0,
    no_mirror: Plain = False,
    human: Human = "avoid",
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a motion that does what a demand asks, of a library's frames.

    Example: motionloom demand make my-library walk-and-stop.demand ordered.bvh

    The same demand, library and seed give the same motion. --into keeps it as a clip with its recipe.
    """
    from motionloom.compute import terminal_progress
    from motionloom.demands.demand_file import read_demand
    from motionloom.demands.making import Wish, answer
    from motionloom.library import Library

    if (out is None) == (into is None):
        raise MotionloomError("name the file to write after the demand, or a library with --into")
    if into is not None and into.resolve() != folder.resolve():
        raise MotionloomError(f"{into}: what is made of the clips of {folder} goes into {folder}, where its recipe finds them")
    if out is not None:
        options.check_target(out, force)
    asked = read_demand(demand)
    with terminal_progress() as progress, Library.open(folder) as library:
        wish = Wish(seed, iterations, mirrored=not no_mirror, human=_human(human))
        answered = answer(asked, library, choice, wish, progress=progress)
        where = _keep(library, answered, out, name)
    told = {"made": where, **describe(answered)}
    if as_json:
        options.print_json(told)
    else:
        typer.echo(_say(told))


@app.command()
@chooses_clips
def group(
    folder: Folder,
    demands: Annotated[list[Path], typer.Argument(help="One demand for all, or one for each actor, and last the file: .glb or .usda.")],
    choice: Chosen = None,  # type: ignore[assignment]
    actors: Annotated[int, typer.Option(min=2, max=64, help="How many actors, where one demand is for all.")] = 4,
    apart: Annotated[float, typer.Option(min=0.3, help="Metres between the places of actors that share one demand.")] = 2.0,
    iterations: Iterations = 300,
    seed: Seed = 0,
    into: Into = None,
    film: Annotated[Path | None, typer.Option(help="Also film them together: .mp4 or .gif; a .png is a filmstrip.")] = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a group: the same at the same time, and no two show a frame of one capture. Written as one scene.

    Example: motionloom demand group my-library walk-and-stop.demand group.glb --actors 2 --iterations 30

    The clips are split so that each actor has at least 30 frames of every combination of words that is asked for; a library too small to
    split says what is short.
    """
    from motionloom.compute import terminal_progress
    from motionloom.demands.apart import check_apart
    from motionloom.demands.demand_file import read_demand
    from motionloom.demands.grouping import keep_group, make_group, share_demand
    from motionloom.formats.scene_file import save_scene
    from motionloom.library import Library

    *files, out = demands
    if not files:
        raise MotionloomError("name a demand, or one for each actor, and after them the scene to write")
    for place in (out, film):
        if place is not None:
            options.check_target(place, force)
    asked = [read_demand(file) for file in files]
    each = share_demand(asked[0], actors, apart) if len(asked) == 1 else asked
    with terminal_progress() as progress, Library.open(folder) as library:
        made = make_group(each, library, choice, seed=seed, iterations=iterations, stay=len(asked) > 1, progress=progress)
        motions = [one.motion for one in made.answers]
        save_scene(motions, out)
        if film is not None:
            _film(motions, film, progress)
        clips = keep_group(library, made, window=WINDOW) if into is not None else []
    told: dict[str, Any] = {
        "scene": str(out),
        "clips": clips,
        "shared_frames": made.shared_frames,
        "least_apart": round(check_apart(motions), 3),
        "actors": [describe(one) for one in made.answers],
        "notes": list(made.notes),
    }
    if as_json:
        options.print_json(told)
        return
    typer.echo(f"{out}: {len(each)} actors, {made.shared_frames} shared frames, bodies at least {100 * told['least_apart']:.0f} cm apart")
    for one, actor in zip(made.answers, told["actors"], strict=True):
        typer.echo(f"  {one.demand.name}: {_tell(actor)}")
    for note in made.notes:
        typer.echo(note)


def _film(motions: list[Motion], path: Path, progress: Progress) -> None:
    """All of them together, seen from one place."""
    from motionloom.cli.filming import count_frames
    from motionloom.render import save_filmstrip, save_video

    if path.suffix.lower() == ".png":
        save_filmstrip(motions, path, camera="hold")
    else:
        save_video(motions, path, camera="hold", progress=count_frames(progress))


@app.command()
def logs(
    source: Annotated[Path, typer.Argument(help="A CSV log of positions, or a MovingAI .map to simulate players on.")],
    out: Annotated[Path, typer.Argument(help="The folder for the demands; with a map also the log itself, or a .csv for the log alone.")],
    players: Annotated[int, typer.Option(min=1, max=64, help="Simulated players on a map.")] = 3,
    minutes: Annotated[float, typer.Option(min=0.1, max=600, help="How long they are simulated.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=0.6, max=600, help="How long each demand is.")] = 4.8,
    scale: Annotated[float, typer.Option(min=0.05, help="Metres a cell of a map.")] = 0.5,
    seed: Seed = 0,
) -> None:
    """Turn a log of positions into demands: stand, walk or run by speed, jump where the log says that somebody falls.

    Example: motionloom demand logs players.csv demands/ --seconds 4.8
    """
    from motionloom.demands.demand_file import SUFFIX, write_demand
    from motionloom.demands.position_log import demands_of_log, read_log, write_log
    from motionloom.demands.simulated_players import read_cells, simulate

    on_map = source.suffix.lower() == ".map"
    tracks = simulate(read_cells(source), players, 60 * minutes, seed, scale) if on_map else read_log(source)
    if out.suffix.lower() == ".csv":
        write_log(tracks, out)
        typer.echo(f"{out}: {len(tracks)} players")
        return
    out.mkdir(parents=True, exist_ok=True)
    if on_map:
        write_log(tracks, out / f"{source.stem}.csv")
    found = demands_of_log(tracks, seconds)
    for number, demand in enumerate(found, start=1):
        write_demand(demand, out / f"{source.stem}-{number:04}{SUFFIX}")
    typer.echo(f"{out}: {len(found)} demands of {len(tracks)} players")


@app.command()
@chooses_clips
def words(folder: Folder, choice: Chosen = None, as_json: options.AsJson = False) -> None:  # type: ignore[assignment]
    """List the words that a demand can ask a library for, and how many seconds there are of each.

    Example: motionloom demand words my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.measured_words import WORDS
    from motionloom.library import Library

    with terminal_progress() as progress, Library.open(folder) as library:
        pool = gather_pool(library, choice, mirrored=False, progress=progress)
    told = {word: round(float(pool.mask(word).sum()) / 60, 2) for word in pool.words}
    if as_json:
        options.print_json(told)
        return
    for word, seconds in sorted(told.items(), key=lambda pair: -pair[1]):
        typer.echo(f"{word:<24}{seconds:>9.1f} s   {WORDS.get(word, '')}".rstrip())


def _human(word: str) -> str:
    if word not in ("avoid", "strip", "any"):
        raise MotionloomError(f"--human is avoid, strip or any, found {word!r}")
    return word


def describe(answered: Answer) -> dict[str, Any]:
    """What came of an order, as plain data."""
    return {"cost": round(answered.found.cost, 2), **answered.made.outcome, "notes": list(answered.notes)}


def _keep(library: Any, answered: Answer, out: Path | None, name: str) -> str:
    if out is not None:
        from motionloom.making.marks import marks_of

        answered.motion.save(out, marks=marks_of(answered.made))
        return str(out)
    from motionloom.making.derive import derive

    clip = derive(library, answered.recipe, name or answered.demand.name or "order", made=answered.made, window=WINDOW)
    return f"{library.folder.name}:{library.clip(clip).name}"


def _say(told: dict[str, Any]) -> str:
    return "\n".join([f"{told['made']}: {_tell(told)}", *told["notes"]])


def _tell(told: dict[str, Any]) -> str:
    held = "" if told["satisfied"] is None else f"words hold in {100 * told['satisfied']:.0f} % of asked frames, "
    line = "under" if told["rarity"] <= 1 else "over"
    joins = len(told["joins"])
    return f"{held}{joins} join{'' if joins == 1 else 's'}, rarity {told['rarity']:.2f} ({line} the line of 1), cost {told['cost']:.1f}"
