"""Commands that make motion: into files and libraries, the same recipe as the studio's, and made again."""

import json
import sys

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import cli, formats, sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.sources import clip_source
from motionloom.studio.app import create_app


@pytest.fixture
def folder(tmp_path):
    """A folder with two files and a library of two clips."""
    made = sample.make("ada", "walk")
    made.motion.save(tmp_path / "walk.glb")
    sample.make("ada", "run").motion.save(tmp_path / "run.glb")
    with Library.create(tmp_path / "lib") as library:
        details = {"labels": ["walk"], "plants": made.plants, "subject": "ada", "licence": "MIT", "source": "A"}
        library.add(scale_path(made.motion, 1.1), "skating", **details)
        library.add(sample.make("ada", "walk_slow").motion, "slow", labels=["walk"])
    return tmp_path


@pytest.fixture
def run(folder, monkeypatch, capsys):
    """The exit code of a command run in the folder, and what it said."""
    monkeypatch.chdir(folder)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["motionloom", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        said = capsys.readouterr()
        return end.value.code, said.out, said.err

    return call


def added(folder, name):
    with Library.open(folder / "lib") as library:
        clip = library.clip(library.find(name))
        return clip, library.recipe(clip.id)


COMMANDS = {
    "feet clean": (["feet", "clean", "lib:skating"], "skating feet held"),
    "loop": (["loop", "lib:skating"], "skating loop"),
    "blend": (["blend", "lib:skating", "lib:slow"], "skating blend"),
    "align": (["align", "lib:skating", "lib:slow"], "skating in time"),
    "trim": (["trim", "lib:skating", "--start", "0.2", "--end", "0.9"], "skating part"),
    "mirror": (["mirror", "lib:skating"], "skating mirrored"),
    "resample": (["resample", "lib:skating", "--rate", "50"], "skating other rate"),
    "join": (["join", "lib:skating", "lib:slow", "--blend", "0.3"], "skating joined"),
    "cut": (["cut", "lib:skating", "--start", "0.4", "--end", "0.9"], "skating cut"),
    "in-place": (["in-place", "lib:skating", "--keep-turning"], "skating in place"),
    "move": (["move", "lib:skating", "--turn", "90", "--x", "2", "--to-floor"], "skating moved"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_into_a_library_and_into_a_file_alike(run, folder, command):
    words, name = COMMANDS[command]
    code, out, err = run(*words, "--into", "lib")
    assert (code, err) == (0, "")
    assert f"lib:{name}: " in out
    clip, recipe = added(folder, name)
    assert clip.made
    assert clip.labels == ("walk",)
    place = (
        1 if command == "blend" else len([word for word in words if not word.startswith("-") and ":" in word]) + words.index("lib:skating")
    )
    assert run(*words[:place], "out.glb", *words[place:])[0] == 0
    assert formats.load(folder / "out.glb").recipe == recipe
    for made in (f"lib:{name}", "out.glb"):
        code, out, _ = run("remake", made, "--check", *(["--library", "lib"] if made == "out.glb" else []))
        assert (code, out) == (0, f"{made}: its recipe gives the same bytes\n")
    assert run("library", "undo", "lib")[1] == f"undone: Make {name}\n"


def test_the_studio_writes_the_same_recipe(run, folder):
    assert run("feet", "clean", "lib:skating", "--into", "lib")[0] == 0
    clip, recipe = added(folder, "skating feet held")
    with TestClient(create_app(folder / "lib"), base_url="http://127.0.0.1:8000") as client:
        skating = recipe["sources"][0]["clip"]
        made = client.post(f"/api/panels/feet/clips/{skating}/clean", json={"window": "w1"}).json()
    again, studios = added(folder, made["clip"])
    assert studios == recipe
    assert again.content == clip.content
    with Library.open(folder / "lib") as library:
        assert library.next_steps("w1")[0] == "Make skating feet held 2"
        source = clip_source(library.clip(skating))
    assert run("loop", "lib:skating", "--into", "lib")[0] == 0
    assert added(folder, "skating loop")[1] == loop_recipe(source).to_json()


def test_several_at_once_are_one_step(run, folder):
    code, out, _ = run("mirror", "lib:skating", "lib:slow", "walk.glb", "--into", "lib", "--json")
    assert code == 0
    assert [row["name"] for row in json.loads(out)] == ["skating mirrored", "slow mirrored", "walk mirrored"]
    assert run("library", "undo", "lib")[1] == "undone: Make 3 clips\n"
    code, _, err = run("mirror", "lib:skating", "lib:slow", "out.glb")
    assert (code, "out.glb holds one motion, 2 are named" in err) == (2, True)


def test_a_batch_is_a_job_that_goes_on_after_a_stop(run, folder, monkeypatch):
    from motionloom.making import prepared

    words, made = ("loop", "lib", "walk.glb", "--label", "walk", "--into", "lib"), []
    with monkeypatch.context() as patch:

        def prepare(*given, **said):
            if made:
                raise KeyboardInterrupt
            made.append(original(*given, **said))
            return made[-1]

        original = prepared.prepare
        patch.setattr(prepared, "prepare", prepare)
        code, _, err = run(*words)
        assert (code, err.splitlines()[-1]) == (130, "motionloom: stopped; what was finished is kept, run it again to go on")
        assert "cancelled   1 of 3      Make 3 clips: loop" in run("jobs", "list", "lib")[1]
    assert run("library", "info", "lib", "--json")[1].count('"clips": 2')
    made.clear()
    monkeypatch.setattr(prepared, "prepare", lambda *given, **said: (made.append(1), original(*given, **said))[1])
    code, out, _ = run(*words)
    assert (code, len(made)) == (0, 2), "what was finished is not made again"
    assert [line.partition(":")[2].partition(":")[0] for line in out.splitlines() if not line.startswith(" ")] == [
        "skating loop",
        "slow loop",
        "walk loop",
    ]
    assert "done" in run("jobs", "list", "lib")[1]
    assert run("library", "undo", "lib")[1] == "undone: Make 3 clips\n"


def test_options_that_choose_clips_need_a_library(run):
    assert "name its folder among the motions" in run("mirror", "walk.glb", "out.glb", "--label", "walk")[2]
    assert "no clip of the library passes" in run("mirror", "lib", "--label", "swim", "--into", "lib")[2]


def test_clips_of_another_library_come_along(run, folder):
    Library.create(folder / "other").close()
    code, out, _ = run("mirror", "lib:slow", "lib:skating", "--into", "other")
    assert (code, out.count("mirrored: ")) == (0, 2)


def test_a_part_of_a_clip_can_be_named(run, folder):
    assert run("mirror", "lib:skating@0.5-1", "--into", "lib", "--name", "half")[0] == 0
    clip, recipe = added(folder, "half")
    assert (recipe["sources"][0]["start"], recipe["sources"][0]["stop"]) == (round(0.5 * clip.fps), round(clip.fps))


def test_mistakes_are_one_line(run):
    for words, said in (
        (("mirror", "walk.glb"), "name the file to write after what to read, or a library with --into"),
        (("mirror", "walk.glb", "out.glb", "--name", "x"), "say which library with --into"),
        (("mirror", "walk.glb", "--into", "nowhere"), "nowhere is not a library; make one with"),
        (("align", "walk.glb", "run.glb", "out.glb", "--into", "lib"), "with --into no file is"),
        (("join", "walk.glb", "out.glb"), "two motions or more are joined"),
        (("blend", "out.glb", "walk.glb"), "a blend is of two to four motions"),
        (("remake", "lib:slow", "--check"), "it carries no recipe: it was captured"),
        (("remake", "walk.glb", "out.glb"), "it carries no recipe"),
    ):
        code, _, err = run(*words)
        assert code == 2
        assert said in err
        assert len(err.splitlines()) == 1


def test_a_file_made_of_files_is_remade_where_they_lie_beside_it(run, folder):
    assert run("join", "walk.glb", "run.glb", "both.glb")[0] == 0
    assert run("remake", "both.glb", "--check")[0] == 0
    assert run("remake", "both.glb", "again.glb")[0] == 0
    np.testing.assert_array_equal(formats.load(folder / "again.glb").rotations, formats.load(folder / "both.glb").rotations)
    (folder / "run.glb").unlink()
    code, _, err = run("remake", "both.glb", "--check")
    assert code == 2
    assert "the file 'run.glb', which is not part of the library; import it" in err


def test_a_changed_source_says_so(run, folder):
    assert run("mirror", "lib:slow", "--into", "lib")[0] == 0
    with Library.open(folder / "lib") as library:
        library.apply({"kind": "set_rate", "clips": [library.find("slow")], "fps": 24.0})
    code, _, err = run("remake", "lib:slow mirrored", "--check")
    assert code == 2
    assert err.strip().endswith("'slow' has been changed since this was made of it (its frames, rate or skeleton); make it anew")


def test_convert_says_what_it_did(run, folder):
    assert run("convert", "walk.glb", "out.glb", "--mirror", "--resample", "30", "--start", "0.5")[0] == 0
    recipe = formats.load(folder / "out.glb").recipe
    assert recipe["kind"] == "mirror"
    assert recipe["sources"][0]["recipe"]["kind"] == "resample"
    assert run("remake", "out.glb", "--check")[0] == 0
    said = run("info", "out.glb")[1]
    assert "made      Mirrored" in said
    assert "of the file walk.glb" in said
    assert run("convert", "out.glb", "same.glb")[0] == 0
    assert formats.load(folder / "same.glb").recipe == recipe


def test_show_tells_how_and_what_of(run):
    run("mirror", "lib:slow", "--into", "lib")
    said = run("library", "show", "lib", "slow mirrored")[1]
    assert "how it was made:\n    Mirrored\n      of slow\n" in said
    assert "made from it: slow mirrored" in run("library", "show", "lib", "slow")[1]
    shown = json.loads(run("library", "show", "lib", "slow mirrored", "--json")[1])
    assert shown["recipe"]["kind"] == "mirror"
