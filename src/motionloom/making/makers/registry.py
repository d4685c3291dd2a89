"""Which kinds of recipes there are, and the one way in which any of them is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.kernel_cache import ARITHMETIC
from motionloom.core.registry import Registry
from motionloom.library import Author, NewAnnotation
from motionloom.library.earlier_recipes import EARLIER
from motionloom.making.recipe import Recipe, RecipeError, Source

if TYPE_CHECKING:
    from motionloom.making.sources import Sources

# Where the makers register, in the order of the rooms; loaded on first use. Packages of others name theirs as entry points of
# the group "motionloom.makers".
_ROOMS = (
    "motionloom.making.makers.clean",
    "motionloom.making.makers.loop",
    "motionloom.making.makers.blend",
    "motionloom.making.makers.align",
    "motionloom.making.makers.edit",
    "motionloom.making.makers.cut",
    "motionloom.making.makers.move",
    "motionloom.making.makers.mend",
    "motionloom.making.makers.sample",
    "motionloom.making.makers.damage",
    "motionloom.transitions.maker",
    "motionloom.behaviours.maker",
    "motionloom.behaviours.walk_maker",
    "motionloom.demands.maker",
    "motionloom.edits.layers.maker",
    "motionloom.edits.retargeting.maker",
    "motionloom.edits.propagation.maker",
    "motionloom.enrich.grafts.maker",
    "motionloom.enrich.transplants.maker",
    "motionloom.keyframes.maker",
    "motionloom.keyframes.between_maker",
)
GROUP = "motionloom.makers"


@dataclass(frozen=True, eq=False)
class FrameMap:
    """Which frame of which source each made frame shows most: source (F,), -1 for none of them; frame (F,), may lie between two."""

    source: NDArray[np.intp]
    frame: NDArray[np.float64]

    @staticmethod
    def of_one(frames: NDArray[Any]) -> FrameMap:
        """All frames come from the first source."""
        return FrameMap(np.zeros(len(frames), np.intp), np.asarray(frames, np.float64))


@dataclass(frozen=True, eq=False)
class Made:
    """What a recipe gives; frames: where it comes from, so that what was said of the sources goes along.

    plants (F, 4), or None for those of the sources, by the frames; plants_person (F, 4): those of them that a person set; plants_by:
    who set the others, "file" for the maker itself.
    annotations: of its own; those of the sources come to them when it is finished. labels: None for those that all sources share.
    outcome: score, notes and the like, plain data. about: what the room that made it wants to show and nobody keeps.
    loop: its last frame leads into its first; told by its `Maker`.
    """

    motion: Motion
    frames: FrameMap
    plants: NDArray[np.bool_] | None = None
    plants_source: str = ""
    annotations: tuple[NewAnnotation, ...] = ()
    labels: tuple[str, ...] | None = None
    outcome: Mapping[str, Any] = field(default_factory=dict)
    about: Any = None
    plants_person: NDArray[np.bool_] | None = None
    plants_by: Author = "file"
    loop: bool = False


@dataclass(frozen=True)
class Maker:
    """A kind of recipe: its name in recipes, words for people ("Feet held still"), and the function that makes it.

    same_performance: it is the same take, put right, so it stands in for its source wherever clips are chosen (see `Choice`).
    loop: "makes" where what it gives loops, "keeps" where it does if its first source did.
    version: counts up when the same recipe comes to give another motion. exact: no compiled loop of ours has a part in
    it, so that how they round does not touch it.
    """

    kind: str
    title: str
    make: Callable[[Sources, Recipe], Made]
    same_performance: bool = False
    version: int = 1
    exact: bool = False
    loop: Literal["", "makes", "keeps"] = ""

    @property
    def recipe_version(self) -> int:
        """What its recipes say: its own version and that of our arithmetic."""
        return self.version + (0 if self.exact else ARITHMETIC)

    def recipe(self, sources: Sequence[Source] = (), options: Mapping[str, Any] | None = None, seed: int = 0) -> Recipe:
        """A recipe of this kind."""
        return Recipe(self.kind, tuple(sources), options or {}, seed, self.recipe_version)


MAKERS: Registry[Maker] = Registry("maker of kind", GROUP, _ROOMS, RecipeError)


def register(maker: Maker) -> Maker:
    """Make a kind of recipe known."""
    return MAKERS.add(maker.kind, maker)


def title_of(kind: str) -> str:
    """Words for a kind of recipe; the kind itself where it is of a package that is not installed here."""
    known = MAKERS.all().get(kind)
    return kind if known is None else known.title


def make(sources: Sources, recipe: Recipe) -> Made:
    """What a recipe gives: the same bytes whenever and wherever it is made. The motion carries the recipe."""
    maker = MAKERS.find(recipe.kind)
    if EARLIER in recipe.options:
        raise RecipeError("this was made by an earlier Motionloom, which did not write down all that making it again needs")
    if recipe.version != maker.recipe_version:
        here = f"here is version {maker.recipe_version}, which makes another motion"
        raise RecipeError(f"this was made by version {recipe.version} of {recipe.kind!r}; {here}")
    return finish(sources, recipe, maker.make(sources, recipe))


def finish(sources: Sources, recipe: Recipe, made: Made) -> Made:
    """What a maker gave, checked, with its recipe in the motion and what was said of its sources; what is finished stays as it is."""
    from motionloom.making.makers.carrying import carry

    told = recipe.to_json()
    if made.motion.recipe == told:
        return made
    if len(made.frames.source) != len(made.motion) or (made.plants is not None and len(made.plants) != len(made.motion)):
        raise RecipeError(f"the maker {recipe.kind!r} gave a map or plants of another length than its motion; please report this")
    return carry(sources, recipe, replace(made, motion=replace(made.motion, recipe=told), loop=_loops(sources, recipe)))


def _loops(sources: Sources, recipe: Recipe) -> bool:
    maker = MAKERS.all().get(recipe.kind)
    if maker is None or maker.loop != "keeps":
        return maker is not None and maker.loop == "makes"
    return sources.open(recipe.sources[0]).loop
