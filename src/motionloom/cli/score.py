"""`motionloom score`: how unnatural a motion is, and how well the scorers know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options, score_line
from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import FileError
from motionloom.core.files import check_place, write_file

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.score.captures import Capture
    from motionloom.score.scorers import Score, Scorer

app = typer.Typer(help="Say how unnatural motion is, and measure the scorers.", no_args_is_help=True)
score_line.add_to(app)
Data = Annotated[Path, typer.Argument(help="A library, or a folder of captures with a catalogue.csv (path, subject, label).")]
Name = Annotated[str, typer.Option("--scorer", help="A scorer by name; `motionloom score list` shows them.")]
Model = Annotated[
    str | None, typer.Option(help="A scorer that `score train` wrote, or one on a library's shelf as my-library:name, instead of --scorer.")
]
Seed = Annotated[int, typer.Option(help="The same seed makes the same examples.")]
Out = Annotated[Path | None, typer.Option(help="A folder to write JSON and pictures to.")]


@app.command()
@reads_files
def motion(
    sources: Annotated[list[str], typer.Argument(help="Motion files, or clips of a library as my-library:clip.")],
    reading: Reading,
    scorer: Name = "",
    model: Model = None,
    as_json: options.AsJson = False,
) -> None:
    """Score motions: the higher the total, the less natural.

    Example: motionloom score motion walk.bvh my-library:run_01
    """
    from motionloom.cli.sources import open_source
    from motionloom.compute import terminal_progress
    from motionloom.score.zero_moment import require_length

    chosen = _open_scorer(scorer, model)
    found: list[tuple[str, Score]] = []
    with terminal_progress() as progress:
        for name in progress.each("Scoring", sources, str):
            source = open_source(name, reading)
            require_length(source.motion)
            found.append((name, chosen.score(source.motion, source.plants)))
    if as_json:
        options.print_json([{"motion": name, "scorer": chosen.name, **score.to_json()} for name, score in found])
        return
    for name, score in found:
        terms = ", ".join(f"{term} {value:.3f}" for term, value in score.terms.items())
        typer.echo(f"{name}: {score.words or f'{score.total:.3f}'}, by {chosen.name} ({terms})")


@app.command()
def roc(
    data: Data,
    out: Out = None,
    examples: Annotated[int, typer.Option(min=5, help="Damaged examples of each kind to test with; three times as many natural.")] = 50,
    seed: Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Measure all scorers on damaged captures, a synthetic stand-in for people's judgements: ROC and its area.

    Example: motionloom score roc ../shared/data --out docs/pictures/score
    """
    from motionloom.compute import terminal_progress
    from motionloom.score.evaluation import Sizes, evaluate
    from motionloom.score.plots import plot_roc

    with _one_thread(), terminal_progress() as progress:
        sizes = Sizes(3 * examples, examples, 3 * examples, examples)
        found = evaluate(_read_captures(data, progress), sizes, seed, progress=progress)
    report = found.to_json()
    if out is not None:
        _write_json(report, out / "roc.json")
        plot_roc(found, out / "roc.png")
    if as_json:
        options.print_json(report)
        return
    typer.echo(report["labels"])
    kinds = list(next(iter(report["scorers"].values()))["area"])
    typer.echo(f"{'':<26}{'together':>9}{'named':>7}" + "".join(f"{kind[:9]:>10}" for kind in kinds))
    for name, row in report["scorers"].items():
        areas = "".join(f"{row['area'][kind]:>10.3f}" for kind in kinds)
        typer.echo(f"{name:<26}{row['area_together']:>9.3f}{row['area_named']:>7.3f}{areas}")
    for own in report["terms"].values():
        for term, by_kind in own.items():
            typer.echo(f"{'  ' + term + ' alone':<26}{'':>16}" + "".join(f"{by_kind[kind]:>10.3f}" for kind in kinds))


@app.command()
def balance(
    data: Data,
    label: Annotated[
        list[str] | None, typer.Option(help="Only captures with this label (several: any of them); walks if not given.")
    ] = None,
    carry: Annotated[float, typer.Option(min=0, help="Seconds before and after its plant for which a foot may bear weight.")] = 0.05,
    draw: Annotated[list[str] | None, typer.Option(help="Clips to draw from above, with --out.")] = None,
    out: Out = None,
    seed: Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Say for each performer how often the zero moment point is over the feet, with masses fitted on others.

    Example: motionloom score balance ../shared/data --out docs/pictures/score --draw 12_01
    """
    from motionloom.compute import terminal_progress
    from motionloom.score.balance_report import WALKS, WANTED, report_balance, trace_walk
    from motionloom.score.plots import plot_balance, plot_walk

    with _one_thread(), terminal_progress() as progress:
        captures = _read_captures(data, progress, label or WALKS)
        rows = report_balance(captures, seed, carry, progress)
    if out is not None:
        _write_json([asdict(row) for row in rows], out / "balance.json")
        plot_balance(rows, out / "balance.png")
        drawn = [capture for capture in captures if capture.motion.name in (draw or ())]
        if drawn:
            plot_walk([trace_walk(capture) for capture in drawn], out / "walks.png")
    if as_json:
        options.print_json([asdict(row) for row in rows])
        return
    typer.echo(f"{'subject':<16}{'clips':>6}{'frames':>8}{'within 5 cm':>13}{'by table':>10}{'ahead cm':>10}{'left cm':>9}")
    for row in rows:
        figures = f"{row.share:>13.3f}{row.share_by_table:>10.3f}{100 * row.ahead:>10.1f}{100 * row.left:>9.1f}"
        typer.echo(f"{row.subject:<16}{row.clips:>6}{row.frames:>8}{figures}")
    typer.echo(f"{sum(row.share >= WANTED for row in rows)} of {len(rows)} performers reach {WANTED:.0%}")


@app.command("list")
def list_(
    library: Annotated[Path | None, typer.Argument(help="A library whose fitted scorers are shown too.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show every scorer there is, and those that were fitted on a library.

    Example: motionloom score list my-library
    """
    from motionloom.library import Library
    from motionloom.making.scorers import find_fitted
    from motionloom.score import scorers

    fitted: dict[str, str] = {}
    if library is not None:
        with Library.open(library) as opened:
            found = {name: find_fitted(opened, name) for name in scorers.names()}
            fitted = {name: str(document.data["labels"]) for name, document in found.items() if document is not None}
    rows = [
        {"scorer": name, "title": scorer.title, "needs_fitting": scorer.needs_training, "fitted_on": fitted.get(name)}
        for name, scorer in scorers.SCORERS.all().items()
    ]
    if as_json:
        options.print_json(rows)
        return
    for row in rows:
        state = f"fitted on {row['fitted_on']}" if row["fitted_on"] else "must be fitted first" if row["needs_fitting"] else "ready"
        typer.echo(f"{row['scorer']:<12}{row['title']:<30}{state}")


@app.command()
def fit(
    library: Annotated[Path, typer.Argument(help="A library with captures, and people's verdicts.")],
    scorer: Name = "hmm",
    seed: Seed = 0,
) -> None:
    """Fit a scorer on a library's captures and on what people said of made motion, and put it on the library's shelf.

    Example: motionloom score fit my-library --scorer svm
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    with Library.open(library) as opened, _one_thread():
        typer.echo(run_long(opened, "fit_scorer", {"scorer": scorer, "seed": seed}).message)


@app.command()
def train(
    data: Data,
    out: Annotated[Path, typer.Option(help="The NPZ file to write.")],
    scorer: Name = "hmm",
    judged: Annotated[Path | None, typer.Option(help="A library whose judgements to learn from as well.")] = None,
    seed: Seed = 0,
) -> None:
    """Train a scorer on captures, and on people's judgements where a library has some, into a file.

    Example: motionloom score train ../shared/data --scorer svm --out svm.npz --judged my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.making.verdicts import open_verdicts, read_verdicts
    from motionloom.score import scorers
    from motionloom.score.judged import train as train_scorer

    check_place(out)
    said = []
    with _one_thread(), terminal_progress() as progress:
        if judged is not None:
            with Library.open(judged) as library:
                said = open_verdicts(library, read_verdicts(library), progress)
        captures = _read_captures(data, progress)
        progress.begin("Training")
        trained, labels = train_scorer(scorer, captures, said, seed)
    scorers.save(trained, out)
    typer.echo(f"{out}: {trained.name}, trained on {labels}")


@app.command()
def judged(
    library: Annotated[Path, typer.Argument(help="A library with people's judgements.")],
    scorer: Name = "",
    model: Model = None,
    as_json: options.AsJson = False,
) -> None:
    """Hold a scorer against people's judgements in a library, of clips and of proposals; as it was fitted there, where it was.

    Example: motionloom score judged my-library --model svm.npz
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.making.scorers import open_scorer
    from motionloom.making.verdicts import open_verdicts, read_verdicts
    from motionloom.score.judged import measure_judged

    with Library.open(library) as opened, terminal_progress() as progress:
        chosen = open_scorer(opened, scorer) if scorer and model is None else _open_scorer(scorer, model)
        examples = open_verdicts(opened, read_verdicts(opened), progress)
        report = measure_judged(chosen, progress.each("Scoring", examples), str(library)).to_json()
    if as_json:
        options.print_json(report)
        return
    typer.echo(
        f"{library}: area {report['area']:.3f} by {report['scorer']} on {report['natural']} motions that people judged natural "
        f"and {report['unnatural']} unnatural"
    )


def _open_scorer(name: str, model: str | None) -> Scorer:
    """The scorer of a file or of a library's shelf, or one by name as it comes; the default where nothing is named."""
    from motionloom.library import Library, is_library
    from motionloom.making import shelf
    from motionloom.score import scorers

    if model is not None:
        folder, colon, entry = model.rpartition(":")
        if not colon or Path(model).exists() or not is_library(Path(folder)):
            return scorers.load(Path(model))
        with Library.open(folder) as library:
            opened: Scorer = shelf.open_entry(library, shelf.find_entry(library, entry, "scorer"))
            return opened
    if not name:
        return scorers.default()
    wanted = scorers.find(name)
    if wanted.needs_training:
        raise FileError(
            f"the {name} scorer must be trained first: `motionloom score train DATA --scorer {name} --out FILE`, then --model FILE"
        )
    return wanted()


def _read_captures(data: Path, progress: Progress, labels: Sequence[str] = ()) -> list[Capture]:
    from motionloom.library import Library, is_library
    from motionloom.making.verdicts import library_captures
    from motionloom.score.captures import make_ready, read_captures

    if is_library(data):
        with Library.open(data) as library:
            found = make_ready(library_captures(library, progress=progress), data, labels)
    else:
        found = read_captures(data, labels, progress)
    synthetic = sum(capture.synthetic for capture in found)
    if synthetic:
        words = "are the sample's procedural performers, synthetic stand-ins for captured people"
        typer.echo(f"... {synthetic} of {len(found)} clips {words}", err=True)
    return found


@contextmanager
def _one_thread() -> Iterator[None]:
    """Many small matrix products: threads only get in each other's way."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


def _write_json(data: Any, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: cannot write: {error.strerror or error}") from None
    write_file(path, json.dumps(data, indent=1) + "\n")
