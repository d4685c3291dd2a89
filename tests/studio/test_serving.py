"""Starting the studio."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from motionloom.studio.serving import ServeError, address_of, bind, check_exposure
from tests.conftest import PATIENCE


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "my-machine"])
def test_a_network_needs_a_token(host: str) -> None:
    with pytest.raises(ServeError, match="--token"):
        check_exposure(host, None)
    check_exposure(host, "a-long-token-1")


@pytest.mark.parametrize("token", ["short", "with space in it", "späte-tokens-nie", ""])
def test_a_token_that_is_none(token: str) -> None:
    with pytest.raises(ServeError, match="token"):
        check_exposure("0.0.0.0", token)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_loopback_needs_none(host: str) -> None:
    check_exposure(host, None)


def test_a_given_port_must_be_free() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port}"):
            bind("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "said"), [("nosuch.invalid", "no machine of this name"), ("192.0.2.1", "this machine has no such address")]
)
def test_a_host_that_is_not_this_machine_is_told(host: str, said: str) -> None:
    with pytest.raises(ServeError, match=f"--host {host}: {said}"):
        bind(host, None)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with bind("127.0.0.1", None) as first, bind("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:8321/"),
        ("0.0.0.0", "http://127.0.0.1:8321/"),
        ("::1", "http://[::1]:8321/"),
    ],
)
def test_the_address_opens_on_this_machine(host: str, expected: str) -> None:
    assert address_of(host, 8321) == expected


def test_it_starts_answers_and_ends(server: Any, folder: Path) -> None:
    server.fresh = True
    server.start()
    assert httpx.get(f"{server.address}/api/library", timeout=PATIENCE).json()["clips"] == 4
    server.stop()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.address}/api/library")


def test_ended_while_it_draws_it_leaves_nothing_behind(folder: Path) -> None:
    """No process, no semaphore, no word about them."""
    command = [sys.executable, "-m", "motionloom", "studio", str(folder), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().split()[2]
    clip = httpx.get(f"{address}api/clips", timeout=PATIENCE).json()["clips"][0]
    assert httpx.get(f"{address}api/clips/{clip['id']}/thumbnail.png", timeout=PATIENCE).status_code == 404
    process.terminate()
    assert process.communicate(timeout=PATIENCE) == ("", "")


def test_importing_the_package_loads_no_web_server() -> None:
    code = "import sys, motionloom.studio; print('fastapi' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"


@pytest.mark.data
def test_an_import_that_was_killed_is_shown_and_resumed(server: Any, wait: Callable[..., Any], shared_data: Path) -> None:
    files = sorted((shared_data / "cmu" / "016").glob("*.bvh"))[:12]
    server.start()
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        job = client.post("/api/import", files=[("files", (file.name, file.read_bytes())) for file in files]).json()["id"]
        wait(lambda: client.get(f"/api/jobs/{job}").json()["state"] == "running")
    server.kill()
    server.start()
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        found = client.get(f"/api/jobs/{job}").json()
        assert found["state"] == "interrupted"
        assert client.post(f"/api/jobs/{job}/resume").status_code == 200
        ended = wait(lambda: (now := client.get(f"/api/jobs/{job}").json())["state"] in ("done", "failed") and now)
        assert ended["state"] == "done", ended
        assert len(ended["clips"]) == len(files)
        assert client.get("/api/library").json()["clips"] == 4 + len(files)


def test_the_token_is_not_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from motionloom.studio import serving

    monkeypatch.setattr(serving, "make_app", lambda *_: None)
    monkeypatch.setattr(serving, "run_server", lambda _, listener: listener.close())
    monkeypatch.setattr(serving.signal, "signal", lambda *_: None)
    monkeypatch.setattr(serving, "allow_files", lambda: None)
    serving.serve(None, "127.0.0.1", 0, "a-long-token-1", open_browser=False)
    said = capsys.readouterr().out
    assert "http://127.0.0.1:" in said
    assert "a-long-token-1" not in said
