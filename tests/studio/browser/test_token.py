"""A studio with a token asks a real browser for it: a form's origin, cookies and redirects are the browser's, not a test client's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.studio.browser.conftest import PATIENCE_MS

pytestmark = pytest.mark.browser
TOKEN = "a-token-of-the-tests"


def test_a_wrong_token_is_told_and_the_right_one_opens_the_studio(folder: Path, context: BrowserContext) -> None:
    command = [sys.executable, "-m", "motionloom", "studio", str(folder), "--port", "0", "--no-browser", "--token", TOKEN]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        field = page.get_by_label("The token of this studio")
        field.fill("not-the-token")
        page.get_by_role("button", name="Open").click()
        page.get_by_role("alert").get_by_text("That is not the token").wait_for()
        field.fill(TOKEN)
        page.keyboard.press("Enter")
        page.wait_for_selector(".studio")
        assert page.url == address
        page.reload()
        page.wait_for_selector(".studio")  # the browser keeps it
    finally:
        process.terminate()
        process.wait()
