"""Paper 002, figure 10 and section 4.1: a walk sketched with feet and root only, completed."""

from __future__ import annotations

import time

from motionloom.reproduce.paper_002.sketched import (
    complete_walk,
    count_keys,
    draw_figure,
    feet_off,
    find_walks,
    say_walks,
    upper_body_range,
)
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def run(given: Given) -> Outcome:
    """The walk that slows down to a stop, before and after."""
    from motionloom.keyframes.one_call import complete

    completion = complete_walk(given)
    began = time.process_time()
    made = complete(completion.sketch, find_walks(given)).motion()
    spent = time.process_time() - began
    numbers = (
        Number("keys set", count_keys(completion), "few, on root and feet", "", 0.0),
        Number("frames that they make", len(made), "", "", 0.0),
        Number("upper body turns by, sketch", upper_body_range(completion.rough.motion), "0", "degrees", 0.5),
        Number("upper body turns by, completed", upper_body_range(made), "", "degrees", 4.0),
        Number("feet off their places in the sketch, at most", feet_off(completion), "they stay", "cm", 0.01),
        Number("completed in, captures read and put on the body", spent, "", "s"),
    )
    return Outcome(say_walks(given), numbers, DIFFERS, (draw_figure(given, completion, 10),))


DIFFERS = (
    "One character that slows down to a stop, where the paper has two who meet, stomp and crouch; the paper gives no number, here the bare "
    "sketch's upper body does not move and the completed one's does, while feet keep to their keys."
)
register(
    Result(
        "002",
        "10",
        "A walk from a few keys",
        "Keys on root and feet only; the upper body comes from captured walks, answers to steps of other lengths, and has the style of who "
        "was captured.",
        run,
    )
)
