"""Motions as one self-contained HTML page: it opens without a network or a server, plays, scrubs, and shows plants and curves."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import check_place, write_file
from motionloom.render.shown import Shown, describe

PLAYER = Path(__file__).parent / "player" / "player.js"
LARGEST = 1_500_000  # bytes of a page
RATES = (60.0, 30.0, 20.0, 15.0)  # frames a second that are tried until the page is small enough
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Motionloom">
<title>{title}</title>
<style>html, body {{ margin: 0; height: 100%; background: #181a1f; }} #motionloom-player {{ height: 100vh; height: 100dvh; }}
@media (prefers-color-scheme: light) {{ html, body {{ background: #eef0f2; }} }}</style>
</head>
<body>
<div id="motionloom-player"></div>
<noscript>This page plays a motion with JavaScript.</noscript>
<script type="application/json" id="motionloom-shown">{data}</script>
<script type="module">{player}</script>
</body>
</html>
"""


def save_page(shown: Sequence[Shown], path: str | PathLike[str], title: str = "") -> Path:
    """Write a page that plays motions, whole or not at all; the first is the active one. Its path comes out."""
    target = Path(path)
    if target.suffix.lower() not in (".html", ".htm"):
        raise FileError(f"{target}: a page to share is an .html file; name it so")
    check_place(target)
    write_file(target, make_page(shown, title))
    return target


def make_page(shown: Sequence[Shown], title: str = "") -> str:
    """The page as text: at most 1.5 MB, for which long motions are shown at a lower rate."""
    if not shown:
        raise MotionError("there is no motion to share")
    size = 0
    for rate in RATES:
        data = to_player([each.at_rate(rate) for each in shown], title)
        page = _PAGE.format(title=html.escape(_title(shown, title)), data=_json(data), player=_script(read_player()))
        size = len(page.encode())
        if size <= LARGEST:
            return page
    seconds = sum(each.motion.duration for each in shown)
    raise MotionError(f"{seconds:.0f} s of motion make a page of {size / 1e6:.1f} MB, the most is 1.5; share a part, such as clip@0-60")


def to_player(shown: Sequence[Shown], title: str = "") -> str:
    """What the player is given, as JSON."""
    data: dict[str, Any] = {"title": _title(shown, title), "actors": [describe(each) for each in shown]}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@lru_cache(maxsize=1)
def read_player() -> str:
    """The player's script, which the studio's build makes (`python3 dev.py` does that; a wheel carries it)."""
    try:
        return PLAYER.read_text(encoding="utf-8")
    except OSError:
        raise FileError(f"{PLAYER.name}: the player is not built; run `python3 dev.py studio` once, or install a wheel") from None


def _title(shown: Sequence[Shown], title: str) -> str:
    return title or ", ".join(each.motion.name or "motion" for each in shown[:4])


def _script(text: str) -> str:
    """JavaScript that does not end the element it stands in."""
    return text.replace("</script", "<\\/script").replace("<!--", "\\x3c!--")


def _json(text: str) -> str:
    """JSON likewise: a clip may have any name."""
    return text.replace("<", "\\u003c")
