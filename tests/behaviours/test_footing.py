import numpy as np
import pytest

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.footing import PlantedCharacter, find_footing, perform, to_plants
from motionloom.core.ground import foot_points
from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import measure_slide

REQUESTS = [(0.0, 0.5), (4.0, -0.5), (7.0, "stand")]


@pytest.fixture(scope="module")
def footing(sample_machine):
    return find_footing(sample_machine)


@pytest.fixture(scope="module")
def performance(sample_machine, footing):
    return perform(Controller(sample_machine, start="walk"), 12, REQUESTS, footing=footing)


def test_a_foot_stands_where_all_clips_say_so(sample_machine, footing):
    controller = Controller(sample_machine, 3, start="stand")
    assert np.allclose(footing.beliefs(controller), 1.0)
    tables = controller.tables
    assert len(footing.touching) == len(tables.rotations)
    walking = Controller(sample_machine, start="walk")
    beliefs = []
    for _ in range(300):
        walking.step()
        beliefs.append(footing.beliefs(walking)[0])
    assert np.min(beliefs) >= 0
    assert np.max(beliefs) <= 1 + 1e-9
    bits = to_plants(np.array(beliefs)).bits
    assert np.all((bits.mean(axis=0) > 0.3) & (bits.mean(axis=0) < 0.8))
    assert (bits[:, :2].any(axis=1) | bits[:, 2:].any(axis=1)).mean() > 0.9  # a walk has a foot on the ground


def test_planted_feet_do_not_slide(performance, footing):
    motion, cleaned, plants = performance
    before = measure_slide(foot_points(motion), plants, footing.ground)
    after = measure_slide(foot_points(cleaned.motion), plants, footing.ground)
    assert before.mean_cm_per_second > 5
    assert after.mean_cm_per_second < 0.25
    assert after.lowest_mm > -2
    assert cleaned.left_alone == []


def test_nothing_else_is_changed(performance, sample_machine):
    motion, cleaned, _ = performance
    bare = play(Controller(sample_machine, start="walk"), 12, REQUESTS)
    assert np.array_equal(bare.rotations, motion.rotations)
    roles = [k for k, name in enumerate(motion.skeleton.names) if any(part in name.lower() for part in ("arm", "hand", "head", "spine"))]
    assert roles
    assert np.array_equal(cleaned.motion.rotations[:, roles], motion.rotations[:, roles])


def test_a_live_character_is_late_by_its_look_ahead_and_otherwise_the_same(sample_machine, footing):
    controller = Controller(sample_machine, start="walk")
    live = PlantedCharacter(controller, footing)
    beliefs, frames, out = [], [], []
    for _ in range(240):
        controller.step()
        beliefs.append(footing.beliefs(controller)[0])
        frames.append((controller.rotations[0].copy(), controller.roots[0].copy()))
        ready = live.follow()
        if ready is not None:
            out.append(ready)
    assert abs(live.look_ahead - (240 - len(out)) / 60) < 1e-9
    assert live.look_ahead < 0.85
    rest = live.finish()
    rotations = np.concatenate([*(motion.rotations for motion in out), rest.rotations])
    whole = play(Controller(sample_machine, start="walk"), 4)
    assert np.array_equal(whole.rotations, np.array([frame[0] for frame in frames]))
    plants = Plants(np.array(beliefs) > 0.5, 60)
    assert np.allclose(rotations, clean(whole, plants, CleanUpOptions(horizon=0.2), footing.ground).motion.rotations, atol=1e-5)
