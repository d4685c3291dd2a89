"""The built client: its page, its assets, and what to do where it was not built."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).parent / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Motionloom studio</title>
<body style="font: 16px/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>The studio's client is not built</h1>
<p>The server runs, but its page is missing. In the repository run <code>python3 dev.py studio</code>, which builds it, or
<code>npm ci &amp;&amp; npm run build</code> in the folder <code>studio</code>, and load this page again.</p></body></html>"""


def mount_client(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the page at / and the hashed assets for good; call it after the API's routes."""

    @app.get("/", include_in_schema=False)
    def page() -> Response:
        index = folder / "index.html"
        return FileResponse(index, headers={"cache-control": "no-cache"}) if index.is_file() else HTMLResponse(NOT_BUILT, 503)

    app.mount("/", _Assets(directory=folder, check_dir=False), name="client")


class _Assets(StaticFiles):
    """Vite names assets by their content, so a browser may keep them."""

    def file_response(self, full_path, *arguments, **options):  # type: ignore[no-untyped-def]
        response = super().file_response(full_path, *arguments, **options)
        hashed = Path(full_path).parent.name == "assets"
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response
