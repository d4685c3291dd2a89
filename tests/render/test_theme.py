"""Colours in and out of linear light."""

from __future__ import annotations

import pytest

from motionloom.core.errors import MotionloomError
from motionloom.render.theme import DARK, THEMES, linear, theme_named, to_srgb_table


def test_every_colour_of_every_theme_can_be_read() -> None:
    for theme in THEMES.values():
        colours = [value for value in vars(theme).values() if isinstance(value, str) and value.startswith("#")]
        assert len(colours) >= 14
        assert all(0 <= linear(colour).min() <= linear(colour).max() <= 1 for colour in (*colours, *theme.cast))


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#d8794d", "#123456"])
def test_light_becomes_the_bytes_it_came_from(colour: str) -> None:
    table = to_srgb_table()
    bytes_back = [int(table[round(channel * 4095)]) for channel in linear(colour)]
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    assert max(abs(a - b) for a, b in zip(bytes_back, wanted, strict=True)) <= 1


def test_a_word_is_not_a_colour() -> None:
    with pytest.raises(MotionloomError, match=r"'blue' is not a colour; write it as #rrggbb"):
        linear("blue")


def test_themes_by_name() -> None:
    assert theme_named("dark") is DARK
    assert theme_named(DARK) is DARK
    with pytest.raises(MotionloomError, match=r"no theme 'pink'; there are light, dark"):
        theme_named("pink")
