"""Libraries of version 1 open, are brought up to date, and lose nothing.

`version_1` was written by Motionloom as it was before recipes (commit d29f67c): its database as SQL, its arrays as they were.
"""

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.library import Library, check_library, schema
from motionloom.library.earlier_recipes import bring_up_to_date
from motionloom.library.maintenance.tidy import tidy_library

FIXTURE = Path(__file__).parent / "version_1"
OLD = {"held": "clean", "blended": "blend", "looped": "loop", "transition": "transition", "wandered": "machine"}
OLD |= {"through the graph": "graph_path"}


@pytest.fixture
def folder(tmp_path):
    """The library as it was."""
    shutil.copytree(FIXTURE / "arrays", tmp_path / "arrays")
    database = sqlite3.connect(tmp_path / "library.db")
    database.executescript((FIXTURE / "library.sql").read_text())
    database.close()
    return tmp_path


@pytest.fixture
def before(folder):
    """Every row of every table, as it was."""
    database = sqlite3.connect(folder / "library.db")
    database.row_factory = sqlite3.Row
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
    rows = {table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}
    assert database.execute("PRAGMA user_version").fetchone()[0] == 1
    database.close()
    return rows


@pytest.fixture
def library(before, folder):
    with Library.open(folder) as opened:
        yield opened


def test_it_is_of_the_newest_version_and_sound(library):
    assert library.database.read("PRAGMA user_version")[0][0] == schema.VERSION
    assert {clip.glitches for clip in library.clips()} == {None}  # nobody has looked for any
    told = check_library(library)
    assert [problem.kind for problem in told.problems] == []
    assert None not in {clip.glitches for clip in library.clips()}
    assert all(len(library.motion(clip.id)) == clip.frames for clip in library.clips())


def test_nothing_is_lost(library, before):
    for table, rows in before.items():
        after = {
            json.dumps([value for name, value in row.items()][:1]): row
            for row in map(dict, library.database.read(f"SELECT * FROM {table}"))
        }
        if table in ("labels", "judgements"):  # keys of several columns
            assert list(map(dict, library.database.read(f"SELECT * FROM {table}"))) == rows
            continue
        assert len(after) == len(rows)
        for row in rows:
            kept = after[json.dumps([value for name, value in row.items()][:1])]
            changed = {name for name, value in row.items() if kept[name] != value}
            assert changed <= ({"recipe", "made"} if table == "clips" else set()), (table, changed)


def test_recipes_are_todays_and_say_all_they_said(library, before):
    from motionloom.making.recipe import from_json

    said = {row["name"]: json.loads(row["recipe"]) for row in before["clips"]}
    for name, kind in OLD.items():
        recipe = from_json(library.recipe(library.find(name)))
        assert (recipe.kind, recipe.options["earlier"]) == (kind, said[name])
        for source in recipe.sources:
            assert source.content == library.clip(source.clip).fingerprint
    named = {source.clip for source in from_json(library.recipe(library.find("transition"))).sources}
    other = next(row["id"] for row in before["clips"] if row["name"] == "other")
    assert named == {library.find("capture"), other, library.find("held")}


def test_the_samples_performers_were_performed_and_what_made_them_has_changed_since(library):
    from motionloom.making.makers import make
    from motionloom.making.recipe import RecipeError, from_json
    from motionloom.making.sources import Sources

    (clip,) = [clip for clip in library.clips() if clip.source == "sample"]
    assert not clip.made
    recipe = from_json(library.recipe(clip.id))
    with pytest.raises(RecipeError, match="made by version 1 of 'sample'; here is version 3"):
        make(Sources(), recipe)
    again = make(Sources(), replace(recipe, version=3)).motion
    # Written on another machine: where a leg is nearly straight the last bits of another processor come out a hundred times larger.
    np.testing.assert_allclose(again.positions(), library.motion(clip.id).positions(), atol=2e-5)


def test_documents_know_the_clips_they_name(library, before):
    (machine,) = library.documents("machine")
    assert set(machine.clips) == {library.find("capture"), library.find("held")}
    assert library.document_bytes(machine.id) == b"a later machine"
    assert machine.data["edited"] is True
    (oracle,) = library.documents("foot_plant_oracle")
    assert oracle.clips == ()


def test_tidying_frees_nothing_that_they_rest_on(library, before):
    other = next(row["id"] for row in before["clips"] if row["name"] == "other")
    held, capture = library.find("held"), library.find("capture")
    library.apply({"kind": "delete_clips", "clips": [held, capture]})
    report = tidy_library(library, free=True, settled=0.0, young=0.0)
    assert set(report.kept) == {"held", "capture", "other"}
    assert all(library.clip(clip).content for clip in (other, held, capture))


def test_what_could_be_undone_can_still_be(library, before):
    other = next(row["id"] for row in before["clips"] if row["name"] == "other")
    assert library.clip(other).deleted
    library.undo("w1")
    assert not library.clip(other).deleted
    library.undo("w1")
    assert "slow" not in library.clip(library.find("capture")).labels
    (machine,) = library.documents("machine")
    for _ in range(20):
        if library.undo() is None or not library.documents("machine"):
            break
    while library.redo():
        pass
    again = library.document(machine.id)
    assert (dict(again.data), set(again.clips)) == (dict(machine.data), set(machine.clips))


def test_a_file_of_old_is_read_as_one_of_today():
    old = {"made_by": "sample", "performer": "ada", "behaviour": "walk", "seed": 2, "options": {"noise": 0.5, "skate": 0.0}}
    from motionloom.making.makers.sample import sample_recipe

    assert bring_up_to_date(old) == {**sample_recipe("ada", "walk", 2, noise=0.5).to_json(), "version": 1}
    assert bring_up_to_date({"made_by": "loop", "clip": "x"})["options"] == {"earlier": {"made_by": "loop", "clip": "x"}}
    assert bring_up_to_date({"kind": "loop"}) == {"kind": "loop"}
    assert bring_up_to_date({}) == {}
