"""What people do where they stand: wave, reach, crouch, pick up, catch."""

from __future__ import annotations

from motionloom.core.body import SIDES
from motionloom.sample.posture import Keys
from motionloom.sample.registry import behaviour
from motionloom.sample.stage import Performance, Span, Stage, stand

WAVE_ELBOW = 1.85  # radians about which a waving forearm swings


def between_stands(stage: Stage, start: float, stop: float, name: str) -> tuple[Span, ...]:
    """The spans of an act between two stands."""
    return Span(0, stage.duration, "stand"), Span(start, stop, name)


def hold(rest: float, value: float, start: float, there: float, leave: float, stop: float) -> Keys:
    """Keys that go from rest to a value and back."""
    return [(start, rest), (there, value), (leave, value), (stop, rest)]


def scaled(keys: Keys, factor: float) -> Keys:
    """The same keys with their values multiplied."""
    return [(time, value * factor) for time, value in keys]


def wave_keys(stage: Stage, start: float, stop: float, side: str = "right") -> dict[str, Keys]:
    """Posture keys of a raised, waving hand between two seconds."""
    up, down = start + 0.55, stop - 0.55
    beat = stage.vary(0.23, 0.1)
    count = max(2, int((down - up) / beat))
    swings = [(up + k * (down - up) / count, WAVE_ELBOW + (0.32 if k % 2 else -0.32)) for k in range(count + 1)]
    manner = stage.performer.manner
    return {
        f"{side}_flexion": hold(0.02, 0.35, start, up, down, stop),
        f"{side}_abduction": hold(manner.arm_out, 1.0, start, up, down, stop),
        f"{side}_twist": hold(0.15, -1.35, start, up, down, stop),
        f"{side}_elbow": [(start, 0.26 + manner.elbow), *swings, (stop, 0.26 + manner.elbow)],
        f"{side}_pronation": hold(0.25, 0.35, start, up, down, stop),
        f"{side}_wrist": [(start, 0.12), *((t + 0.05, -0.5 * (v - WAVE_ELBOW)) for t, v in swings), (stop + 0.06, 0.12)],
        f"{side}_curl": hold(0.35, 0.08, start, up, down, stop),
        f"{side}_shrug": hold(-0.03, 0.10, start, up, down, stop),
        "chest_roll": hold(0.0, 0.04 if side == "right" else -0.04, start, up, down, stop),
    }


@behaviour("wave", "wave", 4.0, "waves a hand")
def make_wave(stage: Stage) -> Performance:
    """The right hand, three or four times."""
    start, stop = stage.vary(0.5, 0.2), stage.vary(3.4, 0.04)
    keys = wave_keys(stage, start, stop, "right" if stage.rng.random() < 0.75 else "left")
    return Performance(stand(stage, keys), stage.duration, between_stands(stage, start, stop, "wave"))


@behaviour("reach", "reach", 3.6, "reaches up to a shelf and back")
def make_reach(stage: Stage) -> Performance:
    """One arm high ahead, trunk and shoulder following."""
    start, there, leave, stop = 0.5, stage.vary(1.35, 0.05), stage.vary(1.95, 0.05), stage.vary(2.9, 0.04)
    side, sign = ("right", 1.0) if stage.rng.random() < 0.6 else ("left", -1.0)
    high = stage.vary(2.35, 0.08)
    keys = {
        f"{side}_flexion": hold(0.02, high, start, there, leave, stop),
        f"{side}_abduction": hold(0.14, 0.10, start, there, leave, stop),
        f"{side}_elbow": [*hold(0.26, 0.12, start, there, leave, stop), ((start + there) / 2, 1.0), ((leave + stop) / 2, 0.8)],
        f"{side}_shrug": hold(-0.03, 0.26, start, there, leave, stop),
        f"{side}_advance": hold(0.02, 0.16, start, there, leave, stop),
        f"{side}_curl": hold(0.35, 0.15, start, there, leave, stop),
        "chest_turn": hold(0.0, 0.20 * sign, start, there, leave, stop),
        "chest_roll": hold(0.0, -0.10 * sign, start, there, leave, stop),
        "hips_roll": hold(0.0, -0.04 * sign, start, there, leave, stop),
        "chest_lean": hold(0.01, 0.06, start, there, leave, stop),
        "neck_lean": hold(0.12, -0.12, start, there, leave, stop),
        "head_lean": hold(0.02, -0.38, start, there, leave, stop),
    }
    return Performance(stand(stage, keys), stage.duration, between_stands(stage, start, stop, "reach"))


@behaviour("crouch", "crouch", 4.0, "crouches down and stands up again")
def make_crouch(stage: Stage) -> Performance:
    """Hips low, trunk forward, arms out for balance."""
    start, there, leave, stop = 0.5, stage.vary(1.4, 0.05), stage.vary(2.3, 0.06), stage.vary(3.4, 0.03)
    bend = hold(0.03, 0.55, start, there, leave, stop)
    keys = {"hips_lean": bend, "chest_lean": scaled(bend, 1.2), "neck_lean": scaled(bend, 0.6), "head_lean": scaled(bend, 0.2)}
    for side in SIDES:
        keys |= {
            f"{side}_flexion": hold(0.02, 0.95, start, there, leave, stop),
            f"{side}_elbow": hold(0.26, 0.75, start, there, leave, stop),
        }
    drop = hold(0.0, stage.vary(0.42, 0.1) * stage.leg, start, there, leave, stop)
    return Performance(stand(stage, keys, drop, stance=1.5), stage.duration, between_stands(stage, start, stop, "crouch"))


@behaviour("pick_up", "pick_up", 4.4, "bends down, picks something up and straightens")
def make_pick_up(stage: Stage) -> Performance:
    """Knees and back bend; one hand goes to the ground before the feet."""
    start, there, leave, stop = 0.5, stage.vary(1.7, 0.04), stage.vary(2.15, 0.05), stage.vary(3.6, 0.03)
    bend = hold(0.03, 0.80, start, there, leave, stop)
    side, other, sign = ("right", "left", 1.0) if stage.rng.random() < 0.6 else ("left", "right", -1.0)
    keys = {"hips_lean": bend, "chest_lean": scaled(bend, 1.55), "neck_lean": scaled(bend, 1.25), "head_lean": scaled(bend, 0.9)}
    keys |= {
        f"{side}_flexion": hold(0.02, 1.15, start, there, leave, stop),
        f"{side}_elbow": [(start, 0.26), (there, 0.15), (leave, 0.15), (stop - 0.3, 1.5), (stop + 0.3, 0.9)],
        f"{side}_curl": [(start, 0.35), (there, 0.1), (leave, 1.0), (stop, 1.0)],
        f"{side}_advance": hold(0.02, 0.15, start, there, leave, stop),
        f"{other}_flexion": hold(0.02, 0.55, start, there, leave, stop),
        f"{other}_elbow": hold(0.26, 0.9, start, there, leave, stop),
        "chest_turn": hold(0.0, 0.25 * sign, start, there, leave, stop),
    }
    drop = hold(0.0, 0.48 * stage.leg, start, there, leave, stop)
    spans = (*between_stands(stage, start, stop, "pick up"), Span(start, leave, "reach"), Span(there - 0.4, leave + 0.4, "crouch"))
    return Performance(stand(stage, keys, drop, stance=1.5, staggered=0.10 * sign), stage.duration, spans)


@behaviour("catch", "catch", 3.0, "catches something with both hands")
def make_catch(stage: Stage) -> Performance:
    """Hands come up, give with the catch, and are lowered to the belly."""
    start, there = 0.5, stage.vary(1.05, 0.06)
    give, stop = there + 0.22, stage.vary(2.5, 0.03)
    keys: dict[str, Keys] = {
        "hips_lean": [(start, 0.03), (there, 0.02), (give, 0.12), (stop, 0.03)],
        "chest_lean": [(start, 0.01), (there, 0.02), (give, 0.14), (stop, 0.01)],
    }
    for side in SIDES:
        keys |= {
            f"{side}_flexion": [(start, 0.02), (there, 1.25), (give, 0.75), (stop - 0.3, 0.45), (stop + 0.3, 0.4)],
            f"{side}_elbow": [(start, 0.26), (there, 0.75), (give, 1.6), (stop + 0.3, 1.5)],
            f"{side}_twist": [(start, 0.15), (there, 0.3), (give, 0.45), (stop + 0.3, 0.4)],
            f"{side}_curl": [(start, 0.35), (there - 0.1, 0.1), (there + 0.12, 0.7), (stop, 0.7)],
            f"{side}_pronation": [(start, 0.25), (there, -0.5), (stop, -0.4)],
        }
    drop = [(start, 0.0), (there, 0.01), (give, 0.06 * stage.leg), (stop, 0.0)]
    return Performance(stand(stage, keys, drop, staggered=0.16), stage.duration, between_stands(stage, start, stop, "catch"))
