"""A page to share: small enough, whole, and true to the motion."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import motionloom as ml
from motionloom.core import FileError, Motion, MotionError, Skeleton
from motionloom.render import sharing
from motionloom.render.sharing import LARGEST, make_page, save_page, to_player
from motionloom.render.shown import ONE, Shown, describe
from motionloom.sample import make

pytestmark = pytest.mark.skipif(not sharing.PLAYER.is_file(), reason="the player is not built (dev.py builds it)")


@pytest.fixture(scope="module")
def walk() -> Motion:
    return make("ada", "walk").motion


def unpack(data: dict, joints: int) -> tuple[np.ndarray, np.ndarray]:
    """What the player does: roots (F, 3), rotations (F, J, 4)."""
    raw = np.frombuffer(zlib.decompress(base64.b64decode(data["packed"])), np.uint8)
    frames = data["frames"]
    roots = raw[: frames * 12].view("<f4").reshape(frames, 3)
    low, high = raw[frames * 12 :].reshape(2, joints * 4, frames).astype(np.uint16)
    return roots, (np.cumsum(low | high << 8, axis=1, dtype=np.uint16).view(np.int16) / ONE).T.reshape(frames, joints, 4)


def shown_in(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="motionloom-shown">(.*?)</script>', page, re.S)[1])


def test_packed_frames_are_the_motion_to_a_tenth_of_a_millimetre(walk: Motion) -> None:
    roots, turns = unpack(describe(Shown(walk)), len(walk.skeleton))
    turns /= np.linalg.norm(turns, axis=-1, keepdims=True)
    back = walk.with_arrays(turns.astype(np.float32), roots)
    assert np.abs(back.positions() - walk.positions()).max() < 1e-4


def test_a_page_is_one_file_that_asks_for_nothing(walk: Motion, tmp_path: Path) -> None:
    path = ml.share(walk, tmp_path / "walk.html")
    page = path.read_text()
    assert path.stat().st_size < LARGEST
    assert not re.search(r'(src|href)="', page.split("<script", 1)[0])
    told = shown_in(page)["actors"][0]
    assert (told["frames"], told["fps"], len(told["plants"])) == (len(walk), walk.fps, 4)
    assert {curve["name"] for curve in told["curves"]} == {"hips", "left foot", "right foot"}
    assert all(len(curve["values"]) == len(walk) for curve in told["curves"])


def test_no_name_breaks_out_of_the_page(walk: Motion) -> None:
    evil = replace(walk[:10], name="</script><script>alert(1)</script><!--")
    page = make_page([Shown(evil, spans=(("<!--</script>", 0, 5),))])
    assert page.count("</script>") == 2
    assert shown_in(page)["actors"][0]["name"] == evil.name


def test_long_motions_come_at_a_lower_rate_and_longer_ones_are_refused(walk: Motion, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Shown(walk, np.ones((len(walk), 4), bool), (("all", 0, len(walk)), ("end", len(walk) - 1, len(walk))))
    monkeypatch.setattr(sharing, "LARGEST", len(make_page([whole]).encode()) - 5000)
    told = shown_in(make_page([whole]))["actors"][0]
    assert told["fps"] == 30
    assert told["plants"][0] == [[0, told["frames"]]]
    assert told["spans"][0] == ["all", 0, told["frames"]]
    monkeypatch.setattr(sharing, "LARGEST", 1000)
    with pytest.raises(MotionError, match=r"6 s of motion make a page of .* MB, the most is 1.5; share a part"):
        make_page([whole])


def test_what_is_no_body_is_shared_too(tmp_path: Path) -> None:
    skeleton = Skeleton(("post", "arm"), [-1, 0], [[0, 0, 0], [0, 1, 0]])
    thing = Motion(skeleton, np.tile(np.array([0, 0, 0, 1], np.float32), (3, 2, 1)), np.zeros((3, 3), np.float32), 30)
    told = json.loads(to_player([Shown(thing)]))["actors"][0]
    assert (told["plants"], told["figure"]["roles"]) == ([], {})
    assert ml.share(thing, tmp_path / "a.html").is_file()
    with pytest.raises(FileError, match=r"a page to share is an \.html file"):
        save_page([Shown(thing)], tmp_path / "a.png")


def test_a_player_in_a_notebook_without_anywidget_is_a_page_in_a_frame(walk: Motion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motionloom.player.find_spec", lambda name: None)
    player = ml.Player(walk[:30], plants=np.zeros((30, 4), bool))
    bundle = player._repr_mimebundle_()
    assert bundle["text/plain"] == f"Player({walk.name}, 0.50 s)"
    assert bundle["text/html"].startswith("<iframe")
    assert bundle["text/html"].count('"') == 6, "the page within is quoted whole"
