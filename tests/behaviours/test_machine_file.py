import json

import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine_file import read_machine, write_machine
from motionloom.core import MotionloomError


def test_a_machine_comes_back_and_plays_the_same(sample_machine, tmp_path):
    file = tmp_path / "machine.npz"
    write_machine(sample_machine, file)
    again = read_machine(file)
    one, two = Controller(sample_machine), Controller(again)
    for controller in (one, two):
        controller.go("walk")
        controller.steer(0.5)
    for _ in range(400):
        one.step()
        two.step()
    assert np.array_equal(one.rotations, two.rotations)
    assert np.allclose(one.roots, two.roots, atol=1e-6)
    write_machine(again, tmp_path / "twice.npz")
    assert (tmp_path / "twice.npz").stat().st_size == file.stat().st_size


def test_other_files_are_refused(tmp_path):
    file = tmp_path / "machine.npz"
    with pytest.raises(MotionloomError, match="No such file"):
        read_machine(file)
    file.write_bytes(b"no archive")
    with pytest.raises(MotionloomError, match="expected a machine that"):
        read_machine(file)
    np.savez(file, about=np.frombuffer(json.dumps({"kind": "x", "version": 1}).encode(), np.uint8))
    with pytest.raises(MotionloomError, match="it is 'x' version 1"):
        read_machine(file)
    np.savez(file, about=np.array([object()], dtype=object))
    with pytest.raises(MotionloomError, match="expected a machine that"):  # nothing is unpickled
        read_machine(file)
