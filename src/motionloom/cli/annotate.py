"""`motionloom annotate`: a vocabulary, words taught by example, guesses written as annotations, and how well teaching goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.long_work import WINDOW, run_long

app = typer.Typer(help="Annotate clips by example: teach words, guess them everywhere, correct what is in doubt.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(metavar="LIBRARY", help="A library's folder.")]


@app.command()
def words(
    folder: Folder,
    add: Annotated[list[str] | None, typer.Option(help="A word that joins the vocabulary (several: all of them).")] = None,
    remove: Annotated[list[str] | None, typer.Option(help="A word that leaves it; what was said of it stays in the clips.")] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Add the thirteen words of the paper: run, walk, wave...")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Show or change the words of a library.

    Example: motionloom annotate words my-library --add wave --add "turn left"
    """
    from motionloom.enrich.annotation.lessons import PAPER_WORDS, read_course, set_words
    from motionloom.library import Library

    with Library.open(folder) as library:
        course = read_course(library)
        wanted = [word for word in (*course.words, *(PAPER_WORDS if paper else ()), *(add or ())) if word not in (remove or ())]
        if add or remove or paper:
            course = set_words(library, wanted, window=WINDOW)
    if as_json:
        options.print_json({"words": list(course.words), "answers": len(course.looked)})
    else:
        typer.echo(", ".join(course.words) or "no words yet; --add some")


@app.command()
def teach(folder: Folder, as_json: options.AsJson = False) -> None:
    """Teach the words by all that people painted, and keep them on the shelf.

    Example: motionloom annotate teach my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.enrich.annotation.teaching import teach_words
    from motionloom.library import Library

    with Library.open(folder) as library, terminal_progress() as progress:
        _, document = teach_words(library, progress, window=WINDOW)
    if as_json:
        options.print_json(dict(document.data))
        return
    for word, (yes, no) in document.data["examples"].items():
        said = f"{yes / 10:.1f} s, and {no / 10:.1f} s without" if yes else "nobody has said it yet"
        typer.echo(f"  {word}: {said}")


@app.command()
@chooses_clips
def guess(
    folder: Folder,
    choice: Chosen,
    nearest: Annotated[bool, typer.Option("--nearest", help="By the nearest annotated captures instead: for what was made.")] = False,
) -> None:
    """Write the words of clips as annotations; what a person said stays. One step for undo.

    Example: motionloom annotate guess my-library --subject 16
    """
    from motionloom.library import Library

    with Library.open(folder) as library:
        arguments = {"choice": choice.to_json(), "way": "nearest" if nearest else "guess"}
        typer.echo(run_long(library, "annotate", arguments).message)


@app.command(name="next")
@chooses_clips
def next_question(folder: Folder, choice: Chosen, as_json: options.AsJson = False) -> None:
    """Say which second of the clips would teach most.

    Example: motionloom annotate next my-library --label walk
    """
    from motionloom.compute import terminal_progress
    from motionloom.enrich.annotation.asking import choose_question
    from motionloom.enrich.annotation.lessons import read_course
    from motionloom.enrich.annotation.teaching import KIND, open_words
    from motionloom.library import Library
    from motionloom.making import shelf
    from motionloom.making.choice import require

    with Library.open(folder) as library, terminal_progress() as progress:
        clips = require(library, choice)
        progress.begin("Looking for the second in most doubt")
        taught = open_words(library)[0] if shelf.entries(library, KIND) else None
        asked = choose_question(library, clips, read_course(library), taught)
        clip = library.clip(asked.clip)
        progress.advance()
    seconds = (asked.start / clip.fps, asked.stop / clip.fps)
    told = {"clip": clip.name, "start": seconds[0], "stop": seconds[1], "word": asked.word, "doubt": round(asked.doubt, 3)}
    if as_json:
        options.print_json(told)
    else:
        typer.echo(f"{clip.name}@{seconds[0]:.2f}-{seconds[1]:.2f}: most in doubt is {asked.word!r} ({asked.doubt / 0.5:.0%})")


@app.command()
def report(
    folder: Folder,
    answers: Annotated[int, typer.Option(min=14, help="Questions that the synthetic annotator answers.")] = 200,
    seeds: Annotated[int, typer.Option(min=1, help="Runs, each with other first examples.")] = 1,
    group: Annotated[str, typer.Option(help="Performers: develop, report or all.")] = "all",
    strategies: Annotated[str, typer.Option(help="Ways to choose questions, and positions: the paper's description.")] = "use,doubt,chance",
    peer: Annotated[
        Path | None, typer.Option(help="A Python that has scikit-activeml, to hold its uncertainty sampling against ours.")
    ] = None,
    sentences: Annotated[Path | None, typer.Option(help="JSON of sentences by clip, to hold the words against their verbs.")] = None,
    output: Annotated[Path | None, typer.Option(help="Write a JSON of all curves there.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Teach the paper's 13 words by a SYNTHETIC annotator on half of the performers, and measure them on the other half.

    Example: motionloom annotate report my-library --answers 16
    """
    from motionloom.compute import terminal_progress
    from motionloom.core.files import write_file
    from motionloom.enrich.annotation.study import study_library, to_text
    from motionloom.library import Library

    with Library.open(folder) as library, terminal_progress() as progress:
        told = study_library(library, answers, seeds, group, tuple(strategies.split(",")), peer, sentences, progress)
    if output is not None:
        write_file(output, json.dumps(told, indent=1).encode())
    if as_json:
        options.print_json(told)
    else:
        typer.echo(to_text(told))
