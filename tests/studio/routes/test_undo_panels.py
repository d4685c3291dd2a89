"""What the panels of the rooms do can be undone: one example of every route, in a library with a machine and a table of transitions."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.score import judged
from motionloom.studio.arrays import unpack_arrays
from tests.edits.character_files import write_hero
from tests.studio.panels.test_machine_live import Driver
from tests.studio.undoing import WINDOW, Example, Person, check_undone

TRANSITIONS, MACHINE, PLAN = "/api/panels/transitions", "/api/panels/machine", "/api/panels/plan"
CHARACTERS = "/api/panels/characters"
SPREAD = "/api/panels/spread"
WORDS = "/api/panels/words"
ENRICH = "/api/panels/enrich"
SKETCH = "/api/panels/sketch"
ORDER = "/api/panels/order"
WISH = {"seconds": 1.0, "spans": [["walk", 0, 1, True]]}
PARK = {"agents": [{"name": "ada", "start": [0, 0], "goals": [{"at": [0, 4]}]}]}
OTHER = "another"  # the window that prepares


def build_table(person: Person, window: str = WINDOW) -> None:
    """A small table of the first body."""
    body = person.client.get(f"{TRANSITIONS}/status").json()["bodies"][0]["skeleton"]
    wish = {"skeleton": body, "seconds": 0.5, "representatives": 4, "mirrored": False}
    assert person.finished(person.post(f"{TRANSITIONS}/build", window=window, **wish)["id"])["state"] == "done"


def paint_demand(person: Person) -> None:
    """A demand goes on the shelf."""
    person.post(f"{ORDER}/demands/stroll", id="paint-stroll", window=WINDOW, title="Paint a stroll", name="stroll", demand=WISH)


def keep_order(person: Person) -> None:
    """An order is kept as a clip."""
    answer = person.client.post(f"{ORDER}/ask", json={"demand": WISH})
    assert answer.status_code == 200, answer.text
    order = unpack_arrays(answer.content)[1]["order"]
    person.post(f"{ORDER}/orders/{order}/keep", window=WINDOW, name="stroll")


def table_of(person: Person) -> str:
    """The address of the one table; it is built in another window where there is none."""
    if not person.client.get(f"{TRANSITIONS}/status").json()["tables"]:
        build_table(person, OTHER)
    return f"{TRANSITIONS}/tables/{person.client.get(f'{TRANSITIONS}/status').json()['tables'][0]['id']}"


def machine_of(person: Person) -> str:
    """The address of the first machine."""
    return f"{MACHINE}/machines/{person.client.get(f'{MACHINE}/machines').json()['machines'][0]['id']}"


def perform(person: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    """A walk that is asked to stand: what the table said of both stretches."""
    table = table_of(person)

    def ask(path: str, **query: Any) -> dict[str, Any]:
        answer = person.client.get(f"{table}/{path}", params=query)
        assert answer.status_code == 200, answer.text
        meta: dict[str, Any] = unpack_arrays(answer.content)[1]
        return meta

    begun = ask("begin", activity="walk")
    angle, x, z = begun["place"]
    return begun, ask("go", activity="stand", frame=begun["first"] + 20, angle=angle, x=x, z=z)


def warp_clip(person: Person) -> None:
    """A clip of the walk bent by a hundredth of a second in its middle."""
    machine = machine_of(person)
    answer = person.client.get(f"{machine}/warp", params={"state": "walk", "clip": 1})
    line = unpack_arrays(answer.content)[1]["points"][0]
    middle = len(line["frames"]) // 2
    at = line["stop"] * middle / (len(line["frames"]) - 1)
    keys = [{"at": at, "shows": line["frames"][middle] + 0.01}]
    saved = person.client.post(f"{machine}/warp", json={"window": WINDOW, "state": "walk", "clip": 1, "keys": keys})
    assert saved.status_code == 204, saved.text


def keep(person: Person) -> None:
    _, after = perform(person)
    wish = {"source": after["source"], "target": after["first"], "name": "walk to stand", "activity": "stand"}
    person.post(f"{table_of(person)}/keep", window=WINDOW, **wish)


def record_performance(person: Person) -> None:
    begun, after = perform(person)
    spans = ((begun["first"], 20, "walk"), (after["first"], 10, "stand"))
    parts = [{"first": first, "last": first + count, "activity": activity} for first, count, activity in spans]
    person.post(f"{table_of(person)}/record", window=WINDOW, name="a performance", parts=parts)


def keep_one_with_a_rival(person: Person) -> None:
    """A kept transition that goes by other motion; of those tried, one surely does."""
    begun, after = perform(person)
    for target in range(after["first"], after["first"] + 400, 7):
        wish = {"source": begun["first"] + 20, "target": target, "name": "rivalled", "window": OTHER}
        kept = person.client.post(f"{table_of(person)}/keep", json=wish)
        if kept.status_code < 300 and has_rival(person, kept.json()["clip"]):
            return
    raise AssertionError("no transition went by other motion")


def has_rival(person: Person, clip: str) -> bool:
    return bool(unpack_arrays(person.client.get(f"/api/panels/compare/clips/{clip}").content)[1]["roundabout"])


def make_rival(person: Person) -> None:
    rows = person.client.get("/api/clips", params={"search": "rivalled"}).json()["clips"]
    clip = next(row["id"] for row in rows if has_rival(person, row["id"]))
    person.post(f"/api/panels/compare/clips/{clip}/rival", window=WINDOW)


def drive(person: Person) -> None:
    """A second of a driven character, kept."""
    machine = machine_of(person)
    with person.client.websocket_connect(f"ws://127.0.0.1:8321{machine}/live") as socket:
        driver = Driver(socket)
        first = driver.step(1, go=[{"character": 0, "state": "walk"}])[0]["frame"]
        driver.step(60)
        run = driver.step(0, recorded={"character": 0, "first": first})[0]["run"]
    content = person.client.get(machine).json()["content"]
    person.post(f"{machine}/record", window=WINDOW, content=content, run=run, name="my drive", feet=False)


def draw_scene(person: Person, window: str = WINDOW) -> None:
    person.post(f"{PLAN}/scenes/park", id="draw-park", window=window, title="Draw the park", name="park", scene=PARK)


def keep_plan(person: Person) -> None:
    """A second of a run, kept as if it had been planned."""
    machine = machine_of(person)
    run = {"start": "walk", "at": [0, 0, 0], "requests": [], "skip": 0, "frames": 60}
    told = {"content": person.client.get(machine).json()["content"], "runs": [run], "names": ["ada in the park"]}
    person.post(f"{PLAN}/{machine.split('/panels/machine/')[1]}/keep", window=WINDOW, **told)


def take_path(person: Person) -> None:
    machine, path = machine_of(person), ["walk", "stop", "stand", "jump"]
    offered = person.post(f"{machine}/paths", window=WINDOW, paths=[path])["solutions"]
    solver = next(solution["solver"] for solution in offered if not solution["refused"])
    person.post(f"{machine}/paths", window=WINDOW, paths=[path], solver=solver)


def change_link(person: Person) -> None:
    answer = person.client.post(f"{machine_of(person)}/edges", json={"window": WINDOW, "source": "stand", "target": "jump", "cost": 0.5})
    assert answer.status_code == 204, answer.text


def judge_all(person: Person) -> None:
    for number, clip in enumerate(person.clips.values()):
        command = {"kind": "judge", "clip": clip, "natural": number % 2 == 0}
        person.post("/api/commands", id=f"judge{number}", window=OTHER, command=command)


def teach(person: Person) -> None:
    job = person.finished(person.post("/api/panels/review/teach", window=WINDOW, question="natural", learner="svm")["id"])
    assert job["state"] == "done", job


def compare_pairs(person: Person) -> None:
    table = table_of(person).rsplit("/", 1)[1]
    job = person.finished(person.post("/api/panels/scatter/compare", window=WINDOW, table=table, pairs=10)["id"])
    assert job["state"] == "done", job


def rename(person: Person, address: str) -> None:
    person.post(f"{address}/rename", window=WINDOW, name="another name")


def build_machine(person: Person) -> None:
    assert person.finished(person.post(f"{MACHINE}/build", window=WINDOW)["id"])["state"] == "done"


def add_character(person: Person, window: str = WINDOW) -> None:
    """Our mannequin as a character of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        data = write_hero(Path(folder) / "hero.glb", "boris").read_bytes()
    answer = person.client.post(f"{CHARACTERS}/add", params={"name": "hero.glb", "window": window}, content=data)
    assert answer.status_code == 200, answer.text


def character_of(person: Person) -> str:
    """The address of the one character."""
    return f"{CHARACTERS}/characters/{person.client.get(f'{CHARACTERS}/characters').json()['characters'][0]['id']}"


def map_role(person: Person) -> None:
    person.post(f"{character_of(person)}/map", id="map-toe", window=WINDOW, role="left_toe", joint="mixamorig:LeftFoot")


def drop_character(person: Person) -> None:
    answer = person.client.post(f"{character_of(person)}/delete", json={"window": WINDOW})
    assert answer.status_code == 204, answer.text


def keep_worn(person: Person) -> None:
    person.post(f"{character_of(person)}/keep", window=WINDOW, clips=[person.clips["performed stand"]])


def edit_walk(person: Person) -> str:
    """A walk whose left and right were exchanged."""
    made = person.post("/api/panels/editing/make", window=OTHER, clips=[person.clips["performed walk"]], edit={"kind": "mirror"})
    return str(made["clips"][0]["clip"])


def add_example(person: Person, clip: str = "", window: str = WINDOW) -> None:
    """That walk as an example of an edit."""
    rows = person.client.get("/api/clips", params={"search": "performed walk mirrored"}).json()["clips"]
    person.post(f"{SPREAD}/add", window=window, clip=clip or rows[0]["id"], start=0, stop=60, name="mirrored")


def remove_example(person: Person) -> None:
    document = person.client.get(f"{SPREAD}/sets").json()["sets"][0]["id"]
    assert person.post(f"{SPREAD}/remove", window=WINDOW, document=document, number=0)["pairs"] == []


def predict_edit(person: Person) -> None:
    document = person.client.get(f"{SPREAD}/sets").json()["sets"][0]["id"]
    wish = {"document": document, "clips": [person.clips["performed run"]], "strength": 0.5}
    (made,) = person.post(f"{SPREAD}/predict", window=WINDOW, **wish)["made"]
    answer = person.client.get(f"{SPREAD}/clips/{made['clip']}/confidence")
    assert answer.status_code == 200, answer.text
    assert unpack_arrays(answer.content)[1]["least"] == made["least_frame"]


def say_words(person: Person, window: str = WINDOW, acts: tuple[str, ...] = ("walk", "run")) -> None:
    """What clips do, a second of each."""
    for act in acts:
        span = {"clip": person.clips[f"performed {act}"], "start": 0, "stop": 60}
        person.post(f"{WORDS}/answer", window=window, **span, words=[act])


def choose_words(person: Person, window: str = WINDOW) -> None:
    assert person.post(f"{WORDS}/vocabulary", window=window, words=["walk", "run"])["words"] == ["walk", "run"]


def skip_second(person: Person) -> None:
    asked = person.client.get(f"{WORDS}/question").json()
    person.post(f"{WORDS}/skip", window=WINDOW, **{key: asked[key] for key in ("clip", "start", "stop")})


def guess_words(person: Person) -> None:
    path = f"{WORDS}/clips/{person.clips['performed stand']}"
    person.post(f"{path}/guess", window=WINDOW)
    assert unpack_arrays(person.client.get(f"{path}/chances").content)[1]["words"] == ["walk", "run"]


def guess_all_words(person: Person) -> None:
    assert person.finished(person.post(f"{WORDS}/guess", window=WINDOW)["id"])["state"] == "done"


def prepare_words(person: Person) -> None:
    choose_words(person, OTHER)
    say_words(person, OTHER)


def keep_words(person: Person) -> None:
    prepare_words(person)
    person.post(f"{WORDS}/keep", window=OTHER)


def transplant(person: Person) -> None:
    wish = {"host": person.clips["performed walk"], "donor": person.clips["performed run"], "cut": "left_arm"}
    made = person.post(f"{ENRICH}/transplant", window=WINDOW, **wish)
    assert made["name"] == "performed walk with the left arm of performed run"


def search_transplants(person: Person) -> None:
    wish = {"clips": [person.clips["performed walk"], person.clips["performed run"]], "applications": 2}
    job = person.finished(person.post(f"{ENRICH}/search", window=WINDOW, **wish)["id"])
    assert job["state"] == "done", job
    assert person.client.get(f"{ENRICH}/status").json()["last"]["motions"] == 2


def new_sketch(person: Person, window: str = WINDOW) -> None:
    wish = {"clip": person.clips["performed walk"], "what": "walk", "name": "stroll", "steps": 3}
    person.post(f"{SKETCH}/new", window=window, **wish)


def sketch_of(person: Person) -> str:
    """The address of the one sketch."""
    return f"{SKETCH}/sketches/{person.client.get(f'{SKETCH}/sketches').json()['sketches'][0]['id']}"


def key_sketch(person: Person) -> None:
    keys = person.client.get(sketch_of(person)).json()["keys"]
    keys["channels"]["root.y"][0]["value"] -= 0.05
    person.post(sketch_of(person), id="key-it", window=WINDOW, title="Lower the root", keys=keys)


def complete_sketch(person: Person, how: str) -> None:
    """Kept along its best path, or all paths proposed."""
    person.post(f"{sketch_of(person)}/{how}", window=WINDOW, clips=[person.clips["performed walk"]])


def fill_gap(person: Person) -> None:
    wish = {"clip": person.clips["performed walk"], "start": 1.0, "end": 1.4, "captures": [person.clips["performed walk"]]}
    (made,) = person.post(f"{SKETCH}/between", window=WINDOW, **wish)["clips"]
    assert made["name"] == "performed walk filled in"


PANEL_ROUTES: Mapping[str, Example] = {
    f"POST {WORDS}/vocabulary": choose_words,
    f"POST {WORDS}/answer": lambda person: say_words(person, acts=("walk",)),
    f"POST {WORDS}/skip": skip_second,
    f"POST {WORDS}/keep": lambda person: person.post(f"{WORDS}/keep", window=WINDOW) and None,
    f"POST {WORDS}/clips/{{clip}}/guess": guess_words,
    f"POST {WORDS}/guess": guess_all_words,
    f"POST {ENRICH}/transplant": transplant,
    f"POST {ENRICH}/search": search_transplants,
    f"POST {SKETCH}/new": new_sketch,
    f"POST {SKETCH}/between": fill_gap,
    f"POST {SKETCH}/sketches/{{identity}}": key_sketch,
    f"POST {SKETCH}/sketches/{{identity}}/accept": lambda person: complete_sketch(person, "accept"),
    f"POST {SKETCH}/sketches/{{identity}}/propose": lambda person: complete_sketch(person, "propose"),
    f"POST {ORDER}/demands/{{demand}}": paint_demand,
    f"POST {ORDER}/orders/{{order}}/keep": keep_order,
    f"POST {SPREAD}/add": add_example,
    f"POST {SPREAD}/remove": remove_example,
    f"POST {SPREAD}/predict": predict_edit,
    f"POST {TRANSITIONS}/build": build_table,
    f"POST {TRANSITIONS}/tables/{{table}}/keep": keep,
    f"POST {TRANSITIONS}/tables/{{table}}/record": record_performance,
    f"POST {TRANSITIONS}/tables/{{table}}/rename": lambda person: rename(person, table_of(person)),
    f"POST {TRANSITIONS}/tables/{{table}}/delete": lambda person: person.post(f"{table_of(person)}/delete", window=WINDOW) and None,
    f"POST {TRANSITIONS}/clips/{{clip}}/loop": lambda person: (
        person.post(f"{TRANSITIONS}/clips/{person.clips['walk']}/loop", window=WINDOW) and None
    ),
    "POST /api/panels/compare/clips/{clip}/rival": make_rival,
    "POST /api/panels/scatter/compare": compare_pairs,
    "POST /api/panels/review/teach": teach,
    f"POST {MACHINE}/build": build_machine,
    f"POST {MACHINE}/machines/{{machine}}/rename": lambda person: (
        person.post(f"{machine_of(person)}/rename", window=WINDOW, name="mine") and None
    ),
    f"POST {MACHINE}/machines/{{machine}}/delete": lambda person: person.post(f"{machine_of(person)}/delete", window=WINDOW) and None,
    f"POST {MACHINE}/machines/{{machine}}/points": lambda person: (
        person.post(f"{machine_of(person)}/points", window=WINDOW, source="walk", target="stop", points=[{"index": 1}]) and None
    ),
    f"POST {MACHINE}/machines/{{machine}}/warp": warp_clip,
    f"POST {MACHINE}/machines/{{machine}}/edges": change_link,
    f"POST {MACHINE}/machines/{{machine}}/paths": take_path,
    f"POST {MACHINE}/machines/{{machine}}/record": drive,
    f"POST {PLAN}/machines/{{machine}}/keep": keep_plan,
    f"POST {PLAN}/scenes/{{scene}}": draw_scene,
    f"POST {PLAN}/scenes/{{scene}}/delete": lambda person: (
        person.post(f"{PLAN}/scenes/park/delete", id="drop-park", window=WINDOW) and None
    ),
    f"POST {CHARACTERS}/add": add_character,
    f"POST {CHARACTERS}/characters/{{character}}/map": map_role,
    f"POST {CHARACTERS}/characters/{{character}}/delete": drop_character,
    f"POST {CHARACTERS}/characters/{{character}}/keep": keep_worn,
}
# What must be there before an example; it is done in another window.
_PREPARED: Mapping[str, Example] = {
    **{route: lambda person: table_of(person) and None for route in PANEL_ROUTES if "{table}" in route or "scatter" in route},
    "POST /api/panels/compare/clips/{clip}/rival": keep_one_with_a_rival,
    "POST /api/panels/review/teach": judge_all,
    f"POST {PLAN}/scenes/{{scene}}/delete": lambda person: draw_scene(person, OTHER),
    **{route: lambda person: add_character(person, OTHER) for route in PANEL_ROUTES if "{character}" in route},
    **{route: prepare_words for route in PANEL_ROUTES if route.startswith(f"POST {WORDS}/") and not route.endswith("vocabulary")},
    f"POST {WORDS}/guess": keep_words,
    f"POST {SPREAD}/add": lambda person: edit_walk(person) and None,
    **{route: lambda person: new_sketch(person, OTHER) for route in PANEL_ROUTES if f"{SKETCH}/sketches" in route},
    f"POST {SPREAD}/remove": lambda person: add_example(person, edit_walk(person), OTHER),
    f"POST {SPREAD}/predict": lambda person: add_example(person, edit_walk(person), OTHER),
}


@pytest.fixture
def folder(machine_library: Path, tmp_path: Path) -> Path:
    """That library, and three performed clips for a table of transitions."""
    shutil.copytree(machine_library, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            details = {"subject": "ada", "labels": [behaviour], "plants": made.plants, "height": 1.7}
            library.add(replace(made.motion, recipe={}), f"performed {behaviour}", **details)
    return tmp_path / "library"


@pytest.fixture
def person(client: TestClient, folder: Path, finished: Callable[[str], dict[str, Any]]) -> Person:
    with Library.open(folder) as library:
        clips = {clip.name: clip.id for clip in library.clips()}
    return Person(client, clips, b"", finished)


@pytest.mark.parametrize("route", sorted(PANEL_ROUTES))
def test_what_a_panels_route_did_is_undone_by_its_window(folder: Path, person: Person, route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 12)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    _PREPARED.get(route, lambda person: None)(person)
    check_undone(folder, person, PANEL_ROUTES[route])
