"""Every registered kind of job, killed at random moments and run again, leaves the library as an undisturbed run does.

A new kind needs an example in `motionloom.trials.job_examples`.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from motionloom.making.work import KINDS
from motionloom.trials.forge import Forge
from motionloom.trials.job_examples import EXAMPLES
from motionloom.trials.job_killing import kill_job, make_base, make_captures

KILLS = 3
needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork a process")
    with Forge() as made:
        yield made


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_captures(tmp_path_factory.mktemp("captures"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, captures: Path) -> Path:
    return make_base(tmp_path_factory.mktemp("base") / "library", captures)


def check(kind: str, forge: Forge, base: Path, captures: Path, folder: Path, cluster: str | None = None) -> None:
    found = kill_job(kind, KILLS, forge, (base, captures, folder), cluster=cluster)
    assert found.faults == ()
    assert found.kills == KILLS


def test_every_kind_has_an_example() -> None:
    assert sorted(KINDS.all()) == sorted(EXAMPLES), "give each registered kind of job an example in motionloom.trials.job_examples"


@needs_kill
@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_killed_and_run_again_it_gives_the_same(kind: str, forge: Forge, base: Path, captures: Path, tmp_path: Path) -> None:
    check(kind, forge, base, captures, tmp_path)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (pip install motionloom[cluster])")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        yield local.scheduler_address


@needs_kill
@pytest.mark.parametrize("kind", [kind for kind, example in EXAMPLES.items() if example.on_cluster])
def test_so_it_is_on_a_cluster(kind: str, forge: Forge, base: Path, captures: Path, tmp_path: Path, cluster: str) -> None:
    check(kind, forge, base, captures, tmp_path, cluster)
