"""What a result of a paper is here: an experiment that runs, numbers beside the paper's, pictures, and a sentence on what differs.

A new one is a file that ends in `register(Result(...))`, its module in `_MODULES`, and a test.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from motionloom.compute import Progress
from motionloom.core.registry import Registry

Kept = TypeVar("Kept")
PICTURES = "pictures/papers"  # below the folder of the page


@dataclass(frozen=True, eq=False)
class Given:
    """What an experiment runs with. data: the folder of captures (`data/cmu/016`, `more/maps`, ... below it), None where only the sample is
    there; folder: of the page, where pictures go; quick: the form that is run by `--check`, on the sample, in seconds."""

    folder: Path
    data: Path | None = None
    quick: bool = False
    progress: Progress = field(default_factory=Progress)
    kept: dict[str, Any] = field(default_factory=dict)

    def find(self, place: str) -> Path | None:
        """A file or folder of the data given, if it is there."""
        found = None if self.data is None else self.data / place
        return found if found is not None and found.exists() else None

    def once(self, name: str, make: Callable[[], Kept]) -> Kept:
        """What several results share (a machine, say), made once a run."""
        if name not in self.kept:
            self.kept[name] = make()
        found: Kept = self.kept[name]
        return found

    def picture(self, name: str) -> Path:
        """Where a picture or a film of the page goes; one of a quick form has a name of its own, and takes no full one's place."""
        path = self.folder / PICTURES / (f"quick-{name}" if self.quick else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


@dataclass(frozen=True)
class Number:
    """One number beside the paper's. paper: as the paper says it, empty where it says nothing. within: by how much it may differ when it is
    measured again; None for what differs from machine to machine, as seconds do."""

    what: str
    ours: float
    paper: str = ""
    unit: str = ""
    within: float | None = None

    def agrees(self, other: Number) -> bool:
        """Whether another measurement of it is the same, as far as it should be."""
        if self.within is None:
            return True
        return math.isclose(self.ours, other.ours, rel_tol=0.0, abs_tol=self.within + 1e-9)

    def show(self) -> str:
        """For people: three digits, and the unit."""
        digits = f"{self.ours:.0f}" if self.ours == round(self.ours) or abs(self.ours) >= 100 else f"{self.ours:.3g}"
        return f"{digits}{'' if self.unit in ('', '%') else ' '}{self.unit}"


@dataclass(frozen=True)
class Outcome:
    """What an experiment came to. on: the data it ran on; differs: one sentence, what differs from the paper and why; pictures: names of
    the files that it wrote where `Given.picture` said; seconds: of processor time, which `run_result` fills in."""

    on: str
    numbers: tuple[Number, ...]
    differs: str
    pictures: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Result:
    """A figure, table or number of a paper. figure: as a person asks for it ("7.6"); claim: what the paper says, in our words. sample:
    whether the sample can serve; where it cannot, there is no quick form. needs: what of the data it cannot do without otherwise. also:
    other figures that it answers, named as results are ("001-3.4"), be they of another paper that prints the same again."""

    paper: str
    figure: str
    title: str
    claim: str
    run: Callable[[Given], Outcome]
    sample: bool = True
    needs: str = ""
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How it is registered and its files are called."""
        return f"{self.paper}-{self.figure}"

    def answers(self, paper: str, figure: str = "") -> bool:
        """Whether it is about a figure of a paper; about any of it, where no figure is named."""
        names = (self.name, *self.also)
        return f"{paper}-{figure}" in names if figure else any(name.startswith(f"{paper}-") for name in names)


_MODULES = (
    *(
        f"motionloom.reproduce.paper_000.{name}"
        for name in (
            "cleaning",
            "detecting",
            "teaching",
            "parameters",
            "shown_transition",
            "graphs",
            "scores",
            "judged_transitions",
            "weighting",
        )
    ),
    *(f"motionloom.reproduce.paper_000.{name}" for name in ("buttons", "dragging", "keying", "styles", "giant", "long_walk", "ranger")),
    *(f"motionloom.reproduce.paper_001.{name}" for name in ("mined_graph", "solvers", "warps", "drawn", "fourteen", "network", "response")),
    *(f"motionloom.reproduce.paper_001.{name}" for name in ("field", "drift", "course", "martial_arts", "two_states")),
    *(f"motionloom.reproduce.paper_001.{name}" for name in ("wall", "cylinders", "meeting")),
    *(f"motionloom.reproduce.paper_002.{name}" for name in ("method", "walk", "dance", "meeting", "restyled")),
    *(f"motionloom.reproduce.paper_003.{name}" for name in ("drawn_graph", "chains", "planted", "dribble", "march", "counts")),
    *(f"motionloom.reproduce.paper_004.{name}" for name in ("shown", "classifier", "counts", "demands", "group")),
)
RESULTS: Registry[Result] = Registry("result of a paper", "motionloom.results", _MODULES)


def register(result: Result) -> Result:
    """Make a result known."""
    return RESULTS.add(result.name, result)


def all_results() -> list[Result]:
    """Every result, by paper and figure."""
    return [result for _, result in sorted(RESULTS.all().items())]
