"""Verdicts and captures of a library. Judgements are MADE UP for these tests: no person gave them."""

import numpy as np

from motionloom.making.derive import derive
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.sources import clip_source
from motionloom.making.verdicts import library_captures, open_verdicts, read_verdicts


def test_most_voices_decide_and_a_tie_says_nothing(sampled):
    walk, run, stand = (sampled.find(f"ada {name}") for name in ("walk", "run", "stand"))
    for clip, voices in ((walk, (True, True, False)), (run, (True, False)), (stand, (False,))):
        for n, yes in enumerate(voices):
            sampled.apply({"kind": "judge", "clip": clip, "natural": yes, "person": f"made up {n}"})
    verdicts = read_verdicts(sampled)
    assert {verdict.clip: verdict.yes for verdict in verdicts} == {walk: True, stand: False}
    for verdict, example in zip(verdicts, open_verdicts(sampled, verdicts), strict=True):
        assert example.natural == verdict.yes
        assert example.touched.all() != example.natural


def test_captures_are_what_was_performed(sampled):
    derive(sampled, mirror_recipe(clip_source(sampled.clip(sampled.find("ada walk")))))
    captures = library_captures(sampled)
    assert sorted(capture.motion.name for capture in captures) == ["ada run", "ada stand", "ada walk"]
    assert all(capture.synthetic for capture in captures)
    walk = next(capture for capture in captures if capture.motion.name == "ada walk")
    np.testing.assert_array_equal(walk.plants, sampled.plants(sampled.find("ada walk")).bits)
