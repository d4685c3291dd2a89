"""The transplants of a pair whose clocks are known: every cut, both ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motionloom.align.time_warp import Warp
from motionloom.enrich.transplants.maker import transplant_recipe
from motionloom.enrich.transplants.rule import Candidate, Settings
from motionloom.making.recipe import Recipe

Span = tuple[int, int]


def both_ways(
    one: Candidate, two: Candidate, of_one: Span, of_two: Span, cuts: Sequence[str], rule: str, settings: Settings, warp: Warp | None = None
) -> list[Recipe]:
    """Every cut of the second on the first, then of the first on the second. warp: from seconds of the first's span to the second's."""
    there = () if warp is None else (warp.times.tolist(), warp.values.tolist())
    found = []
    for host, donor, host_span, donor_span, clock in (
        (one, two, of_one, of_two, there),
        (two, one, of_two, of_one, there[::-1]),
    ):
        if not clock:
            host_span, donor_span = _fit(host, donor, host_span, donor_span)
        sources = host.part(*host_span), donor.part(*donor_span)
        found += [transplant_recipe(*sources, cut, clock, rule=rule, chest=settings.chest) for cut in cuts]
    return found


def _fit(host: Candidate, donor: Candidate, of_host: Span, of_donor: Span) -> tuple[Span, Span]:
    """The spans with the host's cut so that the donor, at its own rate, lasts as long."""
    ratio = donor.motion.fps / host.motion.fps
    frames = min(of_host[1] - of_host[0], int(np.floor((of_donor[1] - of_donor[0] - 1) / ratio + 1e-9)) + 1)
    needed = int(np.ceil((frames - 1) * ratio - 1e-9)) + 1
    return (of_host[0], of_host[0] + frames), (of_donor[0], min(of_donor[0] + needed, of_donor[1]))
