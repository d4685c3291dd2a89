"""A room imports only from rooms above it; files and functions stay small."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "motionloom"
# From the ground up. The rooms that make motion do not import each other.
ORDER = ("core", "formats", "render", "sample", "compute", "glitches", "library", "judge", "align", "feet", "score", "graphs", "making")
MAKERS = ("transitions", "behaviours", "enrich", "demands", "keyframes", "edits")
ABOVE = ("navigation",)  # stands on a maker
TOP = ("bench", "trials", "reproduce", "studio", "cli")
# Motion.save and Motion._repr_html_ are the one door from the ground to the rooms above it.
ALLOWED = {("core/motion.py", "formats"), ("core/motion.py", "render")}
FILES = sorted(SOURCE.rglob("*.py"))


def imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from ([f"{node.module}.{alias.name}" for alias in node.names] if node.module == "motionloom" else [node.module])


def rank(room):
    if room in ORDER:
        return ORDER.index(room)
    return len(ORDER) if room in MAKERS else len(ORDER) + 1 + (*ABOVE, *TOP).index(room)


@pytest.mark.parametrize("file", [f for f in FILES if len(f.relative_to(SOURCE).parts) > 1], ids=lambda f: str(f.relative_to(SOURCE)))
def test_imports_go_down(file):
    place = file.relative_to(SOURCE)
    room = place.parts[0]
    for name in imports(ast.parse(file.read_text())):
        parts = name.split(".")
        if parts[0] != "motionloom" or len(parts) < 2 or parts[1] in (room, "__version__"):
            continue
        if (place.as_posix(), parts[1]) not in ALLOWED:
            assert rank(parts[1]) < rank(room), f"{place} imports {name}, which is not below {room}"


def test_every_room_has_its_place():
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__" and any(path.rglob("*.py"))}
    assert rooms <= {*ORDER, *MAKERS, *ABOVE, *TOP}


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_files_and_functions_stay_small(file):
    text = file.read_text()
    assert text.count("\n") <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 80, f"{node.name} is too long"
