"""Paper 000, figure 6.5: a giant, built and paced otherwise than the performer who drives him."""

from __future__ import annotations

from dataclasses import replace

from motionloom.core.body import body_of
from motionloom.core.motion import Motion
from motionloom.edits.propagation.known_edits.giant import PACE, giant_of
from motionloom.edits.propagation.spreading import on_clock
from motionloom.reproduce.paper_000.styles import open_walks, spread
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import pack


def run(given: Given) -> Outcome:
    """Teach a giant's walk by a straight walk and spread it to one that turns; sizes and pace beside the performer's."""
    taught, told, on = open_walks(given)
    edited, mapped, errors = spread("giant", taught, told)
    made = on_clock(edited, mapped)[0]
    larger = body_of(giant_of(told.skeleton)).leg_length / body_of(told.skeleton).leg_length
    numbers = (
        Number("seconds that teach", taught.duration, "22.2 s", "s", 0.05),
        Number("legs as long as the performer's", larger, "", "times", 0.05),
        Number("takes as long as the performer", made.duration / told.duration, "slower", "times", 0.1),
        Number("as it was shown", PACE, "", "times", 0.0),
        *errors,
    )
    return Outcome(on, numbers, DIFFERS, (_draw(given, told, made),))


def _draw(given: Given, told: Motion, made: Motion) -> str:
    """Both beside each other, at the same moments of what they do."""
    from motionloom.core.editing import resample
    from motionloom.render.scene import Figure
    from motionloom.render.strips import save_filmstrip

    beside = replace(resample(made, told.fps * told.duration / made.duration), fps=told.fps)
    path = given.picture("000-6.5.png")
    figures = [Figure(told), Figure(beside, offset=(1.3, 0.0, 0.0))]
    save_filmstrip(figures, path, 6, size=(190, 230), samples=1 if given.quick else 2)
    pack(path)
    return path.name


DIFFERS = (
    "The giant is the performer's skeleton with other proportions, wider steps, arms held off and a slower clock, by a rule; the paper's "
    "is a model with a stomach that wobbles, edited by an artist."
)
register(
    Result(
        "000",
        "6.5",
        "A giant, driven by a performer of the usual size",
        "The method works where source and target differ much in body and pace: a giant with a slow gait and short steps.",
        run,
    )
)
