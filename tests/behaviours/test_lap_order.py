"""Laps of a long cycle are played in an order that varies, is drawn by a seed, and can be played again bit for bit."""

import numpy as np
import pytest

from motionloom.behaviours.calibration import alone, in_order
from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.lap_order import NONE, ONWARD, begin_chance, order_of
from motionloom.behaviours.lap_repeats import find_repeats
from motionloom.behaviours.lap_trials import keep_smooth_hops, try_hops
from motionloom.behaviours.long_cycles import make_long_cycle
from motionloom.behaviours.machine_file import from_bytes, to_bytes
from motionloom.behaviours.measures import limit_of
from motionloom.core import Motion
from motionloom.feet.plants import Plants
from motionloom.sample import make


@pytest.fixture(scope="module")
def machine():
    names = ("walk", "turn_left_90", "turn_right_90")
    return alone(make_long_cycle("walk", [make("ada", name).motion for name in names]))


def laps_of(controller, seconds):
    """The laps that each character begins, in order."""
    found, c = [[] for _ in range(len(controller))], controller.characters
    before = c.laps.max(axis=1)
    for _ in range(round(60 * seconds)):
        controller.advance()
        for n in np.flatnonzero(c.laps.max(axis=1) > before):
            found[n].append(int(c.laps[n].argmax()))
        before = c.laps.max(axis=1)
    return found


def test_no_lap_comes_again_within_ten(machine):
    ends, hops = order_of(machine.states[0])
    assert len(ends) == 12
    assert all(hops[k, k] == NONE for k in range(12))
    assert all(hops[k, k + 1] == ONWARD for k in range(11))
    for laps in laps_of(Controller(machine, 4), 60):
        assert len(laps) > 40
        for k, lap in enumerate(laps):
            assert lap not in laps[max(k - 10, 0) : k]


def test_the_seed_is_the_order(machine):
    one, other, again = (laps_of(Controller(machine, seed=seed), 30)[0] for seed in (1, 2, 1))
    assert one == again != other
    assert one != list(range(1, len(one) + 1))
    crowd = laps_of(Controller(machine, 2, seed=1), 30)
    assert crowd == [one, other]
    played = [play(Controller(machine, seed=5), 20) for _ in range(2)]
    np.testing.assert_array_equal(played[0].rotations, played[1].rotations)
    assert len(np.unique(begin_chance(np.arange(1000)))) == 1000


def test_a_copy_goes_on_as_the_original_does(machine):
    controller = Controller(machine, seed=3)
    controller.run(500)
    kept = controller.characters.copy()
    once = controller.run(1000)
    controller.restore(kept)
    again = controller.run(1000)
    np.testing.assert_array_equal(once.rotations, again.rotations)


def test_the_machine_keeps_its_hops(machine):
    (read,) = from_bytes(to_bytes(machine)).states
    assert [(hop.start, hop.stop, hop.cost) for hop in read.hops] == [(hop.start, hop.stop, hop.cost) for hop in machine.states[0].hops]
    np.testing.assert_array_equal(read.hops[7].frames, machine.states[0].hops[7].frames)


def test_hops_are_tried_and_rough_ones_left_out(machine):
    (state,) = machine.states
    reached = try_hops(Controller(machine), state)
    assert len(reached) == len(state.hops) == 12 * 10 + 1
    assert min(reached) > 0
    (kept,) = keep_smooth_hops(machine).states
    assert max(try_hops(Controller(alone(kept)), kept)) < 1.2 * max(limit_of(machine), 120)
    assert order_of(kept)[1][-1, 0] >= 0, "it always goes round"


def test_repeats_are_seen_in_poses(machine):
    """A lap that is played again and again comes again after one; plants tell how long it lasts."""
    walk = make("ada", "walk").motion
    lap = walk[60:124]
    often = [np.concatenate([getattr(lap, part)] * 6) for part in ("rotations", "root_positions")]
    bits = np.zeros((64 * 6, 4), dtype=bool)
    bits[np.arange(64 * 6) % 64 < 30] = True
    found = find_repeats(Motion(walk.skeleton, *often, walk.fps), Plants(bits, walk.fps))
    assert found.soonest == pytest.approx(1, abs=0.05)
    assert found.within > 0.7
    assert find_repeats(walk, Plants(np.zeros((len(walk), 4), dtype=bool), walk.fps)) is None
    assert not in_order(machine).states[0].hops
