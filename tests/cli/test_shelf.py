"""`motionloom shelf` as a person meets it."""

import json
import sys

import pytest

from motionloom import cli
from motionloom.feet.oracle import default_oracle
from motionloom.feet.teaching import KIND
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry


@pytest.fixture
def folder(tmp_path, motion):
    folder = tmp_path / "lib"
    with Library.create(folder) as library:
        walk = library.add(motion, "walk")
        shelf.put(library, KIND, "mine", NewEntry(default_oracle().to_bytes(), {"version": "7"}, (walk,)))
    return folder


@pytest.fixture
def run(folder, monkeypatch, capsys):
    def call(command, *words):
        monkeypatch.setattr(sys, "argv", ["motionloom", "shelf", command, str(folder), *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        said = capsys.readouterr()
        return end.value.code, said.out, said.err

    return call


def test_list_and_show(run, folder):
    assert "Foot-plant oracle" in run("list")[1]
    (entry,) = json.loads(run("list", "--json")[1])
    assert (entry["name"], entry["kind"], len(entry["clips"]), entry["missing"]) == ("mine", KIND, 1, [])
    assert json.loads(run("show", "mine", "--json")[1])["data"] == {"version": "7"}
    assert "rests on 1 clip: walk" in run("show", "mine")[1]
    with Library.open(folder) as library:
        library.apply({"kind": "delete_clips", "clips": entry["clips"]})
    assert "1 of them deleted or gone" in run("list")[1]
    assert "1 clip of them deleted or gone" in run("show", "mine")[1]


def test_rename_export_import_delete_and_undo(run, folder, tmp_path):
    assert run("rename", "mine", "yours")[1] == "'mine' is now 'yours'\n"
    assert run("export", "yours", tmp_path / "x.npz")[0] == 0
    assert run("import", tmp_path / "x.npz", "--kind", KIND, "--name", "other")[0] == 0
    assert run("delete", "yours")[1] == "deleted: yours\n"
    assert [entry["name"] for entry in json.loads(run("list", "--json")[1])] == ["other"]
    with Library.open(folder) as library:
        for _ in range(3):
            library.undo("cli")
        assert [document.name for document in library.documents()] == ["mine"]


def test_mistakes_are_one_line(run, tmp_path):
    for words, said in (
        (("show", "nothing"), "there is no entry 'nothing' on the shelf; there are mine"),
        (("list", "--kind", "cake"), "no kind of shelf entry 'cake' is known here; there are"),
        (("import", tmp_path / "none.npz", "--kind", KIND), "none.npz"),
        (("export", "mine", tmp_path / "nowhere" / "x.npz"), "does not exist; make it first"),
    ):
        code, _, err = run(*words)
        assert code == 2
        assert said in err
        assert len(err.splitlines()) == 1
