"""A slow and plain evaluator of glTF files, written from the specification alone: the oracle for the reader.

It knows no skeleton: it multiplies 4 x 4 node matrices, interpolates samplers one value at a time, and
skins one vertex set at a time.
"""

import base64
import json
import math
import struct
from pathlib import Path

import numpy as np
from tests.present import present

_TYPES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_KINDS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}


class ReferenceGltf:
    """One file, evaluated at any time of any of its animations."""

    def __init__(self, path: Path | None = None, document: dict | None = None, binary: bytes = b"") -> None:
        if path is not None:
            data = path.read_bytes()
            if data[:4] == b"glTF":
                size = struct.unpack_from("<I", data, 12)[0]
                document = json.loads(data[20 : 20 + size])
                binary = data[28 + size :]
            else:
                document = json.loads(data)
        self.document: dict = present(document)
        self.buffers = [self._buffer(buffer, binary, path) for buffer in self.document.get("buffers", [])]

    def _buffer(self, buffer: dict, binary: bytes, path: Path | None) -> bytes:
        uri = buffer.get("uri")
        if uri is None:
            return binary
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (present(path).parent / uri).read_bytes()

    def accessor(self, index: int) -> np.ndarray:
        """(count, width), element by element."""
        accessor = self.document["accessors"][index]
        view = self.document["bufferViews"][accessor["bufferView"]]
        kind, width = _KINDS[accessor["componentType"]], _TYPES[accessor["type"]]
        size = struct.calcsize(kind) * width
        stride = view.get("byteStride", size)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        data = self.buffers[view["buffer"]]
        rows = [
            struct.unpack_from(f"<{width}{kind}", data, start + i * stride) for i in range(accessor["count"])
        ]
        return np.array(rows, dtype=float)

    def sample(self, sampler: dict, time: float, rotation: bool) -> np.ndarray:
        """One sampler's value at a time [s], by the formulas of the specification's appendix C."""
        times, values = self.accessor(sampler["input"])[:, 0], self.accessor(sampler["output"])
        kind = sampler.get("interpolation", "LINEAR")
        if kind == "CUBICSPLINE":
            values = values.reshape(len(times), 3, -1)
        time = min(max(time, times[0]), times[-1])
        k = max(i for i in range(len(times)) if times[i] <= time)
        if k == len(times) - 1 or kind == "STEP":
            return values[k, 1] if kind == "CUBICSPLINE" else values[k]
        span = times[k + 1] - times[k]
        u = (time - times[k]) / span
        if kind == "CUBICSPLINE":
            value = (
                (2 * u**3 - 3 * u**2 + 1) * values[k, 1]
                + span * (u**3 - 2 * u**2 + u) * values[k, 2]
                + (-2 * u**3 + 3 * u**2) * values[k + 1, 1]
                + span * (u**3 - u**2) * values[k + 1, 0]
            )
            return value / np.linalg.norm(value) if rotation else value
        if not rotation:
            return (1 - u) * values[k] + u * values[k + 1]
        dot = float(values[k] @ values[k + 1])
        angle, sign = math.acos(min(1.0, abs(dot))), math.copysign(1.0, dot)
        if math.sin(angle) < 1e-6:
            return values[k]
        return (
            math.sin(angle * (1 - u)) * values[k] + sign * math.sin(angle * u) * values[k + 1]
        ) / math.sin(angle)

    def world(
        self, animation: int | None = None, time: float = 0.0, scales: bool = False
    ) -> dict[int, np.ndarray]:
        """World matrices of all nodes of the scene."""
        moved: dict[tuple[int, str], np.ndarray] = {}
        if animation is not None:
            motion = self.document["animations"][animation]
            for channel in motion["channels"]:
                path = channel["target"]["path"]
                if path in ("translation", "rotation") or (scales and path == "scale"):
                    value = self.sample(motion["samplers"][channel["sampler"]], time, path == "rotation")
                    moved[channel["target"]["node"], path] = value
        world: dict[int, np.ndarray] = {}

        def visit(index: int, above: np.ndarray) -> None:
            world[index] = above @ self.local(index, moved)
            for child in self.document["nodes"][index].get("children", []):
                visit(child, world[index])

        for root in self.document["scenes"][self.document.get("scene", 0)]["nodes"]:
            visit(root, np.eye(4))
        return world

    def local(self, index: int, moved: dict[tuple[int, str], np.ndarray]) -> np.ndarray:
        node = self.document["nodes"][index]
        if "matrix" in node and not any((index, path) in moved for path in ("translation", "rotation")):
            return np.array(node["matrix"], dtype=float).reshape(4, 4).T
        x, y, z, w = moved.get((index, "rotation"), np.array(node.get("rotation", [0, 0, 0, 1]), dtype=float))
        length = math.sqrt(x * x + y * y + z * z + w * w)
        x, y, z, w = x / length, y / length, z / length, w / length
        turn = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )
        matrix = np.eye(4)
        matrix[:3, :3] = turn * moved.get(
            (index, "scale"), np.array(node.get("scale", [1, 1, 1]), dtype=float)
        )
        matrix[:3, 3] = moved.get(
            (index, "translation"), np.array(node.get("translation", [0, 0, 0]), dtype=float)
        )
        return matrix

    def skinned_vertices(self, world: dict[int, np.ndarray]) -> list[np.ndarray]:
        """(V, 3) world positions per skinned primitive, in the order of nodes and primitives."""
        found = []
        for node in self.document["nodes"]:
            if "mesh" not in node or "skin" not in node:
                continue
            skin = self.document["skins"][node["skin"]]
            binds = self.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
            moves = np.array([world[joint] @ bind for joint, bind in zip(skin["joints"], binds, strict=True)])
            for primitive in self.document["meshes"][node["mesh"]]["primitives"]:
                attributes = primitive["attributes"]
                joints = self.accessor(attributes["JOINTS_0"]).astype(int)
                weights = self.accessor(attributes["WEIGHTS_0"])
                weights = weights / weights.sum(axis=1, keepdims=True)
                points = np.pad(self.accessor(attributes["POSITION"]), ((0, 0), (0, 1)), constant_values=1.0)
                blended = np.einsum("vk,vkab->vab", weights, moves[joints])
                found.append(np.einsum("vab,vb->va", blended, points)[:, :3])
        return found
