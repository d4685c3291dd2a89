"""Runs in the environment of mink, where Motionloom is not installed: the same drags of the same body, and prints JSON."""

# mypy: ignore-errors
import json
import sys
import time
import xml.etree.ElementTree as ElementTree
from importlib.metadata import version

import mink
import mujoco
import numpy as np

MOST = 50  # steps a move
NEAR = 1e-3  # metres from the goal at which a move is done
STUCK = 1e-5  # metres: a step that moves the dragged joint less, pins in place, is the last
PINNED, DRAGGED, POSTURE = 100.0, 10.0, 1e-2  # costs of a metre at pins and at the pointer, and of a radian away from the pose


def main():
    job = json.load(sys.stdin)
    data = np.load(job["arrays"])
    model = mujoco.MjModel.from_xml_string(body_xml(data["parents"], data["offsets"]))
    seconds, steps, misses, slipped = [], [], [], []
    for drag in range(len(data["joints"])):
        spent = play_drag(model, data, drag)
        if drag:  # the first one warms the machine up, as ours does
            for all_, one in zip((seconds, steps, misses, slipped), spent, strict=True):
                all_.extend(one)
    out = {"seconds": seconds, "steps": steps, "misses": misses, "slipped": slipped, "version": version("mink")}
    print(json.dumps(out))


def body_xml(parents, offsets):
    """A body of ball joints with a root that moves freely, no limits: what ours solves."""
    top = ElementTree.Element("mujoco")
    ElementTree.SubElement(top, "option", gravity="0 0 0")
    nodes = [ElementTree.SubElement(top, "worldbody")]
    for joint, parent in enumerate(parents):
        where = " ".join(map(str, offsets[joint] if parent >= 0 else np.zeros(3)))
        node = ElementTree.SubElement(nodes[parent + 1], "body", name=f"j{joint}", pos=where)
        ElementTree.SubElement(node, "inertial", pos="0 0 0", mass="1", diaginertia="0.01 0.01 0.01")
        ElementTree.SubElement(node, "joint", type="free" if parent < 0 else "ball")
        nodes.append(node)
    return ElementTree.tostring(top, encoding="unicode")


def play_drag(model, data, drag):
    """Processor seconds, steps, and metres left at the pointer and at the worst pin, of every move of a drag."""
    turns = data["rotations"][drag][:, [3, 0, 1, 2]]  # MuJoCo has wxyz
    configuration = mink.Configuration(model, q=np.concatenate([data["roots"][drag], *turns]))
    pins = [pin_task(configuration, joint) for joint in data["pins"]]
    dragged = mink.FrameTask(f"j{data['joints'][drag]}", "body", position_cost=DRAGGED, orientation_cost=0.0)
    posture = mink.PostureTask(model, cost=POSTURE)
    posture.set_target_from_configuration(configuration)
    spent, steps, misses, slipped = [], [], [], []
    for goal in data["goals"][drag]:
        dragged.set_target(mink.SE3.from_translation(goal))
        began, before, taken = time.process_time(), np.inf, 0
        for _ in range(MOST):
            taken += 1
            velocity = mink.solve_ik(configuration, [dragged, posture, *pins], 1.0, "daqp", damping=1e-9, limits=[])
            configuration.integrate_inplace(velocity, 1.0)
            miss = float(np.linalg.norm(dragged.compute_error(configuration)[:3]))
            slip = max(float(np.linalg.norm(pin.compute_error(configuration)[:3])) for pin in pins)
            if slip < NEAR and (miss < NEAR or abs(before - miss) < STUCK):
                break
            before = miss
        spent.append(time.process_time() - began)
        steps.append(taken)
        misses.append(miss)
        slipped.append(slip)
    return spent, steps, misses, slipped


def pin_task(configuration, joint):
    task = mink.FrameTask(f"j{joint}", "body", position_cost=PINNED, orientation_cost=0.0)
    task.set_target_from_configuration(configuration)
    return task


main()
