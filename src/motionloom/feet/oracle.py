"""A plant detector taught by examples: the k nearest labelled frames vote (paper 000, chapter 3), or trees do that were grown on them.

A person corrects it where it is wrong, the corrected frames join its pool, and it is made anew. Where there are trees, the pool holds
corrections only, and what the trees got wrong there is put right in frames that are like them.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.array_files import read_arrays
from motionloom.core.editing import mirror
from motionloom.core.errors import FileError, MotionError, SkeletonError
from motionloom.core.files import parse_json, write_file
from motionloom.core.ground import foot_points
from motionloom.core.markers import is_markers
from motionloom.core.skeleton import set_array
from motionloom.feet.cores import keep_cores
from motionloom.feet.detectors import detect
from motionloom.feet.features import Features, Soles, from_json
from motionloom.feet.forest import Forest
from motionloom.feet.hand_labels import Example
from motionloom.feet.neighbours import Neighbours, build
from motionloom.feet.plants import POINTS, Bits, Plants, apply_hysteresis

FORMAT = "motionloom foot plant oracle 1"
FORMAT_WITH_TREES = "motionloom foot plant oracle 2"
ROUNDING = 1e-4
POOL_RATE = 60.0  # examples a second: neighbouring frames of faster captures say the same twice


@dataclass(frozen=True)
class OracleOptions:
    """How the neighbours vote: k of them, hysteresis between the thresholds low and high (paper 000, section 3.5).

    components: how many principal components of the features are compared. Eight are enough (docs/feet.md), and searched fastest.
    mirrored: whether the pool is doubled by mirroring, where the features know left from right.
    """

    k: int = 10
    low: float = 0.4
    high: float = 0.6
    components: int = 8
    mirrored: bool = True

    def __post_init__(self) -> None:
        whole = all(isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= 10_000 for count in (self.k, self.components))
        thresholds = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (self.low, self.high))
        if not whole or not thresholds or not 0 <= self.low <= self.high <= 1 or not isinstance(self.mirrored, bool):
            raise MotionError("an oracle's k and components are whole numbers from 1, its thresholds low and high 0 to 1 and in order")


@dataclass(frozen=True, eq=False)
class Guess:
    """What an oracle says of a clip.

    plants; votes (F, 4) 0..1, the share of neighbours that were planted; distances (F, 4) to the nearest example, in units of the
    usual distance within the pool; confidence (F, 4) 0..1, low where votes are split or nothing like it was ever labelled.
    """

    plants: Plants
    votes: NDArray[np.float32]
    distances: NDArray[np.float32]
    confidence: NDArray[np.float32]

    def __repr__(self) -> str:
        return f"Guess({self.plants!r}, confidence {float(self.confidence.mean()):.2f} in the mean)"


@dataclass(frozen=True, eq=False)
class Oracle:
    """A pool of labelled descriptions; made by `train`, immutable.

    pool (P, K) float32, projected by projection (D, K); bits (P, 4 or 2), of both feet or of the one that is described. With a forest,
    which features of each foot take, the pool may be empty, and surprises (P, 2) say by how much the forest was off there.
    """

    features: Features
    options: OracleOptions
    projection: NDArray[np.float32]
    pool: NDArray[np.float32]
    bits: Bits
    about: str = ""
    forest: Forest | None = None
    surprises: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 2), np.float32))

    def __post_init__(self) -> None:
        set_array(self, "projection", self.projection, (self.features.width, None), np.float32)
        set_array(self, "pool", self.pool, (None, self.projection.shape[1]), np.float32)
        set_array(self, "bits", self.bits, (len(self.pool), len(POINTS) // self.features.views), np.bool_)
        if self.forest is not None:
            set_array(self, "surprises", self.surprises, self.bits.shape, np.float32)
            self.forest.check(self.features.width)
        elif len(self.pool) == 0:
            raise MotionError("an oracle without a forest needs examples, it has none")

    def __len__(self) -> int:
        return len(self.pool)

    def __repr__(self) -> str:
        return f"Oracle({len(self)} examples{', a forest' if self.forest is not None else ''}{f', {self.about}' if self.about else ''})"

    @cached_property
    def neighbours(self) -> Neighbours:
        """The pool, sorted for search."""
        return build(self.pool)

    @cached_property
    def spacing(self) -> float:
        """The usual distance between neighbours in the pool. Found when somebody votes: who asks for the version does not wait for it."""
        return _spacing(self.neighbours, self.options.k)

    @cached_property
    def version(self) -> str:
        """A digest of everything that decides its answers; labels name it as their source."""
        digest = hashlib.sha256(json.dumps([self.features.to_json(), vars(self.options)], sort_keys=True).encode())
        learnt = () if self.forest is None else (*self.forest.to_arrays().values(), self.surprises)
        for array in (self.projection, self.pool, self.bits, *learnt):
            digest.update(array.tobytes())
        return digest.hexdigest()[:12]

    def describe(self, motion: Motion) -> NDArray[np.float32]:
        """The frames of a motion as `vote` takes them: (F, views, K), or (F, 2, D) for a forest."""
        return self.features.describe(motion, self.projection if self.forest is None else None)

    def project(self, described: NDArray[np.float32]) -> NDArray[np.float32]:
        """Descriptions (F, views, D) as `vote` takes them."""
        return described @ self.projection if self.forest is None else described

    def vote(self, described: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Votes (F, 4) and distances (F, 4) of frames as `describe` or `project` has them; with a forest all distances are usual ones."""
        from motionloom.feet._neighbours import count_votes

        if self.forest is not None:
            votes = self._ask_forest(self.forest, described)
            return votes, np.ones_like(votes)
        frames, views, width = described.shape
        # One foot after the other: search is fastest in order of time.
        queries = described.transpose(1, 0, 2).reshape(-1, width)
        found, distances = self.neighbours.query(queries, self.options.k)
        shares = count_votes(found, self.bits)
        votes = shares.reshape(views, frames, -1).transpose(1, 0, 2).reshape(frames, len(POINTS))
        nearest = np.repeat(distances[:, 0].reshape(views, frames).T, len(POINTS) // views, axis=1)
        return votes, nearest / np.float32(self.spacing)

    def _ask_forest(self, forest: Forest, described: NDArray[np.float32]) -> NDArray[np.float32]:
        """How likely each point is planted (F, 4), by the forest and by what it was corrected in."""
        chances = forest.chances(described.transpose(1, 2, 0))
        if len(self.pool) == 0:
            return chances
        queries = np.ascontiguousarray((described @ self.projection).transpose(1, 0, 2)).reshape(-1, self.projection.shape[1])
        found, distances = self.neighbours.query(queries, min(self.options.k, len(self.pool)))
        added = forest.corrections(self.surprises, found, distances).reshape(2, -1, 2).transpose(1, 0, 2).reshape(-1, len(POINTS))
        return np.clip(chances + added, 0, 1)

    def guess(self, motion: Motion) -> Guess:
        """Plants of a motion with the votes for them and how sure they are."""
        votes, distances = self.vote(self.describe(motion))
        return Guess(self._settle(votes, motion), votes, distances, confidence_of(votes, distances))

    def label(self, motion: Motion) -> Plants:
        """Plants of a motion; of markers, which have no body to learn from, by the kinetic detector."""
        if is_markers(motion.skeleton):
            return detect(motion)
        votes, _ = self.vote(self.describe(motion))
        return self._settle(votes, motion)

    def _settle(self, votes: NDArray[np.float32], motion: Motion) -> Plants:
        """Plants of votes (F, 4) of a motion; a foot that was held or made to stand is planted for as long as it stands."""
        plants = self.decide(votes, motion.fps)
        return replace(plants, bits=keep_cores(foot_points(motion), plants.bits, motion.fps))

    def decide(self, votes: NDArray[np.float32], fps: float) -> Plants:
        """Plants of votes (F, 4)."""
        # 6 of 10 neighbours are not above the threshold 0.6, however their share is rounded.
        bits = apply_hysteresis(votes, self.options.low - ROUNDING, self.options.high + ROUNDING)
        return Plants(bits, fps, source=f"oracle {self.version}")

    def with_examples(self, examples: Sequence[Example]) -> Oracle:
        """This oracle, taught more: the labelled frames of the examples join the pool."""
        return self.with_described(*gather(examples, self.features, self.options.mirrored))

    def with_described(self, described: NDArray[np.float32], bits: Bits) -> Oracle:
        """This oracle, taught more: descriptions (P, D) and their bits (P, 4 or 2) join the pool."""
        pool, known = np.concatenate([self.pool, _rounded(described @ self.projection)]), np.concatenate([self.bits, bits])
        if self.forest is None:
            return Oracle(self.features, self.options, self.projection, pool, known, self.about)
        one_foot = np.ascontiguousarray(described.T)
        expected = self.forest.chances(np.stack([one_foot, one_foot]))[:, :2]
        surprises = np.concatenate([self.surprises, _rounded(bits - expected)])
        return replace(self, pool=pool, bits=known, surprises=surprises)

    def to_bytes(self) -> bytes:
        """An .npz file: arrays and one line of JSON; no code, no pickles."""
        form = FORMAT if self.forest is None else FORMAT_WITH_TREES
        header = {"format": form, "features": self.features.to_json(), "options": vars(self.options), "about": self.about}
        text = np.frombuffer(json.dumps(header).encode(), np.uint8)
        file = io.BytesIO()
        learnt = {} if self.forest is None else {**self.forest.to_arrays(), "surprises": self.surprises.astype(np.float16)}
        pool = self.pool.astype(np.float16)
        np.savez_compressed(file, allow_pickle=False, header=text, projection=self.projection, pool=pool, bits=self.bits, **learnt)
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes, name: str = "oracle") -> Oracle:
        """The oracle that `to_bytes` made; errors call it by `name`."""
        expected = "a foot plant oracle that `motionloom feet train` wrote"
        arrays = read_arrays(data, expected, name, needed=("header",))
        header = parse_json(arrays["header"].tobytes(), name, expected)
        found = header.get("format") if isinstance(header, dict) else None
        if found not in (FORMAT, FORMAT_WITH_TREES):
            raise FileError(f"{name}: expected {FORMAT_WITH_TREES!r}, found {found!r}; train it anew")
        try:
            features, options = from_json(header["features"]), OracleOptions(**header["options"])
            parts = features, options, arrays["projection"], arrays["pool"], arrays["bits"], str(header["about"])
            if found == FORMAT:
                return Oracle(*parts)
            return Oracle(*parts, forest=Forest.from_arrays(arrays), surprises=arrays["surprises"])
        except (ValueError, KeyError, TypeError, OverflowError, SkeletonError, MotionError) as error:
            raise FileError(f"{name}: expected {expected}, found it altered: {error}") from None

    def save(self, path: Path) -> None:
        """Write as an .npz file."""
        write_file(path, self.to_bytes())

    @staticmethod
    def load(path: Path) -> Oracle:
        """Read what `save` wrote."""
        try:
            return Oracle.from_bytes(path.read_bytes(), str(path))
        except OSError as error:
            raise FileError(f"{path}: {error.strerror or error}") from None


@cache
def default_oracle() -> Oracle:
    """The oracle that comes with Motionloom, taught with the hand labels of all CMU clips; see docs/feet.md."""
    return Oracle.from_bytes((files("motionloom.feet") / "data" / "oracle.npz").read_bytes(), "the oracle that comes with Motionloom")


def confidence_of(votes: NDArray[np.float32], distances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Confidence (F, 4) 0..1: how clear the vote is, less where the nearest example is farther away than usual."""
    return (np.abs(2 * votes - 1) / np.maximum(distances, 1)).astype(np.float32)


def train(
    examples: Sequence[Example],
    features: Features | None = None,
    options: OracleOptions | None = None,
    about: str = "",
) -> Oracle:
    """An oracle of the frames that a person set in the examples."""
    features, options = features or Soles(), options or OracleOptions()
    return from_pool(*gather(examples, features, options.mirrored), features, options, about)


def from_pool(described: NDArray[np.float32], bits: Bits, features: Features, options: OracleOptions, about: str = "") -> Oracle:
    """An oracle of described frames (P, D) and their bits (P, 4 or 2)."""
    if len(described) == 0:
        raise MotionError("there are no labelled frames to learn foot plants from; label some, or use a detector")
    projection = principal_components(described, options.components)
    return Oracle(features, options, projection, _rounded(described @ projection), bits, about)


def gather(examples: Sequence[Example], features: Features, mirrored: bool) -> tuple[NDArray[np.float32], Bits]:
    """Descriptions (P, D) and bits (P, 4 or 2) of the labelled frames of examples, at most `POOL_RATE` a second, in all ways to pool."""
    described, bits = [np.empty((0, features.width), np.float32)], [np.empty((0, len(POINTS) // features.views), bool)]
    for example in examples:
        frames = pool_frames(example)
        pairs = [(example.motion, example.plants)]
        if mirrored and features.views == 1:
            pairs.append((mirror(example.motion), example.plants.mirrored()))
        for motion, plants in pairs:
            for way, step in features.pooled():
                described.append(way.describe(motion)[frames[::step]].reshape(-1, features.width))
                bits.append(plants.bits[frames[::step]].reshape(-1, len(POINTS) // features.views))
    return np.concatenate(described), np.concatenate(bits)


def pool_frames(example: Example) -> NDArray[np.intp]:
    """The frames (N,) of an example that join a pool: those that a person set, at most `POOL_RATE` a second."""
    return example.plants.checked[:: max(1, round(example.motion.fps / POOL_RATE))]


def principal_components(described: NDArray[np.float32], components: int) -> NDArray[np.float32]:
    """The directions (D, K) in which descriptions (P, D) differ most, widest first."""
    centred = described.astype(np.float64) - described.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return np.ascontiguousarray(directions[:, ::-1][:, : max(1, components)], np.float32)


def _rounded(pool: NDArray[np.float32]) -> NDArray[np.float32]:
    """A pool to three digits: half the size on disk, and read back it is the same."""
    return pool.astype(np.float16).astype(np.float32)


def _spacing(neighbours: Neighbours, k: int) -> float:
    """The usual distance of an example to the k-th next: what "near" means in this pool."""
    points = neighbours.points[neighbours.order >= 0]
    sample = points[:: max(1, len(points) // 2000)]
    _, distances = neighbours.query(sample, k + 1)
    return max(float(np.median(distances[:, -1])), 1e-6)
