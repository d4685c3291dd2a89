"""Frames labelled by hand, of performers to teach and others to test; on the sample exact plants of ada and of boris, with noise."""

from __future__ import annotations

from motionloom.feet.hand_labels import Example
from motionloom.reproduce.result import Given

CAPTURES = "data"
SAMPLE = "the sample's ada to teach and boris to test, synthetic stand-ins, with noise"
BEHAVIOURS = ("walk", "walk_slow", "run", "jump")


def find_examples(given: Given) -> tuple[list[Example], list[Example]]:
    """Examples to teach and examples to test."""
    return given.once("labelled", lambda: _read(given))


def say_examples(given: Given) -> str:
    """Where they are from."""
    return SAMPLE if given.find(CAPTURES) is None else "CMU, labelled by hand; tested on performers held out"


def _read(given: Given) -> tuple[list[Example], list[Example]]:
    from motionloom.feet.hand_labels import open_examples, read_labels
    from motionloom.feet.reports.transfer import sample_examples

    data = given.find(CAPTURES)
    if data is None:
        made = sample_examples(1.0, behaviours=BEHAVIOURS)
        return [each for each in made if each.subject == 0], [each for each in made if each.subject != 0]
    teach, test = (open_examples(read_labels(None, split), data, given.progress) for split in ("train", "held out"))
    return teach, test
