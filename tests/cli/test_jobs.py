"""`motionloom jobs`: what runs on a library, from wherever."""

import json
import os
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.library import Library
from motionloom.sample import make
from tests.conftest import PATIENCE


def invoke(*words):
    result = CliRunner().invoke(make_app(), [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def library(tmp_path):
    make("ada", "stand").motion.save(tmp_path / "stand.bvh")
    invoke("import", tmp_path / "library", tmp_path / "stand.bvh")
    return tmp_path / "library"


def stop(library, **columns):
    with Library.open(library) as opened:
        (job,) = opened.jobs.all()
        opened.jobs.change(job.id, **columns)
    return job.id


def test_a_command_on_a_library_is_a_job(library):
    (job,) = json.loads(invoke("jobs", "list", library, "--json"))
    assert (job["kind"], job["title"], job["state"], job["message"]) == ("import", "Import stand.bvh", "done", "1 imported")
    assert "Import stand.bvh: 1 imported" in invoke("jobs", "list", library)


def test_a_stopped_job_is_resumed_and_then_forgotten(library):
    assert invoke("jobs", "resume", library) == "no job was stopped before its end\n"
    job = stop(library, state="interrupted")
    assert invoke("jobs", "cancel", library, job[:8]) == "Import stand.bvh: it had ended, interrupted\n"
    assert invoke("jobs", "resume", library, job[:8]) == "Import stand.bvh: 0 imported, 1 there already\n"
    assert invoke("jobs", "forget", library) == "1 jobs forgotten\n"
    assert invoke("jobs", "list", library) == ""
    assert invoke("jobs", "cancel", library) == "nothing runs\n"


def test_the_same_command_takes_up_its_job(library):
    stop(library, state="failed", error="no room")
    invoke("import", library, library.parent / "stand.bvh")
    (job,) = json.loads(invoke("jobs", "list", library, "--json"))
    assert (job["state"], job["error"]) == ("done", "")


WAITS = """
import sys
from pathlib import Path
from motionloom.cli import main
from motionloom.making import work
from motionloom.library import Library

def wait(job):
    print("begun", flush=True)
    job.progress.begin("Waiting", 1)
    while True:
        job.progress.cancel._event.wait(0.05)
        job.progress.cancel.check()

work.KINDS.find("sample")
work.register(work.JobKind("sample", lambda _: "Wait", wait))
sys.argv = ["motionloom", "sample", sys.argv[1]]
main()
"""


def start(library):
    # A process that was started in the background ignores ctrl-C; a person's does not.
    heeding = {} if os.name == "nt" else {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    running = subprocess.Popen(
        [sys.executable, "-c", WAITS, str(library)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **heeding
    )
    assert running.stdout.readline() == "begun\n"
    return running


def test_a_job_of_another_process_is_cancelled(library):
    with start(library) as running:
        assert invoke("jobs", "cancel", library) == "Wait: asked to stop\n"
        said = running.communicate(timeout=PATIENCE)[1]
    assert running.returncode == 2
    assert said == "motionloom: cancelled; what was finished is kept, running it again goes on from there\n"
    assert [job["state"] for job in json.loads(invoke("jobs", "list", library, "--json"))] == ["cancelled", "done"]


@pytest.mark.skipif(os.name == "nt", reason="ctrl-C is sent otherwise on Windows")
def test_ctrl_c_marks_the_job_cancelled(library):
    with start(library) as running:
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=PATIENCE)[1]
    assert running.returncode == 130
    assert said == "motionloom: stopped; what was finished is kept, run it again to go on\n"
    assert json.loads(invoke("jobs", "list", library, "--json"))[0]["state"] == "cancelled"
