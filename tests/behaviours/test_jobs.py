"""Long work of the room: the same machine whoever starts it and however often it is stopped."""

import csv
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from motionloom.behaviours.control import Controller
from motionloom.behaviours.jobs import mine_library, run_export, run_machine
from motionloom.behaviours.machine_file import read_machine
from motionloom.behaviours.open_machine import KIND
from motionloom.behaviours.state_graph import hand_made
from motionloom.compute import Progress
from motionloom.core.errors import JobCancelled, MotionloomError
from motionloom.library import Library, import_files
from motionloom.making import shelf
from motionloom.making.choice import Choice, choose
from motionloom.making.derive import derive
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.plants import find_plants
from motionloom.making.sources import Sources, clip_source
from motionloom.making.work import KINDS, Work, run_here

ADA = Choice(subjects=("ada",))
ASKED = {"choice": ADA.to_json(), "name": "ada"}


class Stops(Progress):
    """Cancels after some items."""

    def __init__(self, after):
        super().__init__()
        self.after = after

    def advance(self, count=1, note=""):
        self.after -= 1
        if self.after <= 0:
            self.cancel.cancel()
        super().advance(count, note)


def test_the_kinds_are_registered():
    assert {"mine", "machine", "machine_export"} <= set(KINDS.all())
    assert KIND in shelf.KINDS.all()


def test_a_machine_goes_on_the_shelf_and_plays(labelled_library):
    work = run_here(labelled_library, "machine", ASKED)
    (entry,) = work.entries
    document = labelled_library.document(entry)
    assert (document.kind, document.name, document.data["subject"]) == (KIND, "ada", "ada")
    assert {labelled_library.clip(clip).name for clip in document.clips} <= {clip.name for clip in labelled_library.clips()}
    assert set(document.clips) == {clip.split("@")[0] for state in document.data["states"] for clip in state["clips"]}
    assert Controller(shelf.open_entry(labelled_library, document).machine).state() == "stand"
    assert work.message.startswith("7 states, ")  # stand, walk, a jump, starts, stops and two turns
    second = run_here(labelled_library, "machine", ASKED)
    assert labelled_library.document(second.entries[0]).name == "ada 2"
    assert labelled_library.document(second.entries[0]).content == document.content


@pytest.mark.parametrize("after", [1, 3, 9, 20, 40])
def test_a_build_that_was_stopped_gives_the_same(labelled_library, after):
    whole = run_here(labelled_library, "machine", ASKED).entries[0]
    with pytest.raises(JobCancelled):
        run_here(labelled_library, "machine", {**ASKED, "name": "again"}, progress=Stops(after))
    assert [each.name for each in labelled_library.documents(KIND)] == ["ada"]
    again = run_here(labelled_library, "machine", {**ASKED, "name": "again"}).entries[0]
    assert labelled_library.document(again).content == labelled_library.document(whole).content


def test_a_build_that_was_killed_as_it_was_put_there_puts_it_there_once(labelled_library, tmp_path):
    for _ in range(2):  # the second time the job is taken up in its own folder
        run_machine(Work(labelled_library, ASKED, tmp_path))
    assert [document.name for document in labelled_library.documents(KIND)] == ["ada"]


def test_the_same_clips_are_mined_once(labelled_library):
    first = mine_library(labelled_library, ADA)
    again = mine_library(labelled_library, ADA)
    assert again.figures == first.figures  # the seconds it took among them: nothing was mined
    assert again.graph.to_json() == first.graph.to_json()
    assert again.missing == first.missing
    clip = labelled_library.find("jump")
    labelled_library.apply({"kind": "set_label", "clips": [clip], "label": "leap"})
    assert "leap" in mine_library(labelled_library, ADA).graph.names


def test_a_take_whose_feet_were_held_stands_in_once(labelled_library):
    library = labelled_library
    walk = library.clip(library.find("walk"))
    before = mine_library(library, ADA).figures["frames"]
    opened = Sources(library).open(clip_source(walk))
    held = derive(library, clean_recipe(opened, find_plants(library, walk)))
    assert [clip.id for clip in choose(library, ADA) if clip.labels == walk.labels] == [held]
    assert mine_library(library, ADA).figures["frames"] == before
    document = library.document(run_here(library, "machine", ASKED).entries[0])
    assert held in document.clips
    assert walk.id not in document.clips


def test_a_plan_of_a_person_goes_the_same_way(labelled_library, tmp_path):
    rows = [
        {"name": "stand", "clips": ["stand"], "cyclic": True},
        {"name": "walk", "clips": ["walk", "turn_left_90"], "cyclic": True},
        {"name": "start", "clips": ["start"], "default": "walk"},
        {"name": "stop", "clips": ["stop"], "default": "stand"},
    ]
    file = tmp_path / "machine.npz"
    told = {"plan": rows, "graph": hand_made("sample").to_json(), "file": str(file), "name": "by hand"}
    work = run_here(labelled_library, "machine", told)
    assert read_machine(file).graph.names == ("stand", "walk", "start", "stop")
    assert labelled_library.document_bytes(work.entries[0]) == file.read_bytes()


def test_an_export_is_a_zip(labelled_library, tmp_path):
    entry = run_here(labelled_library, "machine", ASKED).entries[0]
    work = Work(labelled_library, {"machine": entry}, tmp_path)
    said = run_export(work)
    with zipfile.ZipFile(work.download) as archive:
        names = archive.namelist()
        exported = json.loads(archive.read("machine.json"))
    assert said == f"ada: {len(names) - 1} clips and machine.json"
    assert {file for state in exported["states"] for file in state["clips"]} == set(names) - {"machine.json"}
    folder = tmp_path / "out"
    run_here(labelled_library, "machine_export", {"machine": entry, "folder": str(folder)})
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")} == set(names)
    with pytest.raises(MotionloomError, match="is not empty"):
        run_here(labelled_library, "machine_export", {"machine": entry, "folder": str(folder)})
    walk = next(state for state in exported["states"] if state["name"] == "walk")
    assert all(len(points) == 4 and points[0] for points in walk["plants"])


@pytest.mark.data
def test_held_captures_are_used_once_with_the_plants_a_person_corrected(shared_data, tmp_path):
    """CMU subject 16, two jumps and two walks: every take's feet are held; mining and the machine take the held ones and no others."""
    with open(shared_data / "catalogue.csv", newline="") as file:
        labels = {Path(row["path"]).stem: row["label"] for row in csv.DictReader(file) if row["subject"] == "16"}
    sixteen = Choice(subjects=("16",))
    with Library.create(tmp_path / "library") as library:
        takes = {label: sorted(name for name in labels if labels[name] == label)[:2] for label in ("jump", "walk")}
        import_files(library, [shared_data / f"cmu/016/{name}.bvh" for names in takes.values() for name in sorted(names)])
        for clip in library.clips():
            library.apply({"kind": "set_details", "clip": clip.id, "subject": "16"})
            library.apply({"kind": "set_label", "clips": [clip.id], "label": labels[clip.name]})
        captured, before = choose(library, sixteen), mine_library(library, sixteen).figures
        held = {}
        for clip in captured:
            plants = find_plants(library, clip)
            held[clip.id] = derive(library, clean_recipe(Sources(library).open(clip_source(clip)), plants))
        assert {clip.id for clip in choose(library, sixteen)} == set(held.values())
        after = mine_library(library, sixteen).figures
        assert (after["clips"], after["frames"]) == (before["clips"], before["frames"])
        document = library.document(run_here(library, "machine", {"choice": sixteen.to_json(), "name": "16"}).entries[0])
        assert document.clips
        assert set(document.clips) <= set(held.values())
        jump = next(state for state in document.data["states"] if state["name"] == "jump")["clips"][0].split("@")[0]
        corrected = np.zeros((library.clip(jump).frames, 4), bool)
        library.write_plants(jump, corrected, by="person")
        again = library.document(run_here(library, "machine", {"choice": sixteen.to_json(), "name": "corrected"}).entries[0])
        before_it, after_it = (shelf.open_entry(library, each).machine.state("jump").plants[0] for each in (document, again))
    assert before_it.any()
    assert not after_it.any()
