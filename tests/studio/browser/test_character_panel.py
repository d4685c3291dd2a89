"""The character panel: a file becomes a character, the open clip is seen on its mesh, a joint is mapped, its file goes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom.library import Library
from motionloom.sample import make
from tests.edits.character_files import read_glb, write_odd_hero

pytestmark = pytest.mark.browser
WORN = "() => window.motionloom.characters.getState().worn !== null"


def test_a_clip_on_ones_own_character(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> None:
    server.library = tmp_path / "heroes"
    made = make("boris", "walk")
    with Library.create(server.library) as library:
        library.add(made.motion[:120], "walk", plants=made.plants[:120])
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("character")
    page.get_by_text("Your own character").wait_for()
    page.get_by_label("Character file").set_input_files(write_odd_hero(tmp_path / "hero.glb"))
    page.wait_for_function(WORN)
    page.get_by_text("LeftFoot hangs elsewhere in the file").wait_for()
    places = window.call(
        """() => {
          const { worn } = m.characters.getState();
          const joint = worn.detail.body.roles.left_ankle;
          const bone = worn.mesh.joints[joint];
          m.seek(60 / worn.frames.fps);
          return new Promise((done) => setTimeout(() => requestAnimationFrame(() => {
            const at = (60 * worn.frames.joints + joint) * 3;
            done({ drawn: bone.matrixWorld.elements.slice(12, 15), ground: worn.detail.body.ground,
                   told: [...worn.frames.positions.slice(at, at + 3)], name: bone.name });
          }), 400));
        }"""
    )
    assert places["name"] == "LeftFoot"
    assert places["drawn"] == pytest.approx([places["told"][0], places["told"][1] - places["ground"], places["told"][2]], abs=2e-3)
    page.screenshot(path=tmp_path / "character.png")

    page.get_by_role("button", name="left toe").click()
    page.get_by_text("Press the joint on the body that plays left toe").wait_for()
    window.call("() => m.selection.setState({ joint: m.characters.getState().worn.detail.skeleton.names.indexOf('LeftFoot') })")
    page.get_by_text("yours").wait_for()
    window.saved()
    assert page.get_by_label("left toe", exact=True).locator("visible=true").last.input_value() == "LeftFoot"
    page.keyboard.press("Control+z")
    page.get_by_text("yours").wait_for(state="hidden")

    with page.expect_download() as download:
        page.get_by_role("link", name="Export .glb with this clip").click()
    download.value.save_as(tmp_path / "out.glb")
    told = read_glb((tmp_path / "out.glb").read_bytes())[0]
    assert [animation["name"] for animation in told["animations"]] == ["walk"]
    assert {mesh["name"] for mesh in told["meshes"]} == {"Body", "Hat"}
    assert not window.errors
