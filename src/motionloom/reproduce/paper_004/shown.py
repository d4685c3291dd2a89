"""Paper 004, figures 1 to 3: a donor, a host and the transplant of both: an upper body, an arm, and one that went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from motionloom.core.parts import UPPER_BODY
from motionloom.enrich.transplants.maker import TRANSPLANT
from motionloom.making.proposals import Proposal
from motionloom.reproduce.libraries import reporting_library, say_library
from motionloom.reproduce.paper_004.enriching import proposed
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import stack_strips

FIGURES = (
    ("1", "the whole upper body", (UPPER_BODY, "upper_carriage"), True),
    ("2", "an arm and its shoulder", ("right_arm_and_torso", "left_arm_and_torso", "right_arm", "left_arm"), True),
    ("3", "both arms, rejected", ("shoulders_and_arms",), False),
)


def run(given: Given) -> Outcome:
    """Of the transplants found, the one of each cut that is likeliest to look human (figure 3: the least), shown below its sources."""
    from motionloom.enrich.transplants.applying import changed_by
    from motionloom.enrich.transplants.pool import Opener

    opener = Opener(reporting_library(given))
    numbers, pictures = list[Number](), list[str]()
    for figure, words, cuts, best in FIGURES:
        chosen = pick(proposed(given), cuts, best)
        if chosen is None:
            continue
        host, donor = (opener.candidate(source).motion for source in chosen.recipe.sources)
        made, _ = opener.made(chosen.recipe)
        pictures.append(stack_strips(given, (donor, host, made), f"004-{figure}"))
        seen = "looks human" if best else "does not"
        numbers.append(Number(f"chance to look human, figure {figure}: {words}", 100 * (chosen.confidence or 0.0), seen, "%", 5.0))
        numbers.append(Number(f"the joint that changed most, figure {figure}", 57.2958 * changed_by(made, host), "", "degrees", 5.0))
    return Outcome(say_library(given), tuple(numbers), DIFFERS, tuple(pictures))


def pick(found: Sequence[Proposal], cuts: Sequence[str], best: bool) -> Proposal | None:
    """Of transplants with one of these cuts the one that is likeliest to look human, or the least likely."""
    fitting = [each for each in found if each.recipe.kind == TRANSPLANT and each.recipe.options["cut"] in cuts]
    return (max if best else min)(fitting, key=lambda each: (each.confidence or 0.0, each.name), default=None)


DIFFERS = (
    "Other performers than the paper's football players, so no head-butt comes out; the transplants shown are the judge's best and worst "
    "of the search of section 3.4, each below its donor and its host, and the judge rests on a synthetic stand-in for people."
)
register(
    Result(
        "004",
        "1-3",
        "Transplants that look human, and one that does not",
        "An upper body on other legs gives a motion that nobody captured (figure 1), an arm a small change (2); some transplants twitch "
        "and are called not human (3).",
        run,
        also=("004-1", "004-2", "004-3", "000-4.1", "000-4.2", "000-4.3"),
    )
)
