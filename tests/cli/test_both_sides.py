"""The command line and the studio write the same recipe for the same work, and it gives the same bytes."""

import json

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
        clips = [library.clip(library.find(name)) for name in ("walk", "slow")]
        build_small_table(library, clips)
    return folder


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


@pytest.mark.parametrize("kind", [clean, loop, transition])
def test_both_sides_write_the_same_recipe(folder, client, kind):
    commands, studios = kind(folder, client)
    with Library.open(folder) as library:
        assert json.dumps(library.recipe(studios), sort_keys=True) == json.dumps(library.recipe(commands), sort_keys=True)
        assert library.recipe(studios)["kind"] == kind.__name__
        assert library.clip(studios).content == library.clip(commands).content
