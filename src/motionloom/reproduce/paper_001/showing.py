"""Pictures and films of ways through scenes, as the results of paper 001 have them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from motionloom.behaviours.maker import Run
from motionloom.navigation.plan import Plan
from motionloom.navigation.scene import Scene
from motionloom.reproduce.paper_001.walkers import Walker, perform
from motionloom.reproduce.result import Given

STRIP, FILM = (300, 200), (480, 270)  # pixels
FROM_BEHIND = (200.0, 32.0)  # degrees, as `render.framing.View` has them


def show_runs(given: Given, walker: Walker, scene: Scene, runs: Sequence[Run], name: str, states: Sequence[str] = ()) -> tuple[str, ...]:
    """A filmstrip of runs through a scene and, in the full form, a film; the names of the files."""
    from motionloom.navigation.scene_film import stage_scene
    from motionloom.render.framing import View
    from motionloom.render.strips import save_filmstrip
    from motionloom.render.video import save_video

    staged, view = stage_scene(scene, perform(walker, runs), states), View(*FROM_BEHIND)
    strip = given.picture(f"{name}-strip.png")
    save_filmstrip(staged, strip, 4 if given.quick else 8, columns=4, size=STRIP, view=view, camera="hold", samples=1 if given.quick else 2)
    if given.quick:
        return (strip.name,)
    film = given.picture(f"{name}.mp4")
    save_video(staged, film, fps=20, size=FILM, view=view, camera="hold", crf=33)
    return strip.name, film.name


def draw_from_above(given: Given, scene: Scene, plans: Sequence[Plan], name: str) -> str:
    """The picture from above, with times and what the search looked at; its name."""
    from motionloom.navigation.plan_picture import draw_plans

    path: Path = given.picture(f"{name}.png")
    draw_plans(scene, plans, path, tree=len(plans) == 1)
    return path.name
