"""Colours and lights of a picture; all the looks that are a matter of taste are decided here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionloomError, list_names

Colour = NDArray[np.float64]


@dataclass(frozen=True)
class Theme:
    """Colours as '#rrggbb'; light strengths as plain numbers. clear: pictures without floor and sky, to lie on any ground."""

    name: str
    sky: str
    horizon: str
    ground: str
    grid: str
    shadow: str
    text: str
    body: str
    left: str
    right: str
    bone: str
    joint: str
    face: str
    trail: str
    plant: str
    mark: str
    cast: tuple[str, ...]
    key: float = 0.86
    fill: float = 0.16
    ambient: float = 0.36
    rim: float = 0.25
    shadow_strength: float = 0.6
    clear: bool = False


LIGHT = Theme(
    name="light",
    sky="#f7f6f3",
    horizon="#eceae5",
    ground="#e3e0da",
    grid="#c6c2ba",
    shadow="#6f6a70",
    text="#5b5b62",
    body="#dcd8d1",
    left="#d8794d",
    right="#4a87ab",
    bone="#d9d4cc",
    joint="#5c7f95",
    face="#b3aca3",
    trail="#7a5aa8",
    plant="#2fa36b",
    mark="#d0344f",
    cast=("#d9d4cc", "#9fb4a2", "#c9b28f", "#a9a3c4", "#8fa6b8", "#c49a98"),
)

DARK = Theme(
    name="dark",
    sky="#15171b",
    horizon="#1d2026",
    ground="#252930",
    grid="#3a404a",
    shadow="#07080a",
    text="#a7adb8",
    body="#b9bcc2",
    left="#e88a4f",
    right="#4aa3cf",
    bone="#b9bcc2",
    joint="#7fa9c4",
    face="#868b94",
    trail="#b493e6",
    plant="#4fd394",
    mark="#ff5d76",
    cast=("#b9bcc2", "#93ab97", "#b79f7b", "#9a93bb", "#7f98ac", "#b88a88"),
    key=0.85,
    fill=0.15,
    ambient=0.26,
    rim=0.55,
    shadow_strength=0.75,
)

# Greys and colours that stand out from a light page as from a dark one. Floor and shadow only measure what shows through.
CLEAR = replace(
    DARK,
    name="clear",
    sky="#ffffff",
    horizon="#ffffff",
    ground="#ffffff",
    grid="#ffffff",
    shadow="#000000",
    body="#a9adb4",
    left="#dd7c42",
    right="#3d93c0",
    face="#7d828b",
    ambient=0.22,
    rim=0.3,
    shadow_strength=0.45,
    clear=True,
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_named(theme: str | Theme) -> Theme:
    """The theme of that name, or the theme itself."""
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise MotionloomError(f"no theme {theme!r}; there are {list_names(tuple(THEMES))}")
    return THEMES[theme]


@cache
def _linear(colour: str) -> tuple[float, float, float]:
    text = colour.removeprefix("#")
    try:
        if len(text) != 6:
            raise ValueError
        srgb = [int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    except ValueError:
        raise MotionloomError(f"{colour!r} is not a colour; write it as #rrggbb, for example #e2764a") from None
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb)
    return red, green, blue


def linear(colour: str) -> Colour:
    """Light (3,) linear, 0..1, of a colour written '#rrggbb'."""
    return np.array(_linear(colour))


@cache
def to_srgb_table() -> NDArray[np.uint8]:
    """(4096,) screen bytes of linear light 0..1 in equal steps."""
    light = np.arange(4096) / 4095
    srgb = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(srgb * 255).astype(np.uint8)
