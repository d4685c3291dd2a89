"""Proposals: kept small, found at once, decided in bulk as one undo step, and never half of anything after a kill."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.errors import LibraryError
from motionloom.library import Library, schema
from motionloom.library.maintenance.check import check_library
from motionloom.making.deciding import accept, decide, reject
from motionloom.making.makers import make
from motionloom.making.makers.edit import mirror_recipe, part_recipe
from motionloom.making.packed_recipes import choose_pattern, pack, unpack
from motionloom.making.proposals import NewProposal, count_proposals, find_proposals, get_proposals, raise_proposals
from motionloom.making.recipe import RecipeError
from motionloom.making.sources import Sources, clip_source

WINDOW = "abc123"


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as made:
        clip = sample.make("ada", "walk")
        made.add(clip.motion[:120], "walk", subject="ada", source="sample", plants=clip.plants[:120], height=1.7, made=False)
        yield made


def parts(library, count, length=20):
    """Proposals of different parts of the walk, the later the worse; every third has no score."""
    clip = library.clip(library.find("walk"))
    spans = [(start, stop) for stop in range(length, clip.frames + 1) for start in range(stop - length + 1)][:count]
    return [
        NewProposal(part_recipe(clip_source(clip, *span)), f"part {n}", None if n % 3 == 2 else float(n), (n % 10) / 10, "a part of a walk")
        for n, span in enumerate(spans)
    ]


def ask(library, count, **more):
    return raise_proposals(library, parts(library, count), question="keep", title=f"Raise {count}", room="test", **more)


def test_recipes_are_unpacked_as_they_were_packed(library):
    recipes = [each.recipe for each in parts(library, 40)]
    recipes.append(mirror_recipe(clip_source(library.clip(library.find("walk")))))
    for pattern in (b"", choose_pattern(recipes[:5]), choose_pattern(recipes)):
        assert [unpack(pack(recipe, pattern), pattern) for recipe in recipes] == [recipe.text for recipe in recipes]
    assert len(pack(recipes[30], choose_pattern(recipes[:20]))) < 0.4 * len(recipes[30].text)


def test_raising_the_same_again_changes_nothing(library):
    batch = ask(library, 30)
    before = find_proposals(library, limit=100)
    assert ask(library, 40, batch=batch) == batch
    assert find_proposals(library, limit=100)[:30] == before
    assert count_proposals(library).pending == 40
    with pytest.raises(LibraryError, match="no question 'taste' is known here; there are"):
        raise_proposals(library, parts(library, 1), question="taste", title="x", room="test")


def test_orders_are_those_of_sorting_them_all(library):
    for _ in range(3):  # several batches are one queue
        ask(library, 25)
    everything = find_proposals(library, limit=1000)
    assert [each.id for each in everything] == sorted(each.id for each in everything)
    keys = {
        "best": lambda each: (each.score is None, each.score, each.id),
        "worst": lambda each: (each.score is None, -(each.score or 0), each.id),
        "unsure": lambda each: (abs(each.confidence - 0.5), each.id),
    }
    for order, key in keys.items():
        pages = [each for start in range(0, 80, 7) for each in find_proposals(library, order=order, limit=7, offset=start)]
        assert pages == sorted(everything, key=key)


def test_an_accepted_proposal_is_what_its_recipe_makes(library):
    ask(library, 5)
    waiting = find_proposals(library, order="best")
    decided = accept(library, [waiting[1].id, waiting[0].id], by="me", window=WINDOW)
    for proposal in waiting[:2]:
        motion = library.motion(decided.clips[proposal.id])
        expected = make(Sources(library), proposal.recipe).motion
        np.testing.assert_array_equal(motion.rotations, expected.rotations)
        assert library.recipe(decided.clips[proposal.id]) == proposal.recipe.to_json()
    assert [each.state for each in get_proposals(library, [w.id for w in waiting[:3]])] == ["accepted", "accepted", "pending"]
    again = accept(library, [waiting[0].id], window=WINDOW)
    assert again.clips == {}


def test_one_decision_is_one_undo_step_and_redo_does_it_again(library):
    ask(library, 60, window=WINDOW)
    ids = [each.id for each in find_proposals(library, limit=60)]
    decided = accept(library, ids[:30], window=WINDOW)  # enough to start processes
    assert len({library.clip(clip).name for clip in decided.clips.values()}) == 30
    reject(library, ids[30:40], "too short", window=WINDOW)
    assert count_proposals(library) == count_proposals(library, question="keep")
    assert vars(count_proposals(library)) == {"pending": 20, "accepted": 30, "rejected": 10}
    assert get_proposals(library, [ids[30]])[0].why == "too short"
    assert library.undo(WINDOW).title == "Reject 10 proposals"
    assert library.undo(WINDOW).title == "Accept 30 proposals"
    assert vars(count_proposals(library)) == {"pending": 60, "accepted": 0, "rejected": 0}
    assert library.count() == 1
    library.redo(WINDOW)
    assert count_proposals(library).accepted == 30
    assert library.count() == 31
    library.undo(WINDOW)
    library.undo(WINDOW)
    assert vars(count_proposals(library)) == {"pending": 0, "accepted": 0, "rejected": 0}


def test_the_same_name_twice_is_two_names(library):
    clip = library.clip(library.find("walk"))
    same = [NewProposal(part_recipe(clip_source(clip, 0, stop)), "walk") for stop in (30, 40)]
    raise_proposals(library, same, question="keep", title="x", room="test")
    decided = accept(library, [each.id for each in find_proposals(library)])
    assert sorted(library.clip(clip).name for clip in decided.clips.values()) == ["walk 2", "walk 3"]


def test_asked_twice_under_one_id_is_done_once(library):
    ask(library, 3)
    first = find_proposals(library)[0]
    decide(library, True, proposals=[first.id], window=WINDOW, command_id="c1")
    assert not decide(library, True, proposals=[first.id], window=WINDOW, command_id="c1").change.applied
    assert library.count() == 2


def test_a_source_that_changed_is_said_and_nothing_happens(library):
    ask(library, 2)
    library.apply({"kind": "set_rate", "clips": [library.find("walk")], "fps": 30.0})
    with pytest.raises(RecipeError, match="'walk' has been changed since"):
        accept(library, [each.id for each in find_proposals(library)])
    assert count_proposals(library).pending == 2
    assert library.count() == 1


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_proposals import parts
from motionloom.library import Library, schema
from motionloom.making.deciding import accept
from motionloom.making import proposals
proposals.CHUNK = 10
with Library.open({folder!r}) as library:
    print("ready", flush=True)
    proposals.raise_proposals(library, parts(library, 400), question="keep", title="Raise", room="test", batch="b1")
    print("raised", flush=True)
    for start in range(0, 40, 8):
        some = [each.id for each in proposals.find_proposals(library, order="best", limit=8)]
        print("accepted", *accept(library, some, window="{window}").clips.values(), flush=True)
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_at_any_moment_loses_nothing_confirmed_and_leaves_nothing_half(library, seed):
    """What a killed process said is there; every accepted proposal has its clip, every clip its frames; and it goes on."""
    folder, rng = library.folder, np.random.default_rng(seed)
    text = CHILD.format(tests=str(Path(__file__).parent), folder=str(folder), window=WINDOW)
    child = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert child.stdout is not None
    heard = [child.stdout.readline() for _ in range(1 + seed % 4)]  # how far it is, however busy the machine
    time.sleep(float(rng.uniform(0.0, 0.5)))  # any moment after that will do: the laws hold for all of them
    child.send_signal(signal.SIGKILL)
    said = [line.strip() for line in (*heard, *child.communicate()[0].splitlines())]
    assert said[0] == "ready"
    confirmed = [clip for line in said if line.startswith("accepted ") for clip in line.split()[1:]]
    check_whole(library, confirmed)
    if "raised" in said:
        assert sum(vars(count_proposals(library)).values()) == 400
    ask_again = raise_proposals(library, parts(library, 400), question="keep", title="Raise", room="test", batch="b1")
    assert ask_again == "b1"
    assert sum(vars(count_proposals(library)).values()) == 400
    accept(library, [each.id for each in find_proposals(library, order="best", limit=3)])
    check_whole(library, confirmed)


def check_whole(library, confirmed):
    rows = library.database.read("SELECT state, clip FROM proposals WHERE state != 'pending'")
    accepted = {row["clip"] for row in rows if row["state"] == "accepted"}
    assert accepted == {clip.id for clip in library.clips(made=True)}
    assert accepted >= set(confirmed)
    assert len(rows) == len(accepted)
    for clip in accepted:
        assert len(library.motion(clip)) == library.clip(clip).frames
    assert not [problem for problem in check_library(library).problems if "missing" in str(problem)]


def test_proposals_of_version_2_are_there_after_the_migration(library, tmp_path, monkeypatch):
    expected = parts(library, 3)
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
    monkeypatch.setattr(schema, "VERSION", 2)
    with Library.create(tmp_path / "old") as old, old.database.transaction() as connection:
        connection.execute("INSERT INTO proposal_batches VALUES ('b', 'Raise', 'keep', 'test', 1.0, NULL)")
        connection.executemany(
            "INSERT INTO proposals (batch, digest, recipe, name, score, reason, state, by, why) VALUES ('b', ?, ?, ?, ?, '', ?, 'me', '')",
            [(each.recipe.digest, each.recipe.text, each.name, each.score, "rejected") for each in expected],
        )
    monkeypatch.undo()
    with Library.open(tmp_path / "old") as opened:
        found = find_proposals(opened, state="rejected")
        assert [(each.recipe, each.name, each.score, each.by) for each in found] == [(e.recipe, e.name, e.score, "me") for e in expected]
        raise_proposals(opened, expected, question="keep", title="again", room="test", batch="b")
        assert sum(vars(count_proposals(opened)).values()) == 3
        sources = opened.database.read("SELECT kind, source FROM proposal_sources")
        assert [tuple(row) for row in sources] == [("clip", expected[0].recipe.sources[0].clip)]
