"""Ctrl-C in the middle of a compilation stops, and is not lost in LLVM."""

import subprocess
import sys

import pytest

# The signal comes where LLVM hands a function's code to Python: there an exception would be lost.
SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts us in the background ignores it
from llvmlite.binding.executionengine import ExecutionEngine
import motionloom.core._compiled
{file}

def interrupted(engine, pointer, find=ExecutionEngine._find_module_ptr, asked=[]):
    if not asked:
        asked.append(signal.raise_signal(signal.SIGINT))
    return find(engine, pointer)

ExecutionEngine._find_module_ptr = interrupted
try:
    loops.twice(3.0)
except KeyboardInterrupt:
    print("stopped")
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, loops.twice(3.0))
"""
LOOPS = """
import numba

@numba.njit(cache=True)
def twice(a):
    return a + a
"""


@pytest.mark.parametrize("from_disk", [False, True])
def test_ctrl_c_stops_a_compilation(tmp_path, from_disk):
    (tmp_path / "loops.py").write_text(LOOPS)
    run = [sys.executable, "-c", SCRIPT.format(file=f"sys.path.insert(0, {str(tmp_path)!r}); import loops")]
    if from_disk:
        compile_first = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import loops; loops.twice(3.0)"
        subprocess.run([sys.executable, "-c", compile_first], check=True)
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.returncode) == (["stopped", "True", "6.0"], 0), done.stderr
