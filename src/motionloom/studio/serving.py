"""Starting the studio: a socket, a browser that connects to it, and a server that answers."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.studio.app import App

DEFAULT_PORT = 8321
# How many ports after the asked one are tried when the person did not insist on it.
PORTS_TRIED = 20
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# The client says little on the live socket; anything longer is a mistake.
MAX_LIVE_BYTES = 64 * 1024
FILES = 8192  # open at once, connections among them


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
    allow_files()
    app = make_app(library, host, token, max_upload_bytes)
    listener = bind(host, port)
    # From here on a browser can connect; until the server runs, a few tenths of a second, the system keeps its requests waiting.
    announce(address_of(host, listener.getsockname()[1]), open_browser)
    if threading.current_thread() is threading.main_thread():
        # The server ends in order and then raises the signal again; Python's own answer to it would be to drop everything at once.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with contextlib.suppress(KeyboardInterrupt):
        run_server(app, listener)


def allow_files() -> None:
    """Let this process have as many files and connections open as the system allows, within reason."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def make_app(library: str | PathLike[str] | None, host: str, token: str | None, max_upload_bytes: int | None) -> App:
    """The application for an address. A folder that cannot be opened is said here."""
    from motionloom.studio.app import create_app
    from motionloom.studio.safety import MAX_UPLOAD_BYTES, policy_for

    policy = policy_for(host, token, MAX_UPLOAD_BYTES if max_upload_bytes is None else max_upload_bytes)
    return create_app(None if library is None else Path(library), policy=policy)


def announce(address: str, open_browser: bool) -> None:
    """Say where the studio is, and show it."""
    print(f"Motionloom studio: {address}  (ctrl-C ends it)", flush=True)
    if open_browser:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run_server(app: App, listener: socket.socket) -> None:
    """Serve until somebody ends it; raises what kept the API from loading."""
    import uvicorn

    settings: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False, "proxy_headers": False}
    server = uvicorn.Server(uvicorn.Config(app, ws_max_size=MAX_LIVE_BYTES, timeout_graceful_shutdown=5, lifespan="on", **settings))

    def end() -> None:
        server.should_exit = True

    app.on_failure = end
    server.run(sockets=[listener])
    if app.failure is not None:
        raise app.failure


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
        except socket.gaierror:
            listener.close()
            raise ServeError(f"--host {host}: no machine of this name or address is known; 127.0.0.1 is this one") from None
        except OSError as error:
            listener.close()
            problem = error
            continue
        listener.listen(128)
        listener.set_inheritable(False)
        return listener
    what = f"port {port}" if port is not None else f"ports {tried[0]} to {tried[-1]}"
    if problem.errno == errno.EADDRNOTAVAIL:
        raise ServeError(f"--host {host}: this machine has no such address; 127.0.0.1 listens here only, 0.0.0.0 on all of its own")
    raise ServeError(f"{host} {what}: {problem.strerror}; another studio may be running there, or give another --port")


def address_of(host: str, port: int) -> str:
    """What to open in a browser on this machine; the page asks for the token, which is never printed nor part of an address."""
    name = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"
