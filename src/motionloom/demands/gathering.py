"""From clips of a library to a pool of frames, kept open while nothing it rests on has changed."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Skeleton
from motionloom.core.body import body_of, is_body
from motionloom.core.errors import MotionError, MotionloomError
from motionloom.demands.fitting import choose_fit, find_turns, fit, sole_tilts, turn_feet
from motionloom.demands.pool import Pool, Take, make_pool
from motionloom.demands.words import words_of_clip
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, require
from motionloom.making.plants import find_plants, library_oracle
from motionloom.score.rarity import WINDOW, Rarity, measure_rarity
from motionloom.score.tracks import RATE

BAD = frozenset({"jump", "pop", "freeze"})  # glitches that no order shows
AROUND = 2  # frames about a glitch
KEPT = 3
_open: OrderedDict[str, Pool] = OrderedDict()
_lock = threading.RLock()


def gather_pool(library: Library, choice: Choice | None = None, mirrored: bool = True, progress: Progress | None = None) -> Pool:
    """The pool of the clips of a choice, put on the body that most of them have; the last few pools stay open."""
    clips = require(library, Choice(body=True) if choice is None else choice)
    key = _key(library, clips, mirrored)
    with _lock:
        if key in _open:
            _open.move_to_end(key)
            return _open[key]
    pool = _gather(library, clips, mirrored, progress or Progress())
    with _lock:
        _open[key] = pool
        while len(_open) > KEPT:
            _open.popitem(last=False)
    return pool


def _gather(library: Library, clips: Sequence[Clip], mirrored: bool, progress: Progress) -> Pool:
    base = common_skeleton(library, clips)
    takes, left_out = list[Take](), list[tuple[str, str]]()
    for clip in progress.each("Opening clips", clips, lambda clip: clip.name):
        try:
            takes.append(_take(library, clip, base))
        except MotionloomError as error:
            left_out.append((clip.name, str(error)))
    if not takes:
        raise MotionError(left_out[0][1])
    return make_pool(_finish(library, takes, base), mirrored, left_out)


def _finish(library: Library, takes: Sequence[Take], base: Skeleton) -> list[Take]:
    """The takes with soles that stand as those of the pool's own body do, and with how rare they are on it."""
    bodies = [library.skeleton(library.clip(take.clip).skeleton).hash for take in takes]
    tilts: dict[str, list[NDArray[np.float64]]] = {}
    for body, take in zip(bodies, takes, strict=True):
        tilts.setdefault(body, []).append(sole_tilts(take.motion, take.plants))
    turns = find_turns(tilts, base.hash)
    found = list[Take]()
    for body, take in zip(bodies, takes, strict=True):
        motion, turn = turn_feet(take.motion, turns.get(body, 0.0)), turns.get(body, 0.0)
        rarity = rarity_by_frame(measure_rarity(motion, take.plants))
        found.append(replace(take, motion=motion, fit=replace(take.fit, turn=turn), rarity=rarity))
    return found


def _take(library: Library, clip: Clip, base: Skeleton) -> Take:
    motion = library.motion(clip.id)
    if len(motion) < 2:
        raise MotionError(f"{clip.name!r} has one frame only, which is no motion")
    body_of(motion.skeleton)
    plants = find_plants(library, clip, motion)
    how = choose_fit(motion.skeleton, base)
    placed = fit(motion, base, how)
    words = words_of_clip(library, clip, motion)
    bad = tuple((max(0, g.start - AROUND), g.stop + AROUND) for g in clip.glitches or () if g.kind in BAD)
    return Take(clip.id, clip.name, clip.fingerprint, placed, plants.bits, words, bad, clip.made, fit=how)


def rarity_by_frame(rarity: Rarity) -> NDArray[np.float64]:
    """The rarity (F,) of each frame at 60 Hz: that of the least rare second it is in, since a bad moment makes all its seconds rare."""
    least = np.full(rarity.traces.shape[1], np.inf)
    for start, value in zip(np.rint(rarity.starts * RATE).astype(int), rarity.windows, strict=True):
        np.minimum(least[start : start + WINDOW], value, out=least[start : start + WINDOW])
    return np.where(np.isfinite(least), least, 0.0)


def common_skeleton(library: Library, clips: Sequence[Clip]) -> Skeleton:
    """The skeleton of most clips that are of a body; of equally many the first."""
    counts = Counter(clip.skeleton for clip in clips)
    bodies = [key for key in counts if is_body(library.skeleton(key))]
    if not bodies:
        raise MotionError(f"no body is known in any of {len(clips)} clips; name their joints by `--roles`")
    return library.skeleton(max(bodies, key=lambda key: counts[key]))


def _key(library: Library, clips: Sequence[Clip], mirrored: bool) -> str:
    """A hash of all that a pool rests on: frames, labels, spans, plants, the oracle."""
    digest = hashlib.sha256(f"{library.id} {mirrored} {library_oracle(library).version}".encode())
    spans: dict[str, list[str]] = {}
    for span in library.annotations():
        spans.setdefault(span.clip, []).append(f"{span.name} {span.start} {span.stop} {span.by}")
    for clip in clips:
        known = library.plants(clip.id)
        stood = "" if known is None else known.source + known.bits.tobytes().hex()[:4096] + str(int(known.bits.sum()))
        digest.update(f"{clip.id} {clip.fingerprint} {clip.labels} {spans.get(clip.id, ())} {stood}".encode())
    return digest.hexdigest()
