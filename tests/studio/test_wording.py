"""Lines for a terminal become lines for the studio."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import motionloom
from motionloom.formats.units import UNITS
from motionloom.making.makers import MAKERS
from motionloom.studio import protocol
from motionloom.studio.typescript import TARGET
from motionloom.studio.wording import LABELS, in_studio


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("unit: guessed cm from a height of 1.7 m (--unit sets it)", "unit: guessed cm from a height of 1.7 m (\u201cUnit\u201d sets it)"),
        ("if so, read it with --fps 60", "if so, read it with \u201cFrame rate\u201d 60"),
        ("a.amc: expected its skeleton a.asf beside it, found none (--asf FILE names it)", "drop that .asf together with it"),
        ("walk -- run--up, --upper, --united", "walk -- run\u201cUp\u201d, --upper, --united"),
    ],
)
def test_flags_become_controls(said: str, shown: str) -> None:
    assert shown in in_studio(said)


def test_no_reader_advises_a_flag_that_the_studio_lacks() -> None:
    package = Path(motionloom.__file__).parent
    lines = [
        line
        for room in ("formats", "core")
        for file in sorted((package / room).rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"(?<!\w)--[a-z]", line) and not line.lstrip().startswith("#")
    ]
    assert len(lines) > 10
    assert [line for line in lines if re.search(r"(?<![\w`])--[a-z]", in_studio(line).replace("import --roles", ""))] == []


def test_the_sheet_has_every_control_that_is_named() -> None:
    sheet = TARGET.parents[1] / "panels" / "reading.tsx"
    if not sheet.is_file():
        pytest.skip("the client's sources are not beside this package")
    text = sheet.read_text(encoding="utf-8")
    for label in LABELS.values():
        assert f"{label}\n" in text or f'"{label}"' in text, label


def test_the_units_are_those_of_the_readers() -> None:
    for unit in UNITS:
        assert protocol.ReadAs(unit=unit).unit == unit  # type: ignore[arg-type]


# What stands between tags and expressions, and what labels, titles and hints say.
_SHOWN = re.compile(r"(?<=[>}])([^<>{}=;()\[\]`|&?$]{3,})(?=[<{])|(?:aria-label|label|title|placeholder|words)(?:=|: )\"([^\"]+)\"")
_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# Words of the program's inside, which people were shown once: plants as bits, links as edges, recipes as JSON and by their kind's name.
_INNER = re.compile(r"\b(bits?|edges?|nodes?|json|null|undefined)\b|\b(feet|transition|machine)\.[a-z]+\b", re.IGNORECASE)


def test_the_page_speaks_in_words_of_people() -> None:
    client = TARGET.parents[1]
    if not client.is_dir():
        pytest.skip("the client's sources are not beside this package")
    files = [file for file in sorted(client.rglob("*.ts*")) if not file.name.endswith(".test.ts")]
    read = [_COMMENT.sub("", file.read_text(encoding="utf-8")) for file in files]
    shown = [text for source in read for pair in _SHOWN.findall(source) for text in pair if text]
    assert len(shown) > 500
    assert [text for text in shown if _INNER.search(text)] == []
    assert {text for text in shown if re.search(r"\bgraphs?\b", text, re.IGNORECASE) and "otion graph" not in text} == set()


def test_every_maker_says_what_it_did_in_words() -> None:
    for maker in MAKERS.all().values():
        assert re.fullmatch(r"[A-Z][^._{}]*", maker.title), maker
