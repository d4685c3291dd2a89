"""Ways to find plants, held against labels, clip by clip and kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from motionloom.core import Motion
from motionloom.feet import detectors
from motionloom.feet.features import Features
from motionloom.feet.hand_labels import Example
from motionloom.feet.measures import Agreement, add_up, compare
from motionloom.feet.oracle import Oracle, OracleOptions, train
from motionloom.feet.plants import Plants
from motionloom.feet.signals import measure

Finder = Callable[[Motion], Plants]


@dataclass(frozen=True)
class Evaluation:
    """How one way to find plants did, by clip."""

    name: str
    clips: Mapping[str, Agreement]
    kinds: Mapping[str, str]  # clip -> kind of motion

    @property
    def total(self) -> Agreement:
        return add_up(self.clips.values())

    def of_kinds(self, *kinds: str) -> Agreement:
        """The agreement over the clips of some kinds of motion."""
        return add_up(agreement for clip, agreement in self.clips.items() if self.kinds[clip] in kinds)


def evaluate(name: str, finder: Finder, examples: Sequence[Example]) -> Evaluation:
    """How a finder agrees with the frames that a person labelled."""
    clips = {}
    for example in examples:
        checked = example.plants.checked
        labelled = slice(int(checked[0]), int(checked[-1]) + 1)
        clips[example.name] = compare(finder(example.motion)[labelled], example.plants[labelled], example.name)
    return Evaluation(name, clips, {example.name: example.kind for example in examples})


def fitted_detectors(examples: Sequence[Example]) -> dict[str, detectors.Detector]:
    """Every detector with the thresholds that label the examples best."""
    pairs = [(measure(example.motion), example.plants) for example in examples]
    return {name: detectors.make(name).fitted(pairs) for name in detectors.names()}


def finder_of(detector: detectors.Detector) -> Finder:
    """A detector as a function of a motion."""
    return lambda motion: detectors.detect(motion, detector)


def train_and_evaluate(
    training: Sequence[Example], held_out: Sequence[Example], features: Features | None = None, options: OracleOptions | None = None
) -> tuple[Oracle, Evaluation]:
    """An oracle of the training examples and how it does on held-out ones."""
    oracle = train(training, features, options)
    return oracle, evaluate("oracle", oracle.label, held_out)
