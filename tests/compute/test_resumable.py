"""A job goes on where it was, and gives the same results however often it was stopped."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from motionloom.compute import CancelToken, JobStore, Progress, make_rng, run_job, work_key
from motionloom.core.errors import JobCancelled, MotionloomError

ITEMS = {f"clip {number}": number for number in range(8)}


class Task:
    def __init__(self, fails_at=None):
        self.calls = []
        self.fails_at = fails_at

    def __call__(self, number):
        if number == self.fails_at:
            raise MotionloomError(f"no clip {number}")
        self.calls.append(number)
        return {"score": make_rng("task", number).random()}


@pytest.fixture
def store(tmp_path):
    with JobStore(tmp_path) as opened:
        yield opened


def test_a_job_that_failed_goes_on_where_it_was(store):
    first, second = Task(fails_at=5), Task()
    with pytest.raises(MotionloomError, match="no clip 5"):
        run_job("score", {"window": 0.3}, first, ITEMS, store=store)
    results = run_job("score", {"window": 0.3}, second, ITEMS, store=store)
    assert first.calls + second.calls == list(range(8))
    assert results == run_job("score", {}, Task(), ITEMS)


def test_results_come_in_the_order_of_the_items_whoever_ran_them(store):
    with ThreadPoolExecutor(4) as executor:
        threaded = run_job("score", {}, Task(), ITEMS, store=store, executor=executor)
    assert list(threaded) == list(ITEMS)
    assert threaded == run_job("score", {}, Task(), ITEMS)


def test_other_inputs_or_another_version_are_another_job(store):
    run_job("score", {"window": 0.3}, Task(), ITEMS, store=store)
    for inputs, version in (({"window": 0.4}, 1), ({"window": 0.3}, 2)):
        task = Task()
        run_job("score", inputs, task, ITEMS, store=store, version=version)
        assert len(task.calls) == 8


def test_new_items_are_done_and_old_ones_are_not(store):
    run_job("score", {}, Task(), ITEMS, store=store)
    task = Task()
    run_job("score", {}, task, {**ITEMS, "clip 8": 8}, store=store)
    assert task.calls == [8]


def test_cancelling_keeps_what_was_finished(store):
    cancel = CancelToken()
    progress = Progress(cancel)

    class CancelsAt3(Task):
        def __call__(self, number):
            if number == 3:
                cancel.cancel()
            return super().__call__(number)

    with pytest.raises(JobCancelled):
        run_job("score", {}, CancelsAt3(), ITEMS, store=store, progress=progress)
    task = Task()
    run_job("score", {}, task, ITEMS, store=store)
    assert 0 not in task.calls
    assert 7 in task.calls


def test_two_stores_on_one_folder_share_results(store, tmp_path):
    run_job("score", {}, Task(), ITEMS, store=store)
    with JobStore(tmp_path) as other:
        task = Task()
        run_job("score", {}, task, ITEMS, store=other)
        assert task.calls == []
        other.forget_items(work_key("score", {}))
    run_job("score", {}, task, ITEMS, store=store)
    assert len(task.calls) == 8


def test_what_another_arithmetic_finished_is_done_again(store, monkeypatch):
    run_job("score", {}, Task(), ITEMS, store=store)
    monkeypatch.setattr("motionloom.compute.resumable.ARITHMETIC", 99)
    task = Task()
    run_job("score", {}, task, ITEMS, store=store)
    assert len(task.calls) == len(ITEMS)


def test_items_are_forgotten_with_their_job(store):
    job = store.add("score", "Score", {}).id
    run_job("score", {}, Task(), ITEMS, store=store, job=job)
    store.change(job, state="done")
    store.remove(job)
    task = Task()
    run_job("score", {}, task, ITEMS, store=store)
    assert len(task.calls) == 8
