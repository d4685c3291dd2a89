"""Paper 001, figure 7.7: a cylinder of 1.5 m, standing and moving, in the way of somebody who walks along +z."""

from __future__ import annotations

from motionloom.reproduce.examples import read_example_scene
from motionloom.reproduce.paper_001.reacting import FIELD, ORCA, measure_plans, measure_reaction, react
from motionloom.reproduce.paper_001.showing import show_runs
from motionloom.reproduce.paper_001.walkers import find_walkers, say_data
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

SCENES = ("standing-cylinder", "moving-cylinder")


def run(given: Given) -> Outcome:
    """React to both cylinders by the paper's field and by ORCA, and plan round both."""
    from motionloom.navigation.crowd_picture import draw_crowd

    walkers, numbers, pictures = find_walkers(given), list[Number](), list[str]()
    for walker in walkers:
        for name in SCENES:
            scene = read_example_scene(f"scenes/{name}.json")
            for avoidance in (FIELD, ORCA):
                crowd = react(given, walker, scene, avoidance)
                numbers += measure_reaction(crowd, f"{name}, {walker.name}, {avoidance}")
                if avoidance == FIELD and walker is walkers[0]:
                    picture = given.picture(f"001-7.7-{name}.png")
                    draw_crowd(crowd, picture)
                    pictures.append(picture.name)
                    pictures += show_runs(given, walker, scene, [crowd.steering.run_of(0)], f"001-7.7-{name}")
            numbers += measure_plans(given, walker, scene, f"{name}, {walker.name}")
    return Outcome(say_data(walkers), tuple(numbers), DIFFERS, tuple(pictures))


DIFFERS = (
    "The paper shows one run of each; here what was promised to stay clear comes before the field's push, so bodies (discs of 0.3 m) "
    "touch nothing, and the same scenes are also planned."
)
register(
    Result(
        "001",
        "7.7",
        "Round a cylinder that stands and one that moves",
        "Somebody who walks along +z avoids a cylinder of 1.5 m across, standing and coming towards them: 60 degrees of view, 7 m, w = "
        "0.25.",
        run,
    )
)
