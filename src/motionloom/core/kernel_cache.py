"""Where compiled loops are kept on disk: by what all files with loops say, so that none is ever older than its source.

numba looks only at the file of a compiled function, not at those of the functions it calls: after an update of one file, a loop of
another would go on as it was. So the folder's name is a key of all of them. It lies in the user's cache: whoever has compiled these loops
once does not wait again in another clone, or after an update that left them alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
# Counts up when our compiled loops come to round otherwise, so that what is made with them has other last bits: recipes are of a newer
# version then, and work that was stopped begins again. 1: products and sums are fused (`fma`) where it pays.
ARITHMETIC = 1
KEPT = 8  # sets of loops, the last used; others go when nobody has used them for a day
DAY = 86400.0


def kernel_key(package: Path = PACKAGE) -> str:
    """What all files with loops say, in one word. Files with loops are those whose names begin with one underscore."""
    digest = hashlib.sha256()
    for path in sorted(path for path in package.rglob("_*.py") if not path.name.startswith("__")):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def open_kernel_folder(given: str = "", package: Path = PACKAGE) -> Path:
    """The folder of these loops, made if need be; in `given` (NUMBA_CACHE_DIR) or the user's cache.

    Where nothing can be written there, it is one that is gone with this process's temporary files. Sets that are not used any more go.
    """
    shelf = Path(given) if given else user_cache() / "kernels"
    folder = shelf / kernel_key(package)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="motionloom-kernels-"))
    _forget_unused(shelf)
    return folder


def user_cache() -> Path:
    """Where programs of this person keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Motionloom" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "Motionloom"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "motionloom"


def _forget_unused(shelf: Path) -> None:
    with contextlib.suppress(OSError):  # others may tidy at the same time
        used = sorted(((entry.stat().st_mtime, entry.path) for entry in os.scandir(shelf) if entry.is_dir()), reverse=True)
        for last, path in used[KEPT:]:
            if last < time.time() - DAY:
                shutil.rmtree(path, ignore_errors=True)
