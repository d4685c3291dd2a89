import numpy as np
import pytest

from motionloom.behaviours import compare, hand_made, mine
from motionloom.behaviours.mining import to_costs, to_mass
from motionloom.behaviours.missing import _reason
from motionloom.behaviours.state_graph import StateGraph
from motionloom.core import MotionloomError
from motionloom.sample import right_edges


def test_the_sample_gives_the_edges_it_was_made_with(sample_clips):
    mined = mine(sample_clips)
    names = set(mined.graph.names)
    right = {(a, b) for a, b in right_edges() if a != b and a in names and b in names}
    assert right <= mined.graph.edges
    assert {"walk", "stand"} <= mined.graph.cyclic
    assert not {"start", "stop"} & mined.graph.cyclic
    assert ("run", "stand") not in mined.graph.edges
    explained = {(each.source, each.target) for each in mined.missing}
    assert explained == {(a, b) for a in names for b in names if a != b} - mined.graph.edges
    (lost,) = [each for each in mined.missing if (each.source, each.target) == ("run", "stand")]
    assert lost.cost > 0.7
    assert "no two frames are alike" in lost.reason
    assert "capture one take" in str(lost)


def test_a_reason_is_the_step_at_which_an_edge_was_lost():
    nearest, limits = (("a1", 1.0), ("b1", 2.0)), (0.7, 0.05)
    kept, _ = _reason(("a", "b"), nearest, 0.9, limits, 12, 3)
    assert kept == "its 3 edges are under 0.05 of the likeliest from a"
    pruned, advice = _reason(("a", "b"), nearest, 0.9, limits, 12, 0)  # though the nearest frames that were looked at are too far apart
    assert pruned.startswith("12 edges exist")
    assert "capture one take that goes from a straight into b" in advice
    assert _reason(("a", "b"), nearest, 0.9, limits, 0, 0)[0].startswith("no two frames are alike")
    assert "leads nowhere" in _reason(("a", "b"), nearest, 0.5, limits, 0, 0)[0]


def test_an_absolute_floor_is_the_paper_s():
    counts, frames = np.array([[0, 50, 5], [1, 0, 4], [0, 0, 0]]), np.array([10, 20, 10])
    assert np.allclose(to_mass(counts, frames, 0.01), [[0, 0.25 / 0.3, 0.05 / 0.3], [0.2, 0, 0.8], [0, 0, 0]])
    assert np.allclose(to_mass(counts, frames, 0.01, absolute=True), [[0, 0.25 / 0.3, 0.05 / 0.3], [0, 0, 1], [0, 0, 0]])
    reason, _ = _reason(("a", "b"), (("a1", 1.0), ("b1", 2.0)), 0.9, (0.7, 0.01), 12, 3, absolute=True)
    assert reason == "its 3 edges are under 0.01 of all pairs of frames"


def test_no_pair_with_edges_is_said_to_have_none(sample_clips):
    for threshold in (0.5, 0.7, 1.0):
        for each in mine(sample_clips, threshold).missing:
            assert ("no two frames are alike" in each.reason) == (each.cost > threshold)
            assert "capture" in each.advice


@pytest.mark.parametrize("floor", [2.0, -0.1, float("nan")])
def test_a_floor_is_a_share(sample_clips, floor):
    with pytest.raises(MotionloomError, match="0 to 1"):
        mine(sample_clips, floor=floor)


def test_the_hand_made_sample_is_what_the_sample_can_do():
    manual = hand_made("sample")
    assert manual.edges <= right_edges()


def test_rows_are_probabilities():
    counts = np.array([[50, 100, 0], [3, 0, 1000], [0, 0, 7]])
    mass = to_mass(counts, np.array([10, 20, 10]))
    assert np.allclose(mass.sum(axis=1), [1, 1, 0])
    assert mass[1, 0] == 0  # under a hundredth of the row's largest
    assert np.all(np.diag(mass) == 0)
    graph = StateGraph(("a", "b", "c"), to_costs(mass))
    assert np.allclose(graph.probabilities(), mass)
    assert graph.edges == {("a", "b"), ("b", "c")}


@pytest.mark.data
def test_real_captures(shared_data):
    from motionloom import formats
    from motionloom.behaviours import LabelledClip

    labels = {"walk": (15, 16, 21, 31), "walk_turn": (11, 13, 17, 19), "walk_stop": (33, 34), "jump": (1, 3, 5)}
    clips = [
        LabelledClip(formats.load(shared_data / f"cmu/016/16_{number:02d}.bvh"), label)
        for label, numbers in labels.items()
        for number in numbers
    ]
    mined = mine(clips)
    assert {("walk", "walk_turn"), ("walk_turn", "walk"), ("walk", "walk_stop")} <= mined.graph.edges
    chi, rho = compare(mined.graph, hand_made("cmu_16_35"))
    assert 0 < rho <= 1
    assert chi > 0


@pytest.mark.data
def test_subject_141_is_all_but_its_stand(shared_data):
    import csv

    from motionloom import formats
    from motionloom.behaviours import LabelledClip

    manual = hand_made("cmu_141")
    with open(shared_data / "catalogue.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["subject"] == "141" and row["label"] in manual.names]
    mined = mine([LabelledClip(formats.load(shared_data / row["path"], fps=60.0), row["label"]) for row in rows])
    assert sum(mined.figures["seconds"].values()) < 60
    lost = manual.edges - mined.graph.edges
    assert lost <= {edge for edge in manual.edges if "stand" in edge}  # its waiting is like nothing else it did
    assert lost <= {(each.source, each.target) for each in mined.missing}  # and every one is explained
