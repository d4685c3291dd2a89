import numpy as np

from motionloom.behaviours.solver_comparison import MEASURES, compare_solvers, random_graph


def test_random_graphs_are_as_dense_as_asked(rng):
    for density in (0.2, 0.8):
        graph = random_graph(20, density, rng)
        assert len(graph.edges) == round(density * 20 * 19)
        assert np.allclose(graph.probabilities().sum(axis=1), 1)


def test_a_comparison_is_the_same_for_a_seed():
    one, two = compare_solvers(10, 0.3, 4), compare_solvers(10, 0.3, 4)
    assert len(one.means["local"]) == len(MEASURES)
    assert one.means["local"][:3] == two.means["local"][:3]
    assert one.means["exact"][2] <= one.means["local"][2] + 1e-9
    assert one.means["exact"][4] == one.means["local"][4] == 1
    assert one.means["lls"][0] <= one.means["exact"][0]
