"""Whether the motion does what its label says: "run" answered by standing is the worst of answers, however natural."""

from __future__ import annotations

import numpy as np

from motionloom.judge.activities import fails
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """1 (F, 1) where the motion does none of the things that its labels with a test say, 0 where it does one; nan without such a label."""
    found = {label: fails(take, label) for label in take.labels}
    tested = {label: values for label, values in found.items() if values is not None}
    if not tested:
        return Reading(np.full((len(take), 1), np.nan), ("no label",))
    return Reading(np.min(list(tested.values()), axis=0)[:, None], (" or ".join(tested),))


MEASURE = register(Measure("activity", "frames that do not do what the label says", "", read, ("share",)))
