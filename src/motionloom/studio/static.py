"""The built client: its page, its assets, and what to do where it was not built."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response

from motionloom.studio.errors import NotThere

STATIC = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Motionloom studio</title>
<body style="font: 16px/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>The studio's client is not built</h1>
<p>The server runs, but its page is missing. In the repository run <code>python3 dev.py studio</code>, which builds it, or
<code>npm ci &amp;&amp; npm run build</code> in the folder <code>studio</code>, and load this page again.</p></body></html>"""


def mount_client(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the page at / and the files beside it; call it after the API's routes. No folder is ever listed."""

    @app.get("/{path:path}", include_in_schema=False)
    def get_file(path: str) -> Response:
        if path == "":
            index = folder / "index.html"
            headers = {"cache-control": "no-cache", "link": asked_first(app.state.studio.current is not None)}
            return FileResponse(index, headers=headers) if index.is_file() else HTMLResponse(NOT_BUILT, 503)
        file = find_file(folder, path)
        # Vite names assets by their content, so a browser may keep them for good.
        caching = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": caching})


def asked_first(library_is_open: bool) -> str:
    """A Link header with the client's first requests, so that the browser sends them while the client itself is on its way.

    Only what is surely asked for at once: an answer that waits would be taken later, when it is no longer true.
    """
    paths = ["/api/library", "/api/clips"] if library_is_open else ["/api/library"]
    return ", ".join(f"<{path}>; rel=preload; as=fetch; crossorigin=anonymous" for path in paths)


def find_file(folder: Path, path: str) -> Path:
    """A file of the client, or 404; never one outside its folder."""
    file = (folder / path).resolve()
    if path.startswith("api/") or not file.is_relative_to(folder.resolve()) or not file.is_file():
        raise NotThere(f"/{path[:200]}: not found")
    return file
