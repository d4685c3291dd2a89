"""Jobs that are cancelled, fail, are killed and go on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from motionloom.compute import JobError, NoJob
from motionloom.core.errors import FileError
from motionloom.library import Library
from motionloom.making.work import JobKind, Work
from motionloom.studio import protocol
from motionloom.studio.jobs import JobRunner

ITEMS = 5
Wait = Callable[..., object]


class Bench:
    """A runner whose one kind of work is five items that wait for a go each, and keeps what it has done in its folder."""

    def __init__(self, folder: Path) -> None:
        self.go = threading.Semaphore(0)
        self.told: list[protocol.Answer] = []
        self.worked: list[int] = []
        runs = {"count": self.count, "fail": self.fail, "break": self.break_down, "quiet": lambda work: ""}
        kinds = {kind: JobKind(kind, lambda _: "A title", run, quiet=kind == "quiet") for kind, run in runs.items()}
        self.library = Library.open(folder, create=True)
        self.runner = JobRunner(self.library, kinds.__getitem__, self.told.append)

    def close(self) -> None:
        self.runner.close()
        self.library.close()

    def count(self, work: Work) -> str:
        work.progress.begin("", ITEMS)
        for item in range(ITEMS):
            done = work.folder / str(item)
            if not done.exists():
                while not self.go.acquire(timeout=0.02):
                    work.progress.cancel.check()
                self.worked.append(item)
                done.touch()
                work.clips.append(f"clip{item}")
            work.progress.advance(note=f"item {item}")
        return "counted"

    def fail(self, work: Work) -> str:
        work.problems.append(("a.bvh", "it is empty"))
        raise FileError("b.bvh: it is not there")

    def break_down(self, work: Work) -> str:
        raise ZeroDivisionError("by zero")

    def states(self) -> list[str]:
        """What was told, in order."""
        return [message.job.state for message in self.told if isinstance(message, protocol.JobChanged)]

    def state(self, job: str) -> str:
        return self.runner.get(job).state


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_a_job_runs_to_its_end(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {})
    bench.go.release(ITEMS)
    wait(lambda: bench.states()[-1:] == ["done"])
    ended = bench.runner.get(job.id)
    assert (ended.done, ended.total) == (ITEMS, ITEMS)
    assert ended.clips == [f"clip{item}" for item in range(ITEMS)]
    assert bench.states()[0] == "waiting"


def test_what_was_said_on_the_way_is_gone_at_the_end(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {}).id
    bench.go.release(2)
    wait(lambda: bench.runner.get(job).message.startswith("item"))
    bench.runner.cancel(job)
    wait(lambda: bench.state(job) == "cancelled")
    assert bench.runner.get(job).message == ""
    bench.go.release(ITEMS)
    bench.runner.resume(job)
    wait(lambda: bench.state(job) == "done")
    assert bench.runner.get(job).message == "counted"


def test_a_done_job_runs_again_with_other_arguments_and_keeps_its_clips(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {"a": 1, "b": 2}).id
    bench.go.release(ITEMS)
    wait(lambda: bench.state(job) == "done")
    bench.runner.again(job, {"b": 3})
    wait(lambda: bench.state(job) == "done")
    assert dict(bench.runner.store.get(job).arguments) == {"a": 1, "b": 3}
    assert bench.runner.get(job).clips == [f"clip{item}" for item in range(ITEMS)]


def test_a_cancelled_job_goes_on_where_it_stopped(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {}).id
    bench.go.release(2)
    wait(lambda: len(bench.worked) == 2)
    bench.runner.cancel(job)
    wait(lambda: bench.state(job) == "cancelled")
    bench.go.release(ITEMS)
    bench.runner.resume(job)
    wait(lambda: bench.state(job) == "done")
    assert bench.worked == list(range(ITEMS))


def test_a_job_that_waits_can_be_cancelled_and_resumed(bench: Bench, wait: Wait) -> None:
    busy = [bench.runner.add("count", "Count", {}).id for _ in range(2)]
    waiting = bench.runner.add("count", "Count", {}).id
    assert bench.runner.cancel(waiting).state == "cancelled"
    assert bench.runner.resume(waiting).state == "waiting"
    bench.go.release(3 * ITEMS)
    for job in (*busy, waiting):
        wait(lambda job=job: bench.state(job) == "done")
    assert len(bench.worked) == 3 * ITEMS


def test_quiet_work_goes_when_it_is_done(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("quiet", "Quiet", {}).id
    wait(lambda: any(isinstance(message, protocol.JobRemoved) for message in bench.told))
    assert "done" not in bench.states()
    assert job not in [other.id for other in bench.runner.all()]


def test_a_failure_says_why(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("fail", "Fail", {}).id
    wait(lambda: bench.state(job) == "failed")
    found = bench.runner.get(job)
    assert found.error == "b.bvh: it is not there"
    assert [(problem.name, problem.error) for problem in found.problems] == [("a.bvh", "it is empty")]


def test_a_defect_of_ours_does_not_take_the_runner_with_it(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("break", "Break", {}).id
    wait(lambda: bench.state(job) == "failed")
    assert "ZeroDivisionError" in bench.runner.get(job).error
    again = bench.runner.add("count", "Count", {}).id
    bench.go.release(ITEMS)
    wait(lambda: bench.state(again) == "done")


def test_only_ended_jobs_are_forgotten_or_resumed(bench: Bench, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {}).id
    with pytest.raises(JobError, match="cancel it"):
        bench.runner.remove(job)
    with pytest.raises(JobError, match="only a cancelled"):
        bench.runner.resume(job)
    bench.go.release(ITEMS)
    wait(lambda: bench.state(job) == "done")
    folder = bench.runner.store.folder_of(job)
    bench.runner.remove(job)
    assert not folder.exists()
    with pytest.raises(NoJob, match="no job"):
        bench.runner.get(job)


def test_files_that_came_first_are_in_the_folder(bench: Bench, wait: Wait) -> None:
    arrived = bench.runner.store.make_incoming()
    (arrived / "a.bvh").write_text("x")
    job = bench.runner.add("fail", "Fail", {}, files=arrived).id
    assert (bench.runner.store.folder_of(job) / "files" / "a.bvh").read_text() == "x"
    assert not arrived.exists()


def test_closing_leaves_jobs_to_be_resumed(tmp_path: Path, wait: Wait) -> None:
    first = Bench(tmp_path)
    job = first.runner.add("count", "Count", {}).id
    first.go.release(2)
    wait(lambda: len(first.worked) == 2)
    first.close()
    second = Bench(tmp_path)
    assert second.state(job) == "interrupted"
    second.go.release(ITEMS)
    second.runner.resume(job)
    wait(lambda: second.state(job) == "done")
    assert first.worked + second.worked == list(range(ITEMS))
    second.close()


def test_a_second_server_leaves_the_firsts_jobs_alone_and_can_cancel_and_resume_them(bench: Bench, tmp_path: Path, wait: Wait) -> None:
    job = bench.runner.add("count", "Count", {}).id
    wait(lambda: bench.state(job) == "running")
    other = Bench(tmp_path)
    assert other.state(job) == "running"
    other.runner.cancel(job)
    wait(lambda: other.state(job) == "cancelled")
    other.go.release(ITEMS)
    other.runner.resume(job)
    wait(lambda: bench.state(job) == "done")
    assert other.worked == list(range(ITEMS))
    other.close()


def test_windows_hear_of_the_jobs_of_others(bench: Bench, tmp_path: Path, wait: Wait) -> None:
    other = Bench(tmp_path)
    other.runner.look()
    job = bench.runner.add("count", "Count", {}).id
    bench.go.release(2)

    def heard(state: str, done: int) -> bool:
        other.runner.look()
        said = [message.job for message in other.told if isinstance(message, protocol.JobChanged) and message.job.id == job]
        return any((found.state, found.done) == (state, done) for found in said)

    wait(lambda: heard("running", 2))
    bench.go.release(ITEMS)
    wait(lambda: heard("done", ITEMS))
    told = len(other.told)
    other.runner.look()
    assert len(other.told) == told
    bench.runner.remove(job)
    other.runner.look()
    assert other.told[-1] == protocol.JobRemoved(type="job_removed", id=job)
    other.close()


def test_a_kind_that_is_not_known_here_stays_as_it_is(bench: Bench) -> None:
    job = bench.runner.store.add("unknown", "Unknown", {}).id
    bench.runner.store.move(job, ("waiting",), "interrupted")
    with pytest.raises(KeyError):
        bench.runner.resume(job)
    assert bench.state(job) == "interrupted"
