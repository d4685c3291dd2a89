"""How a motion is made, as plain data: the same recipe gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from motionloom.core.errors import MotionloomError

DIGEST = 32  # hex digits


class RecipeError(MotionloomError):
    """A recipe that cannot be read, or cannot be made any more."""


@dataclass(frozen=True)
class Source:
    """Frames start:stop of what a recipe starts from: a clip, a file, another recipe; or an entry of the shelf (no frames).

    Exactly one of clip (an id), document (an id), file (a name) and recipe is given; of a recipe, no frames are all of them.
    content: what it was when the recipe was written, see `Clip.fingerprint`; a source that is no longer that is not taken.
    """

    clip: str = ""
    document: str = ""
    file: str = ""
    recipe: Recipe | None = None
    start: int = 0
    stop: int = 0
    content: str = ""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.clip, self.document, self.file, self.recipe))) != 1:
            raise RecipeError("a source is one clip, one shelf entry, one file or one recipe")
        if not 0 <= self.start <= self.stop:
            raise RecipeError(f"a source has frames start to stop, found {self.start} to {self.stop}")

    def to_json(self) -> dict[str, Any]:
        """Plain data; what is not given is left out."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in ("clip", "document", "file", "content") if getattr(self, name)}
        if self.recipe is not None:
            plain["recipe"] = self.recipe.to_json()
        return plain if self.document else plain | {"start": self.start, "stop": self.stop}


@dataclass(frozen=True)
class Recipe:
    """kind names the maker (`makers`), sources what it starts from, options all that it was told, seed its chance, version the maker's.

    What came out of it (a score, notes) lies beside it, not in it: two who ask for the same write the same recipe.
    """

    kind: str
    sources: tuple[Source, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 0
    version: int = 1

    def __post_init__(self) -> None:
        try:  # through JSON, so that a tuple and a list, or 1 and numpy's 1, are one thing
            plain = json.loads(json.dumps(dict(self.options), sort_keys=True, allow_nan=False, default=_plain))
        except (TypeError, ValueError) as error:
            raise RecipeError(f"the options of a recipe {self.kind!r} are not plain JSON data: {error}") from None
        object.__setattr__(self, "options", plain)

    def to_json(self) -> dict[str, Any]:
        """Plain data that `from_json` turns back."""
        sources = [source.to_json() for source in self.sources]
        return {"kind": self.kind, "sources": sources, "options": self.options, "seed": self.seed, "version": self.version}

    @cached_property
    def text(self) -> str:
        """Canonical JSON: equal recipes have equal texts."""
        return json.dumps(self.to_json(), sort_keys=True, allow_nan=False, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """A short hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:DIGEST]

    def walk(self) -> Iterator[Source]:
        """Every source, those of the recipes it starts from among them."""
        for source in self.sources:
            yield source
            if source.recipe is not None:
                yield from source.recipe.walk()

    def with_options(self, **changes: Any) -> Recipe:
        """The recipe with some options changed."""
        return replace(self, options={**self.options, **changes})


def from_json(data: Any, depth: int = 0) -> Recipe:
    """The recipe of plain data, each field checked: it may come from a stranger's file."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or not data["kind"]:
        raise RecipeError("a recipe is an object with a kind; this motion was made elsewhere, or by hand")
    if depth > 16:
        raise RecipeError("a recipe of recipes goes at most 16 deep")
    sources, options = data.get("sources", []), data.get("options", {})
    seed, version = data.get("seed", 0), data.get("version", 1)
    numbers = all(isinstance(number, int) and not isinstance(number, bool) for number in (seed, version))
    if not isinstance(sources, list) or not isinstance(options, Mapping) or not numbers:
        raise RecipeError(f"recipe {data['kind']!r}: expected sources (a list), options (an object), a seed and a version (whole numbers)")
    return Recipe(data["kind"], tuple(_to_source(source, data["kind"], depth) for source in sources), options, seed, version)


def _to_source(data: Any, kind: str, depth: int) -> Source:
    words = ("clip", "document", "file", "content")
    if not isinstance(data, Mapping) or not all(isinstance(data.get(word, ""), str) for word in words):
        raise RecipeError(f"recipe {kind!r}: a source is an object with a clip, a document, a file or a recipe")
    start, stop = data.get("start", 0), data.get("stop", 0)
    if not all(isinstance(frame, int) and not isinstance(frame, bool) for frame in (start, stop)):
        raise RecipeError(f"recipe {kind!r}: start and stop of a source are frames, found {start!r} and {stop!r}")
    nested = from_json(data["recipe"], depth + 1) if "recipe" in data else None
    given = {word: str(data.get(word, "")) for word in words}
    return Source(given["clip"], given["document"], given["file"], nested, start, stop, given["content"])


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not plain data")
