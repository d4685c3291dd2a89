"""What a survey of machines found, as plain data and as a table for a page: labels in, states out, what is missing and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from motionloom.behaviours.building import Built
from motionloom.behaviours.machine_file import to_bytes
from motionloom.behaviours.measures import measure_delays, measure_joins
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.state_table import table_of
from motionloom.behaviours.surveying import Survey, compare_built
from motionloom.behaviours.whole_takes import open_takes
from motionloom.library import Library

ASKED = 20  # requests between any two states by which delays are measured
MEGABYTE = 1e6
MANY = 6  # ways that were forced: more are counted
HEAD = (
    "performer",
    "labels in",
    "states out",
    "does what its name says, captured and played",
    "reached and left",
    "forced",
    "left out, and why",
    "delay s, mean and worst",
    "joins: m/s² and rad/s at most / its clips' 99.9th percentile, share above; of whole takes",
    "MB, build CPU s",
)


def row_of(library: Library, built: Built, found: Survey, drawn: StateGraph | None = None, seed: int = 0) -> dict[str, Any]:
    """All that is known of a machine that was built and toured: `table_of`, what was played, delays, joins and its size.

    drawn: a graph that was drawn by hand, which it is held against.
    """
    machine = built.machine
    from_cycles = [each for each in measure_delays(machine, ASKED, seed) if machine.state(each.source).cyclic]
    takes = [take.motion for take in open_takes(library, built.clips, machine.skeleton)]
    chi, rho, absent = (None, None, ()) if drawn is None else compare_built(machine.graph, drawn)
    return {
        **table_of(library, built),
        "played": [vars(row) for row in found.rows],
        "missed": list(found.tour.missed),
        "tour_seconds": found.tour.seconds,
        "mean_delay": float(np.mean([each.mean for each in from_cycles])) if from_cycles else None,
        "worst_delay": max((each.worst for each in from_cycles), default=None),
        "joins": vars(measure_joins(machine, seed=seed, takes=takes)),
        "megabytes": len(to_bytes(machine)) / MEGABYTE,
        "against": None if drawn is None else {"chi": chi, "rho": rho, "absent": [list(edge) for edge in absent]},
    }


def to_markdown(rows: Sequence[Mapping[str, Any]], problems: Mapping[str, str] = MappingProxyType({})) -> str:
    """A table with a line for every machine, and for every performer without one a line that says why."""
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for row in rows:
        cells = (
            row["performer"],
            ", ".join(row["labels"]),
            ", ".join(state["name"] for state in row["states"]),
            _say_deeds(row),
            _say_reached(row),
            _say_forced(row["forced"]),
            _say_left_out(row["left_out"]),
            "one state" if row["mean_delay"] is None else f"{row['mean_delay']:.2f}, {row['worst_delay']:.2f}",
            _say_joins(row["joins"]),
            f"{row['megabytes']:.1f}, {row['cpu_seconds']:.0f}",
        )
        lines.append(f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |")
    drawn = [_say_against(row) for row in rows if row["against"] is not None]
    drawn += [f"{performer} has no machine: {why}." for performer, why in problems.items()]
    return "\n".join([*lines, "", *drawn, ""]) if drawn else "\n".join([*lines, ""])


def _say_deeds(row: Mapping[str, Any]) -> str:
    """Only what is not wholly done is named."""
    played = {each["name"]: each["does"] for each in row["played"]}
    said, untold = [], []
    for state in row["states"]:
        name, captured, done = state["name"], state["does"], played[state["name"]]
        if captured is None and done is None:
            untold.append(f"{name} ({_percent(state['labelled'])})")
        elif min(1.0 if captured is None else captured, 1.0 if done is None else done) < 0.995:
            said.append(f"{name} {_percent(captured)}, {_percent(done)}")
    others = "all others 100 %" if said or untold else "all 100 %"
    told = "; ".join(said + ([others] if len(said) + len(untold) < len(row["states"]) else []))
    return told + (f"; without a test, in brackets how much is of clips labelled so: {', '.join(untold)}" if untold else "")


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _say_reached(row: Mapping[str, Any]) -> str:
    wrong = [each["name"] for each in row["played"] if each["reached"] is None]
    stuck = [each["name"] for each in row["played"] if each["reached"] is not None and not each["left"]]
    parts = [f"not reached: {', '.join(wrong)}"] if wrong else []
    parts += [f"not left on the tour: {', '.join(stuck)}"] if stuck else []
    return "; ".join(parts) or f"all, in {row['tour_seconds']:.0f} s"


def _say_forced(ways: Sequence[Mapping[str, Any]]) -> str:
    """Every way, or how many where they are many."""
    if len(ways) > MANY:
        apart = [100 * each["apart"] for each in ways]
        return f"{len(ways)} ways between acts and rests, {min(apart):.0f} to {max(apart):.0f} cm"
    return "; ".join(f"{each['source']} to {each['target']}, {100 * each['apart']:.0f} cm" for each in ways) or "none"


def _say_left_out(rows: Sequence[Mapping[str, str]]) -> str:
    """What was left out for the same reason together."""
    reasons: dict[str, list[str]] = {}
    for each in rows:
        reasons.setdefault(each["why"], []).append(each["what"])
    return "; ".join(f"{', '.join(whats)}: {why}" for why, whats in reasons.items()) or "nothing"


def _say_joins(joins: Mapping[str, Any]) -> str:
    """At most, and the share above the percentile of the clips that are played and that of the whole takes."""
    parts = []
    for worst, form, names in (("worst", ".0f", ("", "takes_")), ("pose_worst", ".1f", ("pose_", "takes_pose_"))):
        limits = [f"{joins[f'{name}limit']:{form}}, {joins[f'{name}over']:.3%}" for name in names if joins[f"{name}limit"] is not None]
        parts.append(f"{joins[worst]:{form}} / {'; '.join(limits)}")
    return f"{joins['joins']}: {' and '.join(parts)}"


def _say_against(row: Mapping[str, Any]) -> str:
    found = row["against"]
    absent = ", ".join(f"{a} to {b}" for a, b in found["absent"])
    beside = f"{row['performer']} beside the graph drawn by hand: chi {found['chi']:.2f}, rho {found['rho']:.2f}"
    return f"{beside}; drawn, but not there: {absent or 'nothing'}."
