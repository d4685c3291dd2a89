"""The check panel: a wrong rate is seen, mended with one press, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.library import Library

pytestmark = pytest.mark.browser


def test_a_wrong_rate_is_mended(server: Any, tmp_path: Path, motion: Motion, new_window: Callable[[str], Any]) -> None:
    time = np.arange(50) / 60
    lift = np.maximum(0, 3.4 * time - 0.5 * 9.81 * time**2)
    root = motion.root_positions[:1] + np.stack([0 * lift, lift, 0 * lift], axis=1)
    jump = Motion(motion.skeleton, np.repeat(motion.rotations[:1], 50, axis=0), root.astype(np.float32), 120)
    server.library = tmp_path / "jumps"
    with Library.create(server.library) as library:
        library.add(jump, "said to be 120 Hz")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("check")
    page.get_by_text("120 Hz cannot be right").wait_for()
    page.get_by_role("button", name="Play it at 60 Hz").click()
    page.get_by_text("agree with gravity").wait_for()
    assert window.call("() => m.transport.getState().fps") == 60
    page.keyboard.press("Control+z")
    page.get_by_text("120 Hz cannot be right").wait_for()
    assert window.call("() => m.transport.getState().fps") == 120
