"""Enriching: transplants made and judged, frames a second on one core, on sample clips: no capture is needed to run this."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import threads
from motionloom.enrich.looks_human.shelf import shipped_judge
from motionloom.enrich.transplants.pool import Opener
from motionloom.enrich.transplants.rule import RULES, Settings
from motionloom.library import Library
from motionloom.making.derive import derive
from motionloom.making.makers.sample import sample_recipe
from motionloom.making.sources import clip_source

BEHAVIOURS = ("walk", "walk_fast")


def measure(run: Run) -> list[Row]:
    """Every rule's transplants of one pair, without opening it, and the judging of what they give."""
    run.say("enrich: sample clips")
    cores = threads.core_count()
    threads.limit(1)
    try:
        with tempfile.TemporaryDirectory(prefix="motionloom-") as folder, Library.create(Path(folder) / "library") as library:
            return _measure(run, library)
    finally:
        threads.limit(cores)


def _measure(run: Run, library: Library) -> list[Row]:
    for name in BEHAVIOURS:
        derive(library, sample_recipe("ada", name), name)
    opener, judge, rows = Opener(library), shipped_judge(), []
    one, two = (opener.candidate(clip_source(library.clip(library.find(name)))) for name in BEHAVIOURS)
    for rule in RULES.all().values():
        recipes = rule.apply(one, two, np.random.default_rng(0), Settings("alike"))
        frames = sum(round(len(opener.made(recipe)[0]) / one.motion.fps * 60) for recipe in recipes)
        if not recipes:
            continue
        seconds = run.time(lambda recipes=recipes: [opener.made(recipe) for recipe in recipes])  # type: ignore[misc]
        rows.append(Row(f"transplants of rule {rule.number} made", OURS, seconds, frames, "frames", f"{len(recipes)} motions, at 60 Hz"))
    # What was read of a motion is kept as long as the motion is: each run judges a new one, as a search does.
    seconds = run.time(lambda: judge.judge(one.motion.with_arrays(one.motion.rotations, one.motion.root_positions), one.plants))
    rows.append(Row("frames judged: does it look human", OURS, seconds, round(len(one.motion) / one.motion.fps * 60), "frames", "at 60 Hz"))
    return rows
