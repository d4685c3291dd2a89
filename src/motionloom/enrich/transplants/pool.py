"""The motions that transplants are made of: pieces of a library's clips, and what was made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align.point_cloud import distances, make_clouds, shared_roles
from motionloom.compute.seeds import make_rng
from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.enrich.transplants.rule import SHORTEST, Candidate
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, require
from motionloom.making.plants import plants_of_source
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources, clip_source, recipe_source

ALIKE_RATE = 5.0  # Hz at which sequences are held against each other
NEAR = 10.0  # percent of all distances: what is nearer than this is alike


@dataclass(frozen=True)
class Sequence_:
    """A motion in the pool: its source, a name, who performs it, and seconds it lasts."""

    source: Source
    name: str
    subject: str
    seconds: float


@dataclass(frozen=True)
class Pieces:
    """How clips become sequences. seconds: the longest piece, 0 for whole clips; count: of sequences, drawn by a seed, 0 for all."""

    seconds: float = 0.0
    count: int = 0
    seed: int = 0


_WHOLE = Pieces()


def gather_pool(library: Library, choice: Choice, pieces: Pieces = _WHOLE) -> list[Sequence_]:
    """The sequences of the chosen clips whose body is known, in an order that depends on nothing else."""
    clips = [clip for clip in require(library, choice) if clip.height is not None]
    found = [piece for clip in clips for piece in _cut_up(clip, pieces.seconds)]
    if len(found) < max(2, pieces.count):
        raise LibraryError(
            f"{len(found)} motions of {SHORTEST:g} s or more with a known body were found, {max(2, pieces.count)} are needed; "
            "choose more clips or shorter pieces"
        )
    if not pieces.count:
        return found
    chosen = make_rng(pieces.seed, "pool").permutation(len(found))[: pieces.count]
    return [found[n] for n in sorted(chosen)]


def _cut_up(clip: Clip, seconds: float) -> Iterator[Sequence_]:
    """Pieces of a clip one after the other; what is left at its end counts where it is long enough to be judged."""
    longest = round(seconds * clip.fps) or clip.frames
    for start in range(0, clip.frames, longest):
        stop = min(start + longest, clip.frames)
        if (stop - start) / clip.fps >= SHORTEST:
            yield Sequence_(clip_source(clip, start, stop), clip.name, clip.subject or clip.source, (stop - start) / clip.fps)


class Opener:
    """Opens candidates of a library, the last few hundred of them kept."""

    def __init__(self, library: Library, keep: int = 300) -> None:
        self.library, self._keep = library, keep
        self._open: dict[Source, Candidate] = {}

    def candidate(self, source: Source) -> Candidate:
        """The motion of a source and where its feet stand."""
        if source not in self._open:
            self._open[source] = self._read(source)
            while len(self._open) > self._keep:
                self._open.pop(next(iter(self._open)))
        return self._open[source]

    def _read(self, source: Source) -> Candidate:
        opened = Sources(self.library).open(source)
        stands = host_source(source)
        if stands is not None:  # the legs are the host's, and so are the plants
            plants = self.candidate(stands).plants
            return Candidate(source, opened.motion, plants[source.start : source.stop] if source.stop else plants)
        return Candidate(source, opened.motion, plants_of_source(self.library, opened).bits)

    def made(self, recipe: Recipe) -> tuple[Motion, NDArray[np.bool_]]:
        """What a recipe of this room gives, with the plants of its host."""
        found = self._read(recipe_source(recipe))
        return found.motion, found.plants


def host_source(source: Source) -> Source | None:
    """The host of a transplant that is a source; None where it is none."""
    if source.recipe is None or source.recipe.kind not in ("transplant", "turn_arms"):
        return None
    return source.recipe.sources[0]


def depth_of(source: Source) -> int:
    """How many transplants lie within each other: 0 for a capture."""
    if source.recipe is None:
        return 0
    return 1 + max((depth_of(each) for each in source.recipe.sources), default=0)


def measure_similarity(
    pool: Sequence[Sequence_], open_motion: Callable[[Source], Motion], advance: Callable[[], Any] = lambda: None
) -> NDArray[np.float64]:
    """Chances (N, N) of each pair, 1 in all: the sum over their frames of exp(-d / 2 sigma^2), 0 on the diagonal (paper 004, rule 3).

    d: point-cloud distances in metres at 5 Hz; 2 sigma^2 is the tenth percentile of those of a few hundred pairs.
    """
    motions = [open_motion(each.source) for each in pool]
    roles = shared_roles(motions)
    clouds = [make_clouds(motion, rate=ALIKE_RATE, window=0.4, roles=roles) for motion in motions]
    rng = make_rng("similarity", len(pool))
    some = [rng.choice(len(pool), 2, replace=False) for _ in range(300)]
    level = float(np.percentile(np.concatenate([np.sqrt(distances(clouds[a], clouds[b])).ravel() for a, b in some]), NEAR))
    chances = np.zeros((len(pool), len(pool)))
    for a in range(len(pool)):
        for b in range(a):
            chances[a, b] = chances[b, a] = np.exp(-np.sqrt(distances(clouds[a], clouds[b])) / level).mean()
        advance()
    return chances / chances.sum()
