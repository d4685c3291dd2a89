"""Who is let through the gate, and what is refused."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from motionloom.studio import safety
from motionloom.studio.app import create_app
from motionloom.studio.safety import Policy, policy_for
from tests.conftest import PATIENCE

TOKEN = "a-long-token-1"


def is_refused(answer: object, status: int, words: str) -> bool:
    assert answer.status_code == status, answer.text  # type: ignore[attr-defined]
    error = answer.json()["error"]  # type: ignore[attr-defined]
    assert words in error
    assert "\n" not in error
    return True


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "192.168.1.5", "localhost@evil.example", ""]
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    assert is_refused(client.get("/api/library", headers={"host": host}), 403, "host")


@pytest.mark.parametrize("host", ["127.0.0.1:8321", "localhost:8321", "LOCALHOST", "[::1]:8321"])
def test_its_own_names_are_let_through(client: TestClient, host: str) -> None:
    assert client.get("/api/library", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8321", "http://127.0.0.1:8321.evil", "http://["]
)
def test_a_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    assert is_refused(client.get("/api/library", headers={"origin": origin}), 403, "may not")
    assert is_refused(client.post("/api/commands", headers={"origin": origin}, json={}), 403, "may not")


def test_its_own_origin_is_let_through(client: TestClient) -> None:
    assert client.get("/api/library", headers={"origin": "http://127.0.0.1:8321"}).status_code == 200


def test_pictures_in_a_foreign_page_are_refused(client: TestClient) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert is_refused(client.get("/api/clips/x/thumbnail.png", headers=headers), 403, "another site")


def test_a_link_from_elsewhere_opens_the_page(client: TestClient) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=headers).status_code in (200, 503)
    assert is_refused(client.get("/api/library", headers=headers), 403, "another site")


@pytest.mark.parametrize(
    "path", ["/api/clips/..%2f..%2fetc%2fpasswd", "/api/clips/..%2F..%2Fframes", "/api/jobs/%2e%2e/download", "/..%5c..%5cx"]
)
def test_a_way_out_of_the_library_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["error"]


@pytest.mark.parametrize("id", ["a.b", "a b", "a%00b", "ü", "x" * 65, "~root", "*"])
def test_ids_are_not_paths(client: TestClient, id: str) -> None:
    for address in (f"/api/clips/{id}", f"/api/clips/{id}/frames", f"/api/clips/{id}/thumbnail.png", f"/api/jobs/{id}/download"):
        answer = client.get(address)
        assert answer.status_code in (400, 404, 422)
        assert answer.json()["error"]


def test_raw_dots_do_not_leave_the_client_folder(folder: Path, tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>hello")
    (tmp_path / "secret.txt").write_text("secret")
    with TestClient(create_app(folder, static=static), base_url="http://127.0.0.1") as client:
        assert client.get("/").text == "<!doctype html>hello"
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"):
            answer = client.get(path)
            assert answer.status_code in (400, 404)
            assert "secret" not in answer.text.replace("secret.txt", "")
        assert client.get("/assets").status_code == 404


def test_malformed_json_is_refused(client: TestClient) -> None:
    for body in (b"{", b"\xff\xfe", b"[]", b'{"id": NaN}', b"null", b'{"id":"x","window":"w","command":{"kind":"nothing"}}'):
        answer = client.post("/api/commands", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422), body
        assert "\n" not in answer.json()["error"]
    assert client.get("/api/library").status_code == 200


def test_deeply_nested_json_is_refused(client: TestClient) -> None:
    answer = client.post("/api/commands", content=b"[" * 100_000, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert client.get("/api/library").status_code == 200


def test_a_large_json_body_is_refused(client: TestClient) -> None:
    body = json.dumps({"id": "x" * 5_000_000})
    assert is_refused(client.post("/api/commands", content=body, headers={"content-type": "application/json"}), 413, "4 MB")


def test_a_large_body_without_a_length_is_refused_while_it_comes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "LINGER_SECONDS", 0.1)

    def endless() -> Iterator[bytes]:
        for _ in range(80):
            yield b" " * 65536

    answer = client.post("/api/commands", content=endless(), headers={"content-type": "application/json"})
    assert is_refused(answer, 413, "4 MB")


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/api/library"), client.get("/api/nothing"), client.get("/", headers={"host": "evil"})):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_unknown_addresses_and_methods_answer_in_one_line(client: TestClient) -> None:
    assert is_refused(client.get("/api/nothing"), 404, "/api/nothing")
    assert is_refused(client.put("/api/library"), 405, "PUT")


class TestToken:
    """A studio that is open to a network."""

    @pytest.fixture
    def guarded(self, folder: Path) -> Iterator[TestClient]:
        policy = policy_for("0.0.0.0", TOKEN)
        with TestClient(create_app(folder, policy=policy), base_url="http://192.168.1.5:8321", follow_redirects=False) as client:
            yield client

    def test_nothing_without_it(self, guarded: TestClient) -> None:
        for address in ("/api/library", "/assets/x.js", f"/api/library?token={TOKEN}"):
            assert is_refused(guarded.get(address), 401, "token")

    def test_the_page_asks_for_it_and_an_address_does_not_carry_it(self, guarded: TestClient) -> None:
        for asked in (guarded.get("/"), guarded.get(f"/?token={TOKEN}"), guarded.post("/token", data={"token": "wrong"})):
            assert asked.status_code == 401
            assert '<form method="post" action="/token">' in asked.text
            assert TOKEN not in asked.text
            assert "set-cookie" not in asked.headers
            assert asked.headers.get_list("referrer-policy") == ["same-origin"]  # else a browser posts the form as of "null"
            assert ("not the token" in asked.text) == (asked.request.method == "POST")
        foreign = guarded.post("/token", data={"token": TOKEN}, headers={"origin": "https://evil.example"})
        assert is_refused(foreign, 403, "may not")
        assert guarded.post("/token", content=b"x" * 100_000).status_code == 401

    def test_sending_it_leaves_a_cookie(self, guarded: TestClient) -> None:
        answer = guarded.post("/token", data={"token": TOKEN})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/"
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=Strict" in answer.headers["set-cookie"]
        assert guarded.cookies["motionloom_token_8321"] == TOKEN
        assert guarded.get("/api/library").status_code == 200

    def test_two_studios_of_one_host_keep_their_own(self, guarded: TestClient) -> None:
        """A browser sends a host's cookies to all of its ports."""
        both = f"motionloom_token_8322=the-other-studios; motionloom_token_8321={TOKEN}"
        assert guarded.get("/api/library", headers={"cookie": both}).status_code == 200
        assert is_refused(guarded.get("/api/library", headers={"cookie": f"motionloom_token_8322={TOKEN}"}), 401, "token")

    def test_programs_send_it_as_a_header(self, guarded: TestClient) -> None:
        assert guarded.get("/api/library", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200

    def test_a_name_that_was_rebound_is_refused_even_with_it(self, guarded: TestClient) -> None:
        headers = {"authorization": f"Bearer {TOKEN}", "host": "evil.example"}
        assert is_refused(guarded.get("/api/library", headers=headers), 403, "host")

    def test_a_malformed_cookie_is_no_token(self, guarded: TestClient) -> None:
        assert is_refused(guarded.get("/api/library", headers={"cookie": "a=b; \x01=;;=\"'"}), 401, "token")


def test_raw_requests_to_a_real_server(real_server: int) -> None:
    """What no well-behaved library sends: dots in the path, two hosts, none."""
    for head, status in [
        (b"GET /api/clips/../../../etc/passwd/frames HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"400"),
        (b"GET /api/library HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", b"400"),
        (b"GET /api/library HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://evil.example/api/library HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"403"),
        (b"GET /api/library HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"200"),
    ]:
        with socket.create_connection(("127.0.0.1", real_server), timeout=PATIENCE) as connection:
            connection.sendall(head)
            answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 " + status), (head, answer[:200])


def test_a_socket_of_a_foreign_page_is_refused_without_a_word_in_the_terminal(folder: Path) -> None:
    command = [sys.executable, "-m", "motionloom", "studio", str(folder), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = int(process.stdout.readline().split()[2].rstrip("/").rpartition(":")[2])
    head = (
        f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(head.encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 403")
    process.terminate()
    assert process.communicate(timeout=PATIENCE) == ("", "")


def test_an_upload_of_three_gigabytes_is_refused_at_once(real_server: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", real_server, timeout=PATIENCE)
    connection.putrequest("POST", "/api/import")
    connection.putheader("content-type", "multipart/form-data; boundary=x")
    connection.putheader("content-length", str(3 * 1024**3))
    connection.endheaders(b"--x\r\n")
    answer = connection.getresponse()
    assert answer.status == 413
    assert "2 GB" in json.loads(answer.read())["error"]
    connection.close()
    again = http.client.HTTPConnection("127.0.0.1", real_server, timeout=PATIENCE)
    again.request("GET", "/api/library")
    assert again.getresponse().status == 200


def test_an_upload_that_lies_about_its_length_is_refused_while_it_comes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "LINGER_SECONDS", 0.1)
    policy = Policy(max_upload_bytes=200_000)

    def endless() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.bvh"\r\n\r\n'
        for _ in range(100):
            yield b"0" * 65536

    with TestClient(create_app(folder, policy=policy), base_url="http://127.0.0.1") as client:
        headers = {"content-type": "multipart/form-data; boundary=x"}
        assert is_refused(client.post("/api/import", content=endless(), headers=headers), 413, "MB")
        assert client.get("/api/jobs").json() == []
        assert list((folder / "jobs" / "incoming").iterdir()) == []
