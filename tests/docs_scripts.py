"""The Python of the docs as scripts for one folder; what a page leaves to its reader is set out before it.

`tests/test_docs.py` runs them against the tree, `python3 dev.py wheel` against an installed wheel.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Pages whose Python goes on with what the reader has: what that is.
HAVING = {
    "judge.md": "import motionloom as ml\ncaptures = [ml.load('walk.bvh'), ml.load('other-walk.bvh')]\nmotion = ml.load('run.bvh')",
    "score.md": "import motionloom as ml\nmotion = ml.load('walk.bvh')\nplants = ml.detect_plants(motion)",
}
# Pages that are followed from top to bottom, in this order and one folder: the later go on with the library of the first.
FOLLOWED = ("quickstart.md", "tutorial-technical-animator.md", "tutorial-researcher.md")
# What runs elsewhere or shows files of the tree (tests/toy_room, the studio's panels).
SHOWN = {"extending.md", "studio-protocol.md"}
# The table that docs/transitions.md opens.
TABLE = "transition build my-library --name walks --representatives 4 --seconds 0.6 --workers 1"


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a language on a page."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def scripts() -> dict[str, str]:
    """All the Python of each page that is not followed from top to bottom, by its name."""
    pages = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in SHOWN and page.name not in FOLLOWED]
    found = {page.name: blocks(page, "python") for page in pages}
    return {name: "\n".join([HAVING.get(name, ""), *code]) for name, code in found.items() if code}


def follow(name: str) -> tuple[list[list[str]], str]:
    """The commands of a page, as arguments of `motionloom`, and then its Python."""
    page = ROOT / "docs" / name
    lines = [shlex.split(line) for block in blocks(page, "sh") for line in block.strip().splitlines()]
    foreign = [line for line in lines if line[0] != "motionloom"]
    if foreign or not lines:
        raise ValueError(f"{name}: {foreign or 'no commands'}")
    return [line[1:] for line in lines], "\n".join(blocks(page, "python"))


def set_out_scripts(folder: Path) -> None:
    """Files, libraries and a character by the names that the pages use; the table must be built into them."""
    from tests.cli.test_examples import set_out

    set_out(folder)
    (folder / "filled").rename(folder / "my-library")
    shutil.copy(folder / "jump.glb", folder / "hero.glb")
