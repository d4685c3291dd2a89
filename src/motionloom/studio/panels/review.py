"""The review panel: made motion waits for a person's verdict, and scorers are measured on, and retrained with, what was said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Query

from motionloom.core.files import read_json, write_file
from motionloom.studio import protocol
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Request
from motionloom.studio.routes.parameters import Current
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.library import Library
    from motionloom.score.agreement import Agreement
    from motionloom.score.captures import Capture
    from motionloom.score.objective_set import Example
    from motionloom.score.scorers import Scorer
    from motionloom.studio.jobs.context import JobContext
    from motionloom.studio.session import Studio

router = APIRouter()
JOB = "review_retrain"
FOLDER = "scorers"  # in the library's own
FEWEST = 2  # judged natural, and unnatural: each half that is left out must have both
Trainable = Literal["physics", "svm", "hmm"]


class ReviewItem(Answer):
    """A made clip: how it was made, and what a person said of it; null while it waits."""

    clip: str
    name: str
    made_by: str
    natural: bool | None


class ReviewQueue(Answer):
    """Every made clip, in the order they were made."""

    items: list[ReviewItem]


class ReviewCall(Answer):
    """A judged clip, its score, and whether the scorer calls it natural by a line drawn from all the others."""

    clip: str
    name: str
    natural: bool
    score: float
    called: bool


class ReviewAgreement(Answer):
    """How well a scorer says what people say. `note` tells what a trained one rests on, and how it was measured."""

    scorer: str
    trained: bool
    agree: int
    area: float | None
    line: float | None
    calls: list[ReviewCall]
    note: str


class ReviewRetrain(Request):
    """Trains a scorer on the library's captures and on what people judged."""

    scorer: Trainable


@router.get("/queue")
def get_queue(current: Current) -> ReviewQueue:
    """What was made, judged or not."""
    from motionloom.library.sample_library import SOURCE
    from motionloom.score.judged import QUESTION

    library = current.library
    said = {judgement.clip: judgement.verdict for judgement in library.judgements(question=QUESTION)}
    made = [clip for clip in library.clips(made=True, sort="added") if clip.source != SOURCE]
    items = [
        ReviewItem(clip=clip.id, name=clip.name, made_by=str(library.recipe(clip.id).get("made_by", "")), natural=said.get(clip.id))
        for clip in made
    ]
    return ReviewQueue(items=items)


@router.get("/agreement")
def get_agreement(current: Current, scorer: Annotated[str, Query(max_length=20)], trained: bool = False) -> ReviewAgreement:
    """A scorer held against every judgement; of a trained one, what its training measured."""
    from motionloom.score import scorers
    from motionloom.score.agreement import measure_agreement
    from motionloom.score.judged import judged_examples, read_verdicts

    if trained:
        return _read(current, scorer)
    kind = scorers.find(scorer)
    if kind.needs_training:
        raise StudioError(f"{scorer} knows nothing before it is trained; retrain it with your judgements first")
    found = measure_agreement(kind(), judged_examples(current.library))
    return _describe(current.library, scorer, found, read_verdicts(current.library), "")


@router.post("/retrain", status_code=202)
def post_retrain(request: ReviewRetrain, current: Current) -> protocol.Job:
    """Start training; refused while there is too little to learn from."""
    from motionloom.score.judged import read_verdicts

    verdicts = list(read_verdicts(current.library).values())
    natural = sum(verdicts)
    if natural < FEWEST or len(verdicts) - natural < FEWEST:
        raise StudioError(
            f"{natural} clips are judged natural and {len(verdicts) - natural} unnatural; judge at least {FEWEST} of each, then retrain"
        )
    return current.runner.add(JOB, f"Retrain {request.scorer}", request.model_dump())


def retrain(studio: Studio, context: JobContext) -> None:
    """The job: train on half of the judgements and measure on the other, both ways round; then train on all and keep that."""
    from motionloom.score import scorers
    from motionloom.score.agreement import cross_measure
    from motionloom.score.judged import judged_examples, read_verdicts, train

    library = studio.require().library
    name = ReviewRetrain.model_validate(dict(context.arguments)).scorer
    captures, judged = _captures(library), judged_examples(library)
    verdicts, steps, done, labels = read_verdicts(library), 3, 0, ""

    def learn(examples: Sequence[Example]) -> Scorer:
        nonlocal done, labels
        context.progress(done, steps, f"Learning from {len(captures)} captures and {len(examples)} judgements")
        scorer, labels = train(name, captures, examples)
        done += 1
        return scorer

    found = cross_measure(learn, judged)
    final = learn(judged)
    folder = library.folder / FOLDER
    folder.mkdir(exist_ok=True)
    scorers.save(final, folder / f"{name}.npz")
    note = f"Trained on {labels}. Here each clip was scored by one that had learnt from the other half of the judgements only."
    report = _describe(library, name, found, verdicts, note).model_copy(update={"trained": True})
    write_file(folder / f"{name}.json", report.model_dump_json(indent=1))
    context.progress(steps, steps)


def _captures(library: Library) -> list[Capture]:
    """What the library has of captured motion; the sample's performers count."""
    from motionloom.library.sample_library import SOURCE
    from motionloom.score.captures import Capture

    found = []
    for clip in library.clips():
        if clip.height is None or (clip.made and clip.source != SOURCE):
            continue
        plants = library.plants(clip.id)
        found.append(Capture(library.motion(clip.id), clip.subject or clip.source, clip.labels, None if plants is None else plants.bits))
    if not found:
        raise StudioError("there is no captured motion in this library to learn what is natural from; import some")
    return found


def _read(current: OpenLibrary, scorer: str) -> ReviewAgreement:
    path = _report(current.library, scorer)
    if path is None:
        raise StudioError(f"{scorer} was not retrained here yet")
    return ReviewAgreement.model_validate(read_json(path))


def _report(library: Library, scorer: str) -> Path | None:
    """The report of a trained scorer, by a name that is one of ours and never a path."""
    from motionloom.score import scorers

    path = library.folder / FOLDER / f"{scorers.find(scorer).name}.json"
    return path if path.is_file() else None


def _describe(library: Library, scorer: str, found: Agreement, verdicts: dict[str, bool], note: str) -> ReviewAgreement:
    calls = [
        ReviewCall(clip=clip, name=library.clip(clip).name, natural=natural, score=float(found.scores[n]), called=bool(found.called[n]))
        for n, (clip, natural) in enumerate(verdicts.items())
    ]
    shown: dict[str, Any] = {"agree": found.agree, "area": found.area, "line": found.line}
    return ReviewAgreement(scorer=scorer, trained=False, calls=calls, note=note, **shown)


PANEL = Panel(
    "review",
    "Review",
    router,
    messages=(ReviewItem, ReviewQueue, ReviewCall, ReviewAgreement, ReviewRetrain),
    jobs={JOB: retrain},
)
