"""Paper 001, figure 7.8: two characters walk towards each other along the z axis and pass."""

from __future__ import annotations

from motionloom.reproduce.examples import read_example_scene
from motionloom.reproduce.paper_001.reacting import FIELD, ORCA, measure_plans, measure_reaction, react
from motionloom.reproduce.paper_001.showing import show_runs
from motionloom.reproduce.paper_001.walkers import find_walkers, say_data
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def run(given: Given) -> Outcome:
    """Both react to each other by the paper's field and by ORCA; and both are planned, one after the other."""
    from motionloom.navigation.crowd_picture import draw_crowd

    scene, walkers, numbers, pictures = read_example_scene("scenes/meeting.json"), find_walkers(given), list[Number](), list[str]()
    for walker in walkers:
        for avoidance in (FIELD, ORCA):
            crowd = react(given, walker, scene, avoidance)
            numbers += measure_reaction(crowd, f"{walker.name}, {avoidance}")
            if avoidance == FIELD and walker is walkers[0]:
                picture = given.picture("001-7.8.png")
                draw_crowd(crowd, picture)
                runs = [crowd.steering.run_of(n) for n in range(len(crowd.agents))]
                pictures += [picture.name, *show_runs(given, walker, scene, runs, "001-7.8")]
        numbers += measure_plans(given, walker, scene, walker.name)
    return Outcome(say_data(walkers), tuple(numbers), DIFFERS, tuple(pictures))


DIFFERS = (
    "The paper shows one run without a number; here the room between two bodies (discs of 0.3 m) is measured all the way, and neither "
    "touches the other."
)
register(
    Result(
        "001",
        "7.8",
        "Two characters head on",
        "Two characters who walk towards each other along the z axis see each other as moving obstacles and avoid running into each other.",
        run,
    )
)
