"""Paper 001, algorithms 6.1 and 6.2: clips end to end end elsewhere when they are played; plans with their transitions do not."""

from __future__ import annotations

from motionloom.navigation.plan import Plan, report_plan
from motionloom.navigation.plan_picture import PAPER, WAYS, draw_obstacles
from motionloom.reproduce.examples import read_example_scene
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_001.walkers import find_walkers, say_data
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

SCENES = ("wall", "standing-cylinder", "moving-cylinder")


def run(given: Given) -> Outcome:
    """Plan every scene both ways and play both plans by the machine."""
    walkers, numbers, shown = find_walkers(given), list[Number](), list[Plan]()
    for walker in walkers:
        for name in SCENES[:1] if given.quick else SCENES:
            scene = read_example_scene(f"scenes/{name}.json")
            for end_to_end, words in ((True, "clips end to end (6.1)"), (False, "with transitions (6.2)")):
                (plan,) = walker.plan(given, scene, end_to_end=end_to_end)
                report, of = report_plan(plan, scene), f"{name}, {walker.name}, {words}"
                numbers.append(Number(f"ends off its plan by: {of}", 100 * report["misses_by"], "", "cm", 50.0 if end_to_end else 0.1))
                numbers.append(Number(f"faces off by: {of}", report["misses_by_degrees"], "", "degrees", 10.0 if end_to_end else 0.1))
                if walker is walkers[0] and name == SCENES[0]:
                    shown.append(plan)
    return Outcome(say_data(walkers), tuple(numbers), DIFFERS, (_draw(given, shown),))


def _draw(given: Given, plans: list[Plan]) -> str:
    """Both plans of the wall as they are played, and where each was said to end."""
    figure = new_figure(5.5, 6, facecolor=PAPER)
    axes = figure.add_subplot()
    axes.set(aspect="equal", xlabel="x, metres", ylabel="z, metres")
    axes.invert_xaxis()
    draw_obstacles(axes, read_example_scene(f"scenes/{SCENES[0]}.json"))
    for plan, colour, words in zip(plans, (WAYS[1], WAYS[0]), ("6.1, clips end to end", "6.2, with transitions"), strict=True):
        axes.plot(plan.way[:, 0], plan.way[:, 1], color=colour, label=f"{words}, as played")
        axes.plot(*plan.said[:2], "x", color=colour, markersize=9, label=f"{words}, end as planned")
    axes.legend(fontsize=8)
    path = given.picture("001-alg-6.1.png")
    figure.savefig(path, dpi=110)
    return path.name


DIFFERS = (
    "The paper gives no number, only that such a plan deviates from its goal; here it ends metres away, because a machine leaves a "
    "cycle only where it has a transition, and every wait and every blend that is not planned turns all that follows."
)
register(
    Result(
        "001",
        "alg-6.1",
        "Clips end to end, and with their transitions",
        "Planned as clips end to end (algorithm 6.1), the motion deviates from its goal when transitions are played; planned with each "
        "transition simulated (algorithm 6.2) it reaches it.",
        run,
    )
)
