"""Scorers on the shelf: fitted on a library's captures and on what people said of made motion, and how well they say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.library import Document, Library
from motionloom.library.commands.judgements import NATURAL
from motionloom.making import shelf, work
from motionloom.making.choice import Choice, choose
from motionloom.making.questions.registry import Learner, register_learners
from motionloom.making.shelf import NewEntry, ShelfKind
from motionloom.making.verdicts import Verdict, library_captures, open_verdicts, read_verdicts
from motionloom.making.work import JobKind, Work
from motionloom.score import judged, scorers
from motionloom.score.agreement import Agreement, cross_measure, measure_agreement
from motionloom.score.objective_set import Example

KIND = "scorer"
JOB = "fit_scorer"
FEWEST = 2  # judged natural, and unnatural: each half that is left out must have both
LOOSE = "scorers"  # the folder in which earlier versions kept them


def _open(library: Library, document: Document, content: bytes) -> scorers.Scorer:
    return scorers.from_bytes(content, f"the scorer {document.name!r} of {library.folder}")


def _read(library: Library, path: Path) -> NewEntry:
    scorer = scorers.load(path)
    return NewEntry(scorers.to_bytes(scorer), {"scorer": scorer.name, "labels": f"read from {path.name}"})


SCORERS = shelf.register(ShelfKind(KIND, "Scorer", ".npz", _open, _read))


def find_fitted(library: Library, name: str) -> Document | None:
    """The scorer of that name that was fitted here last; None where there is none."""
    take_over_files(library)
    found = [each for each in shelf.entries(library, KIND) if each.data.get("scorer") == scorers.find(name).name]
    return max(found, key=lambda each: each.added, default=None)


def open_scorer(library: Library, name: str) -> scorers.Scorer:
    """A scorer by name: as it was fitted here, else as it comes; an error where it knows nothing before it is fitted."""
    fitted = find_fitted(library, name)
    if fitted is not None:
        opened: scorers.Scorer = shelf.open_entry(library, fitted)
        return opened
    wanted = scorers.find(name)
    if wanted.needs_training:
        raise LibraryError(f"{name} knows nothing before it is fitted; `motionloom score fit {library.folder} --scorer {name}` does that")
    return wanted()


def measure_on_verdicts(library: Library, scorer: scorers.Scorer) -> tuple[Agreement, list[Verdict]]:
    """A scorer held against every verdict on naturalness."""
    verdicts = read_verdicts(library)
    return measure_agreement(scorer, open_verdicts(library, verdicts)), verdicts


def check_enough(verdicts: Sequence[Verdict]) -> None:
    """Refuse while there is too little to learn from."""
    natural = sum(verdict.yes for verdict in verdicts)
    if natural < FEWEST or len(verdicts) - natural < FEWEST:
        raise LibraryError(
            f"{natural} motions are judged natural and {len(verdicts) - natural} unnatural; judge at least {FEWEST} of each, then fit again"
        )


def fit(task: Work) -> str:
    """Fit a scorer on captures and verdicts and put it on the shelf, its held-out agreement with it.

    arguments: scorer; seed; stretches: of captures to learn from. Its agreement is measured by two others, each
    fitted on half of the verdicts and held against the rest.
    """
    library, name, seed = task.library, str(task.arguments["scorer"]), int(task.arguments.get("seed", 0))
    wanted, verdicts, captures = scorers.find(name), read_verdicts(library), library_captures(library)
    if not wanted.learns:
        raise LibraryError(f"there is nothing about {name} to fit; use it as it is")
    if not captures:
        raise LibraryError("there is no captured motion in this library to learn what is natural from; import some")
    examples, labels = open_verdicts(library, verdicts), ""
    natural = sum(verdict.yes for verdict in verdicts)
    both_sides = min(natural, len(verdicts) - natural) >= FEWEST
    task.progress.begin(f"Fitting {name}", 3 if both_sides else 1)

    def learn(some: Sequence[Example]) -> scorers.Scorer:
        nonlocal labels
        scorer, labels = judged.train(name, captures, some, seed, stretches=task.arguments.get("stretches"))
        task.progress.advance(note=f"{len(captures)} captures, {len(some)} verdicts")
        return scorer

    found = cross_measure(learn, examples) if both_sides else None
    final = learn(examples)
    data = {"scorer": name, "labels": labels, "natural": natural, "unnatural": len(verdicts) - natural}
    if found is not None:
        data["agreement"] = describe_agreement(found, verdicts)
    clips = dict.fromkeys([*(clip.id for clip in choose(library, Choice(body=True))), *(c for v in verdicts for c in v.clips)])
    before = find_fitted(library, name)
    entry = NewEntry(scorers.to_bytes(final), data, tuple(clips))
    document = None if before is None else before.id
    task.entries.append(shelf.put(library, KIND, before.name if before else name, entry, document=document, window=task.window))
    agreed = "" if found is None else f"; agrees on {found.agree} of {len(verdicts)} verdicts that it had not seen"
    return f"{name}: fitted on {labels}{agreed}"


def describe_agreement(found: Agreement, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """An agreement as plain data: what each motion was called beside what people said."""
    calls = [
        {
            "item": f"clip:{verdict.clip}" if verdict.proposal is None else f"proposal:{verdict.proposal}",
            "name": verdict.name,
            "natural": verdict.yes,
            "score": float(found.scores[n]),
            "called": bool(found.called[n]),
        }
        for n, verdict in enumerate(verdicts)
    ]
    return {"agree": found.agree, "area": found.area, "line": found.line, "calls": calls}


def take_over_files(library: Library) -> list[str]:
    """Put scorers that an earlier version left as files beside the library on its shelf, and remove the files; ids come out."""
    folder, taken = library.folder / LOOSE, list[str]()
    for path in sorted(folder.glob("*.npz")) if folder.is_dir() else ():
        taken.append(shelf.import_entry(library, path, KIND))
        path.unlink()
        path.with_suffix(".json").unlink(missing_ok=True)  # its agreement, which is measured anew
    if taken and not any(folder.iterdir()):
        folder.rmdir()
    return taken


def _learners() -> Iterable[Learner]:
    for name, scorer in scorers.SCORERS.all().items():
        if scorer.learns:
            yield Learner(name, scorer.title, partial(_teach, name))


def _teach(name: str, task: Work) -> str:
    check_enough(read_verdicts(task.library))
    return fit(replace(task, arguments={**task.arguments, "scorer": name}))


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Fit the scorer {arguments['scorer']}"


register_learners(NATURAL, _learners)
FIT = work.register(JobKind(JOB, _title, fit))
