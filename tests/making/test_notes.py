"""Remarks at a moment go along with what is made, and are no names of what a clip does."""

from dataclasses import replace

from motionloom.library.exporting import read_marks
from motionloom.making.derive import derive
from motionloom.making.makers.edit import part_recipe, resample_recipe
from motionloom.making.sources import clip_source
from tests.glitches.damage import walk


def add_with_note(library, at):
    clip = library.add(walk(), "noted", annotations=[("step", 2, 20)])
    library.apply({"kind": "add_annotation", "clip": clip, "name": "left heel slides", "start": at, "stop": at + 1, "track": "notes"})
    return clip


def test_a_note_is_no_annotation(library):
    clip = add_with_note(library, 11)
    assert library.clip(clip).annotations == ("step",)
    assert [span.name for span in library.annotations(clip)] == ["step"]
    assert [(note.name, note.start) for note in library.notes(clip)] == [("left heel slides", 11)]
    assert [name for name, *_ in read_marks(library, clip).spans] == ["step"]
    assert "left heel slides" not in library.summary().annotations


def test_a_note_keeps_its_moment_through_trimming_and_another_rate(library):
    clip = library.clip(add_with_note(library, 11))
    trimmed = library.notes(derive(library, part_recipe(replace(clip_source(clip), start=5, stop=30))))
    assert [note.start for note in trimmed] == [6]
    assert library.notes(derive(library, part_recipe(replace(clip_source(clip), start=20, stop=30)))) == []
    slower = library.clip(derive(library, resample_recipe(clip_source(clip), clip.fps / 4)))
    (note,) = library.notes(slower.id)
    assert abs(note.start / slower.fps - 11 / clip.fps) <= 0.5 / slower.fps + 1e-9


def test_clips_know_what_they_were_made_of(library):
    clip = library.clip(add_with_note(library, 11))
    made = derive(library, part_recipe(replace(clip_source(clip), start=5, stop=30)))
    assert (library.clip(made).made_of, clip.made_of) == ((clip.id,), ())
