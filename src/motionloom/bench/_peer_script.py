"""Runs in the peers' environment, where Motionloom is not installed: times one job and prints JSON."""

# mypy: ignore-errors
import contextlib
import gc
import io
import json
import sys
import time
from importlib.metadata import version

import numpy as np


def parse_pymotion(job):
    from pymotion.io.bvh import BVH

    return lambda: BVH().load(job["file"])


def parse_bvhio(job):
    import bvhio

    return lambda: bvhio.readAsBvh(job["file"])


def parse_bvhtoolbox(job):
    from bvhtoolbox import Bvh

    def parse():
        with open(job["file"]) as file:
            Bvh(file.read())

    return parse


def fk_pymotion(job):
    from pymotion.ops.skeleton import fk

    data = np.load(job["arrays"])
    parents = np.maximum(data["parents"], 0)  # its root is its own parent
    rotations = data["rotations"][..., [3, 0, 1, 2]].copy()  # it wants wxyz
    return lambda: fk(rotations, data["roots"], data["offsets"], parents)


def dtw_tslearn(job):
    from tslearn.metrics import dtw_path

    data = np.load(job["arrays"])
    a, b = data["a"], data["b"]
    return lambda: dtw_path(a, b)


def dtw_dtw_python(job):
    from dtw import dtw

    cost = np.load(job["arrays"])["cost"]
    return lambda: dtw(cost)


def main():
    job = json.load(sys.stdin)
    name = f"{job['task']}_{job['who'].replace('upc-', '').replace('-', '_')}"
    with contextlib.redirect_stdout(io.StringIO()):
        run = globals()[name](job)
        run()
        best = float("inf")
        for _ in range(job["repeats"]):
            gc.collect()
            start = time.perf_counter()
            run()
            best = min(best, time.perf_counter() - start)
    print(json.dumps({"seconds": best, "version": version(job["who"])}))


if __name__ == "__main__":
    main()
