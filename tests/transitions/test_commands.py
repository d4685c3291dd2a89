"""The commands of alignment and transitions, from a file to a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from motionloom import formats
from motionloom.cli.app import make_app
from motionloom.library import Library
from motionloom.making.proposals import find_proposals
from motionloom.making.recipe import from_json
from motionloom.sample import make, performers
from motionloom.transitions.maker import transition_recipe
from motionloom.transitions.shelf import find_table, use_table

runner = CliRunner()


def run(*words: object) -> str:
    result = runner.invoke(make_app(), [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands") / "library"
    who = next(iter(performers()))
    with Library.create(folder) as opened:
        for behaviour in ("walk", "run", "stand"):
            clip = make(who, behaviour, 0)
            motion = clip.motion[: round(3 * clip.motion.fps)]
            plain = motion.with_arrays(motion.rotations, motion.root_positions, recipe={}, name=behaviour)
            opened.add(plain, behaviour, labels=[behaviour], plants=clip.plants[: len(motion)])
    return folder


def test_distance_align_blend_and_loop(library: Path, tmp_path: Path) -> None:
    walk, running = f"{library}:walk", f"{library}:run"
    assert json.loads(run("distance", walk, walk, "--json"))["least"] < 1e-3
    assert json.loads(run("distance", walk, running, "--json"))["mean_nearest"] > 0.02
    assert json.loads(run("distance", walk, walk, "--by", "angle", "--json"))["least"] < 0.02
    assert " rad from the nearest of run, on average" in run("distance", walk, running, "--by", "angle")
    run("align", walk, running, tmp_path / "aligned.bvh")
    with Library.open(library) as opened:
        opened.motion(opened.find("walk"))[:60].save(tmp_path / "short.bvh")
    assert "no warp within 2 times the pace" in run("align", walk, tmp_path / "short.bvh", tmp_path / "even.bvh")
    assert "mean distance" in run("align", walk, tmp_path / "short.bvh", tmp_path / "steep.bvh", "--pace", 4)
    run("blend", tmp_path / "blend.bvh", walk, running, "--share", 0.5)
    run("loop", walk, tmp_path / "loop.bvh")
    assert len(formats.load(tmp_path / "aligned.bvh")) == len(formats.load(tmp_path / "blend.bvh"))
    assert 0.5 <= formats.load(tmp_path / "loop.bvh").duration < 3


def test_a_blends_plants_are_those_of_its_sources(library: Path, tmp_path: Path) -> None:
    walk = f"{library}:walk"
    told = json.loads(run("blend", tmp_path / "blend.npz", walk, walk, "--share", 0.5, "--json"))
    with Library.open(library) as opened:
        known = opened.plants(opened.find("walk"))
    assert known is not None
    standing = sum(stop - start for runs in told["plants"].values() for start, stop in runs)
    assert standing == known.bits.sum()
    assert told["plant_error"] < 0.02
    assert "times, 0.0" in run("blend", tmp_path / "again.npz", walk, walk, "--share", 0.5)


def test_graph_says_how_connected_it_is(library: Path) -> None:
    facts = json.loads(run("graph", library, "--json"))
    assert facts["clips"] == 3
    assert 0 < facts["share_connected"] <= 1
    assert "of the frames can all be reached from one another" in run("graph", library)
    assert "nothing leads from one place to another within 0 square metres" in run("graph", library, "--threshold", 0)


def build(library: Path, name: str = "small", *words: object) -> dict[str, Any]:
    small = ("--representatives", 4, "--seconds", 0.6, "--workers", 1, "--name", name, "--json")
    return dict(json.loads(run("transition", "build", library, *small, *words)))


def test_a_table_is_built_and_used_and_compared(library: Path, tmp_path: Path) -> None:
    built = build(library, "small", "--output", tmp_path / "table.npz")
    assert (built["table"], built["clips"], built["left_out"]) == ("small", 3, [])
    words = ("walk@0.5", "run", tmp_path / "out.bvh", "--lead", 0.3, "--after", 0.3, "--json")
    made = json.loads(run("transition", "make", library, "small", *words))
    assert made["to"]["name"] == "run"
    assert made["score"] == pytest.approx(made["plant"] + made["balance"] + made["momentum"], abs=2e-4)
    assert len(formats.load(tmp_path / "out.bvh")) == 36 + 18 + 18
    firm = json.loads(run("transition", "measure", library, tmp_path / "table.npz", "--pairs", 5, "--json"))
    assert firm["pairs"] == 5
    assert "momentum p99" in run("transition", "measure", library, built["id"], "--pairs", 5)
    counts = json.loads(run("transition", "compare", library, "small", tmp_path / "scatter.png", "--pairs", 20, "--json"))
    assert counts["both"] + counts["only_ours"] + counts["only_graph"] + counts["neither"] == 20
    assert (tmp_path / "scatter.png").stat().st_size > 5000
    with Library.open(library) as opened:
        assert opened.document(counts["id"]).data["pairs"] == 20
        assert len(opened.documents("transition_table")) == 1  # the file is the one on the shelf


def test_clips_are_chosen_by_the_words_of_every_room(library: Path) -> None:
    built = build(library, "without", "--without", "run")
    assert built["clips"] == 2


def test_a_transition_and_a_performance_are_kept_with_their_recipes(library: Path, tmp_path: Path) -> None:
    build(library)
    made = json.loads(run("transition", "make", library, "small", "walk@0.5", "run", "--into", library, "--name", "off", "--json"))
    performed = json.loads(run("transition", "perform", library, "small", "walk", "run", "--into", library, "--each", 0.8, "--json"))
    run("transition", "perform", library, "small", "walk", "run", "--output", tmp_path / "out.npz", "--each", 0.8)
    with Library.open(library) as opened:
        table = find_table(opened, "small")
        stock = use_table(opened, table)[0].stock
        kept = from_json(opened.recipe(made["clip"]))
        start = stock.frame(stock.find("walk"), 0.5)
        target = int(stock.starts[stock.find("run")]) + kept.options["enter"]
        assert kept == transition_recipe(opened, table, start, target, activity="run")  # as the studio's Keep writes it
        assert opened.clip(made["clip"]).name == "off"
        assert formats.load(tmp_path / "out.npz").recipe == opened.recipe(performed["clip"])
        opened.undo("cli")
        opened.undo("cli")
        assert {clip.name for clip in opened.clips()} == {"walk", "run", "stand"}


def test_where_it_should_go_must_be_said(library: Path, tmp_path: Path) -> None:
    build(library)
    for words, said in (((), "say where it should go"), (("--into", tmp_path / "other"), "stays in the library of its clips")):
        command = ["transition", "make", str(library), "small", "walk@0.5", "run", *map(str, words)]
        assert said in str(runner.invoke(make_app(), command).exception)


def test_a_moment_that_is_none_is_said(library: Path, tmp_path: Path) -> None:
    build(library)
    for moment in ("walk@soon", "walk@inf", "walk@nan", "walk@"):
        result = runner.invoke(make_app(), ["transition", "make", str(library), "small", moment, "run", str(tmp_path / "out.bvh")])
        assert f"expected a clip and a second, such as 16_15@1.2, found {moment!r}" in str(result.exception)
    for moment, found in (("walk@99", "99"), ("walk@-5", "-5"), ("walk@1e300", "1e+300")):
        result = runner.invoke(make_app(), ["transition", "make", str(library), "small", moment, "run", str(tmp_path / "out.bvh")])
        assert f"{moment}: expected a second from 0 to 2.98, walk's last frame, found {found}" in str(result.exception)
    run("transition", "make", library, "small", "walk@0", "run@2.983", tmp_path / "out.bvh")


def test_random_transitions_wait_for_people(library: Path) -> None:
    run("transition", "build", library, "--name", "sampled", "--representatives", 3, "--seconds", 0.5, "--workers", 1)
    said = json.loads(run("transition", "sample", library, "sampled", "--count", 6, "--json"))
    assert said["judged"] == 0
    with Library.open(library) as opened:
        waiting = [each for each in find_proposals(opened) if each.batch == said["batch"]]
        assert len(waiting) == 6
        assert {each.state for each in waiting} == {"pending"}
        assert all(each.score is not None and each.score >= 0 for each in waiting)
    assert "nobody has judged them yet" in run("transition", "sample", library, "sampled", "--count", 2, "--seed", 1)
