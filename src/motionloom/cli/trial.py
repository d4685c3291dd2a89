"""`motionloom trial`: what is tried against Motionloom, what held, what was lost, and how far it grows."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options

app = typer.Typer(
    no_args_is_help=True,
    help="Attack Motionloom with damaged files, kills, load, hours of use and large libraries, all of its own, and say what held.",
)
Seed = Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Other damage, other moments.")]


@app.command()
def fuzz(
    kinds: Annotated[
        list[str] | None, typer.Argument(metavar="[KINDS]...", help="Kinds of files, such as BVH or machine; all of them.")
    ] = None,
    files: Annotated[int, typer.Option(min=1, max=10_000_000, help="Damaged files, over all kinds.")] = 10_000,
    seed: Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Read damaged files of every kind: each must be read or refused in one line, within 20 s and 2 GB.

    Example: motionloom trial fuzz BVH --files 20

    A process reads them that is watched; who hangs is ended, and the trial goes on. It fails where anything else happened.
    """
    from motionloom.compute import terminal_progress
    from motionloom.trials.target import TARGETS
    from motionloom.trials.watching import watch

    names = [TARGETS.find(kind).name for kind in kinds or sorted(TARGETS.all())]
    counts = [files * (n + 1) // len(names) - files * n // len(names) for n in range(len(names))]
    found = []
    with terminal_progress() as progress:
        for name, count in zip(names, counts, strict=True):
            progress.begin(f"Damaging {name}", count)
            found.append(watch(name, count, seed, progress.advance))
    faults = [f"{each.outcome.name} {at}: {fault}" for each in found for at, fault in each.outcome.faults]
    if as_json:
        options.print_json({"kinds": [asdict(each) for each in found], "faults": len(faults)})
    else:
        typer.echo(f"{'kind':<20}{'tried':>8}{'read':>8}{'refused':>9}{'faults':>8}{'slowest':>10}{'MB more':>9}")
        for each in found:
            o = each.outcome
            typer.echo(f"{o.name:<20}{o.tried:>8}{o.read:>8}{o.refused:>9}{len(o.faults):>8}{each.slowest:>8.1f} s{each.added:>9.0f}")
        tried = sum(each.outcome.tried for each in found)
        typer.echo("\n".join([*faults, f"{tried} damaged files of {len(found)} kinds, {len(faults)} faults"]))
    if faults:
        raise typer.Exit(1)


@app.command()
def kill(
    kinds: Annotated[
        list[str] | None, typer.Argument(metavar="[KINDS]...", help="Kinds of jobs, such as import, or writers, or studio; all but studio.")
    ] = None,
    kills: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many processes are killed.")] = 1000,
    seed: Seed = 0,
    at_once: Annotated[int, typer.Option(min=1, max=64, help="Writers at a time in one library.")] = 2,
    as_json: options.AsJson = False,
) -> None:
    """Kill writers and jobs at random moments: what was confirmed must be there, and a job that is run again must end as if never killed.

    Example: motionloom trial kill writers --kills 2

    Half of the kills are of writers, two at a time in one library: they import, derive, label, annotate, save documents and undo.
    The others are of every kind of job. A writers' library is checked after every kill, a job's when it has come to its end. With
    studio a studio is killed in the middle of each of its writing routes in turn. Libraries lie in a folder of their own.
    """
    from motionloom.compute import terminal_progress
    from motionloom.trials.job_examples import EXAMPLES
    from motionloom.trials.job_killing import kill_jobs
    from motionloom.trials.killing import Killed, kill_writers

    for kind in kinds or ():
        if kind not in ("writers", "studio") and kind not in EXAMPLES:
            raise typer.BadParameter(f"no kind of job {kind!r}; there are writers, studio, {', '.join(sorted(EXAMPLES))}")
    if kinds and "studio" in kinds:
        if len(kinds) > 1:
            raise typer.BadParameter("a studio is killed in a trial of its own: name studio alone")
        _kill_studios(kills, seed, as_json)
        return
    jobs = [kind for kind in sorted(EXAMPLES) if not kinds or kind in kinds]
    writing = not kinds or "writers" in kinds
    of_jobs = kills if not writing else kills // 2 if jobs else 0
    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder, terminal_progress() as progress:
        progress.begin("Killing", kills)
        killed = kill_writers(Path(folder), kills - of_jobs, seed, progress.advance, at_once) if writing else Killed(0, {})
        ended = kill_jobs(Path(folder), jobs, of_jobs, seed, progress.advance)
    faults = [*killed.faults, *(fault for each in ended for fault in each.faults)]
    done = killed.kills + sum(each.kills for each in ended)
    if as_json:
        options.print_json({"writers": asdict(killed), "jobs": [asdict(each) for each in ended], "kills": done, "faults": len(faults)})
    else:
        confirmed = ", ".join(f"{count} {kind}" for kind, count in killed.confirmed.items())
        typer.echo(f"{killed.kills} kills of writers; confirmed before them: {confirmed or 'nothing'}")
        for each in ended:
            typer.echo(f"{each.kills:>5} kills of {each.kind}, {each.runs} runs to the end")
        typer.echo("\n".join([*faults, f"{done} kills, {len(killed.lost)} lost, {len(faults)} faults"]))
    if faults:
        raise typer.Exit(1)


def _kill_studios(kills: int, seed: int, as_json: bool) -> None:
    from motionloom.compute import terminal_progress
    from motionloom.trials.studio_killing import kill_studios

    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder, terminal_progress() as progress:
        progress.begin("Killing studios", kills)
        found = kill_studios(Path(folder), kills, seed, progress.advance)
    if as_json:
        options.print_json(asdict(found))
    else:
        for route, count in found.killed.items():
            typer.echo(f"{count:>5} kills in the middle of {route}, {found.confirmed[route]} confirmed before")
        typer.echo("\n".join([*found.faults, f"{found.kills} kills, {len(found.faults)} faults"]))
    if found.faults:
        raise typer.Exit(1)


@app.command()
def load(
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="How long windows edit.")] = 60.0,
    windows: Annotated[int, typer.Option(min=1, max=64, help="How many windows edit at once.")] = 3,
    connections: Annotated[int, typer.Option(min=0, max=50_000, help="Connections that are held open at once.")] = 2000,
    as_json: options.AsJson = False,
) -> None:
    """Load a studio: windows that edit, strangers, clients that leave in the middle, connections by the thousand.

    Example: motionloom trial load --seconds 2 --connections 200

    Every edit that was confirmed must be there, no stranger may get in, and open files and memory must fall when everybody has gone.
    """
    from motionloom.compute import terminal_progress
    from motionloom.trials.loading import load_studio

    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder, terminal_progress() as progress:
        progress.begin("Loading a studio", round(seconds))
        found = load_studio(Path(folder), seconds, windows, connections, progress.advance)
    if as_json:
        options.print_json(asdict(found))
    else:
        typer.echo(
            f"{found.edits} edits by {windows} windows, {found.strangers} strangers, {found.left} who left in the middle, "
            f"{found.connections} connections at once"
        )
        typer.echo(_say_held(found.files, found.megabytes))
        typer.echo("\n".join([*found.faults, f"{len(found.faults)} faults"]))
    if found.faults:
        raise typer.Exit(1)


@app.command()
def soak(
    minutes: Annotated[float, typer.Option(min=0.1, max=100_000, help="Minutes of the character's time.")] = 60.0,
    seed: Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Drive a machine of a studio by random wishes for hours of its time: poses stay finite and prompt, nothing grows.

    Example: motionloom trial soak --minutes 0.2
    """
    from motionloom.compute import terminal_progress
    from motionloom.trials.soaking import soak_studio

    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder, terminal_progress() as progress:
        progress.begin("Driving", round(minutes))
        found = soak_studio(Path(folder), minutes, seed, progress.advance)
    if as_json:
        options.print_json(asdict(found))
    else:
        times = f"{1e3 * found.median:.1f} ms in the median, {1e3 * found.slow:.1f} at 99.9 %, {1e3 * found.longest:.0f} at the most"
        typer.echo(f"{found.minutes:g} minutes, {found.steps} steps, {found.wishes} wishes; a step took {times}")
        typer.echo(_say_held(found.files, found.megabytes))
        typer.echo("\n".join([*found.faults, f"{len(found.faults)} faults"]))
    if found.faults:
        raise typer.Exit(1)


@app.command()
def scale(
    frames: Annotated[list[int] | None, typer.Option(min=1000, help="Frames of a library; several make a curve.")] = None,
    data: Annotated[
        Path | None, typer.Option(help="The folder that holds data/cmu and data/catalogue.csv; else the sample serves.")
    ] = None,
    longest: Annotated[int, typer.Option(min=0, help="Frames of a clip at most: short ones make many clips; 0 for whole captures.")] = 0,
    jobs: Annotated[list[str] | None, typer.Option("--job", help="Only this job: import, search, table, mine, enrich.")] = None,
    dask: Annotated[bool, typer.Option("--dask", help="What runs on a cluster too, again on Dask.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes, and Dask's workers.")] = 2,
    minutes: Annotated[float, typer.Option(min=0.1, help="A job that takes longer is ended.")] = 20.0,
    megabytes: Annotated[float, typer.Option(min=500, help="A job that holds more is ended.")] = 8000.0,
    plot: Annotated[Path | None, typer.Option(help="Draw the curves into this PNG.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Import, search, table, mining and enrichment on growing libraries: how long each takes, and what it holds.

    Example: motionloom trial scale --frames 1000 --job import --job search

    The libraries' files are captures (or the sample) over and over, each round turned otherwise and begun elsewhere. Each job has a
    process of its own; one that is ended by a limit is not tried on larger libraries.
    """
    from motionloom.compute import terminal_progress
    from motionloom.trials.scale_files import read_sources, write_levels
    from motionloom.trials.scale_tables import to_lines, to_plot
    from motionloom.trials.scaling import JOBS, Limits, measure_growth

    for job in jobs or ():
        if job not in JOBS:
            raise typer.BadParameter(f"no job {job!r}; there are {', '.join(JOBS)}")
    sizes, chosen = sorted(set(frames or (10_000, 100_000))), [job for job in JOBS if not jobs or job in jobs]
    chosen = chosen if "import" in chosen else ["import", *chosen]  # there is nothing to work on otherwise
    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder, terminal_progress() as progress:
        progress.begin("Writing files", sizes[-1])
        levels = write_levels(Path(folder) / "files", read_sources(data), sizes, longest, progress.advance)
        progress.begin("Measuring", len(levels) * len(chosen))
        limits = Limits(minutes, megabytes)
        rows = list(measure_growth(Path(folder), levels, chosen, limits, workers, dask, lambda said: progress.advance(note=said)))
    if plot is not None:
        to_plot(rows, plot)
    if as_json:
        options.print_json([asdict(row) for row in rows])
    else:
        typer.echo("\n".join(to_lines(rows)))
    if any(row.stopped.startswith("ended") for row in rows):
        raise typer.Exit(1)


def _say_held(files: tuple[int, int], megabytes: tuple[float, float]) -> str:
    return f"open files {files[0]} before, {files[1]} after; memory {megabytes[0]:.0f} MB before, {megabytes[1]:.0f} after"
