"""The motionloom command as a child process. Nothing is installed here: who has no Motionloom gets a line that says so."""

from __future__ import annotations

import os
import re
import shlex
import subprocess

NEEDS = (0, 1)  # the version of Motionloom: its first number is the same, its second at least this


class CommandFailed(Exception):
    """What the command said, in one line for people."""


def run(words: list[str], command: str = "") -> str:
    """What `motionloom WORDS` prints, after its version was asked for; a failure is one line."""
    program = shlex.split(command or os.environ.get("MOTIONLOOM_COMMAND", "motionloom"), posix=os.name != "nt")
    check_version(_call([*program, "--version"]))
    return _call([*program, *words])


def check_version(said: str) -> None:
    """Refuse a Motionloom that this extension was not made for."""
    found = re.search(r"(\d+)\.(\d+)", said)
    version = (int(found[1]), int(found[2])) if found else None
    if version is None or version[0] != NEEDS[0] or version < NEEDS:
        wanted = f"{NEEDS[0]}.{NEEDS[1]}"
        raise CommandFailed(f"this extension needs Motionloom {wanted} or later of the same kind, found {said.strip()[:60]!r}")


def _call(words: list[str]) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        cure = "install Motionloom, or name its command in the extension's preferences"
        raise CommandFailed(f"{words[0]!r} cannot be run ({error.strerror}); {cure}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise CommandFailed(lines[-1] if lines else f"{words[0]} ended with code {done.returncode}")
    return done.stdout
