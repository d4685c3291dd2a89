"""Makes the pictures of docs/quickstart.md with the commands in it: `python docs/make_pictures.py`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PICTURES = Path(__file__).resolve().parent / "pictures" / "quickstart"
COMMANDS = (
    ("sample", "my-sample"),
    ("render", "my-sample:ada_walk_00", "walk.png"),
    ("render", "my-sample:boris_leap_00", "leap.png", "--walk", "--frames", "7"),
)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            subprocess.run([sys.executable, "-m", "motionloom", *command], cwd=folder, check=True)
        for picture in Path(folder).glob("*.png"):
            (PICTURES / picture.name).write_bytes(picture.read_bytes())


if __name__ == "__main__":
    main()
