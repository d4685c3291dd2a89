"""The command line and the studio write the same recipe for the same work, and it gives the same bytes."""

import json
from dataclasses import replace

import numpy as np
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from motionloom import sample
from motionloom.cli.app import make_app
from motionloom.library import Library
from motionloom.studio.app import create_app
from tests.making.test_laws import build_small_table

PANELS = "/api/panels"
APP = make_app()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A library of two gaits with a table that was built outside of the studio."""
    folder = tmp_path_factory.mktemp("both") / "lib"
    with Library.create(folder) as library:
        for name, behaviour in (("walk", "walk"), ("slow", "walk_slow")):
            made = sample.make("ada", behaviour)
            library.add(made.motion, name, labels=[name], plants=made.plants, subject="ada", made=False)
        library.add(pop(sample.make("ada", "walk").motion), "popped")
        clips = [library.clip(library.find(name)) for name in ("walk", "slow")]
        build_small_table(library, clips)
    return folder


def pop(motion):
    """The same with one joint far off in one frame."""
    rotations = motion.rotations.copy()
    rotations[60, 3] = rotations[60, 3][[3, 2, 1, 0]]
    return replace(motion, rotations=rotations)


@pytest.fixture(scope="module")
def client(folder):
    with TestClient(create_app(folder), base_url="http://127.0.0.1:8000") as client:
        yield client


def clip_id(folder, name):
    with Library.open(folder) as library:
        return library.find(name)


def entry(folder, kind):
    """The one entry of a kind on the shelf."""
    with Library.open(folder) as library:
        (document,) = library.documents(kind)
        return document


def ask_command(folder, *words):
    """The clip that a command makes, by its id."""
    with Library.open(folder) as library:
        before = {clip.id for clip in library.clips()}
    done = CliRunner().invoke(APP, [*words, "--into", str(folder)])
    assert done.exit_code == 0, (done.output, done.exception)
    with Library.open(folder) as library:
        (made,) = {clip.id for clip in library.clips()} - before
    return made


def ask_studio(client, path, **body):
    answer = client.post(f"{PANELS}{path}", json={"window": "w1", **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def loop(folder, client):
    made = ask_command(folder, "loop", f"{folder}:walk")
    return made, ask_studio(client, f"/transitions/clips/{clip_id(folder, 'walk')}/loop")["clip"]


def clean(folder, client):
    made = ask_command(folder, "feet", "clean", f"{folder}:slow")
    return made, ask_studio(client, f"/feet/clips/{clip_id(folder, 'slow')}/clean")["clip"]


def transition(folder, client):
    from motionloom.transitions.shelf import find_table, use_table

    document = entry(folder, "transition_table")
    made = ask_command(folder, "transition", "make", str(folder), document.name, "walk@1.0", "slow@3.0")
    with Library.open(folder) as library:
        stock = use_table(library, find_table(library, document.name))[0].stock
        source, target = stock.frame(stock.find("walk"), 1.0), stock.frame(stock.find("slow"), 3.0)
    return made, ask_studio(client, f"/transitions/tables/{document.id}/keep", source=source, target=target, name="kept")["clip"]


def performance(folder, client):
    from motionloom.transitions.performance import plan
    from motionloom.transitions.shelf import find_table, use_table

    document, asked = entry(folder, "transition_table"), ["walk", "slow"]
    made = ask_command(folder, "transition", "perform", str(folder), document.name, *asked, "--each", "1.5")
    with Library.open(folder) as library:
        table = use_table(library, find_table(library, document.name))[0]
        planned = plan(table, asked, np.random.default_rng(0), 1.5)
    parts = [{"first": part.first, "last": part.last, "activity": word} for part, word in zip(planned, asked, strict=True)]
    return made, ask_studio(client, f"/transitions/tables/{document.id}/record", parts=parts, name="kept")["clip"]


def mend(folder, client):
    kept = ask_studio(client, "/check/mend", clips=[clip_id(folder, "popped")])["clips"][0]["clip"]
    return ask_command(folder, "mend", f"{folder}:popped"), kept  # the studio leaves what is mended already


def check_equal(folder, commands, studios, kind):
    with Library.open(folder) as library:
        assert json.dumps(library.recipe(studios), sort_keys=True) == json.dumps(library.recipe(commands), sort_keys=True)
        assert library.recipe(studios)["kind"] == kind
        assert library.clip(studios).content == library.clip(commands).content


@pytest.mark.parametrize("kind", [clean, loop, transition, performance, mend])
def test_both_sides_write_the_same_recipe(folder, client, kind):
    check_equal(folder, *kind(folder, client), kind.__name__)


# words of the command line; the studio's edit of the same work; the recipe's kind
EDITS = {
    "trim": (["trim", "--start", "0.5", "--end", "1.5"], {"kind": "trim", "start": 0.5, "end": 1.5}, "trim"),
    "cut": (["cut", "--start", "0.5", "--end", "1"], {"kind": "cut", "start": 0.5, "end": 1.0}, "cut"),
    "mirror": (["mirror"], {"kind": "mirror"}, "mirror"),
    "resample": (["resample", "--rate", "50"], {"kind": "resample", "fps": 50.0}, "resample"),
    "in place": (["in-place", "--keep-turning"], {"kind": "in_place", "keep_turning": True}, "in_place"),
    "move": (
        ["move", "--x", "1", "--turn", "90", "--to-floor"],
        {"kind": "move", "x": 1.0, "turn_degrees": 90.0, "to_floor": True},
        "move",
    ),
    "loop": (["loop"], {"kind": "loop"}, "loop"),
    "clean": (["feet", "clean"], {"kind": "clean"}, "clean"),
    "join": (["join", "--blend", "0.3"], {"kind": "join", "blend": 0.3}, "join"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_both_sides_edit_alike(folder, client, edit):
    words, told, kind = EDITS[edit]
    names = ["walk", "slow"] if edit == "join" else ["walk"]
    made = ask_command(folder, *words, *(f"{folder}:{name}" for name in names))
    answer = ask_studio(client, "/editing/make", clips=[clip_id(folder, name) for name in names], edit=told)
    check_equal(folder, made, answer["clips"][0]["clip"], kind)
