"""There is one way to add what was made, one to say how, and one to choose clips: no room has its own."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "motionloom"
FILES = {file.relative_to(SOURCE).as_posix(): file for file in sorted(SOURCE.rglob("*.py"))}
# The library keeps clips and knows what libraries of old said; formats carry recipes through files; making is the one way.
KEEPERS = ("library/", "making/", "formats/")
ADDING = {"store_clip", "add_stored", "insert_clips"}
CONDITIONS = {"made", "subject", "source", "labels", "annotations"}
ORIGINS = {"made", "subject", "source"}  # what a list of clips must not be picked over by, once it was chosen
# Listing, exporting and looking for what a person typed is the library's own filter, not a choice of what a room works on.
# The judge stands below making, and holds what is made against captures as they were recorded. The trial of growing libraries measures
# how long that filter takes.
LISTING = ("cli/library.py", "cli/export.py", "studio/routes/", "judge/", "trials/scaling.py")


def name_of(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def adds_or_writes(tree):
    """What a file does that only `making` may: a line number and words each."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value == "made_by":
            yield node.lineno, "writes or reads a made_by dictionary"
        if not isinstance(node, ast.Call):
            continue
        called = name_of(node.func)
        if called in ADDING:
            yield node.lineno, f"calls {called}"
        if called == "add" and isinstance(node.func, ast.Attribute) and name_of(node.func.value) == "library":
            yield node.lineno, "calls library.add"
        for keyword in node.keywords:
            empty = isinstance(keyword.value, ast.Dict) and not keyword.value.keys
            if keyword.arg == "recipe" and called in ("with_arrays", "replace", "Motion") and not empty:
                yield node.lineno, "puts a recipe into a motion"


def chooses(tree):
    """Where a file picks clips by what they are, by itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute | ast.alias) and (name_of(node) or getattr(node, "name", "")) == "is_performed":
            yield getattr(node, "lineno", 0), "asks is_performed"
        asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clips"
        if asks and (node.args or CONDITIONS & {keyword.arg for keyword in node.keywords}):
            yield node.lineno, "filters clips by itself"
        if isinstance(node, ast.comprehension):
            picked = {name_of(part) for test in node.ifs for part in ast.walk(test) if isinstance(part, ast.Attribute)}
            if name_of(node.target) == "clip" and picked & ORIGINS:
                yield node.iter.lineno, "picks clips by " + ", ".join(sorted(picked & ORIGINS))


def found(look, passed):
    for place, file in FILES.items():
        if not place.startswith(passed):
            for line, words in look(ast.parse(file.read_text())):
                yield f"{place}:{line} {words}"


def test_no_room_but_making_adds_made_clips_or_writes_provenance():
    assert list(found(adds_or_writes, KEEPERS)) == []


def test_clips_are_chosen_in_one_way():
    assert list(found(chooses, (*KEEPERS, *LISTING))) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('recipe = {"made_by": "loop"}', "made_by"),
        ("library.add(motion, 'x')", "library.add"),
        ("current.library.add(motion, 'x')", "library.add"),
        ("motion.with_arrays(a, b, recipe={'kind': 'x'})", "puts a recipe"),
    ],
)
def test_the_eye_sees_what_it_must(text, words):
    assert any(words in said for _, said in adds_or_writes(ast.parse(text)))


def test_the_eye_sees_choices():
    for text in ("library.clips('walk')", "library.clips(made=False)", "[clip for clip in x if clip.made]", "is_performed(clip)"):
        assert list(chooses(ast.parse(text))), text
    assert not list(chooses(ast.parse("library.clips()")))
