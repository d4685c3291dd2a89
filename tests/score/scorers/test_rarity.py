"""The scorer that is taken where none is named: its traces fit the motion, it is kept as arrays, and it learns from captures."""

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.score import scorers
from motionloom.score.objective_set import make_naturals
from motionloom.score.scorers.rarity import Rarity
from motionloom.score.terms import TERMS


def test_it_is_the_default(walk):
    score = scorers.default().score(walk.motion, walk.plants)
    assert scorers.default().name == "rarity"
    assert set(score.terms) == set(score.traces) == set(TERMS.all())
    assert all(trace.shape == (len(walk.motion),) for trace in score.traces.values())
    assert score.to_json()["words"] == score.words


def test_without_plants_it_finds_them(walk):
    assert np.isfinite(Rarity().score(walk.motion).total)


def test_it_learns_and_is_kept(captures, rng, tmp_path):
    fitted = Rarity.fit(make_naturals(captures, 12, rng), rng)
    assert fitted.reference.performers == ("ada", "boris")
    scorers.save(fitted, tmp_path / "rarity.npz")
    again = scorers.load(tmp_path / "rarity.npz")
    part = captures[0].part(0, 120)
    assert again.score(part.motion, part.plants).total == fitted.score(part.motion, part.plants).total


def test_one_of_other_terms_is_refused(tmp_path):
    arrays = Rarity().to_arrays()
    arrays["terms"] = np.array(["grace", *arrays["terms"][1:]])
    np.savez(tmp_path / "old.npz", scorer=np.array("rarity"), version=np.array(1), **arrays)
    with pytest.raises(FileError, match="lacks or garbles the terms of this version; train it again"):
        scorers.load(tmp_path / "old.npz")
