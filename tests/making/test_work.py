"""Long work in this thread: one row for everybody to see, one way to stop it, and going on where it was."""

import signal
import subprocess
import sys
import threading

import pytest

from motionloom.compute import CallbackProgress, CancelToken, JobError, JobStore, Progress
from motionloom.core.errors import JobCancelled, MotionloomError
from motionloom.library import Library
from motionloom.making.work import KINDS, JobKind, Work, register, resume_here, run_here
from tests.conftest import PATIENCE

ITEMS = {str(number): number for number in range(6)}


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as opened:
        yield opened


class Squares:
    """Squares numbers, noting which; does `before` an item what a test wants to happen there."""

    def __init__(self):
        self.done = []
        self.before = lambda number: None

    def __call__(self, number):
        self.before(number)
        self.done.append(number)
        return number**2


@pytest.fixture
def squares():
    function = Squares()

    def run(work: Work) -> str:
        results = work.map("Squaring", dict(work.arguments), function, ITEMS)
        work.clips += [f"clip {name}" for name in results]
        return f"{sum(results.values())} in all"

    register(JobKind("squares", lambda arguments: f"Square {arguments.get('of', '')}", run))
    yield function
    del KINDS._members["squares"]


def test_its_row_says_what_came_out(library, squares):
    seen = []
    work = run_here(library, "squares", {"of": "six"}, progress=CallbackProgress(seen.append), window="w1", workers=1)
    (job,) = library.jobs.all()
    assert work.message == job.message == "55 in all"
    assert (job.state, job.title, job.arguments, job.window, job.done, job.total) == ("done", "Square six", {"of": "six"}, "w1", 6, 6)
    assert job.clips == tuple(work.clips)
    assert seen[-1].done == 6


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (JobCancelled("enough"), "cancelled"),
        (KeyboardInterrupt(), "cancelled"),
        (MotionloomError("no such clip"), "failed"),
        (ZeroDivisionError("by zero"), "failed"),
    ],
)
def test_the_same_again_takes_up_the_job_that_was_stopped(library, squares, error, state):
    def stop(number):
        if number == 3:
            raise error

    squares.before = stop
    with pytest.raises(type(error)):
        run_here(library, "squares", {"of": 1}, workers=1)
    (stopped,) = library.jobs.all()
    assert stopped.state == state
    assert (stopped.error != "" and str(error) in stopped.error) == (state == "failed")
    squares.before = lambda number: None
    run_here(library, "squares", {"of": 2}, workers=1)
    assert len(library.jobs.all()) == 2
    squares.done.clear()
    work = run_here(library, "squares", {"of": 1}, workers=1)
    assert work.job == stopped.id
    assert squares.done == [3, 4, 5]
    assert {job.state for job in library.jobs.all()} == {"done"}


def test_a_job_is_resumed_by_its_id_and_only_a_stopped_one(library, squares):
    def stop(number):
        raise MotionloomError("not yet")

    squares.before = stop
    with pytest.raises(MotionloomError, match="not yet"):
        run_here(library, "squares", {}, workers=1)
    (job,) = library.jobs.all()
    squares.before = lambda number: None
    assert resume_here(library, job.id, workers=1).message == "55 in all"
    with pytest.raises(JobError, match="is done; only a cancelled, failed or interrupted one"):
        resume_here(library, job.id)


def test_it_is_cancelled_from_elsewhere_while_it_runs(library, squares):
    waits, goes_on = threading.Event(), threading.Event()

    def wait(number):
        if number == 2:
            waits.set()
            goes_on.wait(PATIENCE)

    squares.before = wait
    cancel = CancelToken()

    def cancel_elsewhere():
        waits.wait(PATIENCE)
        with JobStore(library.jobs.folder) as other:
            (job,) = other.all()
            assert job.state == "running"
            other.ask_to_cancel(job.id)
        while not cancel.cancelled and elsewhere.is_alive():
            goes_on.wait(0.01)
        goes_on.set()

    elsewhere = threading.Thread(target=cancel_elsewhere, daemon=True)
    elsewhere.start()
    with pytest.raises(JobCancelled):
        run_here(library, "squares", {}, progress=Progress(cancel), workers=1)
    elsewhere.join()
    assert library.jobs.all()[0].state == "cancelled"
    assert squares.done == [0, 1, 2]


KILLED = """
import os, signal, sys
from motionloom.library import Library
from motionloom.making.work import JobKind, register, run_here

def run(work):
    for name, done in work.map("Squaring", {}, int, {"a": "1"}).items():
        os.kill(os.getpid(), signal.SIGKILL)

register(JobKind("squares", lambda _: "Square", run))
run_here(Library.open(sys.argv[1]), "squares", {}, workers=1)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_a_killed_job_is_found_interrupted_and_taken_up(library, squares):
    ended = subprocess.run([sys.executable, "-c", KILLED, str(library.folder)], check=False, timeout=PATIENCE)
    assert ended.returncode == -signal.SIGKILL
    library.jobs.interrupt_orphans()
    (job,) = library.jobs.all()
    assert job.state == "interrupted"
    assert run_here(library, "squares", {}, workers=1).job == job.id


def test_quiet_work_leaves_no_row(library):
    register(JobKind("quiet", lambda _: "Quiet", lambda work: "", quiet=True))
    run_here(library, "quiet", {})
    del KINDS._members["quiet"]
    assert library.jobs.all() == []


def test_a_library_that_keeps_no_jobs_is_worked_on_all_the_same(library, squares, caplog):
    (library.folder / "jobs").write_text("in the way")
    assert run_here(library, "squares", {}, workers=1).message == "55 in all"
    assert len([line for line in caplog.messages if "jobs cannot be kept here" in line]) == 1


def test_a_kind_that_is_not_known_says_which_are(library):
    with pytest.raises(MotionloomError, match=r"no kind of job 'dance' is known here; there are .*import"):
        run_here(library, "dance", {})


def test_arguments_that_are_no_plain_data_are_refused(library, squares):
    with pytest.raises(MotionloomError, match="a job's arguments must be plain data"):
        run_here(library, "squares", {"of": object()})
