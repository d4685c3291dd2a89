"""The bytes of a glTF file: its container, its JSON, its buffers and the arrays in them, all checked before use."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.formats.meshopt import PackedWrong, unpack

MAGIC, VERSION, JSON_CHUNK, BINARY_CHUNK = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
COMPONENTS: dict[int, Any] = {5120: np.int8, 5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
UNPACK = "unpack it first: npx @gltf-transform/cli copy in.glb out.glb"
MAX_ELEMENTS = 50_000_000  # of an array that no bytes stand behind (a sparse accessor may claim any length)


@dataclass(frozen=True)
class Document:
    """A glTF file's JSON, its buffers, and its bytes as they are."""

    path: Path
    json: dict[str, Any]
    buffers: tuple[memoryview, ...]
    raw: bytes = b""

    def fail(self, text: str) -> FileError:
        """An error that names the file."""
        return FileError(f"{self.path}: {text}")

    def objects(self, kind: str) -> list[dict[str, Any]]:
        """All objects of a kind: "nodes", "skins", "animations", ..."""
        found = self.json.get(kind, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.fail(f"{kind!r} must be a list of objects")
        return found

    def item(self, kind: str, index: Any) -> dict[str, Any]:
        """One object by its index."""
        items = self.objects(kind)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(items):
            raise self.fail(f"refers to {kind}[{index!r}], but there are {len(items)}")
        return items[index]

    def integer(self, owner: dict[str, Any], key: str, default: int | None = None) -> int:
        """A whole number that is not negative."""
        value = owner.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fail(f"{key!r} must be a whole number from 0, found {value!r}")
        return value

    def numbers(self, owner: dict[str, Any], key: str, count: int) -> NDArray[np.float64] | None:
        """The `count` finite numbers under a key, or None where the key is absent."""
        if key not in owner:
            return None
        value = owner[key]
        if not isinstance(value, list) or len(value) != count or not all(isinstance(x, int | float) and abs(x) < 1e15 for x in value):
            raise self.fail(f"{key!r} of node {owner.get('name', '')!r} must hold {count} finite numbers")
        return np.array(value, dtype=np.float64)

    def view(self, index: Any, needed: int, offset: int) -> memoryview:
        """The bytes of a buffer view from `offset` on, at least `needed` of them."""
        view = self.item("bufferViews", index)
        if packed := packed_by_meshopt(view):
            return self._unpacked(index, packed, needed, offset)
        buffer_index = self.integer(view, "buffer")
        if buffer_index >= len(self.buffers):
            raise self.fail(f"bufferViews[{index}] refers to buffer {buffer_index}, but there are {len(self.buffers)}")
        start, length = self.integer(view, "byteOffset", 0), self.integer(view, "byteLength")
        buffer = self.buffers[buffer_index]
        if start + length > len(buffer):
            raise self.fail(
                f"bufferViews[{index}] ends at byte {start + length}, but its buffer has {len(buffer)}; the file may be cut off"
            )
        if offset + needed > length:
            raise self.fail(f"an array needs {offset + needed} bytes of bufferViews[{index}], which has {length}")
        return buffer[start + offset : start + length]

    def _unpacked(self, index: int, name: str, needed: int, offset: int) -> memoryview:
        """The bytes of a buffer view that meshopt packed."""
        how = self.item("bufferViews", index)["extensions"][name]
        if not isinstance(how, dict):
            raise self.fail(f"{name} of bufferViews[{index}] must be an object")
        kind, mode = how.get("filter", "NONE"), how.get("mode")
        if mode != "ATTRIBUTES":
            raise self.fail(f"bufferViews[{index}] is compressed by meshopt ({name}) in mode {mode}, which is not read here; {UNPACK}")
        buffer, start, length = self.integer(how, "buffer"), self.integer(how, "byteOffset", 0), self.integer(how, "byteLength")
        if buffer >= len(self.buffers) or start + length > len(self.buffers[buffer]):
            raise self.fail(f"bufferViews[{index}] ends behind the bytes that meshopt packed; the file may be cut off")
        count, stride = self.integer(how, "count"), self.integer(how, "byteStride")
        try:
            data = unpack(bytes(self.buffers[buffer][start : start + length]), count, stride, kind)
        except PackedWrong as error:
            raise self.fail(f"bufferViews[{index}] is compressed by meshopt ({name}) and cannot be unpacked: {error}; {UNPACK}") from None
        if offset + needed > len(data):
            raise self.fail(f"an array needs {offset + needed} bytes of bufferViews[{index}], which has {len(data)}")
        return memoryview(data)[offset:]

    def array(self, index: Any, kind: str) -> NDArray[Any]:
        """The values (count, width) of an accessor of a kind such as "VEC4"; normalised integers become floats."""
        accessor = self.item("accessors", index)
        if accessor.get("type") != kind:
            raise self.fail(f"accessors[{index}] must be of type {kind}, found {accessor.get('type')!r}")
        count, width = self.integer(accessor, "count"), WIDTHS[kind]
        dtype = self._dtype(accessor)
        if count == 0:
            raise self.fail(f"accessors[{index}] is empty")
        if "bufferView" in accessor:
            values = self._strided(accessor, count, width, dtype)
        elif count * width <= MAX_ELEMENTS:
            values = np.zeros((count, width), dtype)
        else:
            raise self.fail(f"accessors[{index}] claims {count} values without bytes for them")
        if "sparse" in accessor:
            values = self._with_sparse(accessor["sparse"], values)
        return _to_floats(values) if accessor.get("normalized") else values

    def _dtype(self, owner: dict[str, Any]) -> Any:
        component = owner.get("componentType")
        if not isinstance(component, int) or component not in COMPONENTS:
            raise self.fail(f"componentType must be one of {', '.join(map(str, COMPONENTS))}, found {component!r}")
        return np.dtype(COMPONENTS[component]).newbyteorder("<")

    def _strided(self, accessor: dict[str, Any], count: int, width: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        size = width * dtype.itemsize
        view = self.item("bufferViews", accessor["bufferView"])
        stride = self.integer(view, "byteStride", size)
        if stride < size:
            raise self.fail(f"bufferViews[{accessor['bufferView']}] has a byteStride of {stride} for elements of {size} bytes")
        needed = stride * (count - 1) + size
        data = self.view(accessor["bufferView"], needed, self.integer(accessor, "byteOffset", 0))
        if stride == size:
            return np.frombuffer(data, dtype, count * width).reshape(count, width)
        raw = np.frombuffer(data, np.uint8, needed)
        rows = np.lib.stride_tricks.as_strided(raw, (count, size), (stride, 1), writeable=False)
        return np.ascontiguousarray(rows).view(dtype)

    def _with_sparse(self, sparse: Any, values: NDArray[Any]) -> NDArray[Any]:
        if not isinstance(sparse, dict) or not isinstance(sparse.get("indices"), dict) or not isinstance(sparse.get("values"), dict):
            raise self.fail("a sparse accessor needs count, indices and values")
        count, places, changed = self.integer(sparse, "count"), sparse["indices"], sparse["values"]
        index_type = self._dtype(places)
        if index_type.kind != "u" or count > len(values):
            raise self.fail(f"a sparse accessor of {len(values)} values cannot change {count} of them by indices of {index_type}")
        width = values.shape[1]
        index_bytes = self.view(places.get("bufferView"), count * index_type.itemsize, self.integer(places, "byteOffset", 0))
        value_bytes = self.view(changed.get("bufferView"), count * width * values.dtype.itemsize, self.integer(changed, "byteOffset", 0))
        rows = np.frombuffer(index_bytes, index_type, count)
        if count and rows.max() >= len(values):
            raise self.fail(f"a sparse accessor changes value {rows.max()} of {len(values)}")
        out = values.copy()
        out[rows] = np.frombuffer(value_bytes, values.dtype, count * width).reshape(count, width)
        return out


def packed_by_meshopt(view: dict[str, Any]) -> str:
    """The extension by which a buffer view is packed, or ""."""
    extensions = view.get("extensions")
    return next((name for name in extensions if "meshopt" in name.lower()), "") if isinstance(extensions, dict) else ""


def _to_floats(values: NDArray[Any]) -> NDArray[Any]:
    """Normalised integers as the floats they stand for (glTF 2.0 §3.11)."""
    if values.dtype.kind == "f":
        return values
    floats: NDArray[Any] = np.maximum(values.astype(np.float64) / np.iinfo(values.dtype).max, -1.0)
    return floats


def read_document(path: Path) -> Document:
    """The parsed and checked container of a .glb or .gltf file."""
    try:
        return parse_document(path, path.read_bytes())
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror or error})") from None


def parse_document(path: Path, data: bytes) -> Document:
    """The same of bytes; path: what errors call it, and where the files beside it lie."""
    if data[:4] == b"glTF":
        text, binary = _split_binary(path, data)
    elif path.suffix.lower() == ".glb":
        raise FileError(f"{path}: not a GLB file: expected it to begin with 'glTF', found {data[:4]!r}")
    else:
        text, binary = data, None
    try:
        parsed = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: its JSON cannot be read: {str(error) or 'nested too deeply'}") from None
    if not isinstance(parsed, dict) or not isinstance(parsed.get("asset"), dict):
        raise FileError(f"{path}: not a glTF file: expected a JSON object with 'asset'")
    version = str(parsed["asset"].get("version", ""))
    if not version.startswith("2."):
        raise FileError(f"{path}: glTF version {version or 'missing'!s}; Motionloom reads 2.x")
    document = Document(path, parsed, ())
    return Document(
        path, parsed, tuple(_read_buffer(document, index, entry, binary) for index, entry in enumerate(document.objects("buffers"))), data
    )


def side_files(path: Path) -> tuple[Path, ...]:
    """The files beside a .gltf that hold its buffers."""
    document = read_document(path)
    uris = [entry.get("uri") for entry in document.objects("buffers")]
    return tuple(side_path(document, uri) for uri in uris if isinstance(uri, str) and not uri.startswith("data:"))


def _split_binary(path: Path, data: bytes) -> tuple[bytes, memoryview | None]:
    """The JSON and the binary chunk of a GLB file."""
    if len(data) < 20:
        raise FileError(f"{path}: a GLB file has at least 20 bytes, found {len(data)}")
    _, version, length = struct.unpack_from("<III", data)
    if version != VERSION:
        raise FileError(f"{path}: GLB version {version}; Motionloom reads 2")
    if length > len(data):
        raise FileError(f"{path}: the header says {length} bytes, found {len(data)}; the file is cut off")
    chunks: dict[int, memoryview] = {}
    offset = 12
    while offset + 8 <= length:
        size, kind = struct.unpack_from("<II", data, offset)
        if offset + 8 + size > length:
            raise FileError(f"{path}: a chunk of {size} bytes begins at byte {offset}, but the file ends at {length}")
        chunks.setdefault(kind, memoryview(data)[offset + 8 : offset + 8 + size])
        offset += 8 + size
    if JSON_CHUNK not in chunks:
        raise FileError(f"{path}: a GLB file without its JSON chunk")
    return bytes(chunks[JSON_CHUNK]), chunks.get(BINARY_CHUNK)


def _read_buffer(document: Document, index: int, entry: dict[str, Any], binary: memoryview | None) -> memoryview:
    length, uri = document.integer(entry, "byteLength"), entry.get("uri")
    if uri is None:
        # A buffer without bytes that is not the binary chunk belongs to an extension; whoever refers to it is told it is too short.
        data = binary if index == 0 and binary is not None else memoryview(b"")
    elif not isinstance(uri, str):
        raise document.fail(f"the uri of buffers[{index}] must be text")
    elif uri.startswith("data:"):
        try:
            data = memoryview(base64.b64decode(uri.partition(",")[2], validate=True))
        except binascii.Error as error:
            raise document.fail(f"buffers[{index}] is not base64: {error}") from None
    else:
        data = _read_side_file(document, uri, length)
    if len(data) < length and uri is not None:
        raise document.fail(f"buffers[{index}] should have {length} bytes, found {len(data)}")
    return data[:length]


def side_path(document: Document, uri: str) -> Path:
    """A file in the glTF's own folder; a stranger's file must not make us read others."""
    folder = document.path.parent.resolve()
    target = (folder / unquote(uri)).resolve() if "\0" not in unquote(uri) else folder
    if "://" in uri or not target.is_relative_to(folder):
        raise document.fail(f"refers to {uri!r}, which is not in its own folder")
    return target


def _read_side_file(document: Document, uri: str, length: int) -> memoryview:
    target = side_path(document, uri)
    if not target.is_file():
        raise document.fail(f"needs {uri!r} beside it, which is not there")
    with target.open("rb") as file:
        return memoryview(file.read(min(length, target.stat().st_size)))
