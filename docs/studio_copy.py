"""A studio on a copy of a library, and the browser's flags, for the scripts that take pictures of it and measure it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run", "--disable-background-networking"]


@contextmanager
def studio(library: Path) -> Iterator[str]:
    """The address of a studio on a copy of the library, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / library.name
        shutil.copytree(library, copy)
        command = [sys.executable, "-m", "motionloom", "studio", str(copy), "--port", "0", "--no-browser"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[2]
        finally:
            process.terminate()
            process.wait()
