"""Many recipes in little room: those that were raised together repeat most of their words, so each is kept as what is new in it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable

from motionloom.core.errors import LibraryError
from motionloom.making.recipe import Recipe

LONGEST = 8_192  # bytes of a pattern: every recipe is compared with all of it


def choose_pattern(recipes: Iterable[Recipe]) -> bytes:
    """Words that recipes like these share: the sources they start from, each once, and at the end a recipe of each kind."""
    sources, wholes = dict[str, None](), dict[str, str]()
    for recipe in recipes:
        wholes.setdefault(recipe.kind, recipe.text)
        for source in recipe.sources:
            sources[json.dumps(source.to_json(), sort_keys=True, separators=(",", ":"))] = None
    return "".join([*sources, *wholes.values()]).encode()[-LONGEST:]


def pack(recipe: Recipe, pattern: bytes) -> bytes:
    """A recipe as what is new in it beside the pattern."""
    packer = zlib.compressobj(zdict=pattern) if pattern else zlib.compressobj()
    return packer.compress(recipe.text.encode()) + packer.flush()


def unpack(packed: bytes, pattern: bytes) -> str:
    """The canonical text of a recipe that was packed beside the same pattern."""
    opener = zlib.decompressobj(zdict=pattern) if pattern else zlib.decompressobj()
    try:
        return (opener.decompress(packed) + opener.flush()).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise LibraryError(f"a proposal's recipe cannot be read ({error}); `motionloom library check` says what else is damaged") from None
