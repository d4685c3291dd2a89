"""What a coach would speak of, frame by frame: speeds, heights, turning, where the hands are. Leg lengths and seconds.

Most of it is the same in the mirror: of two hands the lesser and the greater value, and the one that is farther from hanging. So what
was shown with one hand is known of the other, and what both hands do is one number. The rest says left and right.
"""

from __future__ import annotations

import numpy as np

from motionloom.enrich.annotation.body_signals import RATE, ROLES, SIDES, BodySignals, Floats, box_mean, rate_of_change, turn_back

SMOOTH = 0.1  # seconds over which a speed is taken
STEADY = 0.5  # seconds over which travel is taken: steps even out
SHAKE = 0.5  # seconds: what a hand does more slowly is no shaking
FLIGHT = 0.1  # leg lengths: feet higher than that are no more off the floor
Facts = dict[str, Floats]


def shared_facts(signals: BodySignals) -> Facts:
    """Facts (F,) by name that are the same of the mirrored motion."""
    at = _seen(signals)
    hips = signals.joint("hips")
    facts: Facts = {}
    for name, seconds in (("", SMOOTH), ("steady ", STEADY)):
        moving = _moving(signals, seconds)
        facts |= {f"{name}ahead": moving[:, 2], f"{name}aside": np.abs(moving[:, 0]), f"{name}speed": np.hypot(moving[:, 0], moving[:, 2])}
    facts |= {
        "rising": _moving(signals, SMOOTH)[:, 1],
        "turning": np.abs(_turning(signals)),
        "hips": hips[:, 1],
        "head": at["head"][:, 1],
        "head over hips": at["head"][:, 1] - hips[:, 1],
        "lean": at["chest"][:, 2] - at["hips"][:, 2],
        "lean aside": np.abs(at["chest"][:, 0] - at["hips"][:, 0]),
        "flight": np.clip(signals.feet.min(axis=1), 0, FLIGHT),
        "feet apart": np.linalg.norm((at["left_ankle"] - at["right_ankle"])[:, [0, 2]], axis=1),
        "hands apart": np.linalg.norm(at["left_wrist"] - at["right_wrist"], axis=1),
    }
    legs, hands = ([part(signals, at, side) for side in SIDES] for part in (_leg, _hand))
    away = hands[0]["from hanging"] > hands[1]["from hanging"]
    for left, right in (legs, hands):
        for name in left:
            facts[f"less {name}"], facts[f"more {name}"] = np.minimum(left[name], right[name]), np.maximum(left[name], right[name])
    return facts | {f"busy {name}": np.where(away, hands[0][name], hands[1][name]) for name in hands[0]}


def sided_facts(signals: BodySignals) -> Facts:
    """Facts (F,) by name that change sign or place in the mirror."""
    at = _seen(signals)
    facts: Facts = {"turning left": _turning(signals), "going left": _moving(signals, STEADY)[:, 0]}
    for side in SIDES:
        facts |= {f"{side} {name}": values for part in (_leg, _hand) for name, values in part(signals, at, side).items()}
    return facts


def _seen(signals: BodySignals) -> Facts:
    return dict(zip(ROLES, np.moveaxis(signals.seen_from_body(), 1, 0), strict=True))


def _moving(signals: BodySignals, seconds: float) -> Floats:
    """How the hips travel (F, 3) over so many seconds: to the left, up, ahead."""
    return turn_back(box_mean(rate_of_change(signals.joint("hips")), seconds)[:, None], signals.heading)[:, 0]


def _turning(signals: BodySignals) -> Floats:
    return box_mean(rate_of_change(signals.heading), SMOOTH)


def _leg(signals: BodySignals, at: Facts, side: str) -> Facts:
    hip, knee, ankle = (at[f"{side}_{part}"] for part in ("hip", "knee", "ankle"))
    length = np.linalg.norm(knee - hip, axis=1) + np.linalg.norm(ankle - knee, axis=1)
    going = box_mean(rate_of_change(signals.joint(f"{side}_ankle")), SMOOTH)
    return {
        "foot": signals.feet[:, SIDES.index(side)],
        "foot speed": np.linalg.norm(going, axis=1),
        "leg straight": np.linalg.norm(ankle - hip, axis=1) / np.maximum(length, 1e-9),
        "foot ahead": ankle[:, 2] - at["hips"][:, 2],
    }


def _hand(signals: BodySignals, at: Facts, side: str) -> Facts:
    """What one hand does (F,), seen from the body: where it is, where its arm points and how straight, how it moves and shakes."""
    outwards = np.array([1.0 if side == "left" else -1.0, 1.0, 1.0])
    hand, shoulder, elbow = (at[f"{side}_{part}"] * outwards for part in ("wrist", "shoulder", "elbow"))
    arm = np.maximum(np.linalg.norm(elbow - shoulder, axis=1) + np.linalg.norm(hand - elbow, axis=1), 1e-9)
    reached, forearm = hand - shoulder, hand - elbow
    far = np.linalg.norm(reached, axis=1)
    way = reached / np.maximum(far, 1e-9)[:, None]
    moving = box_mean(rate_of_change(reached), SMOOTH)
    shaken = forearm[:, 0] - box_mean(forearm[:, 0], SHAKE)
    outward = (box_mean(rate_of_change(forearm[:, 0]), SMOOTH) > 0).astype(float)
    knees = np.minimum(at["left_knee"][:, 1], at["right_knee"][:, 1])
    return {
        "over shoulder": reached[:, 1],
        "over hips": hand[:, 1] - at["hips"][:, 1],
        "over knees": hand[:, 1] - knees,
        "over elbow": forearm[:, 1],
        "ahead": reached[:, 2],
        "out": reached[:, 0],
        "straight": far / arm,
        "way out": way[:, 0],
        "way up": way[:, 1],
        "way ahead": way[:, 2],
        "from hanging": np.linalg.norm(reached + arm[:, None] * np.array([0.0, 1.0, 0.0]), axis=1) / arm,
        "speed": np.linalg.norm(moving, axis=1),
        "side speed": np.abs(moving[:, 0]),
        "up speed": moving[:, 1],
        "ahead speed": moving[:, 2],
        "shaken": np.abs(shaken),
        "changes": np.abs(np.diff(outward, prepend=outward[:1])) * RATE,  # of direction, a second
    }
