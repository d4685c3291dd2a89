"""The built client: its page, its assets, and what to do where it was not built.

Sent by hand: the page is on its way before a web framework is loaded.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.library.database import is_library

if TYPE_CHECKING:
    from starlette.types import Send

STATIC = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Motionloom studio</title>
<body style="font: 16px/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>The studio's client is not built</h1>
<p>The server runs, but its page is missing. In the repository run <code>python3 dev.py studio</code>, which builds it, or
<code>npm ci &amp;&amp; npm run build</code> in the folder <code>studio</code>, and load this page again.</p></body></html>"""
# Not by the `mimetypes` of the standard library: some machines say there that a script is plain text, and no browser runs it then.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}


# Text, which takes a quarter of its size; pictures and fonts are compressed as they are.
COMPRESSED = (".js", ".css", ".json", ".svg")
# What the build leaves beside such files, by its name in HTTP.
BUILT = {"br": ".br", "gzip": ".gz"}


@dataclass(frozen=True)
class File:
    """An answer with all of its bytes."""

    body: bytes
    kind: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()

    async def send(self, send: Send) -> None:
        """Send it as an ASGI answer."""
        headers = [("content-type", self.kind), ("content-length", str(len(self.body))), *self.headers]
        start = {"type": "http.response.start", "status": self.status}
        await send({**start, "headers": [(name.encode(), value.encode()) for name, value in headers]})
        await send({"type": "http.response.body", "body": self.body})


def find_file(static: Path, library: Path, method: str, path: str, accepted: str = "") -> File:
    """The page at /, a file beside it, or why not; never a file outside the folder `static`, and no folder is ever listed.

    accepted: the request's Accept-Encoding; text goes out compressed where the browser takes it.
    """
    if method not in ("GET", "HEAD"):
        return _problem(405, f"{method} {path[:200]}: method not allowed")
    if path == "/":
        index = static / "index.html"
        if not index.is_file():
            return File(NOT_BUILT.encode(), TYPES[".html"], 503)
        return File(index.read_bytes(), TYPES[".html"], headers=(("cache-control", "no-cache"), ("link", asked_first(is_library(library)))))
    file = _inside(static, path)
    if file is None:
        return _problem(404, f"{path[:200]}: not found")
    # Vite names assets by their content, so a browser may keep them for good.
    caching = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
    kind, cached = TYPES.get(file.suffix, "application/octet-stream"), ("cache-control", caching)
    if file.suffix not in COMPRESSED:
        return File(file.read_bytes(), kind, headers=(cached,))
    varied, encoding = ("vary", "accept-encoding"), choose_encoding(file, accepted)
    if not encoding:
        return File(file.read_bytes(), kind, headers=(cached, varied))
    return File(_compress(file, encoding, file.stat().st_mtime_ns), kind, headers=(cached, varied, ("content-encoding", encoding)))


def choose_encoding(file: Path, accepted: str) -> str:
    """How to compress a file for an Accept-Encoding header: "br" where the build left it so, "gzip", or "" for not at all."""
    offers = dict(_offer(part) for part in accepted.lower().split(","))
    takes = {name: offers.get(name, offers.get("*", False)) for name in BUILT}
    if takes["br"] and _beside(file, "br").is_file():
        return "br"
    return "gzip" if takes["gzip"] else ""


def _offer(part: str) -> tuple[str, bool]:
    name, _, quality = (piece.strip() for piece in part.partition(";"))
    return name, not re.fullmatch(r"q\s*=\s*0(\.0*)?", quality)


def _beside(file: Path, encoding: str) -> Path:
    """Where the build leaves a file compressed."""
    return file.with_name(f"{file.name}{BUILT[encoding]}")


@lru_cache(maxsize=32)
def _compress(file: Path, encoding: str, changed: int) -> bytes:
    """A file's bytes, compressed: as the build left them beside it, else compressed here, once for every change of the file."""
    built = _beside(file, encoding)
    return built.read_bytes() if built.is_file() else gzip.compress(file.read_bytes(), 6, mtime=0)


def asked_first(library_is_there: bool) -> str:
    """A Link header with the client's first requests, so that the browser sends them while the client itself is on its way.

    Only what is surely asked for at once: an answer that waits would be taken later, when it is no longer true.
    """
    paths = ["/api/library", "/api/clips"] if library_is_there else ["/api/library"]
    return ", ".join(f"<{path}>; rel=preload; as=fetch; crossorigin=anonymous" for path in paths)


def _inside(static: Path, path: str) -> Path | None:
    """The file of a path that somebody sent, if it is one, and in the folder."""
    try:
        file = (static / path.lstrip("/")).resolve()
        return file if file.is_relative_to(static.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name longer than the system takes, or with a null in it
        return None


def _problem(status: int, error: str) -> File:
    return File(json.dumps({"error": error}).encode(), TYPES[".json"], status)
