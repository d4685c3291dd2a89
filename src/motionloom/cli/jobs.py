"""`motionloom jobs`: the long work on a library, by whichever process: watch it, stop it, go on with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options

if TYPE_CHECKING:
    from motionloom.compute import Job
    from motionloom.library import Library

app = typer.Typer(help="List the long work on a library, stop it, go on with it.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The library's folder.")]


@app.command("list")
def list_jobs(library: Folder, as_json: options.AsJson = False) -> None:
    """List the jobs on a library, of the studio and the command line alike, newest first.

    Example: motionloom jobs list my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        found = _find_jobs(opened, "", lambda job: True)
    if as_json:
        options.print_json([asdict(job) for job in found])
        return
    for job in found:
        typer.echo(_line(job))


@app.command()
def cancel(
    library: Folder,
    job: Annotated[str, typer.Argument(help="The job, by its id or the start of it; all that run if none is named.")] = "",
) -> None:
    """Stop a job between two items, wherever it runs; what is finished stays.

    Example: motionloom jobs cancel my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        named = _find_jobs(opened, job, lambda found: not found.ended)
        asked = [opened.jobs.ask_to_cancel(found.id) for found in named]
    for found in asked:
        typer.echo(f"{found.title}: it had ended, {found.state}" if found.ended else f"{found.title}: asked to stop")
    if not asked:
        typer.echo("nothing runs")


@app.command()
def resume(
    library: Folder,
    job: Annotated[str, typer.Argument(help="The job, by its id or the start of it; the latest that was stopped if none is named.")] = "",
    workers: options.Workers = None,
    cluster: options.Cluster = None,
) -> None:
    """Go on here with a job that was cancelled, failed or interrupted; what is finished is not done again.

    Example: motionloom jobs resume my-library
    """
    from motionloom.cli.long_work import print_problems
    from motionloom.compute import terminal_progress
    from motionloom.compute.job import STOPPED
    from motionloom.library import Library
    from motionloom.making.work import resume_here

    with Library.open(library) as opened, terminal_progress() as progress:
        stopped = _find_jobs(opened, job, lambda found: found.state in STOPPED)
        if not stopped:
            typer.echo("no job was stopped before its end")
            return
        found = stopped[0]
        work = resume_here(opened, found.id, progress=progress, workers=workers, cluster=cluster)
    print_problems(work)
    typer.echo(f"{found.title}: {work.message or 'done'}")


@app.command()
def forget(
    library: Folder,
    job: Annotated[str, typer.Argument(help="The job, by its id or the start of it; all that are done if none is named.")] = "",
) -> None:
    """Forget jobs that have ended, with their files and what they keep for going on.

    Example: motionloom jobs forget my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        ended = _find_jobs(opened, job, lambda found: found.state == "done")
        for found in ended:
            opened.jobs.remove(found.id)
    typer.echo(f"{len(ended)} jobs forgotten")


def _find_jobs(library: Library, word: str, wanted: Callable[[Job], bool]) -> list[Job]:
    """The job that a person names by its id or the start of it; all that are wanted, newest first, where none is named."""
    library.jobs.interrupt_orphans()
    return [library.jobs.find(word)] if word else [job for job in library.jobs.all() if wanted(job)]


def _line(job: Job) -> str:
    far = f" {job.done} of {job.total}" if job.total and job.done < job.total else ""
    said = job.error or job.message
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(job.created))
    return f"{job.id[:8]}  {when}  {job.state:<11}{far:<12} {job.title}" + (f": {said}" if said else "")
