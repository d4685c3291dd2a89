"""Numbers on the wire: named arrays behind a small JSON header (`MLAB`, see docs/studio-protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from starlette.responses import Response

MAGIC = b"MLAB"
DTYPES: dict[str, np.dtype[Any]] = {"float32": np.dtype("<f4"), "int32": np.dtype("<i4"), "uint8": np.dtype("u1")}


def pack_arrays(arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]) -> bytes:
    """The container of arrays (float32, int32 or uint8) and meta (plain JSON data)."""
    header, blocks = _lay_out(arrays, meta)
    return b"".join([MAGIC, len(header).to_bytes(4, "little"), header, *blocks])


def array_response(arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """The container as an answer, kept by nobody unless headers say otherwise."""
    told = {"cache-control": "no-store", **(headers or {})}
    return Response(pack_arrays(arrays, meta), media_type="application/octet-stream", headers=told)


def unpack_arrays(data: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays and meta of a container: the inverse of `pack_arrays`, for tests and scripts."""
    if data[:4] != MAGIC:
        raise ValueError(f"expected a container that begins with {MAGIC!r}, found {data[:4]!r}")
    header = json.loads(data[8 : 8 + int.from_bytes(data[4:8], "little")])
    arrays = {}
    for info in header["arrays"]:
        count = int(np.prod(info["shape"], dtype=np.int64))
        arrays[info["name"]] = np.frombuffer(data, DTYPES[info["dtype"]], count, info["offset"]).reshape(info["shape"])
    return arrays, header["meta"]


def _lay_out(arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]) -> tuple[bytes, list[bytes]]:
    """The padded header and the padded blocks. Offsets depend on the header's length and it on their digits, so they are found twice."""
    blocks = [np.ascontiguousarray(array, dtype=DTYPES[array.dtype.name]).tobytes() for array in arrays.values()]
    padded = [block + bytes(-len(block) % 8) for block in blocks]
    width = 0
    while True:
        offset, infos = 8 + width, []
        for (name, array), block in zip(arrays.items(), padded, strict=True):
            infos.append({"name": name, "dtype": array.dtype.name, "shape": list(array.shape), "offset": offset})
            offset += len(block)
        header = json.dumps({"arrays": infos, "meta": dict(meta)}, separators=(",", ":"), allow_nan=False).encode()
        header += b" " * (-len(header) % 8)
        if len(header) <= width:
            return header.ljust(width), padded
        width = len(header)
