"""A study of a library: words taught by a SYNTHETIC annotator on half of its performers, measured on the other half."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError, SkeletonError
from motionloom.enrich.annotation.peer import peer_choice
from motionloom.enrich.annotation.simulation import Curve, Study, Take, answers_needed, read_take
from motionloom.enrich.annotation.synthetic import WORDS
from motionloom.enrich.annotation.words import DESCRIPTION
from motionloom.judge.performers import group_of, performer_name, true_rate
from motionloom.library import Library
from motionloom.making.choice import choose

PEER = "scikit-activeml"
POSITIONS = "positions"  # the paper's description, questions chosen as by "use"
HOLDS = 0.25  # seconds of a clip in which a word must hold to be said of it
VERBS = {  # which words of a sentence stand for ours
    "run": r"\brun|\bjog",
    "walk": r"\bwalk|\bstroll",
    "wave": r"\bwav(e|ing)",
    "jump": r"\bjump",
    "turn": r"\bturn",
    "catch": r"\bcatch",
    "reach": r"\breach|\bstretch",
    "carry": r"\bcarr|\bhold(ing|s) (an|the|some)",
    "backwards": r"\bbackward|\bwalks back\b",
    "crouch": r"\bcrouch|\bsit|\bbend(s|ing) (her|his|the) knees|knee bending",
    "stand": r"\bstand(s|ing)\b",
    "pick up": r"\bpick(s|ing)?\b.*\bup\b",
}


def read_takes(library: Library, group: str, description: str, progress: Progress) -> list[Take]:
    """The captures of a library at the rate they were recorded at, of one group of the protocol or of all."""
    clips = [(clip, performer_name(clip.subject, clip.source)) for clip in choose(library)]
    chosen = [(clip, who) for clip, who in clips if group in ("all", group_of(who))]
    takes = []
    for clip, who in progress.each(f"Describing clips by {description}", chosen, lambda pair: pair[0].name):
        try:
            motion = replace(library.motion(clip.id), fps=true_rate(who, clip.fps), name=clip.name)
            takes.append(read_take(motion, who, description))
        except SkeletonError:
            continue
    if len({take.performer for take in takes}) < 2 and len(takes) < 2:
        raise LibraryError("a study needs clips of two performers at least, or two clips of one")
    return takes


def halves(takes: Sequence[Take]) -> tuple[list[Take], list[Take]]:
    """Two halves that share no performer, about equally long; clips in turn where there is one performer only."""
    lengths: dict[str, int] = {}
    for take in takes:
        lengths[take.performer] = lengths.get(take.performer, 0) + len(take.truth)
    if len(lengths) < 2:
        return list(takes[::2]), list(takes[1::2])
    order = sorted(lengths, key=lambda who: (-lengths[who], who))
    first = {who for rank, who in enumerate(order) if rank % 4 in (0, 3)}
    return [take for take in takes if take.performer in first], [take for take in takes if take.performer not in first]


def study_library(
    library: Library,
    answers: int,
    seeds: int,
    group: str,
    strategies: Sequence[str],
    peer: Path | None,
    sentences: Path | None,
    progress: Progress,
) -> dict[str, Any]:
    """All curves, and what they say. Each seed is run both ways: either half is taught on once."""
    kinds = {"deeds": read_takes(library, group, "deeds", progress)}
    if POSITIONS in strategies:
        kinds[POSITIONS] = read_takes(library, group, POSITIONS, progress)
    runs = [(strategy, seed, fold) for strategy in (*strategies, *([PEER] if peer else [])) for seed in range(seeds) for fold in (0, 1)]
    curves: dict[str, list[Curve]] = {}
    spoken: list[dict[str, Any]] = []
    for strategy, seed, fold in progress.each("Teaching", runs, lambda run: f"{run[0]}, seed {run[1]}, half {run[2] + 1}"):
        sides = halves(kinds[POSITIONS if strategy == POSITIONS else "deeds"])
        study = Study(sides[fold], sides[1 - fold], POSITIONS if strategy == POSITIONS else DESCRIPTION)
        if strategy == PEER and peer is not None:
            with peer_choice(peer, study) as choose:
                curve = study.run("doubt", answers, seed, choose=choose)
        else:
            curve = study.run("use" if strategy == POSITIONS else strategy, answers, seed)
        curves.setdefault(strategy, []).append(curve)
        if strategy == strategies[0] and seed == 0 and sentences is not None:
            spoken += _hold_against(sentences, sides[1 - fold], curve.said)
    told = _tell(curves, strategies[0])
    truth = np.concatenate([take.truth for take in kinds["deeds"]])
    about = {"group": group, "clips": len(kinds["deeds"]), "performers": sorted({take.performer for take in kinds["deeds"]})}
    seconds = {word: round(float(truth[:, index].sum() / 10), 1) for index, word in enumerate(WORDS)}
    return {**about, "answers": answers, "seeds": seeds, "seconds": seconds, **told, "sentences": _agreement(spoken)}


def _tell(curves: Mapping[str, Sequence[Curve]], first: str) -> dict[str, Any]:
    """F1 by word at the end of the first strategy, every strategy's mean curve, and how many answers reach what chance reaches."""
    joined = {name: _mean_curve(runs) for name, runs in curves.items()}
    level = joined["chance"].scores.mean(axis=1)[-1] if "chance" in joined else joined[first].scores.mean(axis=1)[-1]
    rows = {
        name: {
            "mean_f1": [round(float(value), 4) for value in curve.scores.mean(axis=1)],
            "answers": curve.answers.tolist(),
            "minutes": round(float(curve.seconds[-1]) / 60, 2),
            "to_level": answers_needed(curve, float(level)),
            "f1": {word: round(float(value), 3) for word, value in zip(WORDS, curve.scores[-1], strict=True)},
        }
        for name, curve in joined.items()
    }
    return {"level": round(float(level), 4), "strategies": rows}


def _mean_curve(runs: Sequence[Curve]) -> Curve:
    """The mean of curves, at the answers that all of them were measured after."""
    shared = sorted(set.intersection(*(set(run.answers.tolist()) for run in runs)))
    picks = [np.searchsorted(run.answers, shared) for run in runs]
    seconds = np.mean([run.seconds[pick] for run, pick in zip(runs, picks, strict=True)], axis=0)
    scores = np.mean([run.scores[pick] for run, pick in zip(runs, picks, strict=True)], axis=0)
    return Curve(runs[0].strategy, np.array(shared), seconds, scores, runs[0].said)


def _hold_against(path: Path, takes: Sequence[Take], said: NDArray[np.bool_]) -> list[dict[str, Any]]:
    """For each clip with a sentence: the verbs it has of ours, and the words that were said of the clip for HOLDS seconds and more."""
    texts = json.loads(path.read_text())
    rows, start = [], 0
    for take in takes:
        stop = start + len(take.truth)
        if take.name in texts:
            text = " ".join(each["text"] for each in texts[take.name]).lower()
            verbs = [word for word, pattern in VERBS.items() if re.search(pattern, text)]
            held = {
                word: float(said[start:stop, index].mean())
                for index, word in enumerate(WORDS)
                if said[start:stop, index].sum() >= 10 * HOLDS
            }
            rows.append({"clip": take.name, "text": text, "verbs": verbs, "words": {word: round(share, 2) for word, share in held.items()}})
        start = stop
    return rows


def _agreement(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of the clips whose sentence has a verb, in how many the word was said; of those where a word was said through half of the clip, in
    how many the sentence has it (verbs that people leave out, such as standing, count against us)."""
    found: dict[str, list[int]] = {}
    for row in rows:
        words = {"turn" if word.startswith("turn") else word: share for word, share in row["words"].items()}
        for verb in row["verbs"]:
            found.setdefault(verb, [0, 0, 0, 0])[1] += 1
            found[verb][0] += verb in words
        for word, share in words.items():
            if share > 0.5:
                found.setdefault(word, [0, 0, 0, 0])[3] += 1
                found[word][2] += word in row["verbs"]
    return {
        "clips": len(rows),
        "by_word": {word: dict(zip(("said", "verbs", "verb_too", "through"), counts, strict=True)) for word, counts in found.items()},
        "rows": list(rows),
    }


def to_text(told: Mapping[str, Any]) -> str:
    """The study in lines for a terminal."""
    lines = [f"{told['clips']} clips of {len(told['performers'])} performers; a SYNTHETIC annotator, no person, answers"]
    lines.append("word         held (s)  " + "  ".join(f"{name:>15}" for name in told["strategies"]))
    for word in WORDS:
        figures = "  ".join(f"{row['f1'][word]:15.2f}" for row in told["strategies"].values())
        lines.append(f"{word:12} {told['seconds'][word]:8.1f}  {figures}")
    lines.append("mean F1                " + "  ".join(f"{row['mean_f1'][-1]:15.3f}" for row in told["strategies"].values()))
    lines.append("minutes                " + "  ".join(f"{row['minutes']:15.1f}" for row in told["strategies"].values()))
    lines.append(f"answers to {told['level']:.3f}       " + "  ".join(f"{row['to_level']:15.0f}" for row in told["strategies"].values()))
    for word, counts in told["sentences"]["by_word"].items():
        lines.append(
            f"sentences: {word}: said in {counts['said']} of {counts['verbs']} clips whose sentence has the verb; "
            f"in {counts['verb_too']} of {counts['through']} where it holds through half of the clip, the sentence has it"
        )
    return "\n".join(lines)
