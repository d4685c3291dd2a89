"""Runs in the environment of pyrvo, where Motionloom is not installed: discs of RVO2 on the ways it is given.

Prints JSON, and writes where everybody was at each step, so that discs and whole characters are judged by the same code.
"""

# mypy: ignore-errors
import json
import sys
import time

import numpy as np
import pyrvo

FAR = 1e5  # metres: where those who have left are put
HORIZON, WALL_HORIZON, SEEN, NEIGHBOURS = 5.0, 1.0, 12.0, 12  # as ours; RVO2's own examples have 5 to 10 s and 10 neighbours
PASSED = 0.6  # metres: as near as corners are passed


def main():
    job = json.load(sys.stdin)
    data = np.load(job["arrays"])
    starts, radii, speed, dt = data["starts"], data["radii"], float(job["speed"]), float(job["dt"])
    ways, counts, marks, enters = data["ways"], data["counts"], data["marks"], data["enters"]
    within = data["within"]
    sim = pyrvo.RVOSimulator(dt, SEEN, NEIGHBOURS, HORIZON, WALL_HORIZON, 0.5, speed)
    for k, start in enumerate(starts):
        place = start if enters[k] <= 0 else (FAR + 10.0 * k, FAR)
        sim.add_agent(tuple(place), SEEN, NEIGHBOURS, HORIZON, WALL_HORIZON, float(radii[k]), speed)
    for ring in job["rings"]:
        sim.add_obstacle([tuple(corner) for corner in ring])
    sim.process_obstacles()
    count = len(starts)
    at, here = np.zeros(count, int), enters <= 0
    goes, everybody = counts > 0, np.arange(count)
    times, reached, length = np.full(count, np.nan), np.zeros(count, int), np.zeros(count)
    places = read_places(sim, count)
    spent, steps, longest = 0.0, 0, int(job["seconds"] / dt)
    kept = np.lib.format.open_memmap(job["places"], "w+", np.float32, (longest, count, 2)) if "places" in job else None
    for step in range(longest):
        now = (step + 1) * dt
        for k in np.flatnonzero(~here & np.isnan(times) & (enters <= now)):
            if not here.any() or np.min(np.hypot(*(places[here] - starts[k]).T) - radii[here]) > radii[k] + 0.1:
                sim.set_agent_position(int(k), tuple(starts[k]))
                places[k], here[k] = starts[k], True
        began = time.process_time()
        while True:
            aims = ways[everybody, np.minimum(at, ways.shape[1] - 1)]
            to = aims - places
            away = np.hypot(*to.T)
            passed = here & (at < counts - 1) & (away < PASSED)
            passed &= ~marks[everybody, np.minimum(at, ways.shape[1] - 1)]
            if not passed.any():
                break
            at[passed] += 1
        wanted = np.where(goes[:, None], to * (speed / np.maximum(away, 1e-9))[:, None], 0.0).tolist()
        for k in np.flatnonzero(here).tolist():
            sim.set_agent_pref_velocity(k, tuple(wanted[k]))
        sim.do_step()
        after = read_places(sim, count)
        spent, steps = spent + time.process_time() - began, steps + 1
        length += np.where(here, np.hypot(*(after - places).T), 0.0)
        places = after
        if kept is not None:
            kept[step] = np.where(here[:, None], places, np.nan)
        ends = marks[everybody, np.minimum(at, ways.shape[1] - 1)]
        near = np.hypot(*(ways[everybody, np.minimum(at, ways.shape[1] - 1)] - places).T) <= within
        for k in np.flatnonzero(here & goes & ends & near):
            reached[k] += 1
            at[k] += 1
            if at[k] == counts[k]:
                times[k], here[k] = now - max(enters[k], 0.0), False
                sim.set_agent_position(int(k), (FAR + 10.0 * k, FAR))
                sim.set_agent_pref_velocity(int(k), (0.0, 0.0))
                places[k] = (FAR + 10.0 * k, FAR)
        if not np.any(goes & np.isnan(times)):
            break
    out = {"reached": reached.tolist(), "times": [None if np.isnan(t) else t for t in times], "length": length.tolist()}
    print(json.dumps({**out, "steps": steps, "step": spent / max(steps, 1)}))


def read_places(sim, count):
    """Where everybody is (N, 2)."""
    found = [sim.get_agent_position(k) for k in range(count)]
    return np.array([(p.x, p.y) if hasattr(p, "x") else tuple(p) for p in found])


main()
