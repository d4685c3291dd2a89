"""A panel of another package is in the studio: its tab, its component, its own server side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.studio.browser.conftest import Window
from tests.studio.conftest import Server, free_port

TOY = Path(__file__).parents[2] / "toy_room"


@pytest.fixture
def toy_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A studio in a process that has the toy room installed."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TOY), *filter(None, [os.environ.get("PYTHONPATH")])]))
    server = Server(folder, free_port(), fresh=True)
    server.start()
    yield server
    server.stop()


@pytest.mark.browser
def test_a_panel_of_another_package_is_shown(toy_server: Server, new_window: Callable[[str], Window]) -> None:
    window = new_window(toy_server.address).open().wait_for_clip()
    window.page.get_by_role("tab", name="Slow").click()
    window.page.wait_for_function("() => document.querySelector('[data-testid=slow]')?.textContent.includes('In slow motion it lasts')")
