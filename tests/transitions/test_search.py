"""The search: whoever runs it, whenever it is stopped, the recipes are the same."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from motionloom.compute import JobStore, Progress, open_executor, run_job
from motionloom.core.errors import FileError, JobCancelled
from motionloom.transitions.representatives import choose_representatives
from motionloom.transitions.scoring import make_measures
from motionloom.transitions.search import (
    Recipes,
    SearchProblem,
    load_problem,
    make_problem,
    save_problem,
    search,
    search_row,
    search_targets,
)
from motionloom.transitions.stock import Stock
from tests.conftest import PATIENCE


@pytest.fixture(scope="module")
def problem(stock: Stock) -> SearchProblem:
    chosen = choose_representatives(stock, 36, 6, np.random.default_rng(0))
    return make_problem(stock, chosen, make_measures(stock.skeleton, 36))


@pytest.fixture(scope="module")
def other(stock: Stock) -> SearchProblem:
    """As large as `problem`, of other windows."""
    chosen = choose_representatives(stock, 36, 6, np.random.default_rng(3))
    return make_problem(stock, chosen, make_measures(stock.skeleton, 36))


class StopsAtThree(Progress):
    """Somebody presses cancel when three rows are done."""

    def advance(self, count: int = 1, note: str = "") -> None:
        super().advance(count, note)
        if self.state.done >= 3:
            self.cancel.cancel()


def same(a: Recipes, b: Recipes) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("recipes", "plant", "balance"))


def test_the_winner_is_the_least_of_all_blends(problem: SearchProblem) -> None:
    from motionloom.transitions._search import score_recipe

    measures, count = tuple(problem.measures), len(problem.firsts)
    found = search_targets(problem, 1, range(count))
    for target in range(count):
        chains = [[1, target], *([1, a, target] for a in range(count))]
        chains += [[1, a, b, target] for a in range(count) for b in range(count)]
        scores = [sum(score_recipe(np.array(chain), problem.warps, problem.firsts, problem.data, measures, 1e9)) for chain in chains]
        assert found["plant"][target] + found["balance"][target] == pytest.approx(min(scores), rel=1e-9)
        best = [m for m in found["recipes"][target] if m >= 0]
        assert scores[chains.index([1, *best, target])] == pytest.approx(min(scores), rel=1e-9)


def test_a_problem_comes_back_from_its_file(problem: SearchProblem, tmp_path: Path) -> None:
    save_problem(problem, tmp_path / "problem.npz")
    assert load_problem(tmp_path / "problem.npz", problem.digest()).digest() == problem.digest()
    (tmp_path / "other.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(FileError, match="expected the problem of a transition search"):
        load_problem(tmp_path / "other.npz", problem.digest())


def test_a_file_that_holds_another_problem_is_not_searched(problem: SearchProblem, other: SearchProblem, tmp_path: Path) -> None:
    save_problem(other, tmp_path / "problem.npz")
    with pytest.raises(FileError, match="holds another problem than the one that is searched; start the search again"):
        search_row((str(tmp_path / "problem.npz"), problem.digest(), 0))


def test_a_second_search_by_way_of_one_file_is_of_its_own_problem(problem: SearchProblem, other: SearchProblem, tmp_path: Path) -> None:
    alone = search(other, tmp_path / "elsewhere.npz")
    with JobStore(tmp_path / "jobs") as store:
        search(problem, tmp_path / "problem.npz", partial(run_job, store=store))
        second = search(other, tmp_path / "problem.npz", partial(run_job, store=store))
        stored = search(other, tmp_path / "third.npz", partial(run_job, store=store))
    assert same(second, alone)
    assert same(stored, alone)


def test_stopped_half_way_it_goes_on_and_ends_the_same(problem: SearchProblem, tmp_path: Path) -> None:
    undisturbed = search(problem, tmp_path / "problem.npz")
    progress = StopsAtThree()
    with JobStore(tmp_path / "jobs") as store:
        with contextlib.suppress(JobCancelled):
            search(problem, tmp_path / "problem.npz", partial(run_job, store=store, progress=progress))
        assert progress.state.done == 3
        resumed = search(problem, tmp_path / "problem.npz", partial(run_job, store=store))
    assert same(resumed, undisturbed)


KILLED = """
import os, signal, sys
from pathlib import Path
from functools import partial
from motionloom.compute import JobStore, Progress, run_job
from motionloom.transitions.search import load_problem, search

class Dies(Progress):
    def advance(self, count=1, note=""):
        super().advance(count, note)
        if self.state.done == 3:
            os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
given = load_problem(folder / "given.npz", sys.argv[2])
search(given, folder / "problem.npz", partial(run_job, store=JobStore(folder / "jobs"), progress=Dies()))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_killed_half_way_it_goes_on_and_ends_the_same(problem: SearchProblem, tmp_path: Path) -> None:
    undisturbed = search(problem, tmp_path / "problem.npz")
    save_problem(problem, tmp_path / "given.npz")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), problem.digest()], check=False, timeout=PATIENCE)
    assert ended.returncode == -signal.SIGKILL
    with JobStore(tmp_path / "jobs") as store:
        resumed = search(problem, tmp_path / "problem.npz", partial(run_job, store=store))
    assert same(resumed, undisturbed)


def test_a_cluster_of_two_workers_finds_the_same(problem: SearchProblem, other: SearchProblem, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (pip install motionloom[cluster])")
    undisturbed, second = search(problem, tmp_path / "problem.npz"), search(other, tmp_path / "problem.npz")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        open_executor(cluster=cluster.scheduler_address) as executor,
    ):
        spread = search(problem, tmp_path / "problem.npz", partial(run_job, executor=executor))
        again = search(
            other, tmp_path / "problem.npz", partial(run_job, executor=executor)
        )  # the workers have read the first one from there
    assert same(spread, undisturbed)
    assert same(again, second)
