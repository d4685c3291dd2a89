"""Acts of a proposed machine that end in something that could not be made: they end elsewhere, or are left out and said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from motionloom.behaviours.states import RATE, State, cost_between

ENDING = 0.5  # seconds of an act by which it is told where it ends


def end_elsewhere(states: Sequence[State], planned: Collection[str]) -> tuple[list[State], list[tuple[str, str]]]:
    """States of which every act ends in something that goes on, and names of those left out with the reason.

    planned: names of what was to go on for ever, made or not. A start, a stop or a turn of a gait that could not be made is nothing without
    it; any other act ends in what its last moments are most like.
    """
    cycles = {state.name: state for state in states if state.cyclic}
    lost = [name for name in planned if name not in cycles]
    kept, left_out = list[State](), list[tuple[str, str]]()
    for state in states:
        gait = next((name for name in lost if _is_part_of(state.name, name)), "")
        if not state.cyclic and (gait or not cycles):
            left_out.append((state.name, f"it is part of {gait or state.default}, which is not in the machine"))
        elif not state.cyclic and state.default in lost:
            kept.append(replace(state, default=_find_nearest(state, cycles)))
        else:
            kept.append(state)
    return kept, left_out


def _is_part_of(act: str, gait: str) -> bool:
    """Whether an act begins, ends or bends a gait, or changes from it or into it."""
    acts = (f"{gait}_start", f"{gait}_stop", f"{gait}_turn_left", f"{gait}_turn_right")
    return act in acts or act.startswith(f"{gait}_to_") or act.endswith(f"_to_{gait}")


def _find_nearest(act: State, cycles: dict[str, State]) -> str:
    """The state whose frames are nearest to the last moments of an act."""
    last = act.motions[0][-round(ENDING * RATE) :]
    away = {name: float(cost_between(last, cycle.motions[0]).min(axis=1).mean()) for name, cycle in cycles.items()}
    return min(away, key=lambda name: float(np.nan_to_num(away[name], nan=np.inf)))
