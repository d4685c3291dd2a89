"""Weight: a body out of balance is seen by physics alone, and what is played too fast is out of balance."""

from dataclasses import replace

import numpy as np

from motionloom.core.editing import sample_at
from motionloom.score.terms.weight import balance
from motionloom.score.tracks import tracks_of


def test_a_walk_played_too_fast_is_out_of_balance_and_needs_no_plants(captures):
    part = captures[0].part(60, 300)
    at = np.arange(0, len(part.motion) - 1, 1.9)
    fast = sample_at(part.motion, at)
    captured = tracks_of(part.motion, part.plants)
    assert balance.read(captured).max() < 0.04
    for plants in (part.plants[np.rint(at).astype(np.intp)], np.zeros((len(at), 4), bool)):
        assert balance.read(tracks_of(fast, plants)).max() > 0.08


def test_a_body_tipped_beyond_its_feet_is_out_of_balance_by_as_much(walk):
    tracks = tracks_of(walk.motion, walk.plants)
    still = replace(
        tracks, **{name: np.repeat(getattr(tracks, name)[:1], len(tracks), axis=0) for name in ("joints", "feet", "tips", "segments")}
    )
    there = balance.read(still)[60]
    away = replace(still, segments=still.segments + [0.0, 0.0, 2.0])
    further = replace(still, segments=still.segments + [0.0, 0.0, 2.3])
    assert there < 0.05
    assert balance.read(further)[60] - balance.read(away)[60] > 0.25


def test_where_the_world_begins_does_not_matter_in_flight(captures):
    run = captures[1].part(30, 210)
    far = run.motion.with_arrays(run.motion.rotations, run.motion.root_positions + np.float32([40.0, 0.0, -25.0]))
    here, there = (balance.read(tracks_of(motion, run.plants)) for motion in (run.motion, far))
    np.testing.assert_allclose(there, here, atol=2e-3)
