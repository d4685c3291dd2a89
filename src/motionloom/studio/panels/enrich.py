"""The enrich panel: parts of a body, a part of one clip on another, a search for transplants, its candidates and its yield."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Path, Query, Response
from numpy.typing import NDArray
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.arrays import array_response
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Clips, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.core import Skeleton
    from motionloom.making.recipe import Source
    from motionloom.studio.session import OpenLibrary

router = APIRouter()
SHOWN = 24  # moments of a moving thumbnail
PAGE = 200

Cut = Literal["right_arm", "left_arm", "shoulders_and_arms", "left_arm_and_torso", "right_arm_and_torso", "upper_carriage", "upper_body"]
ProposalId = Annotated[int, Path(ge=0, le=2**31 - 1)]


class EnrichPart(Answer):
    """A cut of a body: its name, words for it, and the joints that go with it."""

    name: str
    title: str
    joints: list[int]


class EnrichBody(Answer):
    """A body at rest as seen from the front: for each joint x, y in shares of its height, and its parent; and the cuts."""

    places: list[tuple[float, float]]
    parents: list[int]
    cuts: list[EnrichPart]


class EnrichRule(Answer):
    """What a rule gave in the last search; frames at 60 Hz."""

    rule: str
    title: str
    applications: int
    pairs: int
    motions: int
    frames: int
    annotatable: int
    human: int
    duplicates: int


class EnrichYield(Answer):
    """The last search: its rules, how many motions of how many seconds it began with, what its judge rests on. None before the first."""

    motions: int
    seconds: float
    times: float
    labels: str
    rules: list[EnrichRule]


class EnrichStatus(Answer):
    """The last search, and how many candidates wait and were answered."""

    last: EnrichYield | None
    pending: int
    accepted: int
    rejected: int


class EnrichCandidate(Answer):
    """A candidate: the item of the review, its name, score (the less the better), how sure the judge is that it looks human, and why."""

    item: str
    id: int
    name: str
    score: float | None
    confidence: float | None
    reason: str


class EnrichSheet(Answer):
    """Candidates in order."""

    candidates: list[EnrichCandidate]


class EnrichTransplant(Request):
    """A part of the donor's clip on the host's, both from their beginnings, as long as the shorter."""

    window: Id
    host: Id
    donor: Id
    cut: Cut
    chest: Literal["local", "upright"] = "local"


class EnrichMade(Answer):
    """The clip that was made."""

    clip: str
    name: str


class EnrichSearch(Request):
    """A search for transplants among clips, or all performed ones where none are named; without a seed one that was not used yet."""

    window: Id
    clips: Clips | None = None
    applications: Annotated[int, Field(ge=1, le=100_000)] = 60
    adaptive: bool = True
    depth: Annotated[int, Field(ge=1, le=4)] = 1
    alike: bool = True
    seed: Annotated[int, Field(ge=0, le=2**31)] | None = None


@router.get("/status")
def get_status(current: Current) -> EnrichStatus:
    """What the last search gave, and what waits."""
    from motionloom.enrich.looks_human.question import QUESTION
    from motionloom.making.proposals import count_proposals

    counts = count_proposals(current.library, question=QUESTION)
    return EnrichStatus(last=_last(current), pending=counts.pending, accepted=counts.accepted, rejected=counts.rejected)


def _last(current: OpenLibrary) -> EnrichYield | None:
    from motionloom.enrich.transplants.jobs import last_yield
    from motionloom.enrich.transplants.rule import RULES

    plain = last_yield(current.library)
    if plain is None:
        return None
    known = RULES.all()
    rules = [EnrichRule(title=known[row["rule"]].title if row["rule"] in known else "", **row) for row in plain["rules"]]
    told = {name: plain[name] for name in ("motions", "seconds", "times", "labels")}
    return EnrichYield(rules=rules, **told)


@router.get("/clips/{clip}/body")
def get_body(clip: ClipId, current: Current) -> EnrichBody:
    """The body of a clip and where it can be cut."""
    from motionloom.core.parts import CUTS, find_cuts

    skeleton = current.motion(clip).skeleton
    cuts = [EnrichPart(name=name, title=CUTS[name], joints=mask.indices.tolist()) for name, mask in find_cuts(skeleton).items()]
    return EnrichBody(places=_front_view(skeleton), parents=[int(parent) for parent in skeleton.parents], cuts=cuts)


def _front_view(skeleton: Skeleton) -> list[tuple[float, float]]:
    """Joints at rest, x to the right of the picture and y up, from 0 to 1 of the body's extent."""
    from motionloom.core.body import body_of

    facing, places = body_of(skeleton).facing, skeleton.rest_positions
    across = places @ np.cross([0.0, 1.0, 0.0], facing)  # the body's left is the right of the picture
    low, size = places[:, 1].min(), max(float(np.ptp(places[:, 1])), 1e-6)
    return [
        (round(float(x), 4), round(float(y), 4)) for x, y in zip((across - across.mean()) / size, (places[:, 1] - low) / size, strict=True)
    ]


@router.get("/candidates")
def get_candidates(
    current: Current,
    order: Annotated[Literal["raised", "best", "worst", "unsure"], Query()] = "best",
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 60,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> EnrichSheet:
    """What waits for a verdict, in order."""
    from motionloom.enrich.looks_human.question import QUESTION
    from motionloom.making.proposals import find_proposals

    found = find_proposals(current.library, question=QUESTION, order=order, limit=limit, offset=offset)
    rows = [
        EnrichCandidate(
            item=f"proposal:{each.id}", id=each.id, name=each.name, score=each.score, confidence=each.confidence, reason=each.reason
        )
        for each in found
    ]
    return EnrichSheet(candidates=rows)


@router.get("/candidates/{proposal}/frames")
def get_frames(proposal: ProposalId, current: Current) -> Response:
    """A few moments of a candidate for a moving thumbnail: `points` float32 (K, J, 2), x and y from 0 to 1; `changed` uint8 (J,)."""
    from motionloom.core.heading import headings, to_heading_frame
    from motionloom.making.proposals import get_proposals
    from motionloom.making.remade import remake

    (found,) = get_proposals(current.library, [proposal])
    motion = remake(current.library, found.recipe).motion
    at = np.linspace(0, len(motion) - 1, min(SHOWN, len(motion))).round().astype(np.intp)
    mean = np.full(len(at), float(headings(motion).mean()))
    middle = np.broadcast_to(motion.root_positions[at], (len(at), 3)).astype(np.float64)
    seen = to_heading_frame(motion.positions()[at].astype(np.float64), middle, mean + np.pi / 5)
    low = seen[..., 1].min()
    size = max(float(np.ptp(seen[..., 1])), 1e-6)
    points = np.stack([0.5 + seen[..., 0] / size, 1 - (seen[..., 1] - low) / size], axis=-1).astype(np.float32)
    arrays: dict[str, NDArray[Any]] = {
        "points": points,
        "parents": motion.skeleton.parents.astype(np.int32),
        "changed": _changed(motion.skeleton, found.recipe.options),
    }
    return array_response(arrays, {"seconds": motion.duration}, {"cache-control": "private, max-age=3600"})


def _changed(skeleton: Skeleton, options: object) -> NDArray[np.uint8]:
    """The joints (J,) that are not the host's."""
    from motionloom.core.body import body_of
    from motionloom.core.parts import find_part

    changed = np.zeros(len(skeleton), np.uint8)
    if isinstance(options, dict) and "cut" in options:
        changed[find_part(skeleton, options["cut"]).joints] = 1
    elif isinstance(options, dict):
        for role in options.get("turns", {}):
            top = body_of(skeleton).joint(role)
            changed[[joint for joint in range(len(skeleton)) if skeleton.is_below(joint, top)]] = 1
    return changed


@router.post("/transplant")
def post_transplant(request: EnrichTransplant, current: Current, studio: TheStudio) -> EnrichMade:
    """Make one transplant, in one undo step."""
    from motionloom.enrich.transplants.jobs import name_of
    from motionloom.enrich.transplants.maker import transplant_recipe
    from motionloom.making.derive import derive

    host, donor = _shared(current, request.host, request.donor)
    recipe = transplant_recipe(host, donor, request.cut, chest=request.chest)
    made = derive(current.library, recipe, name_of(current.library, recipe), window=request.window)
    studio.feed.nudge()
    return EnrichMade(clip=made, name=current.library.clip(made).name)


def _shared(current: OpenLibrary, host: str, donor: str) -> tuple[Source, Source]:
    """Both clips from their beginnings, as long as the shorter."""
    from motionloom.enrich.transplants.rule import shared_span
    from motionloom.making.sources import clip_source

    clips = [current.clip(each) for each in (host, donor)]
    motions = [current.motion(each.id) for each in clips]
    spans = shared_span(motions[0], motions[1]) or ((0, 1), (0, 1))
    return clip_source(clips[0], *spans[0]), clip_source(clips[1], *spans[1])


@router.post("/search")
def post_search(request: EnrichSearch, current: Current) -> protocol.Job:
    """Search for transplants and raise them as proposals."""
    from motionloom.enrich.transplants.jobs import next_seed
    from motionloom.enrich.transplants.rule import Settings
    from motionloom.enrich.transplants.search import Search
    from motionloom.making.choice import Choice

    choice = Choice(clips=tuple(request.clips)) if request.clips else Choice()
    settings = Settings("alike" if request.alike else "random")
    sharing: Literal["uniform", "adaptive"] = "adaptive" if request.adaptive else "uniform"
    seed = next_seed(current.library) if request.seed is None else request.seed
    search = Search(choice, applications=request.applications, sharing=sharing, depth=request.depth, seed=seed, settings=settings)
    return current.runner.start("transplant", search.to_json() | {"window": request.window})


PANEL = Panel(
    "enrich",
    "Enrich",
    router,
    messages=(
        EnrichPart,
        EnrichBody,
        EnrichRule,
        EnrichYield,
        EnrichStatus,
        EnrichCandidate,
        EnrichSheet,
        EnrichTransplant,
        EnrichMade,
        EnrichSearch,
    ),
)
