"""A tour asks for every state in turn and reaches it."""

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.touring import plan_tour


def test_every_state_is_seen(sample_machine):
    tour = plan_tour(sample_machine)
    assert set(tour.reached) == set(sample_machine.graph.names)
    assert not tour.missed


def test_playing_its_requests_goes_the_same_way(sample_machine):
    tour, seen = plan_tour(sample_machine), dict[str, float]()
    steps = iter(range(1, 10**6))
    motion = play(Controller(sample_machine), tour.seconds, tour.requests, after=lambda c: seen.setdefault(c.state(), next(steps) / 60))
    assert set(seen) == set(tour.reached)
    assert motion.duration < 60
    assert {request.state for request in tour.requests} < set(sample_machine.graph.names)
