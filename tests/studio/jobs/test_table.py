"""Jobs on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motionloom.studio.errors import NotThere
from motionloom.studio.jobs import JobTable

HOLD = (
    "import sys, pathlib; from motionloom.studio.jobs import JobTable; t = JobTable(pathlib.Path(sys.argv[1])); "
    "job = t.add('count', 'Count', {}); t.move(job, ('waiting',), 'running'); t.make_incoming(); print(job, flush=True); sys.stdin.read()"
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    table = JobTable(tmp_path)
    job = table.add("export", "Export", {"clips": ["a", "b"], "suffix": ".bvh"})
    table.change(job, done=1, total=2, message="a", problems=[{"name": "b", "error": "no"}], clips=["a"])
    table.close()
    again = JobTable(tmp_path)
    found = again.get(job)
    assert (found.done, found.total, found.message, found.clips) == (1, 2, "a", ["a"])
    assert found.problems[0].error == "no"
    assert again.arguments(job) == {"clips": ["a", "b"], "suffix": ".bvh"}
    again.close()


def test_a_state_changes_once(tmp_path: Path) -> None:
    table = JobTable(tmp_path)
    job = table.add("export", "Export", {})
    assert table.move(job, ("waiting",), "running")
    assert not table.move(job, ("waiting",), "cancelled")
    assert table.get(job).state == "running"
    table.close()


def test_a_job_that_is_not_there(tmp_path: Path) -> None:
    table = JobTable(tmp_path)
    with pytest.raises(NotThere, match="no job x"):
        table.get("x")
    table.close()


def test_jobs_of_a_living_server_stay_and_those_of_a_dead_one_are_interrupted(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        job = other.stdout.readline().strip()
        during = JobTable(tmp_path)
        assert during.get(job).state == "running"
        assert len(list((tmp_path / "incoming").iterdir())) == 1
        during.close()
        other.kill()
        other.wait()
    after = JobTable(tmp_path)
    assert after.get(job).state == "interrupted"
    assert list((tmp_path / "incoming").iterdir()) == []
    after.close()
    assert list(tmp_path.glob("server-*")) == []
