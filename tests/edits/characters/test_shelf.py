"""Characters on the shelf: bytes as they were, joint maps that stay, are undone and are used again for the same rig."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import MotionloomError
from motionloom.edits.characters.exporting import export_character
from motionloom.edits.characters.pictures import rest_scene, save_map
from motionloom.edits.characters.shelf import add_character, find_character, map_roles, onto_character, open_document, roles_of
from motionloom.edits.retargeting.maker import retarget_recipe
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.derive import derive
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make
from tests.edits.character_files import play, read_glb, write_hero, write_odd_hero


@pytest.fixture
def library(tmp_path: Path):
    with Library.create(tmp_path / "library") as library:
        made = make("boris", "walk")
        library.add(made.motion[:60], "walk", labels=["walk"], plants=made.plants[:60], subject="boris")
        yield library


def test_a_file_is_kept_byte_by_byte(library: Library, tmp_path: Path) -> None:
    file = write_odd_hero(tmp_path / "hero.glb")
    document = add_character(library, file)
    assert library.document_bytes(document.id) == file.read_bytes()
    shelf.export_entry(library, document, tmp_path / "again.glb")
    again = shelf.import_entry(library, tmp_path / "again.glb", "character", "again")
    assert library.document(again).data["rig"] == document.data["rig"]
    assert len(shelf.open_entry(library, document).skin) == document.data["vertices"]


def test_a_map_is_kept_undone_and_used_again(library: Library, tmp_path: Path) -> None:
    document = add_character(library, write_hero(tmp_path / "hero.glb"))
    map_roles(library, document, {"left_toe": "LeftFoot"}, window="w")
    mapped = find_character(library, "hero")
    assert roles_of(mapped) == {"left_toe": "LeftFoot"}
    character = open_document(library, mapped)
    assert character.skeleton.names[character.roles["left_toe"]] == "LeftFoot"
    other = add_character(library, write_hero(tmp_path / "taller.glb"))
    assert roles_of(other) == {"left_toe": "LeftFoot"}
    library.undo("w")
    assert roles_of(find_character(library, "hero")) == {}
    map_roles(library, other, {"left_toe": ""})
    assert roles_of(find_character(library, "taller")) == {}
    with pytest.raises(MotionloomError, match="no joint 'Tail'"):
        map_roles(library, document, {"left_toe": "Tail"})


def test_a_retargeted_clip_goes_into_the_file_as_it_is(library: Library, tmp_path: Path) -> None:
    document = add_character(library, write_odd_hero(tmp_path / "hero.glb"))
    clip = library.clip(library.find("walk"))
    opened = Sources(library).open(clip_source(clip))
    made = derive(library, retarget_recipe(opened, onto_character(library, document), plants_of_source(library, opened)))
    assert (library.clip(made).subject, library.clip(made).labels) == ("boris", ("walk",))
    np.testing.assert_array_equal(library.plants(made).bits, library.plants(clip.id).bits)
    data = export_character(library, document, [made, clip.id])
    one, other = (play(data, library.clip(each).name, 30) for each in (made, clip.id))
    np.testing.assert_allclose(one["LeftFoot"], other["LeftFoot"], atol=1e-6)
    told = read_glb(data)[0]["animations"][0]["extras"]["motionloom"]
    assert told["marks"]["frames"] == 60
    still = play(export_character(library, document, [clip.id], in_place=True), "walk", 59)
    np.testing.assert_allclose(still["Hips"][[0, 2], 3], 0, atol=1e-4)


def test_a_character_is_drawn_with_its_map(library: Library, tmp_path: Path) -> None:
    character = open_document(library, add_character(library, write_hero(tmp_path / "hero.glb")))
    assert sum(len(marks.points) for marks in rest_scene(character).markers) == len(character.roles)
    save_map(character, tmp_path / "map.png", size=(96, 96))
    assert (tmp_path / "map.png").stat().st_size > 1000
