"""The diff of docs/extending.md that puts a panel into a workspace is the whole of it, and fits what is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PANELS = ROOT / "studio" / "src" / "panels"
PANEL = re.compile(r'id: "(\w+)",\s*title: "[^"]+",\s*icon: "\w+",\s*dock: "(\w+)",\s*workspaces: (\[[^\]]*\]|"all")')
MOST = 3


def read_diff() -> tuple[str, str, str]:
    """File, line before and line after, of the first diff below "## Workspaces"."""
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    diff = page.split("## Workspaces", 1)[1].split("```diff\n", 1)[1].split("```", 1)[0]
    lines = diff.splitlines()
    (before,), (after,) = ([line[1:] for line in lines if re.match(rf"[{sign}][^-+]", line)] for sign in ("-", "+"))
    (file,) = [line.removeprefix("--- a/") for line in lines if line.startswith("--- ")]
    return file, before, after


def find_panels(text: str) -> dict[str, tuple[str, list[str]]]:
    """Dock and workspaces of the panels in a source, by id."""
    return {name: (dock, re.findall(r'"(\w+)"', spaces)) for name, dock, spaces in PANEL.findall(text)}


def test_the_diff_applies_to_the_panel_and_changes_nothing_but_its_workspaces() -> None:
    file, before, after = read_diff()
    text = (ROOT / file).read_text(encoding="utf-8")
    assert text.count(before) == 1, "the line that docs/extending.md changes is not in the panel any more"
    changed = find_panels(text.replace(before, after))
    ((name, (dock, spaces)),) = find_panels(text).items()
    assert changed[name][0] == dock
    (added,) = set(changed[name][1]) - set(spaces)
    assert (ROOT / "studio" / "src" / "workspaces" / f"{added}.ts").is_file()


def test_the_side_that_it_joins_has_room() -> None:
    file, before, after = read_diff()
    held: dict[tuple[str, str], set[str]] = {}
    for source in PANELS.glob("*.ts*"):
        text = source.read_text(encoding="utf-8")
        for name, (dock, spaces) in find_panels(text.replace(before, after) if source == ROOT / file else text).items():
            for space in spaces:
                held.setdefault((space, dock), set()).add(name)
    assert held, "no panel was found"
    assert {place: names for place, names in held.items() if len(names) > MOST} == {}
