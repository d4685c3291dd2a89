"""Starting the studio: a socket, a server, and a browser once it answers."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import webbrowser
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    import uvicorn

DEFAULT_PORT = 8321
# How many ports after the asked one are tried when the person did not insist on it.
PORTS_TRIED = 20
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# The client says little on the live socket; anything longer is a mistake.
MAX_LIVE_BYTES = 64 * 1024


class ServeError(MotionloomError):
    """The studio cannot be started as asked."""


def serve(
    library: str | PathLike[str] | None = None,
    host: str = "127.0.0.1",
    port: int | None = None,
    token: str | None = None,
    open_browser: bool = True,
    max_upload_bytes: int | None = None,
) -> None:
    """Run the studio on a library folder until ctrl-C; None takes the person's own, and offers the sample where there is none.

    port None takes 8321 or the next free one; a given port must be free. A host beyond loopback needs a token of eight characters
    or more.
    """
    check_exposure(host, token)
    listener = bind(host, port)
    address = address_of(host, listener.getsockname()[1], token)
    server = make_server(library, host, token, max_upload_bytes)

    def announce() -> None:
        print(f"Motionloom studio: {address}  (ctrl-C ends it)", flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app: Any = server.config.app
    app.state.on_ready = announce
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def make_server(library: str | PathLike[str] | None, host: str, token: str | None, max_upload_bytes: int | None) -> uvicorn.Server:
    """The configured server, not yet running."""
    import uvicorn

    from motionloom.studio.app import create_app
    from motionloom.studio.safety import MAX_UPLOAD_BYTES, policy_for

    policy = policy_for(host, token, MAX_UPLOAD_BYTES if max_upload_bytes is None else max_upload_bytes)
    app = create_app(None if library is None else Path(library), policy=policy)
    settings: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False, "proxy_headers": False}
    config = uvicorn.Config(app, ws_max_size=MAX_LIVE_BYTES, timeout_graceful_shutdown=5, lifespan="on", **settings)
    return uvicorn.Server(config)


def check_exposure(host: str, token: str | None) -> None:
    """Refuse to listen beyond this machine without a token."""
    if host not in LOOPBACK and not token:
        raise ServeError(f"--host {host} opens the studio to a network; give a --token of eight characters or more with it")
    if token is not None and (len(token) < 8 or not token.isascii() or not token.replace("-", "").replace("_", "").isalnum()):
        raise ServeError("the token must be eight or more letters, digits, '-' or '_'")


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket, so that the port is ours before anything is announced."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else [port]
    for number in tried:
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # on Windows it would let two studios share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except OSError as error:
            listener.close()
            problem = error
            continue
        listener.listen(128)
        listener.set_inheritable(False)
        return listener
    what = f"port {port}" if port is not None else f"ports {tried[0]} to {tried[-1]}"
    raise ServeError(f"{host} {what}: {problem.strerror}; another studio may be running there, or give another --port")


def address_of(host: str, port: int, token: str | None) -> str:
    """What to open in a browser on this machine."""
    name = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")
