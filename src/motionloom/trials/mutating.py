"""Damaged files made of good ones: the same seed always does the same damage.

Half of the damage is blind, to bytes, as a disk or a network does it. The other half is done inside, to arrays and JSON, and packed again
with right checksums: that is what a stranger's program, or a stranger, does, and what reaches furthest.
"""

from __future__ import annotations

import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_ODD_NUMBERS = (b"0", b"-1", b"1e999", b"nan", b"1e30", b"-0.5", b"99999999999999999999", b"2147483648", b"1e-40")
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, "", "x", [], {}, 0, -1, 1, 0.5, -1e-9, 1e30, 1e300, 2**31, 2**63, 10**30),
    *([1, 2], {"x": 1}, [[]], [None], float("nan"), float("inf"), "walk\x00", "\ud800", "9" * 400),
)
_MOST_CHANGES = 4


def mutate(data: bytes, seed: int) -> bytes:
    """The data, damaged in one to four places; never the same as before unless it is empty."""
    rng = np.random.default_rng([seed, zlib.crc32(data)])
    change = _change_inside if rng.random() < 0.6 else _change_bytes  # not both: a broken archive shows nothing of what is in it
    changed = data
    for _ in range(int(rng.integers(1, _MOST_CHANGES + 1))):
        changed = change(changed, rng)
    return changed if changed != data else _change_bytes(data, rng)


def _change_inside(data: bytes, rng: np.random.Generator) -> bytes:
    if data[:4] == b"PK\x03\x04":
        return _change_archive(data, rng)
    if data[:6] == b"\x93NUMPY":
        return _change_array_file(data, rng)
    if data[:4] == b"glTF":
        return _change_glb(data, rng)
    if data.lstrip()[:1] in (b"{", b"["):
        return _change_json(data, rng)
    return _change_numbers(data, rng)


def _change_bytes(data: bytes, rng: np.random.Generator) -> bytes:
    """A flip, a cut, a part that comes twice, or that is not from here, two parts exchanged, another number."""
    a, b = sorted(int(n) for n in rng.integers(0, len(data) + 1, 2))
    b = min(b, a + int(rng.integers(1, 200)))
    match int(rng.integers(0, 7)):
        case 0:
            place = min(a, len(data) - 1)
            return data[:place] + bytes([data[place] ^ 1 << int(rng.integers(0, 8))]) + data[place + 1 :] if data else b"\x00"
        case 1:
            return data[:a]
        case 2:
            return data[:b] + data[a:b] * int(rng.integers(1, 4)) + data[b:]
        case 3:
            return data[:a] + rng.integers(0, 256, int(rng.integers(1, 9)), dtype=np.uint8).tobytes() + data[a:]
        case 4:
            return data[:a] + data[b:]
        case 5:
            middle = (a + b) // 2
            return data[:a] + data[middle:b] + data[a:middle] + data[b:]
    return _change_numbers(data, rng)


def _change_numbers(data: bytes, rng: np.random.Generator) -> bytes:
    """A number of a text becomes another one of it, or an odd one."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return _change_word(data, rng)
    place = found[int(rng.integers(0, len(found)))]
    new = found[int(rng.integers(0, len(found)))].group() if rng.random() < 0.5 else _ODD_NUMBERS[int(rng.integers(0, len(_ODD_NUMBERS)))]
    return data[: place.start()] + new + data[place.end() :]


def _change_word(data: bytes, rng: np.random.Generator) -> bytes:
    """Four bytes of data that is no text become a number that lengths and counts trip over."""
    if len(data) < 4:
        return data + b"\xff"
    place = int(rng.integers(0, len(data) - 3))
    return data[:place] + struct.pack("<I", (0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x00FFFFFF)[int(rng.integers(0, 5))]) + data[place + 4 :]


def _change_archive(data: bytes, rng: np.random.Generator) -> bytes:
    """A member of a zip archive is damaged, missing, empty or exchanged for another; checksums are right again."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            stored = all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
            members = {info.filename: archive.read(info) for info in archive.infolist()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        return _change_bytes(data, rng)
    names = list(members)
    if not names:
        return _change_bytes(data, rng)
    name, other = (names[int(n)] for n in rng.integers(0, len(names), 2))
    chance = rng.random()
    if chance < 0.8:
        members[name] = _change_inside(members[name], rng)
    elif chance < 0.9:
        del members[name]
    else:
        members[name] = members[other]
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # of two members with one name
        for each, content in members.items():
            archive.writestr(zipfile.ZipInfo(each), content)
    return file.getvalue()


def _change_array_file(data: bytes, rng: np.random.Generator) -> bytes:
    """An array gets other values, another shape or another type; JSON in one is damaged as JSON."""
    try:
        array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError, SyntaxError):
        return _change_bytes(data, rng)
    if array.dtype == np.uint8 and array.ndim == 1 and array.tobytes()[:1] in (b"{", b"["):
        changed: NDArray[Any] = np.frombuffer(_change_json(array.tobytes(), rng), np.uint8)
    else:
        changed = _change_array(array, rng)
    file = io.BytesIO()
    np.save(file, changed, allow_pickle=False)
    return file.getvalue()


def _change_array(array: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    changes = int(rng.integers(0, 9))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if changes <= 2 and array.size and array.dtype.kind in "biuf":
            changed = array.copy()
            odd = (0, -1, 1, 1e30, np.nan, np.inf, 2**31 - 1, -(2**31), 1e5)[int(rng.integers(0, 9))]
            flat = changed.reshape(-1)
            flat[rng.integers(0, flat.size, 1 + int(rng.integers(0, 3)))] = np.asarray(odd).astype(array.dtype)
            return changed
        if changes == 3:
            return array[: int(rng.integers(0, len(array) + 1))] if array.ndim else array.reshape(1)
        if changes == 4:
            return array[..., : max(0, array.shape[-1] - 1)] if array.ndim else array
        if changes == 5:
            return array.reshape(-1)
        if changes == 6:
            return array[None]
        if changes == 7:
            return np.repeat(array, 2, axis=0) if array.ndim else array
        if array.dtype.kind == "U":
            return np.zeros((2, 2))
        return array.astype(("<f8", "<i4", "?", "U8", "<f2", "u1")[int(rng.integers(0, 6))])


def _change_glb(data: bytes, rng: np.random.Generator) -> bytes:
    """The JSON of a binary glTF file is damaged, lengths are right again."""
    if len(data) < 20:
        return _change_bytes(data, rng)
    (length,) = struct.unpack_from("<I", data, 12)
    text = _change_json(data[20 : 20 + length], rng)
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    return data[:8] + struct.pack("<II", 20 + len(text) + len(rest), len(text)) + data[16:20] + text + rest


def _change_json(data: bytes, rng: np.random.Generator) -> bytes:
    """A value of JSON becomes an odd one, another one of it, or goes; so may a name."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return _change_numbers(data, rng)
    places = list(_places(tree))
    if not places:
        return _change_bytes(data, rng)
    owner, key = places[int(rng.integers(0, len(places)))]
    chance = rng.random()
    if chance < 0.2:
        del owner[key]
    elif chance < 0.3 and isinstance(owner, dict):
        owner[f"{key}x"] = owner.pop(key)
    elif chance < 0.45:
        other, name = places[int(rng.integers(0, len(places)))]
        owner[key] = json.loads(json.dumps(other[name]))
    else:
        owner[key] = _ODD_VALUES[int(rng.integers(0, len(_ODD_VALUES)))]
    return json.dumps(tree).encode()


def _places(tree: Any) -> Any:
    """Every place in a tree of JSON as (owner, key); those near its top are as likely as all below together, so they come more often."""
    for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()):
        below = list(_places(value))
        yield from [(tree, key)] * (1 + min(len(below), 20))
        yield from below
