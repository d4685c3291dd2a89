"""The built client."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

import motionloom.studio
from motionloom.studio.app import create_app
from motionloom.studio.static import choose_encoding

BUILT = Path(motionloom.studio.__file__).parent / "static"


def test_a_client_that_is_not_built_says_how(folder: Path, tmp_path: Path) -> None:
    with TestClient(create_app(folder, static=tmp_path / "nothing"), base_url="http://127.0.0.1") as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "dev.py studio" in answer.text


def test_page_and_assets(folder: Path, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>page")
    (static / "assets" / "index-abc.js").write_text("export {}")
    (static / "icon.svg").write_text("<svg/>")
    with TestClient(create_app(folder, static=static), base_url="http://127.0.0.1") as client:
        assert client.get("/").headers["cache-control"] == "no-cache"
        script = client.get("/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert client.get("/icon.svg").headers["content-type"].startswith("image/svg")
        assert client.head("/").status_code == 200
        assert client.post("/").status_code == 405
        outside = tmp_path / "outside.txt"
        outside.write_text("not for the page")
        (static / "assets" / "link.txt").symlink_to(outside)
        strange = ("/%00", "/assets/" + "a" * 5000, "/assets/%2e%2e/%2e%2e/outside.txt", "//etc/passwd", "/assets/link.txt")
        for missing in ("/assets/", "/assets", "/other.js", "/api/other", *strange):
            answer = client.get(missing)
            assert answer.status_code == (400 if "%" in missing else 404), missing[:50]  # some the gate refuses by itself
            assert answer.json()["error"]


def test_text_goes_out_compressed_where_the_browser_takes_it(folder: Path, tmp_path: Path) -> None:
    text = "export const word = 1;" * 1000
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text(text)
    (tmp_path / "assets" / "a.png").write_bytes(b"picture" * 100)
    with TestClient(create_app(folder, static=tmp_path), base_url="http://127.0.0.1") as client:

        def ask(accepted: str, path: str = "/assets/a.js") -> httpx.Response:
            return client.get(path, headers={"accept-encoding": accepted})

        for accepted in ("gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "*"):
            answer = ask(accepted)
            assert (answer.headers["content-encoding"], answer.headers["vary"], answer.text) == ("gzip", "accept-encoding", text)
            assert int(answer.headers["content-length"]) < len(text) / 10
        for accepted in ("", "identity", "gzip;q=0", "gzip; q=0.0, *;q=0", "deflate"):
            plain = ask(accepted)
            assert ("content-encoding" in plain.headers, plain.headers["vary"], plain.text) == (False, "accept-encoding", text)
        assert "content-encoding" not in ask("gzip", "/assets/a.png").headers
        # What the build left beside it goes first; where it left brotli, to those who take that.
        (tmp_path / "assets" / "a.js.br").write_bytes(b"as the build made it")
        assert choose_encoding(tmp_path / "assets" / "a.js", "gzip, br") == "br"
        assert choose_encoding(tmp_path / "assets" / "a.js", "gzip") == "gzip"


def test_first_requests_are_named_and_answered(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>page")
    with TestClient(create_app(folder, static=tmp_path), base_url="http://127.0.0.1") as client:
        named = [part.split(">")[0].lstrip(" <") for part in client.get("/").headers["link"].split(",")]
        assert named == ["/api/library", "/api/clips"]
        assert all(client.get(path).status_code == 200 for path in named)
    with TestClient(create_app(tmp_path / "none yet", static=tmp_path), base_url="http://127.0.0.1") as client:
        assert "/api/clips" not in client.get("/").headers["link"]


@pytest.mark.skipif(not BUILT.is_dir(), reason="the page is not built: python3 dev.py setup")
def test_the_page_stays_small() -> None:
    """All that the page can ever ask for is under 350 kB as it is sent, and what the first clip waits for well below that."""
    sizes = {file.name.removesuffix(".br"): file.stat().st_size for file in (BUILT / "assets").glob("*.br")}
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    first = sum(size for name, size in sizes.items() if name in page)
    assert sum(sizes.values()) < 350_000, sizes
    assert first < 300_000, sizes
