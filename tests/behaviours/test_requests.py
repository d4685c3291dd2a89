import pytest

from motionloom.behaviours.requests import Request, make_requests, request_from_json
from motionloom.core import MotionError

REQUESTS = (Request(3, "walk", replace=True), Request(0, parameter="turn", value=0.5), Request(7, parameter="speed"), Request(9, "stand"))


def test_requests_as_plain_data_come_back():
    assert tuple(request_from_json(each.to_json()) for each in REQUESTS) == REQUESTS


@pytest.mark.parametrize("step", [0, 1, 7, 29, 31, 1234])
def test_a_second_is_the_step_it_names(step):
    """7 / 60 * 60 is more than 7: a request at a step's own second must not be a step late."""
    assert make_requests([(step / 60, "walk")]) == [Request(step, "walk")]


def test_requests_are_made_in_order():
    assert [each.step for each in make_requests([(0.5, "walk"), Request(3, "stand"), (0.0, ("turn", None))])] == [0, 3, 30]


@pytest.mark.parametrize(
    "data", [5, {}, {"step": "1", "state": "walk"}, {"step": 1}, {"step": 1, "state": "a", "parameter": "turn"}, {"step": -1, "state": "a"}]
)
def test_what_is_no_request_is_said(data):
    with pytest.raises(MotionError, match="request"):
        request_from_json(data)
