"""Units named, stated and guessed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import EndSite, MotionloomError, Skeleton
from motionloom.core.body import body_of
from motionloom.formats.units import UNITS, guess_unit, measure_height, name_unit, parse_unit


def scaled(skeleton: Skeleton, factor: float) -> Skeleton:
    sites = tuple(EndSite(site.parent, tuple(x * factor for x in site.offset)) for site in skeleton.end_sites)  # type: ignore[arg-type]
    return replace(skeleton, offsets=skeleton.offsets * factor, end_sites=sites, rest_root=skeleton.rest_root * factor)


@pytest.mark.parametrize("unit", ["m", "cm", "mm", "in", "cmu"])
@pytest.mark.parametrize("height", [1.4, 1.6, 1.75, 2.1])
def test_an_adult_in_any_unit_is_recognised(unit: str, height: float, skeleton: Skeleton) -> None:
    body = scaled(skeleton, height / body_of(skeleton).height / UNITS[unit])
    name, metres, why = guess_unit(body)
    assert metres == UNITS[unit]
    assert why == f"unit: guessed {name} from a body height of {height:.2f} m (--unit sets it)"


def test_bones_without_a_body_are_measured_along_their_length(skeleton: Skeleton) -> None:
    nameless = replace(scaled(skeleton, 100), names=tuple(f"b{i}" for i in range(len(skeleton))), end_sites=skeleton.end_sites[:1])
    lengths = measure_height(replace(nameless, given_roles={}))
    assert lengths[1].startswith("the bones' length")
    assert guess_unit(replace(nameless, given_roles={}))[1] == 0.01


def test_a_skeleton_of_no_size_is_taken_in_metres() -> None:
    point = Skeleton(("a", "b"), np.array([-1, 0]), np.zeros((2, 3)))
    assert guess_unit(point) == ("m", 1.0, "unit: taken as metres, for the skeleton has no size (--unit sets it)")


def test_doubt_is_said(skeleton: Skeleton) -> None:
    assert "no unit we know gives a human height" in guess_unit(scaled(skeleton, 3))[2]


@pytest.mark.parametrize(
    ("text", "name", "metres"),
    [
        ("cm", "cm", 0.01),
        (" Centimetres", "cm", 0.01),
        ("inch", "in", 0.0254),
        ("feet", "ft", 0.3048),
        ("CMU", "CMU (5.64 cm)", 0.0254 / 0.45),
        ("0.01", "cm", 0.01),
        (0.5, "0.5 m", 0.5),
        (1, "m", 1.0),
    ],
)
def test_units_by_name_or_number(text: str | float, name: str, metres: float) -> None:
    assert parse_unit(text) == (name, metres)


@pytest.mark.parametrize("text", ["yards", "", "-1", "0", "nan", "inf", 0.0])
def test_what_is_no_unit(text: str | float) -> None:
    with pytest.raises(MotionloomError):
        parse_unit(text)


def test_known_lengths_have_names() -> None:
    assert [name_unit(metres) for metres in (1.0, 0.01, 0.3048, 0.0564444, 2.0)] == ["m", "cm", "ft", "CMU (5.64 cm)", "2 m"]


@pytest.mark.data
def test_every_capture_is_of_human_height_in_its_unit(captures: dict[Path, object]) -> None:
    assert len(captures) == 365
    for path, loaded in captures.items():
        height = body_of(loaded.motion.skeleton).height  # type: ignore[attr-defined]
        expected = "cm" if "bandai" in path.parts else "CMU (5.64 cm)"
        assert (loaded.unit, loaded.unit_guessed) == (expected, True), path  # type: ignore[attr-defined]
        assert 1.4 <= height <= 2.1, path
