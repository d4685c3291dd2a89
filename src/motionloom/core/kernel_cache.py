"""Compiled loops on disk, and forgetting them when they are no longer what the sources say.

numba looks only at the file of a compiled function, not at those of the functions it calls: after an update of one file, a loop of
another would go on as it was.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
KEY_FILE = "kernels.key"
# Counts up when our compiled loops come to round otherwise, so that what is made with them has other last bits: recipes are of a newer
# version then, and work that was stopped begins again. 1: products and sums are fused (`fma`) where it pays.
ARITHMETIC = 1


def forget_stale_kernels(package: Path = PACKAGE) -> int:
    """Delete all compiled loops under a package if any file with loops has changed since they were made; says how many files went.

    Files with loops are those whose names begin with one underscore. Where nothing can be written there, nothing is kept there either.
    """
    key_file = package / "__pycache__" / KEY_FILE
    sources = sorted(path for path in package.rglob("_*.py") if not path.name.startswith("__"))
    facts = [f"{path.relative_to(package)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in sources]
    key = hashlib.sha256("\n".join(facts).encode()).hexdigest()
    gone = 0
    with contextlib.suppress(OSError):
        if key_file.is_file() and key_file.read_text() == key:
            return 0
        for index in package.rglob("*.nbi"):
            index.unlink(missing_ok=True)
            gone += 1
        key_file.parent.mkdir(exist_ok=True)
        written = key_file.with_name(f"{KEY_FILE}.{os.getpid()}")
        written.write_text(key)
        written.replace(key_file)
    return gone
