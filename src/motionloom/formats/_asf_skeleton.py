"""The skeleton file of Acclaim's pair: bones with a direction, a length, axes of their own and degrees of freedom."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from motionloom.core.errors import FileError, list_names
from motionloom.core.skeleton import MAX_JOINTS
from motionloom.formats._bvh_hierarchy import shorten, to_number

MOVES = ("tx", "ty", "tz", "rx", "ry", "rz")
ROOT = "root"
_LARGEST = 1e9


@dataclass
class Bone:
    """A bone as the file has it: where it points at rest (world), how long, the axes it turns about, and what its values in a frame are."""

    name: str = ""
    direction: tuple[float, ...] = (0.0, 0.0, 0.0)
    length: float = 0.0
    axis: tuple[float, ...] = (0.0, 0.0, 0.0)
    axis_order: str = "xyz"  # the first turns first
    dof: tuple[str, ...] = ()


@dataclass
class Asf:
    """An .asf file; bones in parent-first order, the root first, with parents as indices."""

    path: Path
    bones: list[Bone] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    root_position: tuple[float, ...] = (0.0, 0.0, 0.0)
    degrees: bool = True
    length_scale: float | None = None
    notes: list[str] = field(default_factory=list)


class _Lines:
    """The words of each line that has any, with its number, comments left out."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.rows = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip()]
        self.number = 1

    def __iter__(self) -> Iterator[list[str]]:
        for number, words in self.rows:
            self.number = number
            yield words

    def fail(self, expected: str, found: str) -> FileError:
        return FileError(f"{self.path} line {self.number}: expected {expected}, found {shorten(found)}")

    def numbers(self, words: list[str], count: int, what: str) -> tuple[float, ...]:
        values = tuple(value for value in map(to_number, words[:count]) if value is not None and abs(value) < _LARGEST)
        if len(values) != count:
            raise self.fail(f"{count} numbers for {what}" if count > 1 else f"a number for {what}", " ".join(words))
        return values


def read_text(path: Path, kind: str) -> str:
    """A text file without byte order mark; an error where it is empty or binary."""
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data or data.isspace():
        raise FileError(f"{path}: expected an {kind} file, found an empty one")
    if b"\0" in data:
        raise FileError(f"{path}: expected an {kind} text file, found binary data")
    return data.decode("utf-8", "replace")


def read_asf(path: Path) -> Asf:
    """The skeleton in an .asf file."""
    lines = _Lines(path, read_text(path, "ASF"))
    asf, found, links = Asf(path), {ROOT: Bone(ROOT)}, list[tuple[int, list[str]]]()
    section, bone = "", None
    for words in lines:
        if words[0].startswith(":"):
            section = words[0][1:].lower()
        elif section == "units":
            _read_unit(lines, asf, words)
        elif section == "root":
            _read_root(lines, asf, found[ROOT], words)
        elif section == "bonedata":
            bone = _read_bone(lines, found, bone, words)
        elif section == "hierarchy" and words[0].lower() not in ("begin", "end"):
            links.append((lines.number, words))
    if not section or len(found) == 1:
        raise FileError(f"{path}: expected an ASF file with :bonedata, found no bones")
    _link(asf, found, links)
    return asf


def _read_unit(lines: _Lines, asf: Asf, words: list[str]) -> None:
    if words[0].lower() == "length":
        asf.length_scale = lines.numbers(words[1:], 1, "the unit of length")[0]
    elif words[0].lower() == "angle" and len(words) > 1:
        asf.degrees = not words[1].lower().startswith("rad")


def _read_root(lines: _Lines, asf: Asf, root: Bone, words: list[str]) -> None:
    key = words[0].lower()
    if key == "order":
        root.dof = _read_dof(lines, words[1:])
    elif key == "axis":
        root.axis_order = _read_order(lines, words[1:])
    elif key == "position":
        asf.root_position = lines.numbers(words[1:], 3, "the root's position")
    elif key == "orientation":
        root.axis = lines.numbers(words[1:], 3, "the root's orientation")


def _read_bone(lines: _Lines, found: dict[str, Bone], bone: Bone | None, words: list[str]) -> Bone | None:
    """Take one line of :bonedata; gives the bone that is open after it."""
    key = words[0].lower()
    if key == "begin":
        return Bone()
    if bone is None:
        raise lines.fail("begin", " ".join(words))
    if key == "end":
        if not bone.name or bone.name in found:
            raise lines.fail("a bone with a name of its own before end", bone.name)
        if len(found) >= MAX_JOINTS:
            raise lines.fail(f"at most {MAX_JOINTS} bones", "more")
        found[bone.name] = bone
        return None
    if key == "name" and len(words) > 1:
        bone.name = words[1]
    elif key == "direction":
        direction = lines.numbers(words[1:], 3, "a direction")
        length = math.hypot(*direction)
        bone.direction = tuple(part / length for part in direction) if length > 1e-9 else (0.0, 0.0, 0.0)
    elif key == "length":
        bone.length = lines.numbers(words[1:], 1, "a length")[0]
    elif key == "axis":
        bone.axis = lines.numbers(words[1:], 3, "an axis")
        bone.axis_order = _read_order(lines, words[4:]) if len(words) > 4 else "xyz"
    elif key == "dof":
        bone.dof = _read_dof(lines, words[1:])
        if any(move.startswith("t") for move in bone.dof):
            raise lines.fail("bones that only turn (rx, ry, rz)", " ".join(words))
    return bone


def _read_order(lines: _Lines, words: list[str]) -> str:
    order = "".join(words[:1]).lower()
    if sorted(order) != ["x", "y", "z"]:
        raise lines.fail("an order of axes such as XYZ", " ".join(words))
    return order


def _read_dof(lines: _Lines, words: list[str]) -> tuple[str, ...]:
    moves = tuple(word.lower() for word in words)
    if any(move not in MOVES for move in moves) or len(set(moves)) < len(moves):
        raise lines.fail(f"degrees of freedom out of {', '.join(MOVES)}, each once", " ".join(words))
    return moves


def _link(asf: Asf, found: dict[str, Bone], links: list[tuple[int, list[str]]]) -> None:
    """Put the bones in parent-first order, as :hierarchy tells it."""
    children: dict[str, list[str]] = {}
    parents: dict[str, str] = {}
    for number, (parent, *names) in links:
        for name in names:
            where = f"{asf.path} line {number}: "
            if parent not in found or name not in found:
                raise FileError(f"{where}expected bones of :bonedata, found {shorten(name if parent in found else parent)}")
            if name in parents or name == ROOT:
                raise FileError(f"{where}expected one parent for each bone, found another for {shorten(name)}")
            parents[name] = parent
            children.setdefault(parent, []).append(name)
    left = [(ROOT, -1)]
    while left:
        name, parent_index = left.pop()
        asf.bones.append(found[name])
        asf.parents.append(parent_index)
        left += [(child, len(asf.bones) - 1) for child in reversed(children.get(name, []))]
    lost = [name for name in found if name not in {bone.name for bone in asf.bones}]
    if len(asf.bones) == 1:
        raise FileError(f"{asf.path}: expected bones under root in :hierarchy, found none")
    if lost:
        asf.notes.append(f"bones that do not hang on the root were left out: {list_names(lost)}")


def find_asf(path: Path, given: Path | None) -> Path:
    """The .asf of an .amc: the one given, that of the same name or of the name before an underscore, or the only one in the folder."""
    if given is not None:
        return Path(given)
    there = sorted(file for file in path.parent.iterdir() if file.suffix.lower() == ".asf")
    stems = [path.stem.lower(), re.split(r"[_\-. ]", path.stem.lower())[0]]
    for stem in stems:
        for file in there:
            if file.stem.lower() == stem:
                return file
    if len(there) == 1:
        return there[0]
    what = "several" if there else "none"
    raise FileError(f"{path}: expected its skeleton {stems[-1]}.asf beside it, found {what} (--asf FILE names it)")
