"""What commands read and write: nothing is overwritten unasked, what cannot be written is said at once, strange files are one line."""

import io
import sys
import zipfile
from dataclasses import replace

import pytest

from motionloom import cli
from motionloom.library import Library
from motionloom.sample import make

LIBRARY = "lib"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("targets")
    make("ada", "walk").motion.save(made / "walk.bvh")
    with Library.create(made / LIBRARY) as library:
        for name, behaviour in (("walk", "walk"), ("run", "run"), ("jump", "jump")):
            performed = make("ada", behaviour)
            library.add(performed.motion, name, labels=[name], plants=performed.plants, subject="ada", made=False)
        walk = make("ada", "walk").motion
        taller = replace(walk, skeleton=replace(walk.skeleton, offsets=walk.skeleton.offsets * 1.05))
        library.add(taller, "other walk", labels=["walk"], subject="boris", made=False)
    return made


@pytest.fixture
def run(monkeypatch, capsys, folder):
    """The exit code of a command run in this process, and what it said."""

    def call(*arguments):
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["motionloom", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        said = capsys.readouterr()
        return end.value.code, said.out, said.err

    return call


def refused(result):
    """The one line of a command that was refused."""
    code, out, said = result
    assert code == 2
    assert out == ""
    assert len(said.splitlines()) == 1, said
    assert said.startswith("motionloom: ")
    return said


MOTIONS = [
    ("convert", "walk.bvh", "there.bvh"),
    ("align", "walk.bvh", "walk.bvh", "there.bvh"),
    ("blend", "there.bvh", "walk.bvh", "walk.bvh"),
    ("loop", "walk.bvh", "there.bvh"),
    ("feet", "clean", "walk.bvh", "there.bvh"),
    ("transition", "make", LIBRARY, "table.npz", "walk@1", "run", "there.bvh"),
    ("machine", "run", "machine.npz", "there.bvh"),
]


@pytest.mark.parametrize("command", MOTIONS, ids=lambda words: " ".join(words[:2]))
def test_motions_are_not_overwritten_unasked(run, folder, command):
    (folder / "there.bvh").write_text("somebody's only copy")
    assert "there.bvh: there already; --force overwrites it" in refused(run(*command))
    assert (folder / "there.bvh").read_text() == "somebody's only copy"


def test_with_force_they_are(run, folder):
    (folder / "there.bvh").write_text("an old one")
    code, _, said = run("loop", "walk.bvh", "there.bvh", "--force")
    assert (code, said) == (0, "")
    assert (folder / "there.bvh").read_text().startswith("HIERARCHY")


LONG = [
    ("machine", "mine", LIBRARY, "nowhere/a"),
    ("machine", "mine", LIBRARY, "graph.json", "--picture", "nowhere/a"),
    ("machine", "build", LIBRARY, "recipe.json", "graph.json", "nowhere/a"),
    ("machine", "report", "machine.npz", "--picture", "nowhere/a"),
    ("machine", "run", "machine.npz", "nowhere/a"),
    ("transition", "build", LIBRARY, "--output", "nowhere/a"),
    ("transition", "compare", LIBRARY, "table.npz", "nowhere/a"),
    ("feet", "train", LIBRARY, "--out", "nowhere/a"),
    ("score", "train", LIBRARY, "--out", "nowhere/a"),
]


@pytest.mark.parametrize("command", LONG, ids=lambda words: " ".join(words[:2]))
def test_a_missing_folder_is_told_before_the_work(run, folder, command):
    before = sorted(folder.iterdir())
    assert "nowhere/a: cannot write: the folder nowhere does not exist; make it first" in refused(run(*command))
    assert sorted(folder.iterdir()) == before


def claim():
    """An archive whose array says in its header that it holds 10^12 numbers."""
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(117) + b"\n"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("about", "header", "scorer", "version"):
            archive.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(80))
    return stream.getvalue()


ARRAYS = [
    ("machine", "report", "strange"),
    ("machine", "run", "strange", "new.bvh"),
    ("machine", "export", "strange", "new"),
    ("score", "motion", "walk.bvh", "--model", "strange"),
    ("feet", "detect", "walk.bvh", "--oracle", "strange"),
    ("transition", "make", LIBRARY, "strange", "walk@1", "run", "new.bvh"),
]


@pytest.mark.parametrize("content", [b"", b"hello\n" * 30, claim()], ids=["empty", "text", "claims"])
@pytest.mark.parametrize("command", ARRAYS, ids=lambda words: " ".join(words[:2]))
def test_strange_array_files_are_one_line(run, folder, command, content):
    (folder / "strange").write_bytes(content)
    said = refused(run(*command))
    assert "strange: expected " in said
    assert "pickle" not in said


DEEP = [
    ("machine", "edit", "deep.json", "--path", "a,b"),
    ("machine", "build", LIBRARY, "deep.json", "deep.json", "new.npz"),
    ("machine", "mine", LIBRARY, "new.json", "--against", "deep.json"),
    ("info", "walk.bvh", "--roles", "deep.json"),
]


@pytest.mark.parametrize("command", DEEP, ids=lambda words: " ".join(words[:2]))
def test_deeply_nested_json_is_one_line(run, folder, command):
    (folder / "deep.json").write_text("[" * 100_000)
    assert "found lists nested thousands deep" in refused(run(*command))


@pytest.mark.parametrize("size", ["100000x100000", "15x200", "9" * 5000 + "x200"])
def test_pictures_have_a_largest_size(run, size):
    assert "--size takes 16x16 to 4096x4096 pixels" in refused(run("render", "walk.bvh", "walk.png", "--size", size))


def test_a_clip_of_a_library_is_told_about_and_converted(run, folder):
    code, out, _ = run("info", f"{LIBRARY}:run")
    assert code == 0
    assert out.startswith(f"{LIBRARY}:run: clip of a library\n")
    assert run("convert", f"{LIBRARY}:run", "run.glb", "--mirror")[0] == 0
    assert run("info", "run.glb")[0] == 0


def test_several_labels_mean_any_of_them(run, folder):
    _, out, _ = run("library", "list", LIBRARY, "--label", "walk", "--label", "jump")
    assert sorted(line.split("  ")[1].split(" ")[0] for line in out.splitlines()) == ["jump", "other", "walk"]
    _, out, _ = run("export", LIBRARY, "out", "--to", "npz", "--label", "run", "--label", "jump")
    assert out == "out: 2 files\n"


def test_to_export_nothing_is_a_mistake(run):
    assert "nothing to export" in refused(run("export", LIBRARY, "out", "--label", "swim"))


def test_a_graph_of_several_performers(run):
    said = refused(run("graph", LIBRARY, "--label", "walk"))
    assert "clips of one body are needed, and those of ada differ from those of boris: choose with --subject, or allow --one-body" in said
    assert run("graph", LIBRARY, "--label", "walk", "--subject", "ada")[0] == 0
    code, out, _ = run("graph", LIBRARY, "--label", "walk", "--one-body")
    assert code == 0
    assert out.startswith("2 clips")
