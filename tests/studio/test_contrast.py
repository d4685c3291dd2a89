"""Text can be read on every ground of both themes: a contrast of 4.5 : 1 or more, as WCAG 2 measures it."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

SHEET = Path(__file__).resolve().parents[2] / "studio" / "src" / "styles" / "tokens.css"
LEAST = 4.5
TEXTS = ("text", "text-soft", "text-faint", "good", "warn", "bad", "accent")
PAIRS = [
    *product(TEXTS, ("panel", "raised", "sunken")),
    *product(TEXTS[:3], ("hover",)),
    *product(("on-accent",), ("accent-fill", "accent-hover")),
]


def find_colours(theme: str) -> dict[str, str]:
    block = SHEET.read_text(encoding="utf-8").split(f'data-theme="{theme}"] {{')[1].split("}")[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_text_is_readable_on_every_ground(theme: str) -> None:
    colours = find_colours(theme)
    ratios = {f"--{text} on --{ground}": contrast(colours[text], colours[ground]) for text, ground in PAIRS}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < LEAST} == {}
