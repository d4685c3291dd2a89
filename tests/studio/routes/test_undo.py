"""Everything a person can do can be undone: every route and every command that changes the library has an example here.

Each example is applied by a window, taken back by the same window, and the library must be as it was, in all that people see. A new
route or command without an example fails the test; so does one that is said not to change the library and does.
"""

from __future__ import annotations

import typing
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from starlette.routing import BaseRoute

from motionloom import sample
from motionloom.library import Library
from motionloom.studio import protocol
from motionloom.studio.panels import PANELS
from motionloom.studio.routes import ROUTERS
from tests.glitches.damage import begin_elsewhere
from tests.studio.routes.test_undo_panels import PANEL_ROUTES
from tests.studio.undoing import WINDOW, Example, Person, check_undone, read_seen

FEET = "/api/panels/feet"
GATHERED = "/api/panels/collections"
EDITING = "/api/panels/editing"

# They change nothing that is kept about motion: pictures, the list of jobs, or the undo stack itself.
_NOT_THE_LIBRARY = {
    "POST /api/thumbnails",
    "POST /api/undo",
    "POST /api/redo",
    "POST /api/jobs/{job}/cancel",
    "POST /api/jobs/{job}/resume",  # what it goes on with was started by a route that is here
    "DELETE /api/jobs/{job}",
    "POST /api/panels/machine/machines/{machine}/export",  # a file to save
    "POST /api/panels/plan/machines/{machine}/plan",  # an answer, which nobody keeps
    "POST /api/panels/order/ask",  # the same
    "POST /api/panels/order/orders/{order}/more",
    "POST /api/panels/check/examine",  # looks for glitches: what is found follows from the frames
    "WEBSOCKET /api/panels/machine/machines/{machine}/live",  # poses of who is driven; nothing is kept before "record"
    *(f"POST /api/panels/film/{step}" for step in ("begin", "{film}/frames/{number}", "{film}/finish", "{film}/cancel")),  # a file to save
    "POST /api/panels/layers/clips/{clip}/compose",  # a look at what layers would make
    "POST /api/panels/spread/clips/{clip}/preview",  # a look at what weights would make
    *(f"POST /api/panels/sketch/sketches/{{identity}}/{look}" for look in ("show", "complete")),  # a look at what keys and captures make
    "WEBSOCKET /api/panels/plan/machines/{machine}/steer",  # where everybody walks; nothing is kept before it is asked for
    "WEBSOCKET /api/panels/plan/machines/{machine}/drive",  # how far who is driven has come on a course; nothing is kept
    "WEBSOCKET /api/panels/layers/clips/{clip}/pose",  # poses that nobody keeps before they are keyed
    "WEBSOCKET /api/live",  # its messages are `Hello` and `Ping`
}


def _confirm(person: Person) -> None:
    piece = person.client.get(f"{FEET}/status").json()["current"]
    person.post(f"{FEET}/confirm", window=WINDOW, **{key: piece[key] for key in ("clip", "start", "stop")})


def _skip(person: Person) -> None:
    piece = person.client.get(f"{FEET}/status").json()["current"]
    person.post(f"{FEET}/skip", window=WINDOW, **{key: piece[key] for key in ("clip", "start", "stop")})


def _read_again(person: Person) -> None:
    job = person.client.get("/api/jobs").json()[0]["id"]
    person.post(f"/api/jobs/{job}/read-again", read_as={"drop_bad_frames": True})
    person.finished(job)


def _load_sample(person: Person) -> None:
    assert person.finished(person.post("/api/jobs", kind="sample", window=WINDOW)["id"])["state"] == "done"


def _judge_made(person: Person) -> None:
    answer = {"id": uuid.uuid4().hex, "window": WINDOW, "question": "natural", "yes": True}
    person.post("/api/panels/review/verdicts", items=[f"clip:{person.clips['made']}"], **answer)


def _guess_plants(person: Person) -> None:
    wish = {"clips": [person.clips["walk"], person.clips["jump"]], "replace": True}
    assert person.finished(person.post(f"{EDITING}/guess", window=WINDOW, **wish)["id"])["state"] == "done"


def _bring_a_sequence(person: Person) -> None:
    person.post(f"{FEET}/next", window="another")


def edit(window: str) -> dict[str, str]:
    return {"id": uuid.uuid4().hex, "window": window}


def collect(person: Person, window: str) -> None:
    person.post(
        f"{GATHERED}/collect", **edit(window), collection="mine", name="To mend", clips=[person.clips["walk"], person.clips["jump"]]
    )


LAYERS = "/api/panels/layers"
LEAN = {
    "layers": [
        {
            "name": "lean",
            "weight": 1.0,
            "muted": False,
            "fade_in": 0.3,
            "fade_out": None,
            "poses": [{"at": 0.3, "turns": {"chest": [0.3, 0, 0]}, "root": None}],
            "times": [],
        }
    ],
    "feet": "keep",
}


def set_layers(person: Person, window: str) -> None:
    person.post(f"{LAYERS}/clips/{person.clips['walk']}", **edit(window), title="Key a pose", stack=LEAN)


BOX = {"id": "b1", "width": 0.5, "height": 0.45, "depth": 0.5, "x": 0.0, "z": 1.0}

# What a route's example needs to be there, done in another window.
_BEFORE: Mapping[str, Example] = {
    f"POST {FEET}/confirm": _bring_a_sequence,
    f"POST {FEET}/skip": _bring_a_sequence,
    f"POST {GATHERED}/take-out": lambda person: collect(person, "another"),
    f"POST {GATHERED}/forget": lambda person: collect(person, "another"),
    f"POST {LAYERS}/clips/{{clip}}/apply": lambda person: set_layers(person, "another"),
    f"POST {LAYERS}/clips/{{clip}}/copy": lambda person: set_layers(person, "another"),
    "POST /api/jobs/{job}/read-again": lambda person: person.drop(("cut.bvh", person.file[:-40] + b"\n1.0 2.0\n")) and None,
}

_ROUTES: Mapping[str, Example] = {
    "POST /api/commands": lambda person: person.command("rename_clip", clip=person.clips["walk"], name="stroll"),
    "POST /api/import": lambda person: person.drop(("stroll.bvh", person.file), ("labels.csv", b"path,label\nstroll.bvh,walk\n")) and None,
    "POST /api/jobs": _load_sample,
    "POST /api/jobs/{job}/read-again": _read_again,
    f"POST {FEET}/next": lambda person: person.post(f"{FEET}/next", window=WINDOW) and None,
    f"POST {FEET}/confirm": _confirm,
    f"POST {FEET}/skip": _skip,
    f"POST {FEET}/clips/{{clip}}/clean": lambda person: person.post(f"{FEET}/clips/{person.clips['jump']}/clean", window=WINDOW) and None,
    "POST /api/panels/review/verdicts": _judge_made,
    f"POST {GATHERED}/collect": lambda person: collect(person, WINDOW),
    f"POST {GATHERED}/take-out": lambda person: (
        person.post(f"{GATHERED}/take-out", **edit(WINDOW), collection="mine", clips=[person.clips["walk"]]) and None
    ),
    f"POST {GATHERED}/searches": lambda person: (
        person.post(f"{GATHERED}/searches", **edit(WINDOW), search="s1", name="slow", words={"label": "slow"}) and None
    ),
    f"POST {GATHERED}/forget": lambda person: person.post(f"{GATHERED}/forget", **edit(WINDOW), document="mine") and None,
    "POST /api/panels/props/clips/{clip}": lambda person: (
        person.post(f"/api/panels/props/clips/{person.clips['walk']}", **edit(WINDOW), title="Add a box", boxes=[BOX]) and None
    ),
    f"POST {LAYERS}/clips/{{clip}}": lambda person: set_layers(person, WINDOW),
    f"POST {LAYERS}/clips/{{clip}}/apply": lambda person: (
        person.post(f"{LAYERS}/clips/{person.clips['walk']}/apply", window=WINDOW) and None
    ),
    f"POST {LAYERS}/clips/{{clip}}/copy": lambda person: (
        person.post(f"{LAYERS}/clips/{person.clips['walk']}/copy", **edit(WINDOW), layer=0, clips=[person.clips["jump"]]) and None
    ),
    "POST /api/panels/check/mend": lambda person: (
        person.post("/api/panels/check/mend", window=WINDOW, clips=[person.clips["spoilt"], person.clips["walk"]]) and None
    ),
    "POST /api/panels/editing/make": lambda person: (
        person.post(f"{EDITING}/make", window=WINDOW, clips=[person.clips["walk"], person.clips["jump"]], edit={"kind": "mirror"}) and None
    ),
    "POST /api/panels/editing/guess": _guess_plants,
    f"POST {FEET}/clips/{{clip}}/guess": lambda person: (
        person.post(f"{FEET}/clips/{person.clips['jump']}/guess", window=WINDOW, replace=True) and None
    ),
}


def _commands(clips: Mapping[str, str], span: str) -> dict[str, dict[str, Any]]:
    """One example of every command; `span` is an annotation of the walk."""
    walk, jump = clips["walk"], clips["jump"]
    frames = {"start": 5, "stop": 20}
    return {
        "rename_clip": {"clip": walk, "name": "stroll"},
        "delete_clips": {"clips": [walk, jump]},
        "restore_clips": {"clips": [clips["deleted"]]},
        "set_details": {"clip": walk, "description": "a walk", "subject": "ada"},
        "set_subject": {"clips": [walk, jump], "subject": "ada"},
        "set_rate": {"clips": [walk], "fps": 30.0},
        "add_label": {"clips": [walk, jump], "label": "slow"},
        "remove_label": {"clips": [walk], "label": "walk"},
        "set_label": {"clips": [walk, jump], "label": "only"},
        "set_note": {"clip": walk, "text": "look at the left foot"},
        "add_annotation": {"clip": walk, "annotation": "new1", "name": "turn", **frames},
        "change_annotation": {"clip": walk, "annotation": span, "name": "turn", "start": 7},
        "split_annotation": {"clip": walk, "annotation": span, "other": "new2", "at": 10},
        "remove_annotation": {"clip": walk, "annotation": span},
        "set_plants": {"clip": jump, "foot": "left_heel", **frames, "planted": False},
        "confirm_plants": {"clip": jump, **frames},
        "release_plants": {"clip": clips["checked"], **frames},
        "judge": {"clip": walk, "natural": True},
        "batch": {
            "title": "two edits",
            "commands": [{"kind": "set_note", "clip": walk, "text": "a"}, {"kind": "judge", "clip": walk, "natural": False}],
        },
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five clips, one of them made, one that begins in a T-pose, plants of a file and of a person among them, and one that was deleted."""
    with Library.create(tmp_path / "library") as library:
        walk, jump = sample.make("ada", "walk", noise=0.5), sample.make("ada", "jump", noise=0.5)
        performed = [made.motion.with_arrays(made.motion.rotations, made.motion.root_positions, recipe={}) for made in (walk, jump)]
        library.add(performed[0], "walk", labels=["walk"], annotations=[("step", 5, 20)])
        library.add(performed[1], "jump", plants=jump.plants)
        library.add(performed[0][:40], "checked", plants=walk.plants[:40], plants_by="person")
        library.add(walk.motion[:30], "made")
        library.add(begin_elsewhere(performed[0])[0], "spoilt")
        gone = library.add(performed[1][:40], "deleted")
        library.apply({"kind": "delete_clips", "clips": [gone]})
    return tmp_path / "library"


@pytest.fixture
def person(client: TestClient, folder: Path, finished: Callable[[str], dict[str, Any]], tmp_path: Path) -> Person:
    with Library.open(folder) as library:
        clips = {clip.name: clip.id for clip in (*library.clips(), *library.clips(deleted=True))}
        file = tmp_path / "stroll.bvh"
        library.motion(clips["walk"])[:30].save(file)
    return Person(client, clips, file.read_bytes(), finished)


def walk_routes(router: APIRouter, prefix: str) -> Iterator[str]:
    """ "METHOD path" of each route that could change something."""
    for route in router.routes:
        inner = getattr(route, "original_router", None)  # a router within this one
        if inner is not None:
            yield from walk_routes(inner, prefix)
        else:
            yield from (f"{method} {prefix}{_path_of(route)}" for method in getattr(route, "methods", None) or {"WEBSOCKET"})


def _path_of(route: BaseRoute) -> str:
    return str(getattr(route, "path"))  # noqa: B009 (every kind of route has one)


def changing_routes() -> set[str]:
    own = {line for router in ROUTERS for line in walk_routes(router, "/api")}
    panels = {line for panel in PANELS for line in walk_routes(panel.router, f"/api/panels/{panel.name}")}
    return {line for line in own | panels if not line.startswith(("GET ", "HEAD "))}


def test_every_route_that_changes_something_has_an_example() -> None:
    known = {*_ROUTES, *PANEL_ROUTES, *_NOT_THE_LIBRARY}
    assert changing_routes() - known == set()
    assert known - changing_routes() == set()


def test_every_command_has_an_example() -> None:
    union = typing.get_args(typing.get_args(protocol.commands.Simple)[0])
    kinds = {typing.get_args(command.model_fields["kind"].annotation)[0] for command in union}
    assert set(_commands(dict.fromkeys(("walk", "jump", "deleted", "checked"), ""), "")) == kinds | {"batch"}


@pytest.mark.parametrize("route", sorted(_ROUTES))
def test_what_a_route_did_is_undone_by_its_window(folder: Path, person: Person, route: str) -> None:
    if route in _BEFORE:
        _BEFORE[route](person)
        person.undo()  # of this window nothing is left to undo
    check_undone(folder, person, _ROUTES[route])


@pytest.mark.parametrize("kind", sorted(_commands(dict.fromkeys(("walk", "jump", "deleted", "checked"), ""), "")))
def test_what_a_command_did_is_undone_by_its_window(folder: Path, person: Person, kind: str) -> None:
    span = person.client.get(f"/api/clips/{person.clips['walk']}/state").json()["annotations"][0]["id"]
    check_undone(folder, person, lambda each: each.command(kind, **_commands(person.clips, span)[kind]))


def test_a_guess_over_a_files_plants_is_refused_until_asked_for(person: Person, folder: Path) -> None:
    before, address = read_seen(folder), f"{FEET}/clips/{person.clips['jump']}/guess"
    refused = person.client.post(address, json={"window": WINDOW})
    assert refused.status_code == 400
    assert "came with its file" in refused.json()["error"]
    assert read_seen(folder) == before
    person.post(address, window=WINDOW, replace=True)
    with Library.open(folder) as library:
        plants = library.plants(person.clips["jump"])
    assert plants is not None
    assert plants.by == "machine"
    assert np.any(plants.bits)
