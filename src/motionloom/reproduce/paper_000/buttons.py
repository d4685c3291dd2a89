"""Paper 000, figure 5.5: a character does what is pressed within a second; filmed, and timed as section 5.8 does."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np

from motionloom.reproduce.paper_000.tables import find_table, say_table
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import pack
from motionloom.transitions.performance import Performance
from motionloom.transitions.table import TransitionTable

PRESSED = ("walk", "run", "walk", "run", "walk"), ("walk", "run", "stand", "walk")  # on captures, on the sample
EACH = 3.0  # seconds that an activity goes on at most
ASKED = 200, 20  # pairs of a frame and an activity that are timed: full, quick
FILM = (480, 270)


def run(given: Given) -> Outcome:
    """Press one button after the other, and time how long it takes to find and make what was asked."""
    from motionloom.score.rarity import LINE
    from motionloom.transitions.performance import perform, plan

    table = find_table(given)[2]
    pressed = PRESSED[say_table(given) != "CMU 16"]
    shown = perform(table, plan(table, pressed, np.random.default_rng(0), EACH))
    rarities = np.array([made.rarity for *_, made in shown.transitions])
    numbers = (
        Number("buttons pressed", len(pressed), "", "", 0.0),
        Number("the activity is there after", table.frames / 60, "within one second", "s", 0.0),
        Number("found and made in, mean", _time(table, sorted(set(pressed)), ASKED[given.quick]), "0.014 s", "s"),
        Number("transitions that are natural", 100 * float((rarities <= LINE).mean()), "", "%", 30.0),
    )
    return Outcome(say_table(given), numbers, DIFFERS, _show(given, shown, pressed))


def _time(table: TransitionTable, activities: list[str], count: int) -> float:
    """Processor seconds, in the mean, from a random frame that can be left to a made transition into an activity."""
    from motionloom.transitions.synthesis import make_transition

    rng = np.random.default_rng(1)
    sources = rng.choice(np.flatnonzero(table.window_of >= 0), count)
    began = time.process_time()
    for source, activity in zip(sources, rng.choice(activities, count), strict=True):
        make_transition(table, int(source), str(activity))
    return (time.process_time() - began) / count


def _show(given: Given, shown: Performance, pressed: tuple[str, ...]) -> tuple[str, ...]:
    """A strip and, in the full form, a film; the button that was pressed last is written into them."""
    from motionloom.render.scene import Figure, Label, Scene
    from motionloom.render.strips import save_filmstrip
    from motionloom.render.video import save_video

    ends = [0.0, *(begin / shown.motion.fps for begin, *_ in shown.transitions), np.inf]
    words = tuple(Label(f"pressed: {name}", "top left", *span) for name, span in zip(pressed, pairwise(ends), strict=True))
    scene = Scene((Figure(shown.motion, plants=shown.plants),), labels=words)
    strip = given.picture("000-5.5.png")
    save_filmstrip(scene, strip, 6 if given.quick else 12, columns=6, size=(150, 170), samples=1 if given.quick else 2)
    pack(strip)
    if given.quick:
        return (strip.name,)
    film = given.picture("000-5.5.mp4")
    save_video(scene, film, fps=24, size=FILM, crf=32)
    return strip.name, film.name


DIFFERS = (
    "The paper's picture is of an application with buttons; ours is the panel Transitions of the studio, and here the same synthesiser is "
    "asked by a list. Nobody skips in these captures, so walks and runs are asked for."
)
register(
    Result(
        "000",
        "5.5",
        "What is pressed is done within a second",
        "Somebody presses an annotation's button, and within one second the character begins to do it; finding and making the transition "
        "takes 0.014 s.",
        run,
    )
)
