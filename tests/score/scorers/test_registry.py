"""One interface: every scorer by its name, trained, saved without pickles and read back the same."""

import numpy as np
import pytest

from motionloom.core.errors import FileError, MotionError
from motionloom.score import scorers
from motionloom.score.objective_set import make_damaged, make_naturals


@pytest.fixture(scope="module")
def examples(captures):
    rng = np.random.default_rng(1)
    return [*make_naturals(captures, 8, rng), *make_damaged(captures, "twitch", 4, rng), *make_damaged(captures, "lean", 4, rng)]


@pytest.mark.parametrize("name", scorers.names())
def test_scorers_learn_score_and_come_back_from_disk(name, examples, walk, tmp_path):
    trained = scorers.find(name).fit(examples, np.random.default_rng(2))
    score = trained.score(walk.motion, walk.plants)
    assert np.isfinite(score.total)
    assert score.terms
    assert all(trace.shape == (len(walk.motion),) and np.all(np.isfinite(trace)) for trace in score.traces.values())
    scorers.save(trained, tmp_path / "scorer.npz")
    again = scorers.load(tmp_path / "scorer.npz").score(walk.motion, walk.plants)
    assert again.total == pytest.approx(score.total)
    assert again.terms == pytest.approx(score.terms)


def test_each_says_what_it_is_and_takes_part_once():
    from motionloom.score.evaluation import contestants

    for name, scorer in scorers.SCORERS.all().items():
        assert scorer.name == name
        assert scorer.title
    labels = [contestant.label for contestant in contestants()]
    assert len(labels) == len(set(labels))
    assert set(scorers.names()) <= set(labels)
    assert not scorers.default().needs_training
    with pytest.raises(MotionError, match="no scorer 'taste' is known here; there are"):
        scorers.find("taste")


def test_other_files_are_refused(tmp_path):
    for name, content in (("a.npz", b"PK"), ("b.npz", b"words"), ("c.npz", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FileError, match=name):
            scorers.load(tmp_path / name)
    with pytest.raises(FileError, match=r"none\.npz"):
        scorers.load(tmp_path / "none.npz")
    np.savez(tmp_path / "short.npz", scorer=np.array("physics"), version=np.array(1))
    with pytest.raises(FileError, match="train it again"):
        scorers.load(tmp_path / "short.npz")
    np.savez(tmp_path / "newer.npz", scorer=np.array("physics"), version=np.array(99))
    with pytest.raises(FileError, match="install a newer one"):
        scorers.load(tmp_path / "newer.npz")
