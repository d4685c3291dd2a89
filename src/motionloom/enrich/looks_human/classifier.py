"""What every classifier of looks-human is: something that gives each frame the chance that it looks human (paper 004 section 3.2)."""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionError
from motionloom.core.registry import Registry
from motionloom.score.objective_set import Example

REACH = 0.5  # seconds to each side of a frame by which it is judged; nearer to an end it is not judged
_MODULES = tuple(f"motionloom.enrich.looks_human.classifiers.{name}" for name in ("boosted", "svm", "physics", "hmm"))
GROUP = "motionloom.looks_human"
DEFAULT = "boosted"
LINE = 0.5  # the chance from which on a frame counts as human
EXPECTED = "a classifier of what looks human (`motionloom enrich judge --fit` makes one)"
Values = NDArray[np.float64]


class Classifier(ABC):
    """A frozen dataclass of parameters. A new one is one file with a subclass, and a name in `_MODULES`."""

    name: ClassVar[str]
    title: ClassVar[str]
    needs_damaged: ClassVar[bool] = True  # whether it learns from what does not look human too

    @abstractmethod
    def values(self, motion: Motion, plants: NDArray[np.bool_]) -> Values:
        """How human each frame (F,) of a motion looks, in its own measure: the higher, the more human."""

    @classmethod
    @abstractmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """A classifier trained on examples."""

    @abstractmethod
    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays, from which `from_arrays` makes it again."""

    @classmethod
    @abstractmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The classifier that `to_arrays` described."""


CLASSIFIERS: Registry[type[Classifier]] = Registry("classifier of looks-human", GROUP, _MODULES, MotionError)


def register(kind: type[Classifier]) -> type[Classifier]:
    """Make a classifier known by its name; used as a decorator."""
    return CLASSIFIERS.add(kind.name, kind)


@dataclass(frozen=True, eq=False)
class FrameVerdict:
    """chances (F,) that a frame looks human, judged (F,): whether the second about it lies in the motion. Those not judged do not count."""

    chances: NDArray[np.float64]
    judged: NDArray[np.bool_]

    @property
    def human(self) -> NDArray[np.bool_]:
        """Frames (F,) that are judged and look human."""
        return np.asarray(self.judged & (self.chances >= LINE))

    @property
    def share(self) -> float:
        """Of the frames that are judged, the share that looks human; 0 where none is judged."""
        return float(self.human.sum() / max(1, self.judged.sum()))

    @property
    def chance(self) -> float:
        """The mean chance of the frames that are judged."""
        return float(self.chances[self.judged].mean()) if self.judged.any() else 0.0


@dataclass(frozen=True, eq=False)
class Judge:
    """A classifier whose values were turned into chances: chance = 1 / (1 + exp(-(slope * value + offset))). labels: what it rests on."""

    classifier: Classifier
    slope: float
    offset: float
    labels: str

    def judge(self, motion: Motion, plants: NDArray[np.bool_]) -> FrameVerdict:
        """Which frames of a motion look human."""
        odds = np.clip(self.slope * self.classifier.values(motion, plants) + self.offset, -30, 30)
        return FrameVerdict(1 / (1 + np.exp(-odds)), judged_frames(motion))

    def to_bytes(self) -> bytes:
        """An archive of plain arrays."""
        arrays: dict[str, Any] = {"classifier": np.array(self.classifier.name), "labels": np.array(self.labels)}
        arrays |= {"calibration": np.array([self.slope, self.offset]), **self.classifier.to_arrays()}
        stream = io.BytesIO()
        np.savez_compressed(stream, **arrays)
        return stream.getvalue()

    @staticmethod
    def from_bytes(content: bytes, where: str = "a classifier") -> Judge:
        """What `to_bytes` wrote; where: its place, for errors."""
        arrays = dict(read_arrays(content, EXPECTED, where, needed=("classifier", "labels", "calibration")))
        name, labels = str(arrays.pop("classifier")), str(arrays.pop("labels"))
        try:
            slope, offset = (float(value) for value in arrays.pop("calibration"))
            return Judge(CLASSIFIERS.find(name).from_arrays(arrays), slope, offset, labels)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise FileError(f"{where}: a classifier {name!r} that lacks or garbles {error}; fit it again") from None


def judged_frames(motion: Motion) -> NDArray[np.bool_]:
    """Frames (F,) with half a second before and after them."""
    reach = round(REACH * motion.fps)
    at = np.arange(len(motion))
    return np.asarray((at >= reach) & (at + reach < len(motion)))
