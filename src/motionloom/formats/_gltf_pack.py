"""glTF containers as one GLB: buffers and pictures that lie beside a file go into it, and arrays are added behind what is there."""

from __future__ import annotations

import base64
import binascii
import json
import mimetypes
import struct
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.formats._gltf_buffers import BINARY_CHUNK, COMPONENTS, JSON_CHUNK, MAGIC, VERSION, WIDTHS, Document, side_path


class Appended:
    """A glTF's JSON and one buffer, to which arrays are added; what was there keeps its place, its bytes and its numbers."""

    def __init__(self, described: dict[str, Any], binary: bytes) -> None:
        self.json = deepcopy(described)
        self._parts = [binary + b"\0" * (-len(binary) % 4)]
        self._size = len(self._parts[0])

    def add_bytes(self, data: bytes) -> int:
        """The index of a buffer view of these bytes."""
        views = self.json.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": self._size, "byteLength": len(data)})
        self._parts.append(data + b"\0" * (-len(data) % 4))
        self._size += len(self._parts[-1])
        return len(views) - 1

    def add(self, values: NDArray[Any], kind: str, *, bounds: bool = False) -> int:
        """The index of an accessor of values (count, width)."""
        component = next(code for code, dtype in COMPONENTS.items() if dtype == values.dtype)
        view = self.add_bytes(np.ascontiguousarray(values).tobytes())
        accessor = {"bufferView": view, "componentType": component, "count": values.size // WIDTHS[kind], "type": kind}
        if bounds:
            rows = values.reshape(-1, WIDTHS[kind])
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        accessors = self.json.setdefault("accessors", [])
        accessors.append(accessor)
        return len(accessors) - 1

    def to_bytes(self) -> bytes:
        """The whole as a GLB file."""
        binary = b"".join(self._parts)
        described = dict(self.json)
        if binary:
            others = described.get("buffers", [{}])
            described["buffers"] = [{**others[0], "byteLength": len(binary)}, *others[1:]]
        text = json.dumps(described, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<II", len(text), JSON_CHUNK) + text
        body += struct.pack("<II", len(binary), BINARY_CHUNK) + binary if binary else b""
        return struct.pack("<III", MAGIC, VERSION, 12 + len(body)) + body


def pack_document(document: Document) -> bytes:
    """A file as one GLB: as it is where it is one already, else with its buffers and pictures inside."""
    entries = document.objects("buffers")
    outside = [image for image in document.objects("images") if isinstance(image.get("uri"), str)]
    if document.raw[:4] == b"glTF" and not outside and len(entries) <= 1 and not any("uri" in entry for entry in entries):
        return document.raw
    described = deepcopy(document.json)
    starts, parts, size = [], [], 0
    for buffer in document.buffers:
        starts.append(size)
        parts.append(bytes(buffer) + b"\0" * (-len(buffer) % 4))
        size += len(parts[-1])
    for view in described.get("bufferViews", []):
        view["byteOffset"] = view.get("byteOffset", 0) + starts[document.integer(view, "buffer")]
        view["buffer"] = 0
    if entries:
        described["buffers"] = [{key: value for key, value in entries[0].items() if key != "uri"}]
    packed = Appended(described, b"".join(parts))
    for image in packed.json.get("images", []):
        if isinstance(image.get("uri"), str):
            data, kind = _read_image(document, image.pop("uri"))
            image |= {"bufferView": packed.add_bytes(data), "mimeType": image.get("mimeType", kind)}
    return packed.to_bytes()


def _read_image(document: Document, uri: str) -> tuple[bytes, str]:
    if uri.startswith("data:"):
        head, _, body = uri.partition(",")
        try:
            return base64.b64decode(body, validate=True), head[5:].partition(";")[0] or "image/png"
        except binascii.Error as error:
            raise document.fail(f"a picture is not base64: {error}") from None
    target = side_path(document, uri)
    if not target.is_file():
        raise document.fail(f"needs {uri!r} beside it, which is not there")
    return target.read_bytes(), mimetypes.guess_type(target.name)[0] or "image/png"
