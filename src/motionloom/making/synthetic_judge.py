"""A SYNTHETIC judge: no person. It knows which proposals were spoilt on purpose, says no to those and yes to the others.

It shows what verdicts teach the scorers: how well one agrees on proposals of other performers, after more and more verdicts.
It works in a library of its own and never in a person's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.errors import MotionError
from motionloom.library import Clip, Library
from motionloom.library.commands.judgements import NATURAL
from motionloom.making.choice import Choice, require
from motionloom.making.deciding import decide
from motionloom.making.makers import Made
from motionloom.making.makers.damage import MAKER as DAMAGE, damage_recipe
from motionloom.making.makers.edit import part_recipe
from motionloom.making.proposals import NewProposal, Proposal, find_proposals, get_proposals, raise_proposals
from motionloom.making.recipe import Recipe, RecipeError
from motionloom.making.remade import remake
from motionloom.making.sample_library import SOURCE
from motionloom.making.sources import clip_source
from motionloom.making.verdicts import library_captures, open_verdicts, read_verdicts
from motionloom.score import judged
from motionloom.score.agreement import agree_on
from motionloom.score.damage import kinds
from motionloom.score.scorers import Scorer

NAME = "synthetic judge"
SECONDS = 2.0  # of each proposal
TRIES = 40
PERFORMERS, BEHAVIOURS = ("ada", "boris"), ("walk", "run", "jog", "stand", "sneak")


@dataclass(frozen=True)
class Lesson:
    """How a scorer did after so many verdicts of the synthetic judge: on how many of the unseen it agrees, the area under its ROC curve.

    Called natural or not by the scorer's own line; where it draws none, each by a line drawn from the other unseen ones.
    """

    verdicts: int
    agree: int
    unseen: int
    area: float | None


def simulate(
    library: Library,
    scorer: str,
    steps: Sequence[int],
    *,
    unseen: int = 40,
    damage: Sequence[str] = (),
    stand_ins: bool = False,
    contrary: bool = False,
    stretches: int = 40,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Lesson]:
    """Teach a scorer by more and more of the synthetic judge's verdicts on raised proposals, and measure it on others.

    It learns from some performers of the library and is measured on the rest. damage: the kinds by which every second proposal is spoilt,
    in turn; all there are if none is named. stand_ins: damaged captures in its training besides, as where people judged too little;
    without them only the verdicts tell it what is unnatural. contrary: the judge says the opposite of what it knows, to see whether it is
    the verdicts that teach. stretches: of captures in its training.
    """
    progress = progress or Progress()
    rng, which = make_rng(seed, NAME), tuple(damage) or kinds()
    taught_by, measured_on = _split(library)
    batch = raise_examples(library, measured_on, unseen, which, rng)
    held_out = find_proposals(library, batch=batch, limit=unseen)
    batch = raise_examples(library, taught_by, max(steps), which, rng)
    taught = [each.id for each in find_proposals(library, batch=batch, limit=max(steps))]
    captures, lessons, said = library_captures(library, taught_by), list[Lesson](), 0
    made = [remake(library, each.recipe) for each in held_out]
    progress.begin("Teaching by the synthetic judge", len(steps))
    for step in sorted(steps):
        judge_all(library, get_proposals(library, taught[said:step]), contrary)
        said = step
        examples = open_verdicts(library, read_verdicts(library))
        others = kinds() if stand_ins else ()
        fitted, _ = judged.train(scorer, captures, examples, seed, others, judge=f"a {NAME}", stretches=stretches)
        lessons.append(_measure(fitted, made, [is_whole(each) for each in held_out], step))
        progress.advance(note=f"{step} verdicts")
    return lessons


def _split(library: Library) -> tuple[Choice, Choice]:
    """The performers to learn from, and those to be measured on."""
    subjects = sorted({clip.subject for clip in require(library, Choice(body=True))})
    half = len(subjects) // 2
    if not half:
        raise MotionError(f"the {NAME} needs two performers or more: one to teach by, one to measure on")
    return Choice(body=True, subjects=tuple(subjects[:half])), Choice(body=True, subjects=tuple(subjects[half:]))


def _measure(fitted: Scorer, made: Sequence[Made], whole: Sequence[bool], verdicts: int) -> Lesson:
    scores = [fitted.score(each.motion, each.plants).total for each in made]
    found = agree_on(scores, whole)
    agree = found.agree if fitted.line is None else sum((score <= fitted.line) == said for score, said in zip(scores, whole, strict=True))
    return Lesson(verdicts, agree, len(made), found.area)


def add_performers(library: Library) -> None:
    """Put some of the sample's procedural performers in a new library."""
    from motionloom import sample

    for performer in PERFORMERS:
        for behaviour in BEHAVIOURS:
            made = sample.make(performer, behaviour)
            details: dict[str, Any] = {"subject": performer, "source": SOURCE, "plants": made.plants, "height": 1.7, "made": False}
            library.add(made.motion, f"{performer} {behaviour}", **details)


def raise_examples(library: Library, choice: Choice, count: int, damage: Sequence[str], rng: np.random.Generator) -> str:
    """Raise parts of captures under the question whether they look natural, every second one spoilt; the batch comes out."""
    clips = [clip for clip in require(library, choice) if clip.duration >= SECONDS]
    if not clips:
        raise MotionError(f"no capture lasts {SECONDS:g} s; the {NAME} needs some")
    parts = (_spoil(library, clips, damage[n // 2 % len(damage)], rng) if n % 2 else _take(clips, rng) for n in range(count))
    proposals = [NewProposal(recipe, f"stretch {n}", reason=f"raised for the {NAME}") for n, recipe in enumerate(parts)]
    title = f"Raise {count} stretches for the {NAME}"
    return raise_proposals(library, proposals, question=NATURAL, title=title, room=NAME)


def judge_all(library: Library, proposals: Sequence[Proposal], contrary: bool = False) -> None:
    """Answer as the synthetic judge does, or the opposite, and say who it was."""
    for yes in (True, False):
        some = [each.id for each in proposals if (is_whole(each) != contrary) == yes]
        if some:
            decide(
                library, yes, proposals=some, question=NATURAL, why="" if yes else "spoilt on purpose, says the synthetic judge", by=NAME
            )


def is_whole(proposal: Proposal) -> bool:
    """Whether a proposal was not spoilt."""
    return proposal.recipe.kind != DAMAGE.kind


def _take(clips: Sequence[Clip], rng: np.random.Generator) -> Recipe:
    return part_recipe(clip_source(*_part(clips, rng)))


def _part(clips: Sequence[Clip], rng: np.random.Generator) -> tuple[Clip, int, int]:
    clip = clips[int(rng.integers(len(clips)))]
    frames = round(SECONDS * clip.fps)
    start = int(rng.integers(clip.frames - frames + 1))
    return clip, start, start + frames


def _spoil(library: Library, clips: Sequence[Clip], kind: str, rng: np.random.Generator) -> Recipe:
    for recipe in _spoilt(clips, kind, rng):
        try:
            remake(library, recipe)
        except RecipeError:
            continue  # this part cannot be spoilt so that anyone would see it
        return recipe
    raise MotionError(f"no capture could be spoilt by {kind!r} in {TRIES} tries; name another kind of damage")


def _spoilt(clips: Sequence[Clip], kind: str, rng: np.random.Generator) -> Iterator[Recipe]:
    for _ in range(TRIES):
        clip, start, stop = _part(clips, rng)
        same = [other for other in clips if other.skeleton == clip.skeleton and other.fps == clip.fps]
        yield damage_recipe(clip_source(clip, start, stop), clip_source(*_part(same, rng)), kind, int(rng.integers(2**31)))
