"""The HIERARCHY part of a BVH file: joints, offsets, end sites and the channels each joint declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.core.skeleton import MAX_JOINTS, EndSite, Skeleton

CHANNELS = ("xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation")
MAX_CHANNELS = 12  # of one joint; six are usual, and a rotation may name an axis twice
_TOKEN = re.compile(r"[{}]|[^\s{}]+")
_OPENINGS = ("root", "joint", "end")
_LARGEST_OFFSET = 1e9


@dataclass(frozen=True)
class Hierarchy:
    """What a file declares before its motion, in its own unit.

    channels: for each joint, indices into `CHANNELS` in the order of the file; columns: for each joint,
    the column of the motion at which its channels begin; width: columns of the whole file, which are more
    than those of these joints where the file holds further roots.
    """

    names: tuple[str, ...]
    parents: NDArray[np.int32]
    offsets: NDArray[np.float64]
    end_sites: tuple[EndSite, ...]
    channels: tuple[tuple[int, ...], ...]
    columns: tuple[int, ...]
    width: int
    notes: tuple[str, ...] = ()

    def column_name(self, column: int) -> str:
        """The joint and channel of a column of the motion, for messages."""
        for name, first, channels in zip(self.names, self.columns, self.channels, strict=True):
            if first <= column < first + len(channels):
                return f"{name} {CHANNELS[channels[column - first]].capitalize()}"
        return f"value {column + 1}"


class _Parser:
    """Reads tokens one after another with a stack of its own, so that no depth of nesting can overflow."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.tokens = [(token, number) for number, line in enumerate(text.split("\n"), 1) for token in _TOKEN.findall(line)]
        self.at = 0
        self.names: list[str] = []
        self.parents: list[int] = []
        self.offsets: list[list[float] | None] = []
        self.channels: list[tuple[int, ...]] = []
        self.sites: list[tuple[int, list[float] | None]] = []
        self.open: list[tuple[str, int]] = []  # ("joint", index) or ("site", index), outermost first

    def fail(self, expected: str, found: str | None = None, back: int = 1) -> FileError:
        """An error at the last token taken (or the one before)."""
        token, line = self.tokens[min(max(self.at - back, 0), len(self.tokens) - 1)] if self.tokens else ("", 1)
        return FileError(f"{self.path} line {line}: expected {expected}, found {shorten(token) if found is None else found}")

    def take(self, expected: str) -> str:
        if self.at >= len(self.tokens):
            raise self.fail(expected, "the end of the hierarchy; the file may be cut off")
        self.at += 1
        return self.tokens[self.at - 1][0]

    def take_line(self) -> str:
        """The words left on the line of the last token, up to a brace: a name may hold spaces."""
        line, words = self.tokens[self.at - 1][1], []
        while self.at < len(self.tokens) and self.tokens[self.at][1] == line and self.tokens[self.at][0] not in "{}":
            words.append(self.tokens[self.at][0])
            self.at += 1
        return " ".join(words)

    def take_number(self, expected: str) -> float:
        number = to_number(self.take(expected))
        if number is None:
            raise self.fail(expected)
        if not abs(number) < _LARGEST_OFFSET:
            raise self.fail("a finite number")
        return number

    def parse(self) -> None:
        if self.take("HIERARCHY at the start of a BVH file").lower() != "hierarchy":
            raise self.fail("HIERARCHY at the start of a BVH file")
        while self.at < len(self.tokens):
            word = self.take("a joint").lower()
            if word in _OPENINGS:
                self.begin(word)
            elif word == "offset" and self.open:
                self.set_offset()
            elif word == "channels" and self.open and self.open[-1][0] == "joint":
                self.set_channels()
            elif word == "}" and self.open:
                self.close()
            else:
                raise self.fail("ROOT" if not self.open else "OFFSET, CHANNELS, JOINT, End Site or }")
        if self.open:
            where = self.names[self.open[-1][1]] if self.open[-1][0] == "joint" else "an End Site"
            raise self.fail(f"}} to close {shorten(where)}", "the end of the hierarchy")
        if not self.names:
            raise self.fail("ROOT", "a hierarchy without joints")

    def begin(self, word: str) -> None:
        if (word == "root") == bool(self.open) or (self.open and self.open[-1][0] == "site"):
            raise self.fail("ROOT" if not self.open else "OFFSET, CHANNELS, JOINT, End Site or }")
        name, parent = self.take_line(), self.open[-1][1] if self.open else -1
        if self.take("{") != "{":
            raise self.fail("{")
        if word == "end":
            self.sites.append((parent, None))
            self.open.append(("site", len(self.sites) - 1))
            return
        if len(self.names) >= MAX_JOINTS:
            raise self.fail(f"at most {MAX_JOINTS} joints", "more")
        self.names.append(name)
        self.parents.append(parent)
        self.offsets.append(None)
        self.channels.append(())
        self.open.append(("joint", len(self.names) - 1))

    def set_offset(self) -> None:
        offset = [self.take_number("three numbers after OFFSET") for _ in range(3)]
        kind, index = self.open[-1]
        if kind == "joint":
            self.offsets[index] = offset
        else:
            self.sites[index] = (self.sites[index][0], offset)

    def set_channels(self) -> None:
        count = self.take_number("the number of channels")
        if count != int(count) or not 0 <= count <= MAX_CHANNELS:
            raise self.fail(f"0 to {MAX_CHANNELS} channels")
        found = []
        for _ in range(int(count)):
            word = self.take("a channel such as Xposition or Zrotation").lower()
            if word not in CHANNELS:
                raise self.fail("a channel such as Xposition or Zrotation")
            found.append(CHANNELS.index(word))
        if any(found.count(position) > 1 for position in range(3)):
            raise self.fail("each position channel once", "one repeated")
        self.channels[self.open[-1][1]] = tuple(found)

    def close(self) -> None:
        kind, index = self.open.pop()
        if (self.offsets[index] if kind == "joint" else self.sites[index][1]) is None:
            raise self.fail(f"OFFSET of {shorten(self.names[index]) if kind == 'joint' else 'the End Site'}", "none before }")


def parse_hierarchy(path: Path, text: str, root: str | None = None) -> Hierarchy:
    """The joints under one root of the file: the one named `root`, or the first."""
    parser = _Parser(path, text)
    parser.parse()
    names, notes = make_unique(parser.names)
    starts = np.concatenate([[0], np.cumsum([len(channels) for channels in parser.channels])])
    first, stop, more = _choose_root(path, names, parser.parents, root)
    kept = slice(first, stop)
    return Hierarchy(
        tuple(names[kept]),
        np.array([max(parent - first, -1) for parent in parser.parents[kept]], dtype=np.int32),
        np.array(parser.offsets[kept], dtype=np.float64),
        tuple(EndSite(parent - first, (x[0], x[1], x[2])) for parent, x in parser.sites if first <= parent < stop and x is not None),
        tuple(parser.channels[kept]),
        tuple(int(start) for start in starts[:-1][kept]),
        int(starts[-1]),
        (*notes, *more),
    )


def _choose_root(path: Path, names: Sequence[str], parents: Sequence[int], root: str | None) -> tuple[int, int, list[str]]:
    roots = [index for index, parent in enumerate(parents) if parent < 0]
    chosen = 0
    if root is not None:
        if root not in [names[index] for index in roots]:
            raise FileError(f"{path}: no root named {root!r}; the file has {', '.join(names[index] for index in roots)}")
        chosen = [names[index] for index in roots].index(root)
    stop = roots[chosen + 1] if chosen + 1 < len(roots) else len(names)
    if len(roots) == 1:
        return roots[chosen], stop, []
    others = ", ".join(names[index] for index in roots if index != roots[chosen])
    kept = f"read {names[roots[chosen]]}, left out {others} (--clip NAME reads another)"
    return roots[chosen], stop, [f"the file holds {len(roots)} roots; {kept}"]


def format_hierarchy(skeleton: Skeleton, units_per_metre: float, decimals: int) -> tuple[str, list[int]]:
    """The HIERARCHY part, and the joints in the order in which it names them (children right after parents)."""
    names, _ = make_unique([" ".join(re.sub(r"[{}]", "_", name).split()) for name in skeleton.names])
    children: list[list[int]] = [[] for _ in names]
    for joint in range(1, len(names)):
        children[skeleton.parents[joint]].append(joint)
    sites: list[list[Sequence[float]]] = [[] for _ in names]
    for site in skeleton.end_sites:
        sites[site.parent].append(site.offset)
    lines, order = ["HIERARCHY"], []
    left = [(0, 0, False)]  # joint, depth, whether only its closing brace is left
    while left:
        joint, depth, closing = left.pop()
        indent = "\t" * depth
        if closing:
            lines.append(indent + "}")
            continue
        order.append(joint)
        offset = _format_offset(skeleton.offsets[joint] if depth else np.zeros(3), units_per_metre, decimals)
        channels = "6 Xposition Yposition Zposition" if depth == 0 else "3"
        lines += [f"{indent}{'JOINT' if depth else 'ROOT'} {names[joint]}", indent + "{", f"{indent}\t{offset}"]
        lines.append(f"{indent}\tCHANNELS {channels} Zrotation Xrotation Yrotation")
        # A chain must end in an End Site for strict readers, if only a point at the joint itself.
        for tip in sites[joint] or ([] if children[joint] else [(0.0, 0.0, 0.0)]):
            end = _format_offset(tip, units_per_metre, decimals)
            lines += [f"{indent}\tEnd Site", indent + "\t{", f"{indent}\t\t{end}", indent + "\t}"]
        left.append((joint, depth, True))
        left += [(child, depth + 1, False) for child in reversed(children[joint])]
    return "\n".join(lines) + "\n", order


def _format_offset(offset: Sequence[float] | NDArray[np.float64], units_per_metre: float, decimals: int) -> str:
    # Adding zero turns a negative zero into a positive one.
    return "OFFSET " + " ".join(f"{round(float(x) * units_per_metre, decimals) + 0.0:.{decimals}f}" for x in offset)


def make_unique(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names with repeats numbered and blanks filled, and a note where that changed any."""
    taken, out, changed = set(names), [], []
    seen: set[str] = set()
    for index, name in enumerate(names):
        new, count = name or f"joint_{index}", 2
        while new in seen or (new != name and new in taken):
            new, count = f"{name or 'joint'}_{count}", count + 1
        seen.add(new)
        out.append(new)
        if new != name:
            changed.append(f"{name!r} became {new!r}")
    return out, [f"joint names must be unique: {', '.join(changed[:5])}{' ...' if len(changed) > 5 else ''}"] if changed else []


def to_number(word: str) -> float | None:
    """The number a word of a file stands for, or None; Python's own reading would let 1_000 pass."""
    try:
        return None if "_" in word else float(word)
    except ValueError:
        return None


def shorten(text: str, limit: int = 40) -> str:
    """Text of a file as it may stand in a message: quoted, printable, short."""
    return repr(text if len(text) <= limit else text[:limit] + "...").encode("ascii", "backslashreplace").decode()
