"""The review panel: proposals and made clips wait for a person's verdict, and scorers are measured on, and taught by, what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from motionloom.studio import protocol, views
from motionloom.studio.arrays import pack_arrays
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.making.review import Item, Shown
    from motionloom.studio.session import OpenLibrary

router = APIRouter()
PAGE = 200  # items in one answer, at most
AT_ONCE = 8  # proposals that are made while the person waits; more are a job
ITEM = r"^(proposal:\d{1,12}|clip:[0-9a-zA-Z_-]{1,64})$"
ItemKey = Annotated[str, Path(pattern=ITEM)]
Name = Annotated[str, Field(max_length=200)]
State = Literal["pending", "accepted", "rejected"]
Order = Literal["raised", "best", "worst", "unsure"]


class ReviewQuestion(Answer):
    """What a person is asked, the words of the answers, how many items there are, and who learns from it."""

    name: str
    text: str
    yes: str
    no: str
    pending: int
    accepted: int
    rejected: int
    learners: list[str]


class ReviewItem(Answer):
    """A proposal or a made clip. `item` is its key; `original` the clip it was made of, `clip` itself or what it became, "" where none."""

    item: str
    question: str
    name: str
    what: str
    state: State
    score: float | None
    confidence: float | None
    reason: str
    why: str
    original: str
    clip: str


class ReviewQueue(Answer):
    """The questions, and one page of the items that were asked for."""

    seq: int
    questions: list[ReviewQuestion]
    items: list[ReviewItem]


class ReviewBody(Answer):
    """What a character is drawn from."""

    skeleton: protocol.SkeletonInfo
    body: protocol.BodyInfo | None
    parts: list[protocol.BodyPart]


class ReviewDetail(Answer):
    """An item to look at: its body, the original's where there is one to show beside it, and a score beside it in words."""

    item: ReviewItem
    fps: float
    score: float | None
    words: str
    body: ReviewBody
    original: ReviewBody | None


class ReviewVerdicts(Request):
    """Yes, no or (null) neither to items, all as one undo step of the window. `id`: sent twice, it is done once."""

    id: Annotated[str, Field(pattern=protocol.ID_PATTERN)]
    window: Annotated[str, Field(pattern=protocol.ID_PATTERN)]
    question: Name
    items: Annotated[list[Annotated[str, Field(pattern=ITEM)]], Field(min_length=1, max_length=PAGE)]
    yes: bool | None
    why: Annotated[str, Field(max_length=1000)] = ""


class ReviewScorer(Answer):
    """A scorer, and whether it was fitted here and has to be before it says anything."""

    name: str
    title: str
    learns: bool
    needs_fitting: bool
    fitted: bool


class ReviewCall(Answer):
    """A judged item, its score, and whether the scorer calls it natural by a line drawn from all the others."""

    item: str
    name: str
    natural: bool
    score: float
    called: bool


class ReviewAgreement(Answer):
    """How well a scorer says what people say. `note` tells what a fitted one rests on, and how it was measured."""

    scorer: str
    fitted: bool
    agree: int
    area: float | None
    line: float | None
    calls: list[ReviewCall]
    note: str


class ReviewTeach(Request):
    """Teaches who registered for a question by what people answered; `window` can undo it."""

    window: Annotated[str, Field(pattern=protocol.ID_PATTERN)]
    question: Name
    learner: Name


@router.get("/queue")
def get_queue(
    current: Current,
    question: Annotated[str | None, Query(max_length=200)] = None,
    state: State = "pending",
    order: Order = "raised",
    offset: Annotated[int, Query(ge=0, le=100_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 50,
) -> ReviewQueue:
    """The questions with their counts, and a page of items."""
    from motionloom.making.questions import learners
    from motionloom.making.review import count_items, find_items

    library = current.library
    seq = library.seq()
    asked = [
        ReviewQuestion(
            name=each.question.name,
            text=each.question.text,
            yes=each.question.yes,
            no=each.question.no,
            pending=each.pending,
            accepted=each.accepted,
            rejected=each.rejected,
            learners=[learner.name for learner in learners(each.question.name)],
        )
        for each in count_items(library)
    ]
    found = find_items(library, question, state=state, order=order, limit=limit, offset=offset)
    return ReviewQueue(seq=seq, questions=asked, items=[_item(item) for item in found])


@router.get("/items/{item}")
def get_item(item: ItemKey, current: Current, question: Annotated[str, Query(max_length=200)] = "natural") -> ReviewDetail:
    """An item with all that is needed to draw it but its frames."""
    shown = _show(current, item, question)
    return ReviewDetail(
        item=_item(shown.item),
        fps=shown.motion.fps,
        score=None if shown.measured is None else shown.measured.score,
        words="" if shown.measured is None else shown.measured.words,
        body=_body(shown.motion),
        original=None if shown.original is None else _body(shown.original),
    )


@router.get("/items/{item}/frames")
def get_frames(item: ItemKey, current: Current, question: Annotated[str, Query(max_length=200)] = "natural") -> Response:
    """World positions and rotations of an item, and of its original frame by frame beside it; both stand on a floor at 0."""
    shown = _show(current, item, question)
    arrays = _world(shown.motion, "")
    if shown.original is not None:
        arrays |= _world(shown.original, "original_")
    body = pack_arrays(arrays, {"fps": shown.motion.fps})
    return Response(body, media_type="application/octet-stream", headers={"cache-control": "no-store"})


@router.post("/verdicts")
def post_verdicts(request: ReviewVerdicts, current: Current, studio: TheStudio) -> protocol.CommandResult:
    """Say yes or no; where many motions are to be made for it a job is started, which the person sees."""
    from motionloom.making.review import PROPOSAL, answer

    made = sum(item.startswith(PROPOSAL) for item in request.items) if request.yes else 0
    if made > AT_ONCE:
        arguments = {"items": request.items, "yes": request.yes, "question": request.question, "why": request.why}
        current.runner.add("review", f"Accept {len(request.items)} items", {**arguments, "window": request.window})
        return to_result(None, request.window, current, studio)
    told: dict[str, Any] = {"question": request.question, "why": request.why, "window": request.window, "command_id": request.id}
    change = answer(current.library, request.items, request.yes, **told).change
    return to_result(change, request.window, current, studio)


@router.get("/scorers")
def get_scorers(current: Current) -> list[ReviewScorer]:
    """Every scorer there is, and which were fitted here."""
    from motionloom.making.scorers import find_fitted
    from motionloom.score import scorers

    return [
        ReviewScorer(
            name=name,
            title=scorer.title,
            learns=scorer.learns,
            needs_fitting=scorer.needs_training,
            fitted=find_fitted(current.library, name) is not None,
        )
        for name, scorer in scorers.SCORERS.all().items()
    ]


@router.get("/agreement")
def get_agreement(current: Current, scorer: Annotated[str, Query(max_length=40)], fitted: bool = False) -> ReviewAgreement:
    """A scorer held against every verdict; of a fitted one, what its fitting measured on what it had not seen."""
    from motionloom.making.scorers import describe_agreement, find_fitted, measure_on_verdicts
    from motionloom.score import scorers
    from motionloom.studio.errors import StudioError

    kind = scorers.find(scorer)
    if fitted:
        document = find_fitted(current.library, scorer)
        if document is None or "agreement" not in document.data:
            raise StudioError(f"{scorer} was not fitted on your verdicts here yet")
        note = f"Fitted on {document.data['labels']}. Here each was scored by one that had learnt from the other half of the verdicts only."
        return ReviewAgreement(scorer=scorer, fitted=True, note=note, **document.data["agreement"])
    if kind.needs_training:
        raise StudioError(f"{scorer} knows nothing before it is fitted; teach it by your verdicts first")
    found, verdicts = measure_on_verdicts(current.library, kind())
    return ReviewAgreement(scorer=scorer, fitted=False, note="", **describe_agreement(found, verdicts))


@router.post("/teach", status_code=202)
def post_teach(request: ReviewTeach, current: Current) -> protocol.Job:
    """Start teaching; refused while there is too little to learn from."""
    from motionloom.making.questions import find_learner
    from motionloom.making.scorers import check_enough
    from motionloom.making.verdicts import read_verdicts

    learner = find_learner(request.question, request.learner)
    check_enough(read_verdicts(current.library, request.question))
    return current.runner.add("teach", f"Teach {learner.title}", request.model_dump())


def _show(current: OpenLibrary, item: str, question: str) -> Shown:
    from motionloom.core.errors import MotionloomError
    from motionloom.making.review import show_item

    try:
        return show_item(current.library, item, question)
    except MotionloomError as error:
        raise NotThere(str(error)) from None


def _body(motion: Motion) -> ReviewBody:
    body, _ = views.find_body(motion)
    info = None if body is None else views.body_info(body, motion)
    return ReviewBody(skeleton=views.skeleton_info(motion.skeleton), body=info, parts=views.body_parts(motion.skeleton))


def _world(motion: Motion, prefix: str) -> dict[str, np.ndarray[Any, Any]]:
    from motionloom.core.ground import ground_height

    rotations, positions = motion.world
    body, _ = views.find_body(motion)
    floor = float(positions[0, :, 1].min()) if body is None else float(ground_height(motion))
    return {f"{prefix}positions": positions - np.array([0, floor, 0], positions.dtype), f"{prefix}rotations": rotations}


def _item(item: Item) -> ReviewItem:
    fields = {name: value for name, value in vars(item).items() if name != "key"}
    return ReviewItem(item=item.key, **fields)


PANEL = Panel(
    "review",
    "Review",
    router,
    messages=(
        ReviewQuestion,
        ReviewItem,
        ReviewQueue,
        ReviewBody,
        ReviewDetail,
        ReviewVerdicts,
        ReviewScorer,
        ReviewCall,
        ReviewAgreement,
        ReviewTeach,
    ),
)
