"""USD files, read by a process of their own that is kept for the next one: limits on time and memory, and a crash there stays there."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motionloom.core.errors import FileError, MotionError

if TYPE_CHECKING:
    import subprocess

    from motionloom.formats.registry import RawClip, ReadOptions
    from motionloom.formats.skinned_scene import SkinnedScene

# Opening and reading takes a second for ten megabytes; who is not done by then hangs. Of processor time, which the worker sees to:
# on a busy machine only starting it may take that long on the wall. Who hangs without computing is waited for longer.
SECONDS, BYTES_A_SECOND, PATIENCE = 20.0, 100_000, 6.0
OUT_OF_TIME = -getattr(signal, "SIGXCPU", 0)


def read_clip(path: Path, options: ReadOptions) -> RawClip:
    """A take of a stage as a clip."""
    from motionloom.formats._usd_worker import unpack_clip

    _, content = _WORKER.ask(path, options, "clip")
    return unpack_clip(content)


def read_scene(path: Path) -> SkinnedScene:
    """The meshes of a stage, on the joints that carry them."""
    from motionloom.formats.registry import ReadOptions
    from motionloom.formats.skinned_scene import unpack_scene

    return unpack_scene(_WORKER.ask(path, ReadOptions(), "meshes")[1])


def list_names(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """The names of the animations of a stage that holds several; none of one that cannot be read, whoever reads it is told."""
    try:
        said, _ = _WORKER.ask(path, options, "names")
    except FileError:
        return ()
    return tuple(said["names"])


class _Worker:
    """The process that reads, started when it is needed; one request at a time."""

    def __init__(self, command: tuple[str, ...] = ("-P", "-m", "motionloom.formats._usd_worker")) -> None:
        self._command = command  # of Python
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # a process that forks must not share its worker

    def ask(self, path: Path, options: ReadOptions, what: str) -> tuple[dict[str, Any], bytes]:
        """What the worker says, and the bytes after it; an error where it refuses the file, breaks off or takes too long."""
        try:
            size = path.stat().st_size
        except OSError as error:
            raise FileError(f"{path}: {error.strerror or error}") from None
        # Errors name the path as it was given, which counts from where this process is now.
        seconds = SECONDS + size / BYTES_A_SECOND
        request = {"path": str(path), "folder": "" if path.is_absolute() else os.getcwd(), "clip": options.clip, "what": what}
        with self._lock:
            found = self._exchange(request | {"size": size, "seconds": seconds}, seconds)
        if "error" in found[0]:
            raise (FileError if found[0]["of_file"] else MotionError)(found[0]["error"])
        return found

    def _exchange(self, request: dict[str, Any], seconds: float) -> tuple[dict[str, Any], bytes]:
        for _ in range(2):
            process = self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            late = threading.Timer(PATIENCE * seconds, process.kill)
            late.start()
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
                said: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {}
                content = process.stdout.read(said.get("size", 0))
                if said and len(content) == said.get("size", 0):
                    return said, content
            except OSError:
                pass  # it ended
            except BaseException:
                self._end(process)
                raise
            finally:
                in_time = late.is_alive()
                late.cancel()
            code = self._end(process)
            if code:
                break
        done = in_time and code != OUT_OF_TIME
        why = f"USD broke off on it (exit code {code})" if done else f"USD was not done with it after {seconds:.0f} s"
        raise FileError(f"{request['path']}: {why}; it may be damaged")

    def _start(self) -> subprocess.Popen[bytes]:
        import subprocess

        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            command = [sys.executable, *self._command]
            pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            # Ctrl-C is for whoever asked: the worker ends when its input does.
            self._process, self._owner = subprocess.Popen(command, start_new_session=True, **pipes), os.getpid()
        return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> int:
        """Its exit code; 0 where it had ended in order, for nobody had asked for a while."""
        import subprocess

        self._process = None
        try:
            code = process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # of what was still to be sent
                    pipe.close()
        return code


_WORKER = _Worker()
