import json

import numpy as np
import pytest

from motionloom.core.errors import FileError, MotionError
from motionloom.core.ground import foot_points
from motionloom.feet.cleanup import clean
from motionloom.feet.features import Legs, Soles
from motionloom.feet.measures import compare
from motionloom.feet.oracle import Oracle, OracleOptions, default_oracle, train
from motionloom.feet.plants import Plants
from motionloom.feet.skate_damage import scale_path
from motionloom.feet.skate_measures import measure_slide


def test_it_repeats_what_it_was_taught(examples):
    for features in (Soles(), Legs()):
        oracle = train(examples, features)
        for example in examples:
            assert compare(oracle.label(example.motion), example.plants).total.accuracy > 0.97


def test_one_walk_teaches_another_body(walk, run):
    oracle = train([walk])
    agreement = compare(oracle.label(run.motion), run.plants)
    assert agreement.total.accuracy > 0.9


@pytest.mark.parametrize("clip", ["walk", "run"])
def test_plants_found_anew_in_a_clean_clip_are_those_that_were_held(clip, request):
    oracle, skating = default_oracle(), scale_path(request.getfixturevalue(clip).motion, 1.15)
    cleaned = clean(skating, oracle.label(skating))
    anew = oracle.label(cleaned.motion)
    assert np.array_equal(anew.bits, cleaned.held.bits)
    assert np.array_equal(anew.bits, oracle.guess(cleaned.motion).plants.bits)
    assert measure_slide(foot_points(cleaned.motion), anew, cleaned.ground).max_mm_per_frame < 0.05


def test_only_frames_that_a_person_set_are_learnt(walk):
    nobody = Plants(walk.plants.bits, walk.plants.fps)
    with pytest.raises(MotionError, match="no labelled frames to learn foot plants from"):
        train([type(walk)(walk.motion, nobody)])
    half = nobody.corrected(0, walk.plants.bits[:60])
    assert len(train([type(walk)(walk.motion, half)])) == 2 * 60


def test_the_pool_holds_sixty_examples_a_second(run, walk):
    assert len(train([run])) == 2 * len(run.motion) // 2
    assert len(train([run], Soles(tempos=(0.5, 2.0)))) == 2 * 2 * len(run.motion) // 2
    assert len(train([walk], Legs())) == 2 * len(walk.motion)
    assert len(train([walk], Legs(), OracleOptions(mirrored=False))) == len(walk.motion)


def test_a_saved_oracle_answers_the_same(examples, tmp_path):
    oracle = train(examples, about="sample")
    oracle.save(tmp_path / "feet.npz")
    again = Oracle.load(tmp_path / "feet.npz")
    assert again.version == oracle.version
    assert again.about == "sample"
    assert np.array_equal(again.label(examples[0].motion).bits, oracle.label(examples[0].motion).bits)
    assert oracle.label(examples[0].motion).source == f"oracle {oracle.version}"


def test_versions_tell_oracles_apart(walk, run):
    oracles = [train([walk]), train([run]), train([walk], options=OracleOptions(k=5)), train([walk], Legs())]
    versions = {oracle.version for oracle in oracles}
    assert len(versions) == 4
    assert train([walk]).version == train([walk]).version


def test_a_stranger_s_file_cannot_run_code(tmp_path):
    path = tmp_path / "evil.npz"
    np.savez(path, header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(FileError, match="expected a foot plant oracle"):
        Oracle.load(path)
    header = np.frombuffer(json.dumps({"format": "other"}).encode(), np.uint8)
    np.savez(path, header=header)
    with pytest.raises(FileError, match="expected 'motionloom foot plant oracle 2', found 'other'; train it anew"):
        Oracle.load(path)


def test_it_is_unsure_of_what_it_has_never_seen(walk, jump):
    oracle = train([walk])
    known, new = oracle.guess(walk.motion), oracle.guess(jump.motion)
    assert known.confidence.mean() > new.confidence.mean()
    assert known.distances.max() < new.distances.max()
    assert np.all((new.confidence >= 0) & (new.confidence <= 1))


def test_every_frame_of_the_shortest_clip_gets_a_label(walk):
    oracle = train([walk])
    assert oracle.label(walk.motion[:1]).bits.shape == (1, 4)
    assert oracle.guess(walk.motion[:3]).votes.shape == (3, 4)


def test_a_pool_smaller_than_k(walk):
    few = Plants(walk.plants.bits, walk.plants.fps).corrected(0, walk.plants.bits[:3])
    oracle = train([type(walk)(walk.motion, few)])
    assert oracle.label(walk.motion).bits.shape == (len(walk.motion), 4)


def test_jitter_does_not_split_plants(walk, rng):
    """The paper's claim (3.5): sensitive to the labeller's noise, not to the capture's."""
    from motionloom.sample.capture import add_noise

    noisy = add_noise(walk.motion, rng, 0.5)
    agreement = compare(train([walk]).label(noisy), walk.plants)
    assert agreement.count("split") == 0
    assert agreement.total.accuracy > 0.93
