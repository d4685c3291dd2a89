import numpy as np
import pytest

from motionloom.behaviours import compare, hand_made, mine
from motionloom.behaviours.mining import to_costs, to_mass
from motionloom.behaviours.state_graph import StateGraph
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
