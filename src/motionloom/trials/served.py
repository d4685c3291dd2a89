"""A studio in a process of its own, for trials: started, asked, measured from outside, ended."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any

PATIENCE = 120.0  # seconds until it answers, or has ended


class Served:
    """A studio on a library, as `motionloom studio` starts it; what it says goes to a file."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed at the end)
        command = [sys.executable, "-u", "-m", "motionloom", "studio", str(library), "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)

    def __enter__(self) -> Served:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", self.said())):
            if self.process.poll() is not None or time.monotonic() > end:
                self.__exit__(None, None, None)
                raise RuntimeError(f"the studio did not start: {self.said()[-300:]}")
            time.sleep(0.05)
        self.port = int(found[1])
        self.ask("GET", "/api/library")  # the API loads behind the page
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def said(self) -> str:
        """All that it has printed so far."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer, on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            return answer.status, json.loads(text) if text.startswith(("{", "[")) else text
        finally:
            connection.close()

    def measure(self) -> tuple[int, float]:
        """Its open files, and the megabytes it holds; zeros where no /proc tells."""
        place = Path(f"/proc/{self.process.pid}")
        if not (place / "fd").is_dir():
            return 0, 0.0
        held = re.search(r"VmRSS:\s+(\d+)", (place / "status").read_text())
        return len(list((place / "fd").iterdir())), int(held[1]) / 1024 if held else 0.0
