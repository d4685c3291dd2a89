"""Light into screen bytes, compiled."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from motionloom.core._compiled import fast


@fast
def to_bytes(light, table, start, stop, picture):
    """Fill the rows start..stop of picture (height, width, 3) from linear light of that shape; table (4096,) bytes of light 0..1."""
    for y in range(start, stop):
        for x in range(light.shape[1]):
            for c in range(3):
                # Clamped as a whole number: whatever the light is, the table is never read past its ends.
                picture[y, x, c] = table[min(max(int(light[y, x, c] * 4095 + 0.5), 0), 4095)]
