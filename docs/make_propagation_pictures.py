"""Makes the pictures and films of docs/propagation.md from captures, by its commands: `python docs/make_propagation_pictures.py DATA`.

The space ranger (paper 000, section 6.8): taught to lean back while he walks, then to stand upright, then made a zombie.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from motionloom import render
from motionloom.core import Motion
from motionloom.core.heading import headings
from motionloom.edits.propagation.known_edits import arms_up, lean_back
from motionloom.formats import load
from motionloom.library import Library

PICTURES = Path(__file__).resolve().parent / "pictures" / "propagation"
CAPTURES = ("16_15", "16_33", "16_34", "16_18")
STORY = (  # what is learned, and the clip that it is spread to, for a row of the picture
    ("the capture", None),
    ("leans: one example of walking", (("ranger", "16_15@0.1-3.3", "leaning@0.1-3.3"),)),
    ("and stands upright: one second more", (("ranger", "16_33@1.4-2.3", "16_33@1.4-2.3"),)),
    ("the walk replaced: a zombie", (("ranger", "16_15@0.1-3.3", "zombie@0.1-3.3", "--replace", "1"),)),
)


COLOURS = ("#8a8f98", "#2f6fb5", "#3f9b6c", "#7a8f3a")
APART = 1.3  # metres between the four of them


def run(*words: str, folder: str) -> None:
    subprocess.run([sys.executable, "-m", "motionloom", *words], cwd=folder, check=True)


def main(data: Path) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run("library", "create", "lib", folder=folder)
        files = [str(data / "cmu" / f"{int(name.split('_')[0]):03d}" / f"{name}.bvh") for name in CAPTURES]
        run("import", "lib", *files, folder=folder)
        with Library.open(Path(folder) / "lib") as library:  # what an artist would do in the studio
            walk = library.motion(library.find("16_15"))
            for name, edit in (("leaning", lean_back), ("zombie", arms_up)):
                library.add(edit.apply(walk).edited, name, made=False)
        for clip, picture in (("16_34", "ranger.png"), ("16_18", "ranger-turn.png")):
            tell(folder, clip, picture)


def tell(folder: str, clip: str, picture: str) -> None:
    """A picture of the story on one clip, a row a chapter."""
    rows, told = [], []
    name = clip.replace("_", "-")
    for number, (title, lessons) in enumerate(STORY):
        shown = f"lib:{clip}"
        for edit, *words in lessons or ():
            run("edit", "learn", "lib", f"{edit} {name}", *words, folder=folder)
            run("edit", "propagate", f"lib:{clip}", f"{name}-{number}.npz", "--examples", f"{edit} {name}", folder=folder)
            shown = f"{name}-{number}.npz"
        told.append((title, _open(folder, shown)))
        run("render", shown, f"{name}-{number}.png", "--frames", "8", folder=folder)
        rows.append((title, Image.open(Path(folder) / f"{name}-{number}.png").convert("RGB")))
    width, height = rows[0][1].size
    sheet = Image.new("RGB", (width, (height + 22) * len(rows)), "white")
    for number, (title, row) in enumerate(rows):
        top = number * (height + 22)
        sheet.paste(row.crop((0, 0, width, height)), (0, top + 22))
        ImageDraw.Draw(sheet).text((6, top + 5), title, fill="black")
    sheet.save(PICTURES / picture, optimize=True)
    film(told, PICTURES / picture.replace(".png", ".mp4"))


def film(told: list[tuple[str, Motion]], path: Path) -> None:
    """The chapters in a row along his way, seen from the side, as one film."""
    first = headings(told[0][1])[0]
    figures = []
    for number, ((_, motion), colour) in enumerate(zip(told, COLOURS, strict=True)):
        ahead = ((len(told) - 1) / 2 - number) * APART
        offset = (float(ahead * np.sin(first)), 0.0, float(ahead * np.cos(first)))
        figures.append(render.Figure(motion, colour=colour, offset=offset))
    words = render.Label("grey: the capture, blue: leans"), render.Label("green: stands upright too, olive: zombie", "top right")
    render.save_video(render.Scene(tuple(figures), labels=words), path, fps=24, size=(640, 300), view="side", crf=28)


def _open(folder: str, shown: str) -> Motion:
    if not shown.startswith("lib:"):
        return load(Path(folder) / shown)
    with Library.open(Path(folder) / "lib") as library:
        return library.motion(library.find(shown.removeprefix("lib:")))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
