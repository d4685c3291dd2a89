"""Paper 002, section 4.1: two characters walk towards each other, slow to a stop, one stomps, one crouches, each in its own style."""

from __future__ import annotations

import numpy as np

from motionloom.core.motion import Motion
from motionloom.keyframes.completing import Completion
from motionloom.reproduce.paper_002.sketched import FPS, STEPS, count_keys, feet_off, find_walks, upper_body_range
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

STYLED = "data/bandai/dataset-1_walk_proud_001.bvh"
APART = 2.0  # metres between them when both stand
PICTURES = 8


def run(given: Given) -> Outcome:
    """Two sketches of one scene, each completed from its own captures."""
    stomper, croucher = given.once("who meet", lambda: complete_scene(given))
    made = [each.motion() for each in (stomper, croucher)]
    arms = [slowing(motion) for motion in made]
    numbers = (
        Number("keys set, both", count_keys(stomper) + count_keys(croucher), "few, on root and feet", "", 0.0),
        Number("spans of drivers, who stomps", len(stomper.spans), "2: left hip and knee in the stomp", "", 0.0),
        Number("upper body turns by, who stomps", upper_body_range(made[0]), "", "degrees", 5.0),
        Number("upper body turns by, who crouches", upper_body_range(made[1]), "", "degrees", 5.0),
        Number("wrists while it comes to a stop, of before, who stomps", arms[0], "they reduce", "", 0.2),
        Number("wrists while it comes to a stop, of before, who crouches", arms[1], "they reduce", "", 0.2),
        Number("upper bodies differ, mean", 1000 * difference(made), "each has its own style", "mm", 30.0),
        Number(
            "feet off their places in the sketch, at most", max(feet_off(each) for each in (stomper, croucher)), "they stay", "cm", 0.01
        ),
    )
    path = given.picture("002-4.1.png")
    draw(made, str(path))
    return Outcome(say(given), numbers, DIFFERS, (path.name,))


def complete_scene(given: Given) -> tuple[Completion, Completion]:
    """Who stomps, and who crouches."""
    from motionloom.keyframes.one_call import complete
    from motionloom.keyframes.sketch_endings import end_with_crouch, end_with_stomp, place_sketch
    from motionloom.keyframes.walking_sketch import sketch_walk

    styles = (find_walks(given), find_styled(given))
    skeleton = styles[0][0].skeleton
    walk = sketch_walk(skeleton, STEPS, fps=FPS)
    there = float(walk.curve("root.z")[-1])
    one = end_with_stomp(walk)
    other = place_sketch(end_with_crouch(walk), z=2 * there + APART, turned_round=True)
    return complete(one, styles[0]), complete(other, styles[1])


def find_styled(given: Given) -> list[Motion]:
    """A proud walk of Bandai's actor, or a march of the sample."""
    from motionloom.formats import load
    from motionloom.sample import make

    path = given.find(STYLED)
    return [make("ada", "march").motion] if path is None else [load(path)]


def say(given: Given) -> str:
    """Whose styles they are."""
    if given.find(STYLED) is None:
        return "the sample's walk and march, synthetic stand-ins"
    return "walks of CMU 35 (who stomps), Bandai's proud walk (who crouches), on one body"


def slowing(motion: Motion) -> float:
    """How far the wrists move about the root in the walk's last second and a half, as a share of its first two seconds."""
    from motionloom.core.body import SIDES, body_of

    body = body_of(motion.skeleton)
    wrists = motion.positions()[:, [body.joint(f"{side}_wrist") for side in SIDES]] - motion.root_positions[:, None]
    stop = round(0.55 * (len(STEPS) + 2) * FPS)
    late, early = (np.linalg.norm(wrists[rows].std(axis=0), axis=-1).mean() for rows in (slice(stop - 36, stop), slice(12, 60)))
    return float(late / max(early, 1e-6))


def difference(made: list[Motion]) -> float:
    """Metres between the upper bodies' joints, both seen from root and heading, over what both have in common."""
    from motionloom.core.heading import headings, to_heading_frame
    from motionloom.core.parts import UPPER_BODY, find_part

    count = min(map(len, made))
    joints = find_part(made[0].skeleton, UPPER_BODY).indices
    seen = [
        to_heading_frame(each.positions()[:count, joints].astype(float), each.root_positions[:count].astype(float), headings(each)[:count])
        for each in made
    ]
    return float(np.linalg.norm(seen[0] - seen[1], axis=-1).mean())


def draw(made: list[Motion], path: str) -> None:
    """Both in one scene, moment by moment."""
    from motionloom.render import filmstrip

    filmstrip(made, PICTURES, size=(300, 200), view="side").save(path)


DIFFERS = (
    "Styles are a performer's walks and a proud one instead of two hired walkers; both characters are one body. The paper gives no number; "
    "here arms move less as the steps do, feet stay where they were keyed, and the styles differ."
)
register(
    Result(
        "002",
        "4.1",
        "Two who meet",
        "Two characters walk towards each other, slow to a stop, stomp and crouch, each completed from its own captures; left hip and knee "
        "drive during the stomp, both hips elsewhere.",
        run,
    )
)
