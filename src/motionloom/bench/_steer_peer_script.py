"""Runs in the environment of pyrvo, where Motionloom is not installed: discs of RVO2 on the ways it is given, and prints JSON."""

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
    goes = counts > 0
    times, reached, length = np.full(count, np.nan), np.zeros(count, int), np.zeros(count)
    touching, deepest, seconds, hits = np.zeros(count, bool), 0.0, 0.0, 0
    places = np.array([(p.x, p.y) if hasattr(p, "x") else tuple(p) for p in (sim.get_agent_position(k) for k in range(count))])
    spent, steps = 0.0, 0
    for step in range(int(job["seconds"] / dt)):
        now = (step + 1) * dt
        for k in np.flatnonzero(~here & np.isnan(times) & (enters <= now)):
            if not here.any() or np.min(np.hypot(*(places[here] - starts[k]).T) - radii[here]) > radii[k] + 0.1:
                sim.set_agent_position(int(k), tuple(starts[k]))
                places[k], here[k] = starts[k], True
        began = time.process_time()
        for k in np.flatnonzero(here):
            wanted = np.zeros(2)
            if goes[k]:
                while at[k] < counts[k] - 1 and not marks[k, at[k]] and np.hypot(*(ways[k, at[k]] - places[k])) < PASSED:
                    at[k] += 1
                to = ways[k, at[k]] - places[k]
                wanted = to * (speed / max(np.hypot(*to), 1e-9))
            sim.set_agent_pref_velocity(int(k), (float(wanted[0]), float(wanted[1])))
        sim.do_step()
        after = [sim.get_agent_position(k) for k in range(count)]
        spent, steps = spent + time.process_time() - began, steps + 1
        after = np.array([(p.x, p.y) if hasattr(p, "x") else tuple(p) for p in after])
        length += np.where(here, np.hypot(*(after - places).T), 0.0)
        places = after
        inside = find_touching(places, here, radii, data["segments"])
        deepest = min(deepest, float(inside.min(initial=0.0)))
        hits += int(np.sum((inside < -1e-3) & ~touching))
        touching = inside < -1e-3
        seconds += float(touching.sum()) * dt
        for k in np.flatnonzero(here & goes):
            if marks[k, at[k]] and np.hypot(*(ways[k, at[k]] - places[k])) <= within[k]:
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
    print(json.dumps({**out, "hits": hits, "deepest": deepest, "collision_seconds": seconds, "step": spent / max(steps, 1)}))


def find_touching(places, here, radii, segments):
    """Metres (N,), negative, that each is inside another or a wall; 0 where it is not."""
    out = np.zeros(len(places))
    rows = np.flatnonzero(here)
    if not len(rows):
        return out
    at, wide = places[rows], radii[rows]
    x, z = at.T
    apart = np.hypot(x[:, None] - x, z[:, None] - z) - wide[:, None] - wide
    np.fill_diagonal(apart, np.inf)
    found = np.minimum(apart.min(axis=1), 0.0)
    if len(segments):
        a, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
        share = np.clip(np.sum((at[:, None] - a) * along, axis=2) / np.maximum(np.sum(along**2, axis=1), 1e-12), 0, 1)
        gone = a + share[..., None] * along - at[:, None]
        found = np.minimum(found, np.hypot(gone[..., 0], gone[..., 1]).min(axis=1) - wide)
    out[rows] = found
    return out


main()
