"""`motionloom studio`: the room where artists meet the machines, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def studio(
    library: Annotated[Path | None, typer.Argument(help="The library's folder; without one the sample is offered.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; the next free one from 8321 otherwise.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    host: Annotated[str, typer.Option(help="Address to listen on; beyond this machine only with --token.")] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(help="Password that a page from another machine must bring.")] = None,
) -> None:
    """Open the studio in the browser: look at motion, label it, correct what the machine proposes.

    Example: motionloom studio my-library --port 8321 --no-browser
    """
    from motionloom.studio import serve

    serve(library, host=host, port=port, token=token, open_browser=browser)
