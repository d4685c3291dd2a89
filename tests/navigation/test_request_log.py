"""What was asked of many is read back of each, in order, from when it came in."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.requests import Request
from motionloom.navigation.request_log import RequestLog


def test_each_gets_its_own_requests_in_order_however_often_they_are_read() -> None:
    log = RequestLog(np.array([0, 10]))
    log.note_turns(12, np.array([0, 1]), np.array([0.5, -0.25]))
    log.note_state(12, np.array([1]), "walk", True)
    assert log.requests_of(1) == (Request(2, parameter="turn", value=-0.25), Request(2, "walk", replace=True))
    log.note_state(18, np.array([0, 1]), "stand", False)
    assert log.requests_of(0) == (Request(12, parameter="turn", value=0.5), Request(18, "stand"))
    assert log.requests_of(1)[-1] == Request(8, "stand")
    assert len(log.requests_of(1)) == 3
