import io
import json
from dataclasses import replace

import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import find_footing
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.machine_file import from_bytes, read_machine, to_bytes, write_machine
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


def test_a_machine_of_version_1_opens_and_its_plants_are_the_oracles(parts, sample_machine):
    """Earlier machines kept no plants."""
    old = from_bytes(altered(parts, change=lambda about: about.update(version=1)))
    assert all(state.plants is None for state in old.states)
    assert np.array_equal(find_footing(old).tables.touching, find_footing(sample_machine).tables.touching)


def test_plants_come_back(sample_machine, rng):
    states = tuple(
        replace(state, plants=tuple(rng.random((len(motion), 4)) > 0.5 for motion in state.motions)) for state in sample_machine.states
    )
    planted = Machine(states, sample_machine.transitions, sample_machine.graph)
    again = from_bytes(to_bytes(planted))
    for one, two in zip(planted.states, again.states, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one.plants, two.plants, strict=True))
    held = tuple(
        replace(state, captured=tuple(motion.with_arrays(motion.rotations[::-1], motion.root_positions) for motion in state.motions))
        for state in states
    )
    again = from_bytes(to_bytes(Machine(held, sample_machine.transitions, sample_machine.graph)))
    for one, two in zip(again.captures, sample_machine.captures, strict=True):
        assert np.array_equal(one.rotations, two.rotations[::-1])
    with pytest.raises(MotionloomError, match="plants of four points"):
        replace(states[0], plants=(states[0].plants[0][:-1],))


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


@pytest.fixture(scope="module")
def parts(sample_machine):
    """The arrays of a machine's file, and what its JSON says."""
    with np.load(io.BytesIO(to_bytes(sample_machine))) as archive:
        arrays = dict(archive)
    return arrays, json.loads(arrays.pop("about").tobytes())


def altered(parts, arrays=None, change=lambda about: None):
    """The bytes of a file whose arrays or JSON somebody changed."""
    about = json.loads(json.dumps(parts[1]))
    change(about)
    buffer = io.BytesIO()
    np.savez(buffer, **{**parts[0], **(arrays or {})}, about=np.frombuffer(json.dumps(about).encode(), np.uint8))
    return buffer.getvalue()


WALK = "states/1/parameter/weights"
FRAMES = "states/0/frames"


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (WALK, lambda table: table[:10], "needs 65 values and the weights of each"),
        (WALK, lambda table: table[:, :1], "has 3 clips, but weights of 1"),
        (WALK, lambda table: table * np.nan, "weights of turn must be finite"),
        (FRAMES, lambda frames: np.where(np.arange(len(frames))[:, None] == 5, np.nan, frames), "increasing frames"),
        (
            FRAMES,
            lambda frames: np.where(np.arange(len(frames))[:, None] == len(frames) - 1, 1e300, frames),
            "beyond the ends of its clips",
        ),
        ("points/0/frames", lambda frames: frames * np.nan, "needs a warp that increases"),
        ("points/0/frames", lambda frames: frames + 1e5, "is beyond"),
    ],
)
def test_arrays_that_cannot_be_right_are_refused(parts, name, change, said):
    with pytest.raises(MotionloomError, match=said) as caught:
        from_bytes(altered(parts, {name: change(parts[0][name])}), "x.npz")
    assert str(caught.value).startswith("x.npz: ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda about: about["states"][1].update(clips=[]), "has no clips"),
        (lambda about: about["states"][1].update(parameter="mood"), "no parameter 'mood'"),
        (lambda about: about["states"][1].update(name=5), "name must be text, found 5"),
        (lambda about: about["states"][0].update(default=5), "default must be text"),
        (lambda about: about["states"][0].pop("name"), "there is no 'name' in it"),
        (lambda about: about["states"][0]["loop"].update(start=1e6, stop=1e6 + 10), "its loop goes on to"),
        (lambda about: [point.update(start=1e6, stop=1e6 + 10) for point in about["points"]], "is beyond"),
        (lambda about: about["points"][0].update(cost=float("nan")), "needs a window of some length and a cost"),
        (lambda about: about["points"].append({**about["points"][0], "target": "zzz"}), "no state 'zzz'"),
        (lambda about: about["graph"].update(cyclic=5), "expected cyclic, a list of states"),
        (lambda about: about.update(states=[]), "must be the same"),
    ],
)
def test_what_a_file_says_must_make_sense(parts, change, said):
    with pytest.raises(MotionloomError, match=said) as caught:
        from_bytes(altered(parts, change=change), "x.npz")
    assert str(caught.value).startswith("x.npz: ")
    assert "\n" not in str(caught.value)


def test_altered_bytes_are_one_line(sample_machine, rng):
    data, said = to_bytes(sample_machine), []
    for place in rng.integers(100, len(data), 30):
        changed = bytearray(data)
        changed[place] ^= 255
        try:
            from_bytes(bytes(changed))
        except MotionloomError as error:
            said.append(str(error))
    assert len(said) > 20
    assert not any("\n" in line for line in said)
