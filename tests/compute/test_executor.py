"""Whoever runs the work, the results are the same."""

import subprocess
import sys

import pytest

from motionloom.compute import InProcess, Workers, make_seed, map_unordered, open_executor
from motionloom.core.errors import MotionloomError
from tests.conftest import PATIENCE


def run(**where):
    with open_executor(**where) as executor:
        return {outcome.item: outcome.get() for outcome in map_unordered(executor, make_seed, range(20))}


def test_one_worker_is_this_process_and_gives_what_many_give():
    with open_executor(workers=1) as executor:
        assert isinstance(executor, InProcess)
    with open_executor(workers=2) as executor:
        assert isinstance(executor, Workers)
    assert run(workers=1) == run(workers=2) == {item: make_seed(item) for item in range(20)}


def test_no_workers_is_an_error_that_says_so():
    with pytest.raises(MotionloomError, match="workers must be 1 or more, found 0"), open_executor(workers=0):
        pass


def test_a_cluster_without_the_extra_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MotionloomError, match=r"pip install motionloom\[cluster\]"), open_executor(cluster="tcp://127.0.0.1:1"):
        pass


def test_a_dask_cluster_gives_the_same_results():
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        assert run(cluster=cluster.scheduler_address) == run(workers=1)


def test_a_script_without_a_main_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from motionloom.compute import open_executor, map_unordered, make_seed\n"
        "with open_executor(workers=2) as e:\n"
        "    print(len(list(map_unordered(e, make_seed, range(4)))))\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode != 0
    assert "put a script's work under `if __name__ == '__main__':`" in done.stderr
