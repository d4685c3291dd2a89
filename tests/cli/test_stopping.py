"""Ctrl-C ends a command with one line, and leaves nothing half done."""

import os
import signal
import subprocess
import sys
import time

import pytest

from motionloom.sample import make
from tests.conftest import PATIENCE


@pytest.mark.skipif(os.name == "nt", reason="ctrl-C is sent otherwise on Windows")
def test_a_stopped_command_says_so(tmp_path):
    make("ada", "walk").motion.save(tmp_path / "walk.bvh")
    command = [sys.executable, "-m", "motionloom", "render", "walk.bvh", "walk.gif", "--size", "1280x720", "--speed", "0.01"]
    # A process that was started in the background ignores ctrl-C; a person's does not.
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **heeding)
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.glob(".motionloom-*")) and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, said
    assert said.splitlines()[-1] == "motionloom: stopped; what was finished is kept, run it again to go on"
    assert "Traceback" not in said
    assert out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["walk.bvh"]
