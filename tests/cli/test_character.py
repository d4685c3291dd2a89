"""`motionloom character` and `motionloom retarget`: what they say, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.library import Library
from motionloom.sample import make
from tests.edits.character_files import read_glb, write_odd_hero


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("characters")
    write_odd_hero(folder / "hero.glb")
    made = make("boris", "walk")
    made.motion[:30].save(folder / "walk.bvh")
    with Library.create(folder / "lib") as library:
        library.add(made.motion[:30], "walk", plants=made.plants[:30])
    return folder


def run(place: Path, *words: str, fails: bool = False) -> str:
    told = [
        str(place / word) if (place / word.split(":")[0]).exists() or word.endswith((".glb", ".png", ".bvh")) else word for word in words
    ]
    result = CliRunner().invoke(make_app(), told)
    assert (result.exit_code != 0) == fails, (result.output, result.exception)
    return str(result.exception) if fails else result.output


def test_from_a_file_to_the_characters_own_file(place: Path) -> None:
    said = run(place, "character", "add", "lib", "hero.glb")
    assert "roles mapped" in said
    assert "LeftFoot hangs elsewhere in the file; it is moved as the end of LeftLeg" in said
    told = json.loads(run(place, "character", "show", "lib", "hero", "--json"))
    assert told["roles"]["left_knee"] == "LeftLeg"
    assert told["missing"] == []
    assert "left_toe         LeftFoot  (yours)" in run(place, "character", "map", "lib", "hero", "--role", "left_toe=LeftFoot")
    run(place, "character", "map", "lib", "hero", "--role", "left_toe=")
    run(place, "character", "export", "lib", "hero", "walk", "moves.glb")
    assert [each["name"] for each in read_glb((place / "moves.glb").read_bytes())[0]["animations"]] == ["walk"]
    assert "walk retargeted: 30 frames on hero" in run(place, "retarget", "lib:walk", "--onto", "hero", "--into", "lib")
    assert "hero with walk" in run(place, "retarget", "walk.bvh", "one.glb", "--onto", "hero.glb")
    run(place, "retarget", "walk.bvh", "again.bvh", "--onto", "lib:hero")
    with Library.open(place / "lib") as library:
        library.undo("cli")


def test_what_cannot_be_done_says_so(place: Path) -> None:
    assert "say which joint plays which role" in run(place, "character", "map", "lib", "hero", fails=True)
    assert "--role takes ROLE=JOINT" in run(place, "character", "map", "lib", "hero", "--role", "left_toe", fails=True)
    assert "there is no character 'nobody'" in run(place, "character", "show", "lib", "nobody", fails=True)
    assert "a character is a .glb" in run(place, "character", "add", "lib", "walk.bvh", fails=True)
    no_skin = run(place, "render", "walk.bvh", "no.png", "--character", "walk.bvh", fails=True)
    assert "walk.bvh: holds no skin, so there is no character in it to draw; rig its mesh first" in no_skin
    assert "name the clips and then the .glb" in run(place, "character", "export", "lib", "hero", "walk", fails=True)
    assert "no such file" in run(place, "retarget", "walk.bvh", "x.bvh", "--onto", "nowhere.bvh", fails=True)
