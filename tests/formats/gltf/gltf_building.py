"""Hand-made glTF documents for the tests: plain dictionaries, with a buffer that grows."""

import json
import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

_KINDS = {"int8": 5120, "uint8": 5121, "int16": 5122, "uint16": 5123, "uint32": 5125, "float32": 5126}
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class GltfBuilder:
    """A document under construction: add accessors, edit `document` by hand, take the bytes."""

    def __init__(self, nodes: list[dict], roots: list[int]) -> None:
        self.document: dict = {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": roots}],
            "nodes": nodes,
            "accessors": [],
            "bufferViews": [],
        }
        self.binary = b""

    def view(self, data: bytes, **more: object) -> int:
        self.document["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data), **more}
        )
        self.binary += data + b"\0" * (-len(data) % 4)
        return len(self.document["bufferViews"]) - 1

    def accessor(self, values: ArrayLike, kind: str = "float32", **more: object) -> int:
        array = np.asarray(values, dtype=kind)
        array = array.reshape(len(array), -1)
        entry = {"componentType": _KINDS[kind], "count": len(array), "type": _TYPES[array.shape[1]]}
        entry["bufferView"] = self.view(array.tobytes())
        self.document["accessors"].append(entry | more)
        return len(self.document["accessors"]) - 1

    def animation(
        self, channels: Sequence[tuple[int, str, str, ArrayLike, ArrayLike]], name: str = "move"
    ) -> None:
        """channels: (node, path, interpolation, times, values)."""
        made: dict = {"name": name, "channels": [], "samplers": []}
        for node, path, interpolation, times, values in channels:
            target = {"node": node, "path": path}
            made["channels"].append({"sampler": len(made["samplers"]), "target": target})
            keys = {"input": self.accessor(times), "output": self.accessor(values)}
            made["samplers"].append(keys | {"interpolation": interpolation})
        self.document.setdefault("animations", []).append(made)

    def finished(self) -> dict:
        buffers = {"buffers": [{"byteLength": len(self.binary)}]} if self.binary else {}
        return {key: value for key, value in self.document.items() if value != []} | buffers

    def glb(self) -> bytes:
        return glb(self.finished(), self.binary)


def glb(document: dict | bytes, binary: bytes = b"") -> bytes:
    """A .glb of a document, or of raw bytes that claim to be one."""
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        binary += b"\0" * (-len(binary) % 4)
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
