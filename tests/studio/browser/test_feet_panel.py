"""The active-learning loop: correct a guess, bring the next sequence, teach, see how well it guessed, reload, lose nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library

pytestmark = pytest.mark.browser


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    """Sample clips with noise and without their recipes or plants: what an import of captures leaves."""
    with Library.create(tmp_path / "captures") as library:
        for behaviour in ("walk", "jump", "kick"):
            made = sample.make("ada", behaviour, noise=0.5).motion
            library.add(made.with_arrays(made.rotations, made.root_positions, recipe={}), behaviour)
    return tmp_path / "captures"


def planted(window: Any, foot: int) -> list[list[int]]:
    return window.state()["plants"]["spans"][foot]  # type: ignore[no-any-return]


def within(spans: list[list[int]], start: int, stop: int) -> list[list[int]]:
    """The parts of spans in frames start:stop: the rest of the clip may be guessed anew meanwhile."""
    return [[max(a, start), min(b, stop)] for a, b in spans if a < stop and b > start]


def current(window: Any) -> dict[str, Any] | None:
    return window.call("() => m.teaching.getState().status?.current ?? null")  # type: ignore[no-any-return]


def test_the_oracle_is_taught_by_correcting_it(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    server.library = captures
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("feet")
    page.get_by_text("Nothing put right yet").wait_for()
    page.get_by_role("button", name="Next sequence").click()
    page.get_by_text("between the marks").wait_for()
    first = current(window)
    assert first is not None
    assert window.state()["id"] == first["clip"]
    assert window.state()["plants"]["by"] == "machine"
    assert window.call("() => m.transport.getState().markIn") is not None

    # A person plants or lifts the left heel for a while with a key: the bits change and are theirs.
    window.call("(frame) => m.seek(frame / m.transport.getState().fps)", first["start"] + 3)
    before = planted(window, 0)
    page.keyboard.press("q")
    page.wait_for_function("(old) => JSON.stringify(window.motionloom.activeState().plants.spans[0]) !== old", arg=_json(before))
    window.saved()
    corrected = planted(window, 0)

    page.get_by_role("button", name="Right: next").click()
    page.get_by_test_id("feet-accuracy").wait_for()
    shown = page.get_by_test_id("feet-accuracy").inner_text()
    assert shown.endswith("%")
    assert float(shown.split()[0]) < 100
    page.get_by_text("Taught with").wait_for()
    page.wait_for_function("(old) => JSON.stringify(window.motionloom.teaching.getState().status.current) !== old", arg=_json(first))
    page.wait_for_function("() => !window.motionloom.teaching.getState().busy")
    second = current(window)
    assert second is not None
    assert (second["clip"], second["start"]) != (first["clip"], first["start"])
    version = window.call("() => m.teaching.getState().status.oracle")

    # The server dies and the window is loaded anew: the labels, the lesson, the oracle and the open sequence are all still there.
    server.kill()
    server.start()
    page.reload()
    window.wait_for_clip()
    window.panel("feet")
    page.get_by_test_id("feet-accuracy").wait_for()
    assert page.get_by_test_id("feet-accuracy").inner_text() == shown
    assert window.call("() => m.teaching.getState().status.oracle") == version
    assert current(window) == second
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("between the marks").wait_for()
    window.call("(clip) => m.showClips([clip])", first["clip"])
    page.wait_for_function("(clip) => window.motionloom.activeState()?.id === clip", arg=first["clip"])
    assert within(planted(window, 0), first["start"], first["stop"]) == within(corrected, first["start"], first["stop"])
    person = window.state()["plants"]["person"][0]
    assert any(start <= first["start"] and first["stop"] <= stop for start, stop in person)


def begin(server: Any, captures: Path, new_window: Callable[[str], Any]) -> tuple[Any, dict[str, Any]]:
    """A window with its first sequence open."""
    server.library = captures
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    window.panel("feet")
    window.page.get_by_role("button", name="Next sequence").click()
    window.page.get_by_text("between the marks").wait_for()
    first = current(window)
    assert first is not None
    return window, first


def wait_for_another(window: Any, before: dict[str, Any]) -> dict[str, Any]:
    """The sequence that comes after one, once it is open."""
    window.page.wait_for_function(
        """([clip, start]) => {
            const { status, shown, busy } = window.motionloom.teaching.getState();
            const now = status.current;
            const open = now !== null && shown?.clip === now.clip && shown.start === now.start;
            return !busy && open && (now.clip !== clip || now.start !== start); }""",
        arg=[before["clip"], before["start"]],
    )
    found = current(window)
    assert found is not None
    return found


def test_keys_change_nothing_outside_the_open_sequence(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    window, first = begin(server, captures, new_window)
    page, start, stop = window.page, first["start"], first["stop"]
    window.call("(frame) => m.seek(frame / m.transport.getState().fps)", stop - 3)
    for key in ("t", "t", "Shift+Q"):
        page.keyboard.press(key)
    page.wait_for_function("() => window.motionloom.activeState().plants.person[0].length > 0")
    # Outside of it a key does nothing; the same key inside of it follows, so that there is a change to wait for.
    outside = stop if stop < window.state()["row"]["frames"] else start - 1
    for frame in (outside, stop - 2):
        window.call("(frame) => m.seek(frame / m.transport.getState().fps)", frame)
        page.keyboard.press("w")
    page.wait_for_function("() => window.motionloom.activeState().plants.person[1].length > 0")
    window.saved()
    person = window.state()["plants"]["person"]
    assert person[3] == [[stop - 3, stop]]
    assert all(start <= a and b <= stop for spans in person for a, b in spans)


def test_enter_shows_a_sequence_before_it_can_be_called_right(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    window, first = begin(server, captures, new_window)
    page = window.page
    other = next(row["id"] for row in window.call("() => m.rows()") if row["id"] != first["clip"])
    window.call("(clip) => m.showClips([clip])", other)
    page.get_by_text("A sequence is waiting").wait_for()
    assert page.get_by_role("button", name="Right: next").is_disabled()
    page.keyboard.press("Enter")
    page.get_by_text("between the marks").wait_for()
    assert window.state()["id"] == first["clip"]
    assert current(window) == first
    assert window.call("() => m.teaching.getState().status.lessons") == []
    page.keyboard.press("Enter")
    page.get_by_test_id("feet-accuracy").wait_for()


def test_a_sequence_is_skipped_and_goes_with_its_clip(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    window, first = begin(server, captures, new_window)
    page = window.page
    page.get_by_role("button", name="Skip").click()
    second = wait_for_another(window, first)
    page.keyboard.press("Shift+Enter")
    third = wait_for_another(window, second)
    assert (third["clip"], third["start"]) != (first["clip"], first["start"])

    page.reload()
    window.wait_for_clip()
    window.panel("feet")
    page.get_by_text("A sequence is waiting").wait_for()
    assert current(window) == third
    page.get_by_text("Nothing put right yet").wait_for()

    # Its clip is deleted: the panel goes on with others.
    window.call("(clip) => m.sendCommand({ kind: 'delete_clips', clips: [clip] })", third["clip"])
    page.get_by_role("button", name="Next sequence").click()
    following = wait_for_another(window, third)
    assert following["clip"] != third["clip"]


def test_skating_feet_are_held_still(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    with Library.open(captures) as library:
        skating = library.add(scale_path(library.motion(library.find("walk")), 1.2), "a skating walk")
    server.library = captures
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.call("(clip) => m.showClips([clip])", skating)
    page.wait_for_function("(clip) => window.motionloom.activeState()?.id === clip", arg=skating)
    window.panel("feet")
    page.get_by_role("button", name="Guess plants").click()
    page.wait_for_function("() => window.motionloom.activeState().plants.known")
    page.get_by_role("button", name="Hold feet still").click()
    page.get_by_text("Planted feet slid").wait_for()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name === 'a skating walk feet held'")
    assert window.call("() => m.stage.getState().compare") == skating


def _json(value: Any) -> str:
    import json

    return json.dumps(value, separators=(",", ":"))
