"""The process in which USD files are read: Pixar's reader may hang on a damaged one, fill the memory or end the process it runs in.

Each request and each answer is a line of JSON; the arrays of a clip follow theirs. It ends by itself when nobody asks for a while.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import select
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from motionloom.core import Skeleton
from motionloom.core.errors import FileError, MotionloomError
from motionloom.formats._carried import exact_skeleton
from motionloom.formats.registry import RawClip, ReadOptions

IDLE_SECONDS = 60.0
# Address space, not memory in use: libraries and threads take a gigabyte of it by themselves.
LEAST_BYTES, BYTES_A_BYTE = 3 << 30, 40
_PLAIN = ("fps", "metres_per_unit", "up", "has_rest_pose", "name", "marks")


def pack_clip(clip: RawClip) -> bytes:
    """A clip as one block of bytes, to the last digit."""
    about = {name: getattr(clip, name) for name in _PLAIN}
    about |= {"notes": list(clip.notes), "recipe": dict(clip.recipe), "stretched": dict(clip.stretched)}
    text = np.frombuffer(json.dumps(about | {"skeleton": exact_skeleton(clip.skeleton)}).encode(), np.uint8)
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, about=text, rotations=clip.rotations, root_positions=clip.root_positions)
    return file.getvalue()


def unpack_clip(content: bytes) -> RawClip:
    """The clip that `pack_clip` packed."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        about: dict[str, Any] = json.loads(arrays["about"].tobytes())
        skeleton, notes = Skeleton.from_json(about.pop("skeleton")), tuple(about.pop("notes"))
        return RawClip(skeleton, arrays["rotations"], arrays["root_positions"], notes=notes, **about)


def answer(request: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """What is said about a request, and the bytes that follow."""
    from motionloom.formats import _usd_stage

    path, options = Path(request["path"]), ReadOptions(clip=request["clip"])
    try:
        if request["what"] == "names":
            return {"names": list(_usd_stage.list_takes(path, options))}, b""
        if request["what"] == "meshes":
            from motionloom.formats._usd_meshes import read_meshes
            from motionloom.formats.skinned_scene import pack_scene

            content = pack_scene(read_meshes(path))
        else:
            content = pack_clip(_usd_stage.read_stage(path, options))
        return {"size": len(content)}, content
    except MotionloomError as error:
        return {"error": str(error), "of_file": isinstance(error, FileError)}, b""
    except Exception as error:
        # The boundary of a request: whatever a damaged file brings about is said in one line.
        return {"error": f"{path}: USD cannot read it: it may be damaged ({type(error).__name__})", "of_file": True}, b""


def limit_time(seconds: float) -> None:
    """Let this process compute for so many seconds from now; nothing where the system has no such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), hard))


def limit_memory(size: int) -> None:
    """Let this process take so much for a file of a size, and no more; nothing where the system has no such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = LEAST_BYTES + BYTES_A_BYTE * size
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def main() -> None:
    """Answer requests until there are no more, or none for a while."""
    out: IO[bytes] = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is no answer
    asked = os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
    while _is_asked(asked) and (line := asked.readline()):
        request = json.loads(line)
        if request["folder"]:
            os.chdir(request["folder"])
        limit_time(float(request["seconds"]))
        limit_memory(int(request["size"]))
        said, content = answer(request)
        out.write(json.dumps(said).encode() + b"\n" + content)
        out.flush()


def _is_asked(asked: IO[bytes]) -> bool:
    return os.name != "posix" or bool(select.select([asked], [], [], IDLE_SECONDS)[0])


if __name__ == "__main__":
    main()
