"""Paper 002, figure 12 and section 4.3: a dance whose lower body is keyed, its upper body from captured phrases."""

from __future__ import annotations

from motionloom.core.motion import Motion
from motionloom.reproduce.paper_002.sketched import FPS, count_keys, draw_figure, upper_body_range
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

CMU_5 = "data/cmu/005"
SKETCHED, PHRASES = "05_03", ("05_02", "05_04", "05_07", "05_09")
SAMPLE = (("ada", "take_greeting"), ("ada", "take_errand"), ("ada", "wave"))


def run(given: Given) -> Outcome:
    """A phrase thinned to keys of root and legs, completed from four others."""
    from motionloom.keyframes.one_call import complete
    from motionloom.keyframes.thinning import lower_body, sketch_clip

    phrase, captures, on = _read(given)
    completion = complete(sketch_clip(phrase, lower_body(phrase)), captures)
    made = completion.motion()
    numbers = (
        Number("frames of captures, at 24 Hz", len(completion.style), "1,097", "", 0.0),
        Number("phrases", len(captures), "4", "", 0.0),
        Number("keys set", count_keys(completion), "", "", 20.0),
        Number("frames that they make", len(made), "", "", 0.0),
        Number("paths to choose from", len(completion.paths), "many", "", 0.0),
        Number("upper body turns by, sketch", upper_body_range(completion.rough.motion), "0", "degrees", 0.5),
        Number("upper body turns by, completed", upper_body_range(made), "", "degrees", 8.0),
        Number("upper body turns by, as it was danced", upper_body_range(phrase), "", "degrees", 0.5),
    )
    return Outcome(on, numbers, DIFFERS, (draw_figure(given, completion, 12),))


def _read(given: Given) -> tuple[Motion, list[Motion], str]:
    """The phrase that is sketched, and those that are not, at the paper's rate."""
    from motionloom.core.editing import resample
    from motionloom.formats import load
    from motionloom.sample import make

    folder = given.find(CMU_5)
    if folder is None:
        phrase, *captures = (make(*each).motion for each in SAMPLE)
        return resample(phrase, FPS), captures, "the sample's ada, a synthetic stand-in, who greets and does not dance"
    captures = [load(folder / f"{name}.bvh") for name in PHRASES]
    return resample(load(folder / f"{SKETCHED}.bvh"), FPS), captures, f"CMU 5, {SKETCHED} from {', '.join(PHRASES)}"


DIFFERS = (
    "No animator keyed a phrase here: a captured one was thinned to keys of its root and legs, so its own upper body is there to compare; "
    "the paper gives no number, and its four phrases are not public."
)
register(
    Result(
        "002",
        "12",
        "A dance from its lower body",
        "Root and lower body of a modern dance phrase are sketched, the upper body comes from 1,097 frames of four captured phrases; other "
        "paths give other dances.",
        run,
        also=("002-4.3",),
    )
)
