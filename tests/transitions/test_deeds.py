"""What a body does is told from its motion, whatever its clip is called."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.transitions.deeds import EXPECTED, Deeds, expectations, typical_frames
from motionloom.transitions.stock import Stock


@pytest.fixture(scope="module")
def deeds(stock: Stock) -> Deeds:
    return Deeds(stock)


def share(deeds: Deeds, word: str, clip: str) -> float:
    """The share of a clip's frames that do what a word says."""
    stock = deeds.stock
    n = stock.find(clip)
    return float(np.mean(EXPECTED[word][0](deeds)[stock.starts[n] : stock.starts[n + 1]]))


def test_samples_do_what_they_are_called_and_not_what_others_are(deeds: Deeds) -> None:
    doing = {(word, clip): share(deeds, word, clip) for word in ("walk", "run", "stand") for clip in ("walk_0", "run_0", "stand_0")}
    for word in ("walk", "run", "stand"):
        assert doing[word, f"{word}_0"] > 0.9
        assert all(doing[word, f"{other}_0"] < 0.1 for other in ("walk", "run", "stand") if other != word)


def test_somebody_who_starts_stands_first_and_walks_then(deeds: Deeds) -> None:
    stock = deeds.stock
    n = stock.find("start_0")
    speed = deeds.speed[stock.starts[n] : stock.starts[n + 1]]
    assert speed[-1] > speed[0] + 0.3


def test_a_mean_stays_within_its_clip(deeds: Deeds) -> None:
    stock = deeds.stock
    clip = stock.clip_of.astype(np.float64)
    assert deeds.mean(clip, 1.0) == pytest.approx(clip)
    assert deeds.rate_of(clip) == pytest.approx(np.zeros(len(stock)))


def test_words_are_looked_up_one_by_one_and_an_end_ends_the_rest(deeds: Deeds) -> None:
    everything = np.ones(len(deeds.stock), dtype=bool)
    assert [mode for _, mode in expectations(deeds, "walk_turn", everything)] == ["throughout", "once"]
    assert [mode for _, mode in expectations(deeds, "Walk stop", everything)] == ["once", "once"]
    assert expectations(deeds, "style:happy", everything) == []


def test_a_label_that_is_never_strong_enough_means_its_strongest_moments(deeds: Deeds) -> None:
    stock = deeds.stock
    stands = stock.clip_of == stock.find("stand_0")
    ((weak, _),) = expectations(deeds, "punch", stands)
    speed = deeds.limb_speed("wrist", "chest")
    assert speed[stands].max() < 2.5
    assert weak[stands].any()
    assert speed[stands & weak].min() > 0.7 * speed[stands].max()


def test_without_a_word_what_most_frames_have_in_common_tells(deeds: Deeds) -> None:
    stock = deeds.stock
    runs, stands = (np.isin(stock.clip_of, [stock.find(name)]) for name in ("run_0", "stand_0"))
    mixed = runs.copy()
    first = int(stock.starts[stock.find("stand_0")])
    mixed[first : first + 30] = True  # a label that covers some standing too
    typical = typical_frames(deeds, mixed)
    assert typical[runs].mean() > 0.9
    assert typical[stands].mean() < 0.1
    assert not typical[~mixed].any()
