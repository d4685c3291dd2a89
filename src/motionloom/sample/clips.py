"""Sample clips: a performer, a behaviour and a seed make a motion with its ground truth."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.sample import capture
from motionloom.sample.bodies import performer as find_performer, performers
from motionloom.sample.perform import perform
from motionloom.sample.registry import behaviours, find_behaviour
from motionloom.sample.stage import PAD, Span, Stage

TWICE = frozenset({"stand", "walk", "start", "stop", "run"})


@dataclass(frozen=True)
class Annotation:
    """A name for the half-open range of frames start:stop."""

    start: int
    stop: int
    name: str


@dataclass(frozen=True, eq=False)
class SampleClip:
    """A made motion and the truth about it: plants (F, 4) bool, left heel, left toe, right heel, right toe."""

    motion: Motion
    plants: NDArray[np.bool_]
    label: str
    annotations: tuple[Annotation, ...]
    description: str


def make(performer: str, behaviour: str, seed: int = 0, noise: float = 0.0, skate: float = 0.0) -> SampleClip:
    """One clip; the same arguments give the same bytes.

    noise adds marker jitter and small pops (1 is a fair optical capture), skate slides the feet (1 is a bad one); the plants
    stay those of the clean performance.
    """
    who, what = find_performer(performer), find_behaviour(behaviour)
    if min(seed, noise, skate) < 0:
        raise MotionError(f"seed, noise and skate of a sample clip must not be negative, found {seed}, {noise:g} and {skate:g}")
    rng = np.random.default_rng([seed, zlib.crc32(who.name.encode()), zlib.crc32(what.name.encode())])
    stage = Stage(who, what.seconds, rng)
    played = what.make(stage)
    first, count = round(PAD * who.fps), round(played.duration * who.fps)
    motion, plants = perform(who, played.score, slice(first, first + count), f"{who.name}_{what.name}_{seed:02d}")
    if skate > 0:
        motion = capture.add_skate(motion, rng, skate)
    if noise > 0:
        motion = capture.add_noise(motion, rng, noise)
    return SampleClip(motion, plants, what.label, _annotate(played.spans, who.fps, count), f"{who.name} {what.description}")


def _annotate(spans: tuple[Span, ...], fps: float, count: int) -> tuple[Annotation, ...]:
    """Spans in seconds as frames of the clip; what lies outside it is cut off."""
    frames = [(max(0, round(span.start * fps)), min(count, round(span.stop * fps)), span.name) for span in spans]
    return tuple(Annotation(*row) for row in frames if row[1] > row[0])


def library_names() -> list[tuple[str, str, int]]:
    """(performer, behaviour, seed) of every clip of the embedded library: one take of each, and a second where variety helps."""
    rows = []
    for who in performers():
        for what in behaviours():
            takes = 2 if what in TWICE else 1
            rows += [(who, what, seed) for seed in range(takes)]
    return rows


def make_library_clips() -> Iterator[SampleClip]:
    """The embedded library, clip by clip, the same every time."""
    for who, what, seed in library_names():
        yield make(who, what, seed)
