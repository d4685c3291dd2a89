"""Which of several licences binds what was made of them all."""

from __future__ import annotations

import re
from collections.abc import Iterable

# From the freest to the strictest; the first pattern that fits counts. What is not known here counts as stricter than all.
_KNOWN = (
    r"cc0|public domain|unlicense|pddl",
    r"\bmit\b|\bbsd\b|apache|\bisc\b|zlib",
    r"^(?!.*(nc|nd|sa|non.?commercial|share.?alike|no.?deriv)).*(cc.?by|attribution)",
    r"^(?!.*(nc|nd|non.?commercial|no.?deriv)).*(sa\b|share.?alike|gpl)",
    r"^(?!.*(nd|no.?deriv)).*(nc|non.?commercial|research)",
    r"nd\b|no.?deriv",
)


def strictest(licences: Iterable[str]) -> str:
    """The strictest of some licences; those that are as strict as it are named with it. Nothing said is no licence."""
    said = list(dict.fromkeys(filter(None, (licence.strip() for licence in licences))))
    if len(said) < 2:
        return said[0] if said else ""
    most = max(_rank(licence) for licence in said)
    return " + ".join(licence for licence in said if _rank(licence) == most)


def _rank(licence: str) -> int:
    text = licence.lower()
    return next((rank for rank, pattern in enumerate(_KNOWN) if re.search(pattern, text)), len(_KNOWN))
