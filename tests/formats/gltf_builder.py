"""Small glTF files as other programs write them: any nodes, any samplers, any arrays."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

CODES = {np.dtype(np.int8): 5120, np.dtype(np.uint8): 5121, np.dtype(np.int16): 5122, np.dtype(np.uint16): 5123}
CODES |= {np.dtype(np.uint32): 5125, np.dtype(np.float32): 5126}
KINDS = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Builder:
    """Collects nodes, animations and skins, then writes them as .glb, or as .gltf with its bytes inside or beside it."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.animations: list[dict[str, Any]] = []
        self.skins: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.data = b""

    def node(self, name: str, parent: int | None = None, **fields: Any) -> int:
        self.nodes.append({"name": name, **fields})
        index = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].setdefault("children", []).append(index)
        return index

    def view(self, values: Any, **fields: Any) -> int:
        data = np.ascontiguousarray(values).tobytes()
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), **fields})
        self.data += data + b"\0" * (-len(data) % 4)
        return len(self.views) - 1

    def array(self, values: Any, normalized: bool = False) -> int:
        values = np.asarray(values)
        values = values.astype(np.float32) if values.dtype in (np.float64, np.int64) else values
        width = 1 if values.ndim == 1 else values.shape[-1]
        accessor = {
            "bufferView": self.view(values),
            "componentType": CODES[values.dtype],
            "count": values.size // width,
            "type": KINDS[width],
        }
        self.accessors.append(accessor | ({"normalized": True} if normalized else {}))
        return len(self.accessors) - 1

    def animate(self, name: str, *channels: tuple[int, str, Any, Any, str]) -> None:
        """channels: (node, path, times, values or an accessor's index, interpolation)."""
        samplers, targets = [], []
        for node, path, times, values, kind in channels:
            output = values if isinstance(values, int) else self.array(values)
            samplers.append({"input": self.array(times), "output": output, "interpolation": kind})
            targets.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})
        self.animations.append({"name": name, "channels": targets, "samplers": samplers})

    def document(self) -> dict[str, Any]:
        children = {child for node in self.nodes for child in node.get("children", [])}
        parts = {
            "nodes": self.nodes,
            "animations": self.animations,
            "skins": self.skins,
            "accessors": self.accessors,
            "bufferViews": self.views,
        }
        roots = [index for index in range(len(self.nodes)) if index not in children]
        return {"asset": {"version": "2.0"}, "scenes": [{"nodes": roots}], **{key: part for key, part in parts.items() if part}}

    def save(self, path: Path, beside: bool = False, change: dict[str, Any] | None = None) -> Path:
        document = self.document() | {"buffers": [{"byteLength": len(self.data)}]} | (change or {})
        if path.suffix == ".glb":
            return write_glb(path, document, self.data)
        if beside:
            path.with_suffix(".bin").write_bytes(self.data)
            document["buffers"][0]["uri"] = path.with_suffix(".bin").name
        else:
            document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        path.write_text(json.dumps(document))
        return path


def write_glb(path: Path, document: Any, data: bytes) -> Path:
    """A GLB file of any JSON, right or wrong."""
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    path.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
    return path
