import math
from itertools import pairwise

import numpy as np

from motionloom.navigation.pieces import PIECE, Floors, crop
from motionloom.navigation.plan import plan_agent, report_plan
from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene, box

GOAL = Goal((0.0, 70.0))
WALLS = tuple(Obstacle(box((-9.0 if k % 2 else -2.0, 12.0 * k), (2.0 if k % 2 else 9.0, 12.0 * k + 0.3))) for k in range(1, 6))
LONG = Scene("long", WALLS, (Agent("ada", (0.0, 0.0), state="walk", goals=(GOAL,)),), bounds=(-10.0, -4.0, 10.0, 74.0))


def test_a_long_way_is_cut_where_there_is_room_and_ends_at_its_goal():
    pieces = Floors().split(LONG, np.zeros(2), GOAL, 0.3)
    assert len(pieces) >= 2
    assert pieces[-1].goal is GOAL
    corners = [(0.0, 0.0), *(piece.goal.at for piece in pieces)]
    assert all(math.dist(a, b) <= 1.7 * PIECE for a, b in pairwise(corners))
    for piece in pieces[:-1]:
        assert not Floors().find(LONG, 0.5).touches(np.array([piece.goal.at]), np.zeros(1))[0]


def test_a_short_way_is_one_piece():
    (piece,) = Floors().split(LONG, np.array([0.0, 60.0]), GOAL, 0.3)
    assert piece.goal is GOAL


def test_a_piece_has_what_stands_round_its_way():
    part = crop(LONG, np.array([[0.0, 0.0], [0.0, 10.0]]))
    assert part.bounds == (-10.0, -4.0, 10.0, 20.0)
    assert len(part.obstacles) == 1


def test_what_stands_is_grown_once():
    floors = Floors()
    again = Scene("again", LONG.obstacles, regions=LONG.regions, bounds=LONG.bounds)
    assert floors.find(LONG, 0.3) is floors.find(again, 0.3)
    assert floors.find(LONG, 0.2) is not floors.find(LONG, 0.3)


def test_a_plan_in_pieces_ends_where_it_says_when_it_is_played(planner):
    plan = plan_agent(planner, LONG, LONG.agents[0])
    report = report_plan(plan, LONG)
    assert plan.whole
    assert len(plan.searches) >= 2
    assert report["misses_by"] == 0.0
    assert report["clearance"] > -0.005
    assert len(plan.legs) == 1
