"""The live socket."""

from __future__ import annotations

import socket as stdlib_socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from motionloom.library import Library
from tests.conftest import PATIENCE

HOST = {"host": "127.0.0.1:8321"}


@pytest.fixture
def socket(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/api/live", headers=HOST) as socket:
        yield socket


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; others are passed over."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message


def say_hello(socket: WebSocketTestSession, window: str = "w9", **seen: Any) -> dict[str, Any]:
    socket.send_json({"type": "hello", "window": window, **seen})
    return receive(socket, "welcome")


def test_a_new_window_is_told_to_load(socket: WebSocketTestSession) -> None:
    welcome = say_hello(socket)
    assert welcome["reload"]
    assert welcome["library"]["clips"] == 4
    assert welcome["jobs"] == []
    assert welcome["history"] == {"undo": None, "redo": None}


def test_edits_of_another_window_come_within_a_second(socket: WebSocketTestSession, send: Callable[..., Any], ids: dict[str, str]) -> None:
    say_hello(socket)
    begun = time.monotonic()
    send("rename_clip", window="w1", clip=ids["jump"], name="leap")
    changes = receive(socket, "changes")
    assert time.monotonic() - begun < 1.0
    assert changes["changes"][0]["window"] == "w1"
    assert changes["changes"][0]["clips"] == [ids["jump"]]
    assert changes["clips"][0]["row"]["name"] == "leap"
    assert changes["seq"] == changes["changes"][-1]["seq"]


def test_edits_of_another_process_come_too(socket: WebSocketTestSession, ids: dict[str, str], folder: Path) -> None:
    say_hello(socket)
    begun = time.monotonic()
    with Library.open(folder) as other:
        other.apply({"kind": "set_note", "clip": ids["jump"], "text": "from outside"})
    assert receive(socket, "changes")["clips"][0]["note"] == "from outside"
    assert time.monotonic() - begun < 1.0


def test_each_window_hears_its_own_history(client: TestClient, send: Callable[..., Any], ids: dict[str, str]) -> None:
    with client.websocket_connect("/api/live", headers=HOST) as one, client.websocket_connect("/api/live", headers=HOST) as two:
        say_hello(one, "w1")
        say_hello(two, "w2")
        send("set_note", window="w1", clip=ids["jump"], text="hello")
        assert receive(one, "changes")["history"]["undo"] is not None
        assert receive(two, "changes")["history"]["undo"] is None


def test_a_window_that_was_away_hears_what_it_missed(client: TestClient, send: Callable[..., Any], ids: dict[str, str]) -> None:
    info = client.get("/api/library").json()
    for text in ("one", "two", "three"):
        send("set_note", clip=ids["jump"], text=text)
    with client.websocket_connect("/api/live", headers=HOST) as socket:
        welcome = say_hello(socket, library=info["library"], seq=info["seq"])
        assert not welcome["reload"]
        missed = receive(socket, "changes")
    assert [change["seq"] for change in missed["changes"]] == [info["seq"] + 1, info["seq"] + 2, info["seq"] + 3]
    assert missed["clips"][0]["note"] == "three"


@pytest.mark.parametrize("seen", [{"library": "another", "seq": 1}, {"library": None, "seq": 1}, {"seq": None}])
def test_a_window_of_another_library_starts_anew(socket: WebSocketTestSession, seen: dict[str, Any]) -> None:
    assert say_hello(socket, **seen)["reload"]


def test_a_window_from_the_future_starts_anew(socket: WebSocketTestSession, client: TestClient) -> None:
    info = client.get("/api/library").json()
    assert say_hello(socket, library=info["library"], seq=info["seq"] + 100)["reload"]


def test_too_much_missed_is_a_reload(client: TestClient, folder: Path, motion: Any) -> None:
    info = client.get("/api/library").json()
    with Library.open(folder) as library:
        for number in range(201):
            library.add(motion[:4], f"clip {number}")
    with client.websocket_connect("/api/live", headers=HOST) as socket:
        say_hello(socket, library=info["library"], seq=info["seq"])
        missed = receive(socket, "changes")
    assert missed["reload"]
    assert missed["clips"] == []
    assert missed["seq"] == info["seq"] + 201


HELLO_WITH_PATH = '{"type": "hello", "window": "../x"}'


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '{"type": "nothing"}', '{"type": "hello"}', HELLO_WITH_PATH, '{"type":"ping","at":"now"}']
)
def test_a_malformed_message_is_answered_and_the_socket_goes_on(socket: WebSocketTestSession, text: str) -> None:
    socket.send_text(text)
    error = receive(socket, "error")["error"]
    assert error
    assert "\n" not in error
    socket.send_json({"type": "ping", "at": 1.5})
    assert receive(socket, "pong")["at"] == 1.5


def test_a_message_nested_without_end_is_answered(socket: WebSocketTestSession) -> None:
    socket.send_text("[" * 50_000)
    assert "JSON" in receive(socket, "error")["error"]


def test_a_binary_message_is_answered(socket: WebSocketTestSession) -> None:
    socket.send_bytes(b"\x00\x01")
    assert "binary" in receive(socket, "error")["error"]


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {**HOST, "origin": "https://evil.example"}])
def test_a_foreign_page_gets_no_socket(client: TestClient, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect) as refusal, client.websocket_connect("/api/live", headers=headers):
        pass
    assert refusal.value.code == 1008
    assert refusal.value.reason


def test_the_counts_follow(socket: WebSocketTestSession, send: Callable[..., Any], ids: dict[str, str]) -> None:
    say_hello(socket)
    send("add_label", clips=[ids["jump"]], label="new word")
    labels = {count["name"]: count["clips"] for count in receive(socket, "library")["library"]["labels"]}
    assert labels["new word"] == 1


def raw_socket(port: int, origin: str) -> tuple[stdlib_socket.socket, bytes]:
    """A handshake by hand, and the head of its answer."""
    connection = stdlib_socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    head = f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    connection.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    return connection, connection.recv(4096)


@pytest.mark.parametrize(
    "frame",
    [
        b"\x83\x80\x00\x00\x00\x00",  # a reserved kind of frame
        b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
        b"\x81\x01x",  # not masked, as a client's must be
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # text that is not UTF-8
        b"\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00",  # a gigabyte announced
        b"\x80\x80\x00\x00\x00\x00",  # a continuation of nothing
    ],
)
def test_a_malformed_frame_ends_that_socket_only(real_server: int, frame: bytes) -> None:
    connection, answer = raw_socket(real_server, f"http://127.0.0.1:{real_server}")
    assert answer.startswith(b"HTTP/1.1 101")
    connection.sendall(frame)
    closing = connection.recv(4096)
    assert closing[0] == 0x88, "a close frame"
    assert int.from_bytes(closing[2:4], "big") in (1002, 1003, 1007, 1009)
    connection.close()
    again, answer = raw_socket(real_server, f"http://127.0.0.1:{real_server}")
    assert answer.startswith(b"HTTP/1.1 101")
    again.close()


def test_a_foreign_page_gets_no_real_socket(real_server: int) -> None:
    connection, answer = raw_socket(real_server, "https://evil.example")
    assert answer.startswith(b"HTTP/1.1 403")
    connection.close()
