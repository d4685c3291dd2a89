"""Does this look human? Asked of every transplant; the judge learns from the answers, and what waits is put in a new order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.errors import LibraryError, MotionloomError, count_of
from motionloom.enrich.looks_human.classifier import CLASSIFIERS, DEFAULT, FrameVerdict, Judge
from motionloom.enrich.looks_human.examples import SECONDS, STAND_IN, make_examples
from motionloom.enrich.looks_human.fitting import fit_judge
from motionloom.enrich.looks_human.shelf import KIND, NAME, find_judge
from motionloom.library import Library
from motionloom.making import shelf, work
from motionloom.making.choice import Choice, choose
from motionloom.making.proposals import Proposal, find_proposals, rescore
from motionloom.making.questions.registry import Learner, Question, register, register_learners
from motionloom.making.remade import remake
from motionloom.making.shelf import NewEntry
from motionloom.making.verdicts import library_captures, open_verdicts, read_verdicts
from motionloom.making.work import JobKind, Work
from motionloom.score.captures import detect_plants

QUESTION = "looks_human"
JOB = "fit_looks_human"
NATURALS, DAMAGED = 300, 60  # stretches of captures, and of each kind of damage
ENOUGH = 20  # answers of "no": with fewer, the synthetic stand-in stays beside them
COVERS = 3  # times that the stretches cover the captures: more of a small library say the same again
COUNTS_AS = 3  # what a person says of a whole motion counts this many times beside stand-ins
SCORED = 2000  # proposals that wait and are put in a new order

LOOKS_HUMAN = register(Question(QUESTION, "Does this look human?", yes="Human", no="Not human"))


def fit(task: Work) -> str:
    """Fit a judge on a library's captures and on what people answered, put it on the shelf, and score anew what waits.

    arguments: classifier, seed, naturals, damaged (how many examples), waiting (how many proposals are scored anew at most).
    """
    library, said = task.library, task.arguments
    name, seed = str(said.get("classifier", DEFAULT)), int(said.get("seed", 0))
    kind, captures, verdicts = CLASSIFIERS.find(name), library_captures(library), read_verdicts(library, QUESTION)
    if not captures:
        raise LibraryError("there is no captured motion in this library to learn from; import some")
    no = sum(not verdict.yes for verdict in verdicts)
    task.progress.begin(f"Fitting {name}", 3)
    judged = open_verdicts(library, verdicts)
    rng = make_rng(seed, JOB, name)
    stands_in = kind.needs_damaged and no < ENOUGH
    naturals, damaged = count_examples(sum(each.motion.duration for each in captures))
    naturals, damaged = int(said.get("naturals", naturals)), int(said.get("damaged", damaged)) if stands_in else 0
    examples = make_examples(captures, naturals, damaged, rng)
    examples += judged * COUNTS_AS
    labels = f"{count_of(len(captures), 'capture')}; {count_of(len(verdicts), 'motion')} that people judged ({no} not human)"
    labels += f"; {STAND_IN}" if stands_in or not kind.needs_damaged else ""
    task.progress.advance(note=count_of(len(examples), "example"))
    judge = fit_judge(examples, labels, rng, name)
    task.progress.advance(note="fitted")
    before = find_judge(library, name)
    clips = dict.fromkeys([*(clip.id for clip in choose(library, Choice(body=True))), *(c for v in verdicts for c in v.clips)])
    data = {"classifier": name, "labels": labels, "human": len(verdicts) - no, "not_human": no}
    entry = NewEntry(judge.to_bytes(), data, tuple(clips))
    document = None if before is None else before.id
    words = before.name if before else NAME if name == DEFAULT else f"{NAME} ({name})"
    task.entries.append(shelf.put(library, KIND, words, entry, document=document, window=task.window))
    waiting = score_waiting(library, judge, int(said.get("waiting", SCORED)), task.progress) if name == DEFAULT else 0
    return f"{name}: rests on {labels}; {count_of(waiting, 'proposal')} that wait scored anew"


def count_examples(seconds: float) -> tuple[int, int]:
    """How many stretches of so many seconds of captures teach, and how many with each kind of damage."""
    part = min(1.0, max(0.1, COVERS * seconds / (SECONDS * NATURALS)))
    return round(part * NATURALS), round(part * DAMAGED)


def score_waiting(library: Library, judge: Judge, most: int, progress: Progress) -> int:
    """Give proposals that wait under the question the judge's new scores; how many they were."""
    found = find_proposals(library, question=QUESTION, limit=most)
    scores = {}
    for proposal in progress.each("Scoring what waits", found, lambda each: each.name):
        verdict = judge_proposal(library, judge, proposal)
        if verdict is not None:
            scores[proposal.id] = (score_of(verdict), confidence_of(verdict), describe(verdict, judge))
    rescore(library, scores)
    return len(scores)


def judge_proposal(library: Library, judge: Judge, proposal: Proposal) -> FrameVerdict | None:
    """What a judge says of a proposal; None where it cannot be made any more."""
    try:
        made = remake(library, proposal.recipe)
    except MotionloomError:
        return None
    return judge.judge(made.motion, detect_plants(made.motion) if made.plants is None else made.plants)


def score_of(verdict: FrameVerdict) -> float:
    """A proposal's score, the less the better: how far its frames are from looking human for sure."""
    return round(1.0 - verdict.chance, 4)


def confidence_of(verdict: FrameVerdict) -> float:
    """How sure the judge is that it looks human."""
    return round(verdict.chance, 4)


def describe(verdict: FrameVerdict, judge: Judge, words: str = "") -> str:
    """A proposal's reason: the share of frames that look human, by whose labels."""
    whose = "people's answers among its labels" if "0 motions that people judged" not in judge.labels else "no person's labels"
    return f"{words}{verdict.share:.0%} of the judged frames look human, says {judge.classifier.name} ({whose})"


def _learners() -> list[Learner]:
    return [Learner(QUESTION, "Looks human", fit)]


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Fit what looks human ({arguments.get('classifier', DEFAULT)})"


register_learners(QUESTION, _learners)
FIT = work.register(JobKind(JOB, _title, fit))
