"""Outcomes come item by item: values, errors and crashes alike."""

import itertools
import operator
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from motionloom.compute import CancelToken, InProcess, WorkerDied, Workers, map_unordered
from motionloom.core.errors import JobCancelled


def halve(number):
    if number == 3:
        raise ValueError("three is odd")
    return number / 2


@pytest.mark.parametrize("make", [InProcess, lambda: ThreadPoolExecutor(3)], ids=["this process", "threads"])
def test_an_item_that_fails_does_not_stop_the_others(make):
    with make() as executor:
        outcomes = {outcome.item: outcome for outcome in map_unordered(executor, halve, range(6))}
    assert {item: o.value for item, o in outcomes.items() if o.error is None} == {0: 0.0, 1: 0.5, 2: 1.0, 4: 2.0, 5: 2.5}
    assert str(outcomes[3].error) == "three is odd"
    with pytest.raises(ValueError, match="three is odd"):
        outcomes[3].get()


def test_endless_items_are_taken_only_as_needed():
    taken = []

    def items():
        for number in itertools.count():
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        outcomes = map_unordered(executor, float, items())
        for _ in range(5):
            next(outcomes)
        outcomes.close()
    assert len(taken) < 50


def test_cancelling_stops_between_items_and_while_waiting():
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(JobCancelled):
        list(map_unordered(InProcess(), halve, range(3), cancel=cancel))
    waiting, release = CancelToken(), threading.Event()
    with ThreadPoolExecutor(1) as executor:
        threading.Timer(0.1, waiting.cancel).start()
        began = time.monotonic()
        with pytest.raises(JobCancelled):
            list(map_unordered(executor, lambda _: release.wait(20), range(2), cancel=waiting))
        release.set()
    assert time.monotonic() - began < 10


def test_a_task_that_kills_its_process_is_named_and_the_others_go_on():
    tasks = [partial(abs, -number) for number in range(6)]
    tasks.insert(2, partial(os._exit, 3))
    with Workers(2) as executor:
        outcomes = list(map_unordered(executor, operator.call, tasks))
    assert sorted(o.value for o in outcomes if o.error is None) == [0, 1, 2, 3, 4, 5]
    (dead,) = [o for o in outcomes if o.error is not None]
    assert dead.item is tasks[2]
    assert isinstance(dead.error, WorkerDied)
