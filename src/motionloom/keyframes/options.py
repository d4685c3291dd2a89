"""How a sketch is to be completed: which channels drive, are textured and are synthesised, and how matches are joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from motionloom.core.errors import list_names
from motionloom.keyframes.key_curves import SketchError


@dataclass(frozen=True)
class DriverSpan:
    """Channels that drive the matching from `start` to `stop` seconds."""

    start: float
    stop: float
    channels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.stop or not self.channels:
            raise SketchError(f"drivers are channels for seconds start to stop, found {self.channels} for {self.start} to {self.stop}")


@dataclass(frozen=True)
class CompletionOptions:
    """What a person may choose; what is left alone is proposed.

    drivers: spans and their channels, proposed where there are none. textured: keyed channels that get the middle bands of captures.
    synthesised: channels that captures fill in, all without keys where it is None. band: of the pyramid, the highest is 1, by which
    fragments are cut and matched; by the drivers' period where it is None. matches: how many are kept for a fragment, a tenth of the
    capture's fragments where it is None. paths: how many are offered. scale: captured motion is made smaller and larger with the sketch.
    join: seconds on each side over which neighbouring fragments are blended.
    """

    drivers: tuple[DriverSpan, ...] = ()
    textured: tuple[str, ...] = ()
    synthesised: tuple[str, ...] | None = None
    band: int | None = None
    matches: int | None = None
    paths: int = 5
    scale: bool = True
    join: float = 0.2

    def __post_init__(self) -> None:
        if not 1 <= self.paths <= 50 or not 0.02 <= self.join <= 2.0:
            raise SketchError(f"a completion offers 1 to 50 paths and joins over 0.02 to 2 s, found {self.paths} and {self.join}")
        if (self.band is not None and not 1 <= self.band <= 16) or (self.matches is not None and not 1 <= self.matches <= 1000):
            raise SketchError(f"a band is 1 to 16 and matches are 1 to 1000, found {self.band} and {self.matches}")

    def check_channels(self, known: Sequence[str]) -> None:
        """An error that names the channels that are not among the known ones."""
        named = {*self.textured, *(self.synthesised or ()), *(name for span in self.drivers for name in span.channels)}
        unknown = sorted(named - set(known))
        if unknown:
            raise SketchError(f"the options name channels that this body does not have: {list_names(unknown)}")

    def to_json(self) -> dict[str, Any]:
        """Plain data: only what is not the default."""
        return {name: value for name, value in asdict(self).items() if value != getattr(_DEFAULT, name)}

    def with_changes(self, **changes: Any) -> CompletionOptions:
        """The options with some changed; None leaves one as it is."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


_DEFAULT = CompletionOptions()


def options_from_json(data: Any) -> CompletionOptions:
    """The options of plain data, checked."""
    names = {each.name for each in fields(CompletionOptions)}
    if not isinstance(data, Mapping) or set(data) - names:
        raise SketchError(f"options of a completion are {list_names(sorted(names))}; found {data!r}")
    given = dict(data)
    try:
        if "drivers" in given:
            spans = [(float(span["start"]), float(span["stop"]), tuple(map(str, span["channels"]))) for span in given["drivers"]]
            given["drivers"] = tuple(DriverSpan(*span) for span in spans)
        for name in ("textured", "synthesised"):
            if given.get(name) is not None:
                given[name] = tuple(map(str, given[name]))
        for name, kind in (("band", int), ("matches", int), ("paths", int), ("join", float), ("scale", bool)):
            if given.get(name) is not None:
                given[name] = kind(given[name])
    except (TypeError, ValueError, KeyError):
        raise SketchError(f"options of a completion that are not as docs/keyframes.md says: {data!r}") from None
    if not np.isfinite(given.get("join", 0.2)):
        raise SketchError("join is finite seconds")
    return CompletionOptions(**given)
