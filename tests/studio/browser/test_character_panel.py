"""The character panel: a file becomes a character, the open clip is seen on its mesh, a joint is mapped, its file goes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom.library import Library
from motionloom.sample import make
from tests.edits.character_files import read_glb, write_odd_hero
from tests.formats.test_skinned_scene import human

pytestmark = pytest.mark.browser
WORN = "() => window.motionloom.characters.getState().worn !== null"
# Frame 60 is shown, and the bone that plays the left ankle is drawn within 2 mm of where the retargeted motion has it.
DRAWN = """() => {
  const m = window.motionloom, { worn } = m.characters.getState();
  const joint = worn.detail.body.roles.left_ankle, bone = worn.mesh.joints[joint];
  m.seek(60 / worn.frames.fps);
  const at = (60 * worn.frames.joints + joint) * 3;
  const told = [...worn.frames.positions.slice(at, at + 3)];
  told[1] -= worn.detail.body.ground;
  const drawn = bone.matrixWorld.elements.slice(12, 15);
  return drawn.every((value, axis) => Math.abs(value - told[axis]) < 2e-3) && bone.name;
}"""


def stands_where_told(window: Any) -> str:
    """Waits until the left ankle of the worn mesh is where the motion has it; the name of its bone."""
    return str(window.page.wait_for_function(DRAWN, polling=50).json_value())


def make_heroes(server: Any, folder: Path) -> None:
    """A library with one walk, and the server on it."""
    server.library = folder / "heroes"
    made = make("boris", "walk")
    with Library.create(server.library) as library:
        library.add(made.motion[:120], "walk", plants=made.plants[:120])
    server.start()


def test_a_clip_on_ones_own_character(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> None:
    make_heroes(server, tmp_path)
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("character")
    page.get_by_text("Your own character").wait_for()
    page.get_by_label("Character file").set_input_files(write_odd_hero(tmp_path / "hero.glb"))
    page.wait_for_function(WORN)
    page.get_by_text("LeftFoot hangs elsewhere in the file").wait_for()
    assert stands_where_told(window) == "LeftFoot"
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


@pytest.mark.parametrize("kind", ["fbx", "usdc"])
def test_characters_of_fbx_and_usd_are_worn_and_go_out(server: Any, tmp_path: Path, new_window: Callable[[str], Any], kind: str) -> None:
    file = tmp_path / f"hero.{kind}"
    if kind == "usdc":
        pytest.importorskip("pxr")
        make("ada", "stand").motion[:3].save(file)
    else:
        human(file)
    make_heroes(server, tmp_path)
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("character")
    page.get_by_label("Character file").set_input_files(file)
    page.wait_for_function(WORN)
    assert stands_where_told(window) == "LeftFoot"
    page.screenshot(path=tmp_path / f"{kind}.png")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export .glb with this clip").click()
    download.value.save_as(tmp_path / "out.glb")
    told = read_glb((tmp_path / "out.glb").read_bytes())[0]
    assert [animation["name"] for animation in told["animations"]] == ["walk"]
    assert len(told["skins"]) == 1
    assert not window.errors
