"""The page that asks for the token: it goes in the body of a form, never in an address, which histories and logs keep."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import Receive

PATH = "/token"
_LARGEST = 4096
# The form is posted with its origin, which the gate checks: under no-referrer a browser says "null" instead.
HEADERS = [(b"referrer-policy", b"same-origin")]
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Motionloom studio</title>
<style>body{font:16px system-ui;background:#15171c;color:#e8eaf0;display:grid;place-items:center;height:90vh}
input,button{font:inherit;padding:.5em;border-radius:.3em;border:1px solid #667}</style>
<form method="post" action="/token">%s<label>The token of this studio:
<input name="token" type="password" autocomplete="current-password" autofocus required></label> <button>Open</button></form></html>
"""
_WRONG = '<p role="alert">That is not the token that this studio was started with.</p>'


def page(wrong: bool) -> bytes:
    """The page that asks; after a wrong token it says so."""
    return (_PAGE % (_WRONG if wrong else "")).encode()


async def read_token(receive: Receive) -> str:
    """The token of a form that was sent; nothing where there is none."""
    body = b""
    while len(body) <= _LARGEST:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return parse_qs(body.decode("latin-1")).get("token", [""])[0]
    return ""
