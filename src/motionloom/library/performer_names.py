"""Who performed a motion, as far as the name of its file says."""

from __future__ import annotations

import re

# CMU and AMASS (16_15, 02_01_poses) begin with the performer's number; LaFAN1 and others name him (walk1_subject5, actor-2_jump).
_PATTERNS = (
    re.compile(r"^(\d{1,3})_\d{1,3}(?:_(?:poses|stageii))?$"),
    re.compile(r"(?:^|[_\s-])(?:subject|actor|performer)[_\s-]?(\d{1,3})(?:$|[_\s-])", re.IGNORECASE),
)


def find_performer(stem: str) -> str:
    """The performer that a file's name, without its suffix, tells: "16" of 16_15, "2" of 02_01; "" where it tells none."""
    for pattern in _PATTERNS:
        found = pattern.search(stem)
        if found is not None:
            return found[1].lstrip("0") or "0"
    return ""
