"""Retargeting by example: what an artist puts right on the target in some seconds spreads over the rest, and more seconds help."""

from __future__ import annotations

import motionloom as ml
from motionloom.edits.propagation.example import make_example
from motionloom.edits.propagation.known_edits import arms_up
from motionloom.edits.propagation.model import assemble, estimate, fit
from motionloom.edits.propagation.spreading import pose_errors
from motionloom.sample import make


def test_error_falls_with_every_second_that_is_fixed_on_the_target():
    """The artist is synthetic: arms held up, on a body that is not the performer's."""
    body, taught, rest = make("ada", "stand").motion, make("boris", "walk"), make("boris", "walk_slow")
    worn, worn_rest = (ml.retarget(each.motion, body, each.plants) for each in (taught, rest))
    fixed, truth = arms_up.apply(worn).edited, arms_up.apply(worn_rest).edited
    errors = [pose_errors(worn_rest, truth).mean()]
    for seconds in (0.25, 0.5, 1.0):
        frames = round(seconds * worn.fps)
        model = fit([make_example(taught.motion[:frames], fixed[:frames])])
        errors.append(pose_errors(assemble(model, estimate(model, rest.motion)).motion, truth).mean())
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.05 * errors[0]
