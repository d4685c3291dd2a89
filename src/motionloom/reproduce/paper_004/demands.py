"""Paper 004, figure 4 and section 4.1: the original collection and the enriched one held against the same demands."""

from __future__ import annotations

from dataclasses import replace

from motionloom.reproduce.libraries import reporting_library, say_library
from motionloom.reproduce.paper_004.enriching import enrich
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

MAPS = "more/maps"
SIMULATED = 60  # demands of simulated players, where the paper had those of a game
ITERATIONS = 40, 15  # of the search: full, quick
FEW = 4  # demands of the quick form


def run(given: Given) -> Outcome:
    """Demands written by hand, answered from both; scores sorted, shares of frames."""
    from motionloom.demands.comparing import PAPER, compare_pools, draw_comparison
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.hand_demands import hand_demands
    from motionloom.demands.making import Wish
    from motionloom.demands.simulated_players import map_demands
    from motionloom.making.choice import Choice

    library, maps = reporting_library(given), given.find(MAPS)
    asked = hand_demands()[::10][:FEW] if given.quick else hand_demands()
    asked += map_demands(sorted(maps.glob("*.map")), SIMULATED) if maps is not None else []
    before = gather_pool(library, Choice(body=True))
    enrich(given)
    after = gather_pool(library, replace(Choice(body=True), origin="any"))
    sides = [("original", library, before), ("enriched", library, after)]
    comparison, _ = compare_pools(sides, asked, Wish(iterations=ITERATIONS[given.quick]), given.progress)
    told = comparison.to_json()
    enriched, shares = told["other"], {"not_human": "3.4 %", "newly_made": "20.1 %"}
    numbers = [
        Number("demands", comparison.demands, f"{PAPER['demands']}", "", 0.0),
        Number("frames to choose from, original", told["one"]["pool_frames"], "22,645", "", 60.0),
        Number("frames to choose from, enriched", enriched["pool_frames"], "36,753", "", 200.0),
        Number("enriched is better for", told["better"], "", "demands", 2.0),
        Number("enriched is worse for", told["worse"], "", "demands", 2.0),
        *(
            Number(f"frames shown that are {name.replace('_', ' ')}", 100 * enriched[f"share_{name}"], paper, "%", 8.0)
            for name, paper in shares.items()
        ),
        Number("frames that people found unnatural", enriched["false_positives"], f"{PAPER['false_positives']} of {PAPER['frames']:,}"),
    ]
    path = given.picture("004-4.png")
    draw_comparison(comparison, path)
    return Outcome(say_library(given), tuple(numbers), DIFFERS, (path.name,))


DIFFERS = (
    "Sixty demands are of simulated players on maps of games, for nobody played (the quick form has four by hand only), and no person "
    "looked for false positives, so none are counted; with several times the paper's captures to choose from and few transplants, hardly "
    "any of these is shown, and the enriched side wins about as often as it loses: the paper's gain is not found."
)
register(
    Result(
        "004",
        "4",
        "Original and enriched, held against the same demands",
        "Of 100 demands (28,800 frames) the enriched collection meets some much better and avoids catastrophes; 3.4 % of the frames shown "
        "are not human, 20.1 % newly made, 7 false positives.",
        run,
        also=("000-4.4", "004-4.1"),
    )
)
