import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.core.errors import MotionError
from motionloom.core.masks import fill_runs
from motionloom.feet.measures import Counts, add_up, compare
from motionloom.feet.plants import Plants


def plants(*runs, frames=100, fps=100.0):
    bits = np.zeros((frames, 4), bool)
    bits[:, 0] = fill_runs(runs, frames)
    return Plants(bits, fps)


def test_agreement_with_oneself_is_whole(walk):
    agreement = compare(walk.plants, walk.plants)
    assert agreement.total.accuracy == agreement.total.f1 == 1
    assert agreement.flaws == ()
    assert agreement.border_error == 0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_counts_add_to_the_frames(pairs):
    found, truth = np.array(pairs).T
    counts = Counts.of(found, truth)
    assert sum(counts.values) == len(pairs)
    assert counts.accuracy == np.mean(found == truth)


def test_flaws_are_named_and_measured():
    truth = plants((10, 30), (50, 70))
    assert [flaw.kind for flaw in compare(plants((50, 70)), truth).flaws] == ["missed"]
    assert [flaw.kind for flaw in compare(plants((10, 30), (35, 45), (50, 70)), truth).flaws] == ["phantom"]
    assert [flaw.kind for flaw in compare(plants((10, 18), (22, 30), (50, 70)), truth).flaws] == ["split"]
    merged = compare(plants((10, 70)), truth)
    assert [flaw.kind for flaw in merged.flaws] == ["merged"]
    assert merged.flaws[0].seconds == pytest.approx(0.2)
    assert merged.count("merged") == 1


def test_only_what_lasts_over_a_tenth_of_a_second_is_serious():
    truth = plants((10, 30), (50, 58))
    agreement = compare(plants((10, 30)), truth)
    assert agreement.count("missed", serious=False) == 1
    assert agreement.count("missed") == 0


def test_borders_are_signed_seconds_and_skip_the_clip_s_own():
    agreement = compare(plants((0, 33), (52, 100)), plants((0, 30), (50, 100)))
    assert sorted(agreement.borders) == pytest.approx([0.02, 0.03])
    assert agreement.border_error == pytest.approx(0.025)


def test_agreements_add_up(walk, run):
    one, other = compare(walk.plants, walk.plants), compare(run.plants, run.plants)
    both = add_up([one, other])
    assert both.plants == one.plants + other.plants
    assert sum(both.total.values) == sum(one.total.values) + sum(other.total.values)
    assert json.loads(json.dumps(both.to_json()))["bits"]["total"]["accuracy"] == 1


def test_plants_of_different_clips_do_not_compare(walk, run):
    with pytest.raises(MotionError, match="do not belong to one clip"):
        compare(walk.plants, run.plants)
