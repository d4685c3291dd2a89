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

from motionloom.behaviours.motion_signals import RATE, STEPPING, Signals, mean_over, read_signals
from motionloom.core import Motion
from motionloom.core.masks import find_runs
from motionloom.feet.plants import Bits

Kind = Literal["idle", "cycle", "entering", "leaving", "action"]
SHORTEST_STAND, SHORTEST_GAIT = 0.25, 0.9  # seconds: shorter ones belong to what is about them; a gait may be cut by a clip's end
CUT = 0.4  # seconds of a gait that begins or ends with its clip
SLOW, STILL = 0.25, 0.4  # m/s of the hips and, against them, of hands and feet: below both a body stands
UPRIGHT = 0.92  # of the height of the hips at a stand: lower is sitting, kneeling, lying
GOES, STEPS = 0.35, 0.4  # m/s of the hips, and of the feet against each other: above both it is a gait
FAST, HOVERS = 2.6, 0.08  # m/s, or share of a lap in the air at two fifths of that: a run
TOGETHER = 0.02  # share of a lap with both feet on the floor: a run has none
FLIGHT, STRIDE = 0.24, 0.34  # seconds in the air, which is 7 cm up: a jump; while one runs
CROUCH = 0.3  # seconds before a flight and after it that are part of the jump
LEAPS = 1.5  # m/s: what flies while it goes faster is running, unless it flies for long
JUMPS, RUNS = ("jump", "leap", "hop"), ("run", "jog", "sprint")  # words of labels
STEADY = 0.8  # of a gait's own pace: slower at its ends it sets off or comes to a halt
HITCH = 0.6  # seconds: a gait that is interrupted for less goes on
PASSAGE = 2.2  # seconds: what lasts longer between a stand and a gait is no mere start or stop
UNSURE = 1.0  # seconds at an end of a clip: whether it walks or runs there is what its label says
ELSEWHERE = 0.25  # leg lengths that a hand is from where it is at a stand: that is a pause, no stand
MOSTLY = 0.6  # of a clip that goes: then its label names how it goes
TURNED, TURNS = np.radians(45.0), 0.4  # radians in all and a second, while the feet step on the spot: a turn
SITS, KICK, STRIKE = 0.78, 2.5, 3.0  # height of the hips, m/s of a raised ankle, m/s of a hand
GAITS = ("walk", "run", "walk_back", "walk_side_left", "walk_side_right")
STAND = "stand"
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
    runs = _split(codes)
    share = motion.fps / RATE
    found = list[Segment]()
    for k, (code, start, stop) in enumerate(runs):
        before, after = (runs[k - 1][0] if k else None), (runs[k + 1][0] if k + 1 < len(runs) else None)
        kind, name = _describe(code, before, after, signals, slice(start, stop), bool(jumps[start:stop].any()), label)
        last = len(motion) if k + 1 == len(runs) else round(stop * share)
        found.append(Segment(kind, name, min(round(start * share), len(motion) - 1), min(last, len(motion))))
    found = [each for each in found if each.stop > each.start]
    acted = any(each.kind == "action" and each.name == label for each in found)
    if not acted and np.mean(np.isin(codes, GAITS)) >= MOSTLY:
        found = [replace(each, name=_style(each.name, label)) if each.kind == "cycle" else each for each in found]
    return tuple(_join(found))


def _join(segments: Sequence[Segment]) -> list[Segment]:
    """Segments of which no two in a row are the same."""
    out = list[Segment]()
    for each in segments:
        if out and (out[-1].kind, out[-1].name) == (each.kind, each.name):
            out[-1] = replace(out[-1], stop=each.stop)
        else:
            out.append(each)
    return out


def find_codes(s: Signals, said: str = "", leaps: bool = False) -> tuple[NDArray[np.str_], Bits]:
    """What each frame (F,) does: "stand", one of GAITS, or "" for neither; and which belong to a jump.

    said: walk or run, by the label; leaps: it speaks of a jump.
    """
    jumps = np.zeros(len(s.speed), bool)
    for start, stop in find_runs(s.flight):
        if stop - start >= (STRIDE if s.speed[start:stop].mean() > LEAPS and not leaps else FLIGHT) * RATE:
            jumps[max(start - round(CROUCH * RATE), 0) : stop + round(CROUCH * RATE)] = True
    stands = (s.speed < SLOW) & (s.stepping < STEPS) & (s.fidget < STILL) & (s.height > UPRIGHT) & ~jumps
    goes = (s.speed > GOES) & (s.stepping > STEPS) & (s.height > SITS) & ~jumps
    hovers = mean_over(s.flight.astype(np.float64), STEPPING) > HOVERS
    bounces = (mean_over(s.lifted.astype(np.float64), STEPPING) > HOVERS) & (mean_over(s.both.astype(np.float64), STEPPING) < TOGETHER)
    runs = (s.speed > FAST) | ((s.speed > 0.4 * FAST) & (hovers | (bounces & (said != "walk"))))
    runs |= (said == "run") & (s.speed > LEAPS)
    sideways = np.abs(s.aside) > np.abs(s.ahead)
    way = np.select([sideways & (s.aside > 0), sideways, s.ahead < 0, runs], [GAITS[3], GAITS[4], GAITS[2], GAITS[1]], GAITS[0])
    codes = np.where(stands, STAND, np.where(goes, way, "")).astype("<U16")
    codes = _bridge(_settle(_believe(codes, said)), s, jumps)
    return _trim(_hold(codes, s), s), jumps


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
        least = SHORTEST_STAND if name == STAND else CUT if cut else SHORTEST_GAIT
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
    if code == STAND:
        return "idle", STAND
    if code in GAITS:
        return "cycle", code
    deeds = find_deeds(s, rows, jumps)
    short = (
        rows.stop - rows.start < PASSAGE * RATE and not {"jump", "sit"} & set(deeds) and not any(deed in label.split("_") for deed in deeds)
    )
    if short and before == STAND and after in GAITS:
        return "entering", f"{after}_start"
    if short and before in GAITS and after == STAND:
        return "leaving", f"{before}_stop"
    if after is None and before in GAITS and short and s.speed[rows][-1] < GOES:
        return "leaving", f"{before}_stop"
    if before is None and after in GAITS and short and s.speed[rows][0] < GOES:
        return "entering", f"{after}_start"
    if short and before in GAITS and after in GAITS and before != after:
        return "entering", f"{before}_to_{after}"
    return "action", _name_action(deeds, label)


def find_deeds(s: Signals, rows: slice, jumps: bool) -> tuple[str, ...]:
    """What is done in these frames, the plainest first."""
    around = round(STEPPING * RATE / 2)  # over which turns were smoothed
    turned = float(s.turn[max(rows.start - around, 0) : rows.stop + around].sum()) / RATE
    least = max(TURNED, TURNS * (rows.stop - rows.start) / RATE)
    found = {
        "jump": jumps,
        "kick": bool(np.any(s.kicking[rows] > KICK)),
        "sit": float(np.mean(s.height[rows] < SITS)) > 0.25,
        "turn_left": turned > least,
        "turn_right": turned < -least,
        "punch": bool(np.any(s.striking[rows] > STRIKE)),
    }
    return tuple(name for name, done in found.items() if done)


def _name_action(deeds: Sequence[str], label: str) -> str:
    """What an action is called: as its label says where its frames do that or nobody can tell, else by what they do."""
    words = label.split("_")
    said = next((deed for deed in deeds if deed.split("_")[0] in words), None)
    if said is not None:
        return said if said.split("_")[0] == "turn" else label
    known = {"jump", "kick", "sit", "turn", "punch", *SAYS_NOTHING, *GAITS, STAND, "idle"}
    if deeds and (set(words) & known or label in SAYS_NOTHING):
        return deeds[0]
    return "" if set(words) & (known - {"punch"}) or label in SAYS_NOTHING else label


def _style(code: str, label: str) -> str:
    """What a gait is called in a clip that is mostly gait: as its label says, unless that is another gait, a bend, or nothing."""
    for change in CHANGES:
        label = label.replace(change, "")
    words = [word for word in label.split("_") if word and word not in BENDS and not word.isdigit()]
    stem = "_".join(words)
    if stem in SAYS_NOTHING or set(words) <= {
        "walk",
        "run",
        "jog",
        "back",
        "side",
        "stand",
        "jump",
        "kick",
        "sit",
        "punch",
        "stop",
        "idle",
    }:
        return code
    return stem


def _speaks(label: str, words: Sequence[str]) -> bool:
    return any(word in label for word in words)
