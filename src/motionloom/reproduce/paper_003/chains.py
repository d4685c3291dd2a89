"""Paper 003, figure 5: a body's six independent kinematic chains."""

from __future__ import annotations

import numpy as np

from motionloom.core.motion import Motion
from motionloom.core.parts import UPPER_BODY, find_chains, find_part
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_003.clips import find_motions, say_motions
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def run(given: Given) -> Outcome:
    """Find the chains of the skeleton, and draw each in a colour."""
    motion = find_motions(given)[0]
    chains = find_chains(motion.skeleton)
    owned = np.sum([mask.joints for mask in chains.values()], axis=0)
    numbers = (
        Number("chains", len(chains), "6", "", 0.0),
        Number("joints of the skeleton", len(motion.skeleton), "", "", 0.0),
        Number("joints in exactly one chain", int((owned == 1).sum()), "", "", 0.0),
        Number("joints that a graft replaces", int(find_part(motion.skeleton, UPPER_BODY).joints.sum()), "", "", 0.0),
    )
    return Outcome(say_motions(given), numbers, DIFFERS, (_draw(given, motion),))


def _draw(given: Given, motion: Motion) -> str:
    points, parents = motion.positions()[0], motion.skeleton.parents
    across = points - points[0]
    figure = new_figure(4.5, 5)
    axes = figure.add_subplot()
    for n, (name, mask) in enumerate(find_chains(motion.skeleton).items()):
        for joint in mask.indices:
            if parents[joint] >= 0:
                ends = across[[parents[joint], joint]]
                axes.plot(ends[:, 0] + 0.3 * ends[:, 2], ends[:, 1], "o-", color=f"C{n}", markersize=3, lw=2.5)
        axes.plot([], [], color=f"C{n}", lw=2.5, label=name.replace("_", " "))
    axes.set(aspect="equal", xticks=[], yticks=[])
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    path = given.picture("003-5.png")
    figure.savefig(path, dpi=90)
    return path.name


DIFFERS = "The same six chains, found by the roles of joints instead of their names, so that every skeleton with roles has them."
register(
    Result(
        "003",
        "5",
        "Six independent chains",
        "Head, both arms, trunk and both legs are chains whose motion can be replaced independently of each other.",
        run,
    )
)
