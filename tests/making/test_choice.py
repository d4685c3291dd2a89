"""One way to choose clips: every condition, performed takes once each, and what a person names."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.making.choice import Choice, choose, find_piece, find_takes, require
from motionloom.making.derive import derive
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import Sources, clip_source


def names(library, **words):
    return [clip.name for clip in choose(library, Choice(**words))]


def hold(library, clip):
    opened = Sources(library).open(clip_source(clip))
    return library.clip(derive(library, clean_recipe(opened, plants_of_source(library, opened))))


def test_conditions(library, take):
    library.apply({"kind": "set_details", "clip": take("run").id, "subject": "boris"})
    assert names(library) == ["fast", "run", "slow", "walk"]
    assert names(library, subjects=("boris", "ada")) == ["run", "fast", "slow", "walk"]
    assert names(library, clips=("walk", "run")) == ["walk", "run"]
    assert names(library, without=("walk", "run")) == ["fast", "slow"]
    assert names(library, labels=("gait",), search="slow") == ["slow"]
    assert names(library, sources=("nobody's",)) == []
    assert names(library, skeleton="x") == []
    with pytest.raises(LibraryError, match="no clip of the library passes"):
        require(library, Choice(sources=("nobody's",)))


def test_a_take_whose_feet_were_held_stands_in_for_its_original(library, take):
    held = hold(library, take("walk"))
    assert names(library) == ["fast", "run", "slow", held.name]
    again = hold(library, held)
    assert names(library) == ["fast", "run", "slow", again.name]
    assert find_takes(library)[again.id] == take("walk").id
    assert names(library, clips=("walk",)) == ["walk"]
    assert names(library, clips=("walk", held.name)) == ["walk", held.name]
    library.undo()
    assert names(library) == ["fast", "run", "slow", held.name]
    library.apply({"kind": "delete_clips", "clips": [held.id]})
    assert names(library) == ["fast", "run", "slow", "walk"]


def test_what_was_made_into_another_motion_is_chosen_only_by_name_or_origin(library, take):
    made = library.clip(derive(library, mirror_recipe(clip_source(take("walk")))))
    assert made.name not in names(library)
    assert names(library, origin="made") == [made.name]
    assert made.name in names(library, origin="any")
    assert names(library, clips=(made.name,)) == [made.name]
    assert names(library, origin="made", accepted=True) == []
    library.apply({"kind": "judge", "clip": made.id, "natural": True})
    assert names(library, origin="made", accepted=True) == [made.name]


def test_a_choice_is_plain_data():
    choice = Choice(search="x", labels=("walk",), body=True, origin="any")
    assert Choice.from_json(choice.to_json()) == choice
    assert Choice().to_json() == {}
    with pytest.raises(LibraryError, match="has no 'colour'"):
        Choice.from_json({"colour": "red"})


def test_pieces(library, take):
    walk = take("walk")
    assert find_piece(library, "walk") == find_piece(library, walk.id)
    piece = find_piece(library, "walk@0.1-0.5")
    assert (piece.clip, piece.start, piece.stop) == (walk, round(0.1 * walk.fps), round(0.5 * walk.fps))
    assert find_piece(library, "walk@0-9999").stop == walk.frames
    with pytest.raises(LibraryError, match="name seconds inside it"):
        find_piece(library, "walk@9998-9999")
