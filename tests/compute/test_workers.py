"""Workers keep to one core and end with their parent, even when it is killed."""

import os
import signal
import subprocess
import sys
import time

import pytest

from motionloom.compute import Workers
from tests.conftest import PATIENCE

PARENT = """
import os, sys, time
from motionloom.compute import Workers
if __name__ == "__main__":
    pool = Workers(2)
    pids = {f.result() for f in [pool.submit(os.getpid) for _ in range(8)]}
    print(*pids, flush=True)
    time.sleep(60)
"""


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_use_one_core_each():
    from motionloom.core.threads import core_count

    with Workers(1) as pool:
        assert pool.submit(core_count).result() == 1
        assert pool.submit(os.getenv, "OMP_NUM_THREADS").result() == "1"


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc to see other processes")
def test_workers_end_when_their_parent_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert pids
    assert all(is_running(pid) for pid in pids)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    deadline = time.monotonic() + PATIENCE
    while any(is_running(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_running(pid) for pid in pids)


def test_what_has_not_begun_is_dropped_at_the_end(tmp_path):
    with Workers(1) as pool:
        pool.submit(os.getpid).result()
        pool.submit(time.sleep, 0.5)
        for number in range(5):
            pool.submit((tmp_path / str(number)).touch)
    assert list(tmp_path.iterdir()) == []


def test_killed_workers_fail_what_they_did():
    from concurrent.futures import BrokenExecutor

    pool = Workers(1)
    pool.submit(os.getpid).result()
    endless = pool.submit(time.sleep, 600)
    pool.kill()
    with pytest.raises(BrokenExecutor):
        endless.result(timeout=PATIENCE)
    pool.shutdown()
