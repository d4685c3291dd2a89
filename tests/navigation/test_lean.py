import math

import numpy as np

from motionloom.behaviours.control import Controller
from motionloom.navigation.lean import lean_now


def test_hips_swing_about_where_a_walk_goes(planner):
    walk = planner.machine.graph.index("walk")
    leans = planner.samples.leans
    assert np.ptp(leans[walk]) > math.radians(3)
    assert not leans[planner.machine.graph.index("stand")].any()


def test_who_begins_by_its_lean_goes_ahead(planner):
    controller = Controller(planner.machine, start="walk", tables=planner.tables)
    off = float(lean_now(planner.samples.leans, controller.characters)[0])
    controller.place("walk", at=(0.0, 0.0, off), asked={"turn": 0.0})
    for _ in range(len(planner.machine.states[planner.machine.graph.index("walk")].frames)):  # one lap; later ones bend a little
        controller.advance()
    x, z, _ = controller.characters.place[0]
    assert z > 1
    assert abs(math.atan2(x, z)) < math.radians(6)
