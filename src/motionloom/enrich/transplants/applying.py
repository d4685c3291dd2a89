"""One application of a rule, wherever it runs: the pair is opened, its transplants made and judged; only recipes and counts come out."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute.seeds import make_rng
from motionloom.core import Motion, quaternion
from motionloom.core.errors import MotionError, SkeletonError
from motionloom.enrich.looks_human.classifier import Judge
from motionloom.enrich.looks_human.shelf import open_judge
from motionloom.enrich.transplants.pool import Opener
from motionloom.enrich.transplants.rule import RULES, Settings
from motionloom.library import Library
from motionloom.making.recipe import Recipe, RecipeError, from_json

RATE = 60.0  # frames a second in which results are counted, as in the paper
PRINT_DIGITS = 3  # of rotations: motions that agree this far are one motion
PRINT_STEP = 0.1  # seconds


@dataclass(frozen=True)
class Application:
    """A rule on two motions, as it travels to other processes. one, two: sources as plain data; judge: a shelf entry, "" for ours."""

    folder: str
    rule: str
    one: dict[str, Any]
    two: dict[str, Any]
    seed: int
    number: int
    settings: Settings
    judge: str = ""


def apply_rule(item: Application) -> list[dict[str, Any]]:
    """The results of one application, each with its recipe and counts of frames at 60 Hz; none where the pair does not fit."""
    opener, judge = _workshop(item.folder, item.judge)
    one, two = (opener.candidate(_to_source(data)) for data in (item.one, item.two))
    rng = make_rng(item.seed, "transplant", item.number)
    try:
        recipes = RULES.find(item.rule).apply(one, two, rng, item.settings)
    except (MotionError, SkeletonError):  # a body that another cannot wear
        return []
    return [_judge(opener, judge, recipe) for recipe in recipes]


def _judge(opener: Opener, judge: Judge, recipe: Recipe) -> dict[str, Any]:
    motion, plants = opener.made(recipe)
    host = opener.candidate(recipe.sources[0]).motion
    verdict = judge.judge(motion, plants)
    counted = RATE / motion.fps
    return {
        "recipe": recipe.to_json(),
        "rule": recipe.options.get("rule", ""),
        "frames": round(len(motion) * counted),
        "judged": round(int(verdict.judged.sum()) * counted),
        "human": round(int(verdict.human.sum()) * counted),
        "chance": round(verdict.chance, 4),
        "share": round(verdict.share, 4),
        "change": round(changed_by(motion, host), 4),
        "print": fingerprint(motion),
    }


def changed_by(made: Motion, host: Motion) -> float:
    """Radians by which the joint that changed most differs from the host's, on average over time."""
    return float(quaternion.angle_between(made.rotations, host.rotations).mean(axis=0).max())


def fingerprint(motion: Motion) -> str:
    """The same for motions of one body that show the same poses: a hash of rotations every tenth of a second, rounded."""
    step = max(1, round(PRINT_STEP * motion.fps))
    rotations = motion.rotations[::step]
    upright = np.where(rotations[..., 3:] < 0, -rotations, rotations)
    rounded = np.round(upright.astype(np.float64), PRINT_DIGITS) + 0.0
    return hashlib.sha256(motion.skeleton.hash.encode() + rounded.tobytes()).hexdigest()[:16]


@lru_cache(maxsize=2)
def _workshop(folder: str, judge: str) -> tuple[Opener, Judge]:
    """What a process needs for all its applications: the library, and the judge."""
    library = Library.open(Path(folder))
    return Opener(library), open_judge(library, judge)


def _to_source(data: dict[str, Any]) -> Any:
    read = from_json({"kind": "source", "sources": [data]})
    if not read.sources:
        raise RecipeError("an application needs two sources")
    return read.sources[0]
