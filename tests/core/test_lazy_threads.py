"""Two threads that import a package and a module of it at once: the studio's routes do, each in its own thread."""

import subprocess
import sys

import pytest

SCRIPT = """
import threading, sys
from importlib import import_module
names, wrong = sys.argv[1:], []
gate = threading.Barrier(len(names))

def load(name):
    gate.wait()
    try:
        import_module(name)
    except Exception as error:
        wrong.append(f"{name}: {error!r}")

threads = [threading.Thread(target=load, args=(name,)) for name in names]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print("; ".join(wrong))
"""


@pytest.mark.parametrize(
    "names",
    [
        ["motionloom.feet.cleanup.offline", "motionloom.feet.cleanup.rig", "motionloom.feet.cleanup.options"],
        ["motionloom.edits.layers.applying", "motionloom.edits.layers.layer", "motionloom.edits.layers"],
    ],
)
def test_threads_import_parts_of_a_package_at_once(names):
    done = subprocess.run([sys.executable, "-c", SCRIPT, *names], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
