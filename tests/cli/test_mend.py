"""`motionloom mend`: files and clips; what there is nothing to mend of is left as it is and said."""

import json

from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.library import Library
from tests.glitches.damage import begin_elsewhere, freeze, walk

run = CliRunner().invoke
APP = make_app()


def test_clips_are_mended_in_one_step_of_undo(tmp_path):
    folder = tmp_path / "library"
    with Library.create(folder) as library:
        for name, motion in {"fine": walk(), "spoilt": begin_elsewhere(walk())[0], "frozen": freeze(walk())[0]}.items():
            library.add(motion, name)
    words = [f"{folder}:{name}" for name in ("fine", "spoilt", "frozen")]
    done = run(APP, ["mend", *words, "--into", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    fine, spoilt, frozen = json.loads(done.stdout)
    assert ("clip" in fine, fine["mended"], fine["notes"]) == (False, 0, ["nothing to mend"])
    assert [each["name"] for each in (spoilt, frozen)] == ["spoilt mended", "frozen mended"]
    assert spoilt["notes"][0].startswith("cut off: 0.00 s: ")
    assert run(APP, ["library", "undo", str(folder)]).exit_code == 0
    with Library.open(folder) as library:
        assert {clip.name for clip in library.clips()} == {"fine", "spoilt", "frozen"}


def test_a_file_and_only_the_kinds_asked_for(tmp_path):
    begin_elsewhere(freeze(walk())[0])[0].save(tmp_path / "spoilt.npz")
    done = run(APP, ["mend", str(tmp_path / "spoilt.npz"), str(tmp_path / "mended.npz"), "--kind", "jump"])
    assert done.exit_code == 0, done.output
    assert "cut off: 0.00 s" in done.stdout
    assert "left as it is: " in done.stdout
    refused = run(APP, ["mend", str(tmp_path / "spoilt.npz"), str(tmp_path / "other.npz"), "--kind", "hiccup"])
    assert refused.exit_code != 0
    assert "no kind of glitch is called 'hiccup'" in str(refused.exception)


def test_info_and_show_name_them(tmp_path):
    begin_elsewhere(walk())[0].save(tmp_path / "spoilt.npz")
    assert "problem   0.00 s: " in run(APP, ["info", str(tmp_path / "spoilt.npz")]).stdout
    folder = str(tmp_path / "library")
    assert "1 clip with problems" in run(APP, ["import", folder, str(tmp_path / "spoilt.npz")]).stdout
    with Library.open(folder) as library:
        (clip,) = library.clips()
    assert "problem: 0.00 s: " in run(APP, ["library", "show", folder, clip.name]).stdout
    assert run(APP, ["library", "subject", folder, "ada", clip.name]).stdout.startswith("Performer of ")


def test_a_clip_is_left_out_of_an_export(tmp_path):
    folder = tmp_path / "library"
    with Library.create(folder) as library:
        for name in ("one", "odd"):
            library.add(walk()[:20], name)
    assert run(APP, ["export", str(folder), str(tmp_path / "out"), "--to", "npz", "--without", "odd"]).exit_code == 0
    assert [file.stem for file in (tmp_path / "out").iterdir()] == ["one"]
