"""Single deeds in a stretch that neither stands nor goes: jumps, kicks, strikes and turns, one after the other.

Whoever practises does a technique several times on end. Each is a take of its own: where hands and feet come to rest between two the
stretch is cut, and where they do not, at the calmest moment between two deeds.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.motion_signals import RATE, STEPPING, Signals, mean_over
from motionloom.behaviours.repetition import cut_evenly, find_rhythm
from motionloom.core.masks import find_runs
from motionloom.feet.plants import Bits

STILL = 0.4  # m/s of hands and feet against the hips: below that a body rests
SITS, SEATED = 0.78, 0.25  # height of the hips, and leg lengths that they are from above the feet: both make a seat
KICK, STRIKE = 2.5, 3.0  # m/s of a raised ankle and of a hand
TURNED, TURNS = np.radians(45.0), 0.4  # radians in all and a second, while the feet step on the spot: a turn
ABOUT = np.radians(110.0)  # radians of a turn that is a deed of its own beside others, not the end of a kick
TOGETHER = 0.45  # seconds between two peaks of one strike or kick
APART = 1.0  # seconds from a jump, a kick or a strike: a turn nearer to one is part of it
BRIEFEST, PAUSE = 0.35, 0.15  # seconds of a deed, and of a rest after it
LONG = 5.0  # seconds in which nothing stands out: it may be one thing done over and over
EDGE = 0.15  # seconds at a clip's ends, where a marker that is found late jumps
ALIKE = 0.5  # of the speed of hands and feet in the liveliest quarter of a clip's deeds: what is slower is not what the clip is about
WHOLES = frozenset({"dance"})  # words of labels for what is made of many moves, none of which is it
WHOLE = 10.0  # seconds that such a one lasts at most; what is longer is cut as others are
JUMPS = ("jump", "leap", "hop")
OTHERS = frozenset({"other", "misc", "various"})  # labels that say: none of what there are labels for
PLAIN = ("jump", "turn_left", "turn_right")  # what a body does in such clips too, by itself; a hand that is fast in them strikes nobody
BLOWS = frozenset({"jump", "kick", "punch"})
KNOWN = frozenset({"jump", "kick", "sit", "turn", "punch", "walk", "run", "stand", "idle"})  # words that frames can tell


class Deed(NamedTuple):
    """Frames start:stop in which something happens, and how strong it is."""

    what: str
    start: int
    stop: int


def split_deeds(s: Signals, rows: slice, jumps: Bits, label: str) -> list[slice]:
    """The frames of each single deed among those of a stretch, in order, from its first frame to its last. A dance is all of its moves."""
    if WHOLES & set(label.split("_")) and rows.stop - rows.start <= WHOLE * RATE:
        return [rows]
    events = list_events(s, rows, jumps)
    if not events and rows.stop - rows.start > LONG * RATE:
        period = find_rhythm(s.hands[rows].reshape(rows.stop - rows.start, -1), RATE)
        cuts = [rows.start + cut for cut in cut_evenly(s.fidget[rows], period)] if period else []
        inner = [cut for cut in cuts if min(cut - rows.start, rows.stop - cut) >= BRIEFEST * RATE]
        return [slice(a, b) for a, b in pairwise([rows.start, *inner, rows.stop])]
    cuts = [_calmest(s, a.stop, b.start) for a, b in pairwise(events) if b.start > a.stop]
    if events:  # who has done what there was to do comes to rest, and then does something else
        rests = [(rows.start + a, rows.start + b) for a, b in find_runs(s.fidget[rows] < STILL) if b - a >= PAUSE * RATE]
        cuts += [(a + b) // 2 for a, b in rests if a > events[-1].stop and b < rows.stop - BRIEFEST * RATE][:1]
    return [slice(a, b) for a, b in pairwise([rows.start, *cuts, rows.stop])]


def _calmest(s: Signals, start: int, stop: int) -> int:
    """The frame between two deeds in which hands and feet move least."""
    return start + int(np.argmin(s.fidget[start : stop + 1]))


def list_events(s: Signals, rows: slice, jumps: Bits) -> list[Deed]:
    """Jumps, kicks, strikes and great turns in a stretch, in order; what happens during another, or right after it, is part of it."""
    found = list[Deed]()
    for what, mask in (("jump", jumps), ("kick", s.kicking > KICK), ("punch", s.striking > STRIKE)):
        near = 0.0 if what == "jump" else TOGETHER * RATE
        for a, b in _merge(mask, rows):
            if not any(a < each.stop + near and each.start - near < b for each in found if each.what != what):
                found.append(Deed(what, a, b))
    for a, b in find_runs(np.abs(s.turn[rows]) > TURNS):
        start, stop = rows.start + a, rows.start + b
        turned = abs(float(s.turn[start:stop].sum())) / RATE
        middle = start + int(np.argmax(np.abs(s.turn[start:stop])))
        if turned > ABOUT and not any(each.start - APART * RATE < middle < each.stop + APART * RATE for each in found):
            found.append(Deed("turn", middle, middle + 1))
    return sorted(found, key=lambda each: each.start)


def _merge(mask: Bits, rows: slice) -> list[tuple[int, int]]:
    """Runs of a mask among some rows, those that follow each other closely as one."""
    out = list[tuple[int, int]]()
    for a, b in find_runs(mask[rows]):
        start, stop = rows.start + a, rows.start + b
        if out and start - out[-1][1] < TOGETHER * RATE:
            out[-1] = (out[-1][0], stop)
        else:
            out.append((start, stop))
    return out


def find_deeds(s: Signals, rows: slice, jumps: bool, after_blow: bool = False) -> tuple[str, ...]:
    """What is done in these frames, the plainest first; after_blow: right after a jump, a kick or a strike, which a body turns with."""
    around = round(STEPPING * RATE / 2)  # over which turns were smoothed
    turned = float(s.turn[max(rows.start - around, 0) : rows.stop + around].sum()) / RATE
    least = max(ABOUT if after_blow else TURNED, TURNS * (rows.stop - rows.start) / RATE)
    seated = (s.height[rows] < SITS) & (s.seat[rows] > SEATED)
    found = {
        "jump": jumps,
        "kick": bool(np.any(s.kicking[rows] > KICK)),
        "sit": float(np.mean(seated)) > 0.25,
        "turn_left": turned > least,
        "turn_right": turned < -least,
        "punch": bool(np.any(s.striking[rows] > STRIKE)),
    }
    return tuple(name for name, done in found.items() if done)


def name_act(deeds: tuple[str, ...], label: str, says_nothing: frozenset[str]) -> str:
    """What an action is called: as its label says where its frames do that or nobody can tell, else by what they do."""
    words = label.split("_")
    said = next((deed for deed in deeds if deed.split("_")[0] in words), None)
    if said is not None:
        return said if said.split("_")[0] == "turn" else label
    plain = [deed for deed in deeds if deed in PLAIN or label not in OTHERS]
    if plain and (set(words) & KNOWN or label in says_nothing):
        return plain[0]
    return "" if set(words) & (KNOWN - {"punch"}) or label in says_nothing else label


def vigour(s: Signals, rows: slice) -> float:
    """The fastest that a hand or a raised foot moves in some frames, m/s."""
    return float(max(s.kicking[rows].max(initial=0.0), s.striking[rows].max(initial=0.0)))


def strikes(s: Signals, speed: NDArray[np.float64], slow: float) -> Bits:
    """Which frames (F,) belong to a blow of a hand or a foot by somebody who goes no faster than `slow`: a step in it is no gait."""
    blows = ((s.kicking > 1.6 * KICK) | (s.striking > 1.1 * STRIKE)) & (speed < slow)
    edge = round(EDGE * RATE)
    blows[:edge] = blows[len(blows) - edge :] = False
    return np.asarray(mean_over(blows.astype(np.float64), 2 * TOGETHER) > 0)
