"""Sample clips whose right edges are known, made once."""

from contextlib import contextmanager

import pytest

from motionloom.behaviours import LabelledClip
from motionloom.sample import make


@pytest.fixture(scope="session")
def sample_clips():
    names = ("stand", "start", "walk", "turn_left_45", "stop", "run")
    made = {name: make("ada", name) for name in names}
    return [LabelledClip(clip.motion, clip.label) for clip in made.values()]


@pytest.fixture(scope="session")
def sample_machine():
    """Stand, walk with turns, the ways between them, and a jump: one performer."""
    from motionloom.behaviours.machine import connect
    from motionloom.behaviours.state_graph import hand_made
    from motionloom.behaviours.states import make_cycle, make_single

    motions = {name: make("ada", name).motion for name in ("stand", "walk", "turn_left_90", "turn_right_90", "start", "stop", "jump")}
    states = [
        make_single("stand", motions["stand"], True),
        make_cycle("walk", motions["walk"], [motions["turn_left_90"], motions["turn_right_90"]]),
        make_single("start", motions["start"], False, "walk"),
        make_single("stop", motions["stop"], False, "stand"),
        make_single("jump", motions["jump"], False, "stand"),
    ]
    return connect(states, hand_made("sample"))


@pytest.fixture(scope="session")
def style_machine():
    """A walk of three styles and a run of two of them: one performer, whose paces stand in for styles."""
    import numpy as np

    from motionloom.behaviours.machine import connect
    from motionloom.behaviours.state_graph import StateGraph
    from motionloom.behaviours.states import make_cycle

    order = ("plain", "slow", "fast")
    walk, slow, fast, run, curve = (make("ada", name).motion for name in ("walk", "walk_slow", "walk_fast", "run", "run_turn_left"))
    states = [
        make_cycle("walk", walk, [slow, fast], "style", words=order, order=order),
        make_cycle("run", run, [curve], "style", words=("plain", "fast"), order=order),
    ]
    return connect(states, StateGraph(("walk", "run"), np.zeros((2, 2)), frozenset({"walk", "run"})))


@pytest.fixture
def labelled_library(tmp_path):
    """Labelled clips of one performer, from which a small machine can be built."""
    from motionloom.library import Library

    with Library.create(tmp_path / "library") as library:
        for name in ("stand", "walk", "turn_left_90", "turn_right_90", "start", "stop", "jump"):
            clip = make("ada", name)
            library.add(clip.motion, name, labels=[clip.label], subject="ada", licence="CC-BY", made=False)
        yield library


@contextmanager
def ada_library(folder, names):
    """A library with labelled clips of ada, of which a machine can be proposed, and one of somebody else that has no label."""
    from motionloom.library import Library

    with Library.create(folder) as library:
        for name in names:
            made = make("ada", name)
            library.add(made.motion, name, labels=[made.label], subject="ada", made=False)
        library.add(made.motion, "untold", subject="boris")
        yield library


def check_it_walks_off(machine):
    """A machine stands, and walks some metres when it is asked to."""
    import numpy as np

    from motionloom.behaviours.control import Controller, play

    controller = Controller(machine)
    assert controller.state() == "stand"
    motion = play(controller, 8, [(0.1, "walk")])
    assert controller.state() == "walk"
    assert np.ptp(motion.root_positions[:, 2]) > 3
