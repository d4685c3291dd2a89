"""Posing and layers: a hand is dragged with the feet pinned, the spine brushed, the pose keyed, time dragged, all undone; then applied."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library

pytestmark = pytest.mark.browser
COMPOSE = re.compile(r"/compose")  # what the layers make of the clip is asked there
SHOTS: Path | None = None  # where somebody who wants to look has pictures put


@pytest.fixture
def folder(tmp_path: Path, drawn: Callable[[Path], None]) -> Path:
    """A walk and a jump of one performer, plants known."""
    with Library.create(tmp_path / "library") as library:
        for name in ("walk", "jump"):
            made = sample.make("ada", name)
            library.add(made.motion[:180], name, labels=[made.label], plants=made.plants[:180], made=False)
    drawn(tmp_path / "library")
    return tmp_path / "library"


class Animator:
    """Somebody who poses the character in the picture."""

    def __init__(self, window: Any) -> None:
        self.window, self.page = window, window.page

    def joint(self, role: str) -> int:
        return int(self.window.call("(role) => m.stage.getState().loaded.get(m.stage.getState().active).detail.body.roles[role]", role))

    def place(self, joint: int) -> tuple[float, float]:
        """Where a joint is seen, in the window."""
        box = self.page.locator(".viewer-canvas").bounding_box()
        x, y = self.window.call("(joint) => m.viewer.current.screenOf(joint)", joint)
        return box["x"] + x, box["y"] + y

    def position(self, joint: int) -> list[float]:
        """Where a joint is in the frame that is seen, metres."""
        return self.window.call(  # type: ignore[no-any-return]
            """(joint) => { const { shown, clip } = m.layers.getState();
                const { positions, joints } = shown ?? m.stage.getState().loaded.get(clip).frames;
                const { time, fps } = m.transport.getState();
                const at = (Math.round(time * fps) * joints + joint) * 3;
                return [...positions.slice(at, at + 3)]; }""",
            joint,
        )

    def drag(self, joint: int, across: float, down: float) -> None:
        """Drag a joint by pixels, and wait until its pose has come."""
        x, y = self.place(joint)
        drags = self.window.call("() => m.posing.getState().drags")
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across, y + down, steps=8)
        self.until("(drags) => m.posing.getState().drags === drags && !m.posing.getState().solving", drags + 1)
        mouse.up()
        self.until("() => m.posing.getState().grabbed === null")

    def ring(self, joint: int, angle: float) -> tuple[float, float]:
        """Where the ring about a joint's bone is seen at an angle, in the window."""
        box = self.page.locator(".viewer-canvas").bounding_box()
        x, y = self.window.call("([joint, angle]) => m.viewer.current.screenOf(joint, angle)", [joint, angle])
        return box["x"] + x, box["y"] + y

    def twist(self, joint: int) -> None:
        """Click a joint and drag its ring by 0.6 rad, where no other joint is in the way."""
        self.page.mouse.click(*self.place(joint))
        self.until("(joint) => m.selection.getState().joint === joint", joint)
        joints = self.window.call("() => m.stage.getState().loaded.get(m.stage.getState().active).detail.skeleton.names.length")
        others = [self.place(other) for other in range(joints)]
        free = max(
            (0.1 * step for step in range(63)), key=lambda angle: min(away([*self.ring(joint, angle)], [*other]) for other in others)
        )
        drags = self.window.call("() => m.posing.getState().drags")
        self.page.mouse.move(*self.ring(joint, free))
        self.page.mouse.down()
        for step in range(1, 7):
            self.page.mouse.move(*self.ring(joint, free + 0.1 * step))
        self.until("(drags) => m.posing.getState().drags === drags && !m.posing.getState().solving", drags + 1)
        self.page.mouse.up()
        self.until("() => m.posing.getState().grabbed === null")

    def turn(self, joint: int) -> list[float]:
        """How a joint is turned in the frame that is seen, xyzw."""
        return self.window.call(  # type: ignore[no-any-return]
            """(joint) => { const { shown, clip } = m.layers.getState();
                const { rotations, joints } = shown ?? m.stage.getState().loaded.get(clip).frames;
                const { time, fps } = m.transport.getState();
                const at = (Math.round(time * fps) * joints + joint) * 4;
                return [...rotations.slice(at, at + 4)]; }""",
            joint,
        )

    def until(self, script: str, *arguments: Any) -> None:
        self.page.wait_for_function(f"(given) => {{ const m = window.motionloom; return ({script})(...given); }}", arg=list(arguments))

    def layers(self) -> list[dict[str, Any]]:
        return self.window.call("() => m.layers.getState().stack.layers")  # type: ignore[no-any-return]

    def look(self, name: str) -> None:
        if SHOTS is not None:
            self.page.wait_for_timeout(400)
            for width, height in ((1280, 720), (1440, 900)):
                self.page.set_viewport_size({"width": width, "height": height})
                self.page.wait_for_timeout(500)
                self.page.screenshot(path=SHOTS / f"{name}-{width}.png")
            self.page.set_viewport_size({"width": 1280, "height": 720})
            self.page.wait_for_timeout(400)


def away(a: list[float], b: list[float]) -> float:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5


def test_drag_brush_key_drag_time_undo_all_and_apply(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page, animator = window.page, Animator(window)
    window.panel("layers")
    animator.until("() => m.layers.getState().clip !== null && m.posing.getState().pins.size === 4")
    window.call("() => m.seek(1.0)")
    hand, foot, chest, hips = (animator.joint(role) for role in ("left_wrist", "left_ankle", "chest", "hips"))
    before = {joint: animator.position(joint) for joint in (hand, foot, chest, hips)}

    # A hand, with the feet pinned; the pose comes as the pointer moves, and is given back drag by drag.
    animator.drag(hand, 20, -40)
    assert away(animator.position(hand), before[hand]) > 0.1
    assert away(animator.position(foot), before[foot]) < 1e-4
    page.get_by_text("One drag, not keyed yet.").wait_for()
    animator.look("hand")
    # The spine, with a brush; then the hips go down and the feet stay.
    page.get_by_label("Brush", exact=True).fill("0.25")
    animator.drag(chest, 25, 5)
    assert away(animator.position(chest), before[chest]) > 0.02
    page.get_by_label("Brush", exact=True).fill("0")
    animator.drag(hips, 0, 30)
    assert animator.position(hips)[1] < before[hips][1] - 0.03
    assert away(animator.position(foot), before[foot]) < 1e-4
    lowered = animator.position(hips)
    page.keyboard.press("Control+z")
    animator.until("() => m.posing.getState().drags === 2")
    assert away(animator.position(hips), lowered) > 0.02
    posed = animator.position(hand)

    # A click brings a ring that twists; with Ctrl it pins.
    elbow = animator.joint("left_elbow")
    page.mouse.click(*animator.place(elbow))
    animator.until("(joint) => m.selection.getState().joint === joint", elbow)
    page.keyboard.down("Control")
    page.mouse.click(*animator.place(elbow))
    page.keyboard.up("Control")
    animator.until("(joint) => m.posing.getState().pins.has(joint)", elbow)
    page.mouse.move(*animator.place(elbow))
    page.keyboard.press("q")
    animator.until("(joint) => !m.posing.getState().pins.has(joint)", elbow)

    # Keyed, it is saved and shown by the layers.
    page.keyboard.press("k")
    animator.until("() => m.layers.getState().stack.layers[0]?.poses.length === 1 && m.layers.getState().changed[1] > 0")
    window.saved()
    assert away(animator.position(hand), posed) < 2e-3
    animator.look("keyed")

    # The key is dragged a fifth of a second on; another moment is held and dragged: what was shown then comes later.
    view = window.call("() => m.transport.getState()")
    page.get_by_role("button", name="Show the whole clip").click()
    canvas = page.get_by_test_id("tracks").bounding_box()
    assert canvas is not None
    second = (canvas["width"] - 24) / view["frames"] * view["fps"]
    window.drag("tracks", (12 + second, 11), (12 + 1.2 * second, 11))
    animator.until("() => m.layers.getState().stack.layers[0].poses[0].at > 1.1")
    window.saved()
    window.call("() => m.seek(2.0)")
    page.keyboard.press("t")
    animator.until("() => m.layers.getState().stack.layers[0].times.length === 1")
    window.saved()
    window.drag("tracks", (12 + 2 * second, 11), (12 + 2.2 * second, 11))
    animator.until("() => m.layers.getState().stack.layers[0].times[0].shift < -0.1")
    window.saved()
    time_key = animator.layers()[0]["times"][0]
    assert time_key["at"] + time_key["shift"] == pytest.approx(2.0, abs=1e-6)
    animator.look("time")

    # Mute, weigh, and undo all of it.
    page.get_by_role("button", name="Mute Layer 1").click()
    animator.until("() => m.layers.getState().changed[1] === 0")
    steps = 0
    while window.call("() => m.layers.getState().stack.layers.length"):
        before_undo = window.call("() => JSON.stringify(m.layers.getState().stack)")
        page.keyboard.press("Control+z")
        animator.until("(before) => JSON.stringify(m.layers.getState().stack) !== before", before_undo)
        window.saved()
        steps += 1
        assert steps < 12
    assert steps == 5  # mute, a moment dragged and held, a key dragged, a pose keyed
    animator.until("() => m.layers.getState().changed[1] === 0")
    window.call("() => m.seek(1.0)")
    assert away(animator.position(hand), before[hand]) < 1e-5

    # Again, and applied as a clip of its own.
    for _ in range(steps):
        page.keyboard.press("Control+y")
        window.saved()
    page.get_by_role("button", name="Let Layer 1 count").click()
    window.saved()
    page.get_by_role("button", name="Apply as a new clip").click()
    page.get_by_text("Made ", exact=False).first.wait_for()
    animator.until("() => m.activeState()?.row?.name.endsWith('edited')")
    animator.look("applied")


def test_a_ring_twists_and_a_drag_outlives_what_the_layers_say(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page, animator = window.page, Animator(window)
    window.panel("layers")
    animator.until("() => m.layers.getState().clip !== null && m.posing.getState().pins.size === 4")
    window.call("() => m.seek(1.0)")
    elbow, hand, foot = (animator.joint(role) for role in ("left_elbow", "left_wrist", "left_ankle"))

    # A click brings the ring; dragged, it turns the forearm about itself: hand and elbow stay where they are.
    before, turned = {joint: animator.position(joint) for joint in (elbow, hand, foot)}, animator.turn(elbow)
    animator.twist(elbow)
    animator.look("ring")
    assert away(animator.turn(elbow), turned) > 0.05
    assert all(away(animator.position(joint), place) < 1e-3 for joint, place in before.items())
    page.keyboard.press("Escape")
    animator.until("() => m.posing.getState().drags === 0")

    # What the layers make of the clip comes while a hand is held: the pose is still there, though the pointer rests.
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        waiting.append(route)

    page.route(COMPOSE, hold)
    page.get_by_role("button", name="Add a layer").first.click()
    for _ in range(3000):
        if waiting:
            break
        page.wait_for_timeout(20)
    assert waiting
    x, y = animator.place(hand)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 40, steps=8)
    animator.until("() => m.posing.getState().drags === 1 && !m.posing.getState().solving && m.layers.getState().shown !== null")
    posed = animator.position(hand)
    assert away(posed, before[hand]) > 0.1
    window.call("() => { window.composedBefore = m.layers.getState().shown; }")
    for route in waiting:
        route.continue_()
    page.unroute(COMPOSE)
    animator.until("() => m.layers.getState().shown !== window.composedBefore")
    assert away(animator.position(hand), posed) < 1e-4
    page.mouse.up()
