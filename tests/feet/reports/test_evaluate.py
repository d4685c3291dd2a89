from motionloom.feet import detectors
from motionloom.feet.hand_labels import Example
from motionloom.feet.plants import Plants
from motionloom.feet.reports.evaluate import evaluate, finder_of, fitted_detectors, train_and_evaluate


def test_the_truth_agrees_with_itself(examples):
    truths = {id(example.motion): example.plants for example in examples}
    evaluation = evaluate("truth", lambda motion: truths[id(motion)], examples)
    assert evaluation.total.total.accuracy == 1
    assert set(evaluation.clips) == {example.name for example in examples}


def test_only_labelled_frames_are_compared(walk):
    half = Plants(walk.plants.bits, walk.plants.fps).corrected(10, walk.plants.bits[10:50])
    evaluation = evaluate("kinetic", finder_of(detectors.make("kinetic")), [Example(walk.motion, half, kind="walk")])
    assert sum(evaluation.total.total.values) == 4 * 40


def test_kinds_are_kept_apart(examples):
    evaluation = evaluate("kinetic", finder_of(detectors.make("kinetic")), examples)
    parts = [sum(evaluation.of_kinds(kind).total.values) for kind in set(evaluation.kinds.values())]
    assert sum(parts) == sum(evaluation.total.total.values)


def test_every_detector_is_fitted(examples):
    assert set(fitted_detectors(examples[:1])) == set(detectors.names())


def test_training_and_testing_on_the_same_is_easy(examples):
    oracle, evaluation = train_and_evaluate(examples, examples)
    assert len(oracle) > 0
    assert evaluation.total.total.accuracy > 0.97
