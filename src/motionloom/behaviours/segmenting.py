"""A clip cut into what it does: stands, gaits, acts, and the ways between them.

A label says what a clip is about; its frames say what it does. A jump stands, crouches, flies and stands again; a stop walks first. Paper
001 takes clips that are cut into behaviours already. Speeds are those of a body with legs of 0.8 m and scale with the leg.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.deeds import ALIKE, BLOWS, BRIEFEST, JUMPS, SITS, STILL, find_deeds, name_act, split_deeds, strikes, vigour
from motionloom.behaviours.motion_signals import RATE, STEPPING, Signals, mean_over, read_signals
from motionloom.core import Motion
from motionloom.core.masks import find_runs
from motionloom.feet.plants import Bits

Kind = Literal["idle", "cycle", "entering", "leaving", "action"]
SHORTEST_STAND, SHORTEST_GAIT = 0.25, 0.9  # seconds: shorter ones belong to what is about them; a gait may be cut by a clip's end
CUT = 0.4  # seconds of a gait that begins or ends with its clip
SLOW = 0.25  # m/s of the hips: below it, hands and feet at rest, a body stands
PIVOTS = 0.35  # radians a second: whoever turns faster on the spot does not stand
REACHES = 0.7  # leg lengths above the floor: a hand that is lower picks something up, which is no mere start or stop
UPRIGHT, LOW = 0.92, 0.55  # of the height of the hips at a stand: lower is a fighter's stance, lower still kneeling or lying
FIERCE = 3.3  # m/s of a hand or a raised foot: that is no mere start or stop
FIGHTS = 2.2  # m/s of the same: in a clip without any such a body that stays low is no fighter's
SEATED = 0.25  # leg lengths that hips are from above the feet in a seat
GOES, STEPS = 0.35, 0.4  # m/s of the hips, and of the feet against each other: above both it is a gait
FAST, HOVERS = 2.3, 0.08  # m/s, or share of a lap in the air at 1.05 m/s: a run
HASTE, BRISK = 1.05, 1.85  # m/s from where a body in the air runs, and from where it does in a clip that is said to walk
TOGETHER = 0.02  # share of a lap with both feet on the floor: a run has none
FLIGHT, STRIDE = 0.24, 0.34  # seconds in the air, which is 7 cm up: a jump; while one runs
CROUCH = 0.3  # seconds before a flight and after it that are part of the jump
LEAPS = 1.5  # m/s: what flies while it goes faster is running, unless it flies for long
RUNS = ("run", "jog", "sprint")  # words of labels
STEADY = 0.8  # of a gait's own pace: slower at its ends it sets off or comes to a halt
HITCH = 0.6  # seconds: a gait that is interrupted for less goes on
PASSAGE = 2.2  # seconds: what lasts longer between a stand and a gait is no mere start or stop
UNSURE = 1.0  # seconds at an end of a clip: whether it walks or runs there is what its label says
ELSEWHERE = 0.25  # leg lengths that a hand is from where it is at a stand: that is a pause, no stand
MOSTLY = 0.6  # of a clip that goes: then its label names how it goes
BENDING, BENT = 0.35, np.radians(40.0)  # radians a second, and in all, of a turn in a gait
STRAIGHT = 0.25  # seconds of the gait before such a turn and after it
CHANGED = (1.12, 0.9)  # of the slower gait's pace and of the faster one's: between them a body changes from one into the other
GAITS = ("walk", "run", "walk_back", "walk_side_left", "walk_side_right")
STAND, STANCE = "stand", "stance"
SAYS_NOTHING = frozenset({"other", "unknown", "misc", "various", "clip", "take", "motion", ""})
# Words of a label that say how a gait begins, bends or ends; what is left names the gait.
BENDS = frozenset({"turn", "left", "right", "stop", "start", "in", "place", "around", "veer"})
PLAIN = frozenset({"walk", "run", "jog", "back", "side", "stand", "jump", "kick", "sit", "punch", "idle"})  # frames tell these better
CHANGES = ("slow_down", "speed_up")  # of pace: the same, of two words


@dataclass(frozen=True)
class Segment:
    """Frames start:stop of a clip, what kind of part they are, and what they do; the name is "" where nobody can tell."""

    kind: Kind
    name: str
    start: int
    stop: int


def segment(motion: Motion, label: str = "", plants: Bits | None = None) -> tuple[Segment, ...]:
    """The segments of a clip, from its first frame to its last. label: what it is said to be about; plants (F, 4): where feet stand."""
    signals = read_signals(motion, plants)
    codes, jumps = find_codes(
        signals, "run" if _speaks(label, RUNS) else "walk" if "walk" in label else "", any(word in label for word in JUMPS)
    )
    parts = _name_parts(signals, codes, jumps, label)
    acted = any(each.kind == "action" and each.name == label for each in parts)
    if not acted and np.mean(np.isin(codes, GAITS)) >= MOSTLY:
        parts = [replace(each, name=_style(each.name, label)) if each.kind == "cycle" else each for each in parts]
    parts = _join([piece for each in _join(parts) for piece in (_bends(signals, each) if each.kind == "cycle" else [each])])
    share, last = motion.fps / RATE, len(motion)
    at = [min(round(each.start * share), last - 1) for each in parts] + [last]
    return tuple(_join([replace(each, start=a, stop=b) for each, (a, b) in zip(parts, pairwise(at), strict=True) if b > a]))


def _name_parts(s: Signals, codes: NDArray[np.str_], jumps: Bits, label: str) -> list[Segment]:
    """The parts of a clip at `RATE`: runs of one code, and single deeds where there is none."""
    runs, found, acts = _split(codes), list[Segment](), list[slice]()
    for k, (code, start, stop) in enumerate(runs):
        before, after = (runs[k - 1][0] if k else None), (runs[k + 1][0] if k + 1 < len(runs) else None)
        whole = _describe(code, before, after, s, slice(start, stop), bool(jumps[start:stop].any()), label)
        if whole[0] != "action":
            found.append(Segment(*whole, start, stop))
            continue
        done: tuple[str, ...] = ()
        for rows in split_deeds(s, slice(start, stop), jumps, label):
            done = find_deeds(s, rows, bool(jumps[rows].any()), bool(BLOWS & set(done)))
            brief = not done and rows.stop - rows.start < BRIEFEST * RATE  # what is left of something, before it or after it
            name = "" if brief else name_act(done, label, SAYS_NOTHING)
            found.append(Segment("action", name, rows.start, rows.stop))
            acts += [rows] if name == label else []
    if len(acts) < 3:
        return found
    # What is much slower than the deeds a clip is about is something between them, or somebody who walks off.
    usual = float(np.percentile([vigour(s, rows) for rows in acts], 75))
    weak = {rows.start: rows for rows in acts if vigour(s, rows) < ALIKE * usual}
    plain = {start: name_act(find_deeds(s, rows, False), "", SAYS_NOTHING) for start, rows in weak.items()}
    return [replace(each, name=plain.get(each.start, each.name)) for each in found]


def _bends(s: Signals, gait: Segment) -> list[Segment]:
    """A gait cut where it turns by a good deal and goes straight before and after that."""
    parts, at = list[Segment](), gait.start
    for a, b in find_runs(np.abs(s.turn[gait.start : gait.stop]) > BENDING):
        start, stop = gait.start + a, gait.start + b
        turned = float(s.turn[start:stop].sum()) / RATE
        if abs(turned) > BENT and start - at >= STRAIGHT * RATE and gait.stop - stop >= STRAIGHT * RATE:
            name = f"{gait.name}_turn_{'left' if turned > 0 else 'right'}"
            parts += [replace(gait, start=at, stop=start), Segment("action", name, start, stop)]
            at = stop
    return [*parts, replace(gait, start=at)]


def _join(segments: Sequence[Segment]) -> list[Segment]:
    """Segments of which no two in a row are the same, but for deeds: each is a take of its own."""
    out = list[Segment]()
    for each in segments:
        if out and each.kind != "action" and (out[-1].kind, out[-1].name) == (each.kind, each.name):
            out[-1] = replace(out[-1], stop=each.stop)
        else:
            out.append(each)
    return out


def find_codes(s: Signals, said: str = "", leaps: bool = False) -> tuple[NDArray[np.str_], Bits]:
    """What each frame (F,) does: "stand", "stance", one of GAITS, or "" for neither; and which belong to a jump.

    said: walk or run, by the label; leaps: it speaks of a jump.
    """
    jumps = np.zeros(len(s.speed), bool)
    for start, stop in find_runs(s.flight):
        if stop - start >= (STRIDE if s.speed[start:stop].mean() > LEAPS and not leaps else FLIGHT) * RATE:
            jumps[max(start - round(CROUCH * RATE), 0) : stop + round(CROUCH * RATE)] = True
    rests = (s.speed < SLOW) & (s.stepping < STEPS) & (s.fidget < STILL) & ~jumps
    stands, blows = rests & (s.height > UPRIGHT) & (s.seat < SEATED) & (np.abs(s.turn) < PIVOTS), strikes(s, s.speed, LEAPS)
    braced = rests & (s.height <= UPRIGHT) & (s.height > LOW) & (s.seat < SEATED) & (vigour(s, slice(None)) > FIGHTS)
    goes = (s.speed > GOES) & (s.stepping > STEPS) & (s.height > SITS) & ~jumps & ~blows
    hovers = mean_over(s.flight.astype(np.float64), STEPPING) > HOVERS
    bounces = (mean_over(s.lifted.astype(np.float64), STEPPING) > HOVERS) & (mean_over(s.both.astype(np.float64), STEPPING) < TOGETHER)
    runs = (s.speed > FAST) | ((s.speed > (BRISK if said == "walk" else HASTE)) & (hovers | (bounces & (said != "walk"))))
    runs |= (said == "run") & (s.speed > LEAPS)
    sideways = np.abs(s.aside) > np.abs(s.ahead)
    way = np.select([sideways & (s.aside > 0), sideways, s.ahead < 0, runs], [GAITS[3], GAITS[4], GAITS[2], GAITS[1]], GAITS[0])
    codes = np.select([stands, braced, goes], [STAND, STANCE, way], "").astype("<U16")
    codes = _bridge(_settle(_believe(codes, said)), s, jumps)
    return _trim(_change(_hold(codes, s), s), s), jumps


def _change(codes: NDArray[np.str_], s: Signals) -> NDArray[np.str_]:
    """The codes without the moments in which a walk becomes a run, or a run a walk."""
    out = codes.copy()
    runs = _split(codes)
    for (a, start, middle), (b, _, stop) in pairwise(runs):
        if {a, b} != {"walk", "run"}:
            continue
        low, high = sorted(float(np.median(s.speed[rows])) for rows in (slice(start, middle), slice(middle, stop)))
        slow, fast = (
            (start + np.flatnonzero(s.speed[start:stop] <= CHANGED[0] * low)),
            (start + np.flatnonzero(s.speed[start:stop] >= CHANGED[1] * high)),
        )
        before, after = (slow, fast) if a == "walk" else (fast, slow)
        first = max((f for f in before if f < middle), default=middle)
        last = min((f for f in after if f > first), default=middle)
        limit = round(PASSAGE * RATE / 2)
        first, last = max(first, middle - limit), min(last, middle + limit)
        half = round(SHORTEST_STAND * RATE / 2)  # however sudden it is, it takes a moment
        out[max(min(first, middle - half), start) : min(max(last, middle + half), stop)] = ""
    return _settle(out)


def _believe(codes: NDArray[np.str_], said: str) -> NDArray[np.str_]:
    """The codes with a walk at the end of a clip that is said to run, or the other way, taken for that: there is too little to tell."""
    out = codes.copy()
    runs = _split(codes)
    for name, start, stop in (runs[0], runs[-1]):
        if said and name in ("walk", "run") and stop - start < UNSURE * RATE:
            out[start:stop] = said
    return out


def _hold(codes: NDArray[np.str_], s: Signals) -> NDArray[np.str_]:
    """The codes without stands that are a pause in an act: between two parts of it, with the hands elsewhere than in the clip's others."""
    out = codes.copy()
    runs = _split(codes)
    stands = {k: np.median(s.hands[start:stop], axis=0) for k, (name, start, stop) in enumerate(runs) if name == STAND}
    for k, hands in stands.items():
        within = 0 < k < len(runs) - 1 and not runs[k - 1][0] and not runs[k + 1][0]
        others = [np.linalg.norm(hands - other, axis=1).max() for j, other in stands.items() if j != k]
        if within and others and min(others) > ELSEWHERE:
            out[runs[k][1] : runs[k][2]] = ""
    return out


def _settle(codes: NDArray[np.str_]) -> NDArray[np.str_]:
    """The codes without runs that are too short: a gait inside another is that one, anything else is neither."""
    out = codes.copy()
    for name, start, stop in _split(codes):
        cut = start == 0 or stop == len(codes)
        least = SHORTEST_STAND if name in (STAND, STANCE) else CUT if cut else SHORTEST_GAIT
        if name and stop - start < least * RATE and stop - start < len(codes):
            sides = {str(codes[at]) for at in (start - 1, stop) if 0 <= at < len(codes)}
            out[start:stop] = sides.pop() if len(sides) == 1 and name in GAITS and sides <= set(GAITS) else ""
    return out


def _bridge(codes: NDArray[np.str_], s: Signals, jumps: Bits) -> NDArray[np.str_]:
    """The codes with a gait that stops for a moment only or turns on the spot, or a stand that fidgets, carried on."""
    out = codes.copy()
    runs = _split(codes)
    for (before, _, _), (name, start, stop), (after, _, _) in zip(runs, runs[1:], runs[2:], strict=False):
        steps = before in GAITS and s.stepping[start:stop].min() > STEPS and stop - start < PASSAGE * RATE
        if not name and before == after and before and (steps or stop - start < HITCH * RATE) and not jumps[start:stop].any():
            out[start:stop] = before
    return out


def _trim(codes: NDArray[np.str_], s: Signals) -> NDArray[np.str_]:
    """The codes without the ends of gaits that are only setting off from a stand or coming to one."""
    out = codes.copy()
    runs = _split(codes)
    for k, (name, start, stop) in enumerate(runs):
        if name not in GAITS:
            continue
        pace = float(np.percentile(s.speed[start:stop], 75))
        steady = start + np.flatnonzero(s.speed[start:stop] >= STEADY * pace)
        if _stands_near(runs, k, -1):
            out[start : steady[0]] = ""
        if _stands_near(runs, k, 1):
            out[steady[-1] + 1 : stop] = ""
    return _settle(out)


def _stands_near(runs: Sequence[tuple[str, int, int]], k: int, side: int) -> bool:
    """Whether the run next to a gait is a stand, or one follows within a passage."""
    at = [k + side, k + 2 * side]
    near = [runs[i] for i in at if 0 <= i < len(runs)]
    if near and near[0][0] == STAND:
        return True
    return len(near) == 2 and near[0][0] == "" and near[1][0] == STAND and near[0][2] - near[0][1] < PASSAGE * RATE


def _split(codes: NDArray[np.str_]) -> list[tuple[str, int, int]]:
    """Runs of equal codes: what, start and stop."""
    at = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1), len(codes)]
    return [(str(codes[a]), int(a), int(b)) for a, b in pairwise(at)]


def _describe(code: str, before: str | None, after: str | None, s: Signals, rows: slice, jumps: bool, label: str) -> tuple[Kind, str]:
    """Kind and name of a run by its code and what is about it."""
    if code in (STAND, STANCE):
        return "idle", code
    if code in GAITS:
        return "cycle", code
    deeds = find_deeds(s, rows, jumps)
    short = (
        rows.stop - rows.start < PASSAGE * RATE
        and not {"jump", "sit"} & set(deeds)
        and s.reach[rows].min() > REACHES
        and (vigour(s, rows) < FIERCE or {before, after} <= set(GAITS))
        and not any(deed in label.split("_") for deed in deeds)
    )
    if short and before == STAND and after in GAITS:
        return "entering", f"{after}_start"
    if short and before in GAITS and after == STAND:
        return "leaving", f"{before}_stop"
    if after is None and before in GAITS and short and s.speed[rows][-1] < SLOW and s.stepping[rows][-1] < STEPS:
        return "leaving", f"{before}_stop"
    if before is None and after in GAITS and short and s.speed[rows][0] < SLOW and s.stepping[rows][0] < STEPS:
        return "entering", f"{after}_start"
    if short and before in GAITS and after in GAITS and before != after:
        return "entering", f"{before}_to_{after}"
    return "action", label


def _style(code: str, label: str) -> str:
    """What a gait is called in a clip that is mostly gait: as its label says, unless that is another gait, a bend, or nothing."""
    for change in CHANGES:
        label = label.replace(change, "")
    words = [word for word in label.split("_") if word and word not in BENDS and not word.isdigit()]
    stem = "_".join(words)
    return code if stem in SAYS_NOTHING or set(words) <= PLAIN | {"stop"} else stem


def _speaks(label: str, words: Sequence[str]) -> bool:
    return any(word in label for word in words)
