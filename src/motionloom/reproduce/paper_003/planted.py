"""Paper 003, figure 6 and section 5: frames with planted feet, and what a clip is by the string of its plants."""

from __future__ import annotations

from collections import Counter

from motionloom.core.motion import Motion
from motionloom.enrich.grafts.plant_strings import CLASSES, classify
from motionloom.feet.plants import Plants
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.libraries import reporting_library, say_library
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

POINTS = ("left heel", "left toe", "right heel", "right toe")
LEAST = 5  # clips of a label that are worth a share
Clips = list[tuple[str, Motion, Plants]]


def run(given: Given) -> Outcome:
    """Find plants of every clip by the oracle, classify it by their string, and hold that against its label."""
    clips = given.once("planted clips", lambda: _read(given))
    found = Counter((label, classify(plants).name) for label, _, plants in clips)
    numbers = list[Number]()
    for name in CLASSES[:-1]:
        there = sum(count for (label, _), count in found.items() if label == name)
        if there:
            numbers.append(Number(f"clips labelled {name}", there, "", "", 0.0))
            numbers.append(
                Number(f"of them classified so, {name}", 100 * found[name, name] / there, "", "%", 10.0 if there < LEAST else 5.0)
            )
    numbers.append(Number("clips of other labels that are other", 100 * _others(found), "", "%", 5.0))
    walk = next((motion, plants) for label, motion, plants in clips if label == "walk")
    return Outcome(say_library(given), tuple(numbers), DIFFERS, (_draw(given, *walk),))


def _read(given: Given) -> Clips:
    from motionloom.feet.oracle import default_oracle
    from motionloom.making.choice import Choice, require

    library, oracle = reporting_library(given), default_oracle()
    rows = Clips()
    for clip in require(library, Choice(body=True)):
        motion = library.motion(clip.id)
        rows.append((clip.labels[0] if clip.labels else "", motion, oracle.label(motion)))
    return rows


def _others(found: Counter[tuple[str, str]]) -> float:
    """Of clips whose label is none of the classes, the share that no pattern explains."""
    rest = {key: count for key, count in found.items() if key[0] not in CLASSES}
    return sum(count for (_, name), count in rest.items() if name == "other") / max(1, sum(rest.values()))


def _draw(given: Given, motion: Motion, plants: Plants) -> str:
    from motionloom.core.masks import find_runs

    figure = new_figure(8, 2.2)
    axes = figure.add_subplot()
    for row in range(4):
        for start, stop in find_runs(plants.bits[:, row]):
            axes.barh(row, (stop - start) / plants.fps, 0.7, start / plants.fps, color="#3b6fb5" if row < 2 else "#d26a3a")
    axes.set(yticks=range(4), yticklabels=POINTS, xlabel="seconds", title=f"{motion.name}: {classify(plants).name}")
    path = given.picture("003-6.png")
    figure.savefig(path, dpi=100)
    return path.name


DIFFERS = (
    "The paper marks frames whose heel or ball hardly moves and gives no accuracy; here the taught oracle marks them, the same strings are "
    "matched, and labels of the catalogue tell how often that is right: jumps from one foot read as steps, and much that is neither walk "
    "nor run has steps in it."
)
register(
    Result(
        "003",
        "6",
        "Planted feet, and what a clip is by them",
        "Frames in which heel or ball stays in place are plants; their string says whether a clip stands, walks, runs or jumps.",
        run,
    )
)
