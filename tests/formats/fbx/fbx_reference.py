"""A second reading of FBX, for tests: the container, its curves, and where nodes are at a time.

Written from the layout of the format, not from the writer: struct and zlib, and Bezier curves by bisection.
"""

import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

TICKS = 46186158000
_ARRAYS = {"f": np.float32, "d": np.float64, "i": np.int32, "l": np.int64}
_SCALARS = {"C": "<?", "I": "<i", "L": "<q", "D": "<d", "F": "<f", "Y": "<h"}
# Turns in the order in which they are applied, by number.
_APPLIED = ("xyz", "xzy", "yzx", "yxz", "zxy", "zyx")


@dataclass
class Read:
    name: str
    values: list[Any]
    children: list["Read"] = field(default_factory=list)

    def first(self, name: str) -> "Read":
        return next(child for child in self.children if child.name == name)

    def property(self, name: str) -> Any:
        """Values of an entry of Properties70; None without such an entry."""
        for child in self.children:
            for entry in child.children if child.name == "Properties70" else []:
                if entry.values[0] == name:
                    return entry.values[4:]
        return None


def read_tree(data: bytes) -> tuple[int, list[Read]]:
    """Version and top nodes. Fails where a length does not add up."""
    assert data[:23] == b"Kaydara FBX Binary  \x00\x1a\x00"
    (version,) = struct.unpack_from("<I", data, 23)
    nodes, at = [], 27
    while True:
        node, at = _node(data, at)
        if node is None:
            break
        nodes.append(node)
    assert data[-16:] == bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")
    return version, nodes


def _node(data: bytes, at: int) -> tuple[Read | None, int]:
    end, count, size, name_size = struct.unpack_from("<IIIB", data, at)
    if end == 0:
        assert (count, size, name_size) == (0, 0, 0)
        return None, at + 13
    name = data[at + 13 : at + 13 + name_size].decode()
    at += 13 + name_size
    stop, values = at + size, []
    for _ in range(count):
        value, at = _value(data, at)
        values.append(value)
    assert at == stop
    node = Read(name, values)
    while at < end:
        child, at = _node(data, at)
        if child is None:
            break
        node.children.append(child)
    assert at == end
    return node, at


def _value(data: bytes, at: int) -> tuple[Any, int]:
    kind = chr(data[at])
    at += 1
    if kind in _SCALARS:
        return struct.unpack_from(_SCALARS[kind], data, at)[0], at + struct.calcsize(_SCALARS[kind])
    if kind in "SR":
        (length,) = struct.unpack_from("<I", data, at)
        raw = data[at + 4 : at + 4 + length]
        return (raw.decode() if kind == "S" else raw), at + 4 + length
    count, packed, length = struct.unpack_from("<III", data, at)
    raw = data[at + 12 : at + 12 + length]
    values = np.frombuffer(zlib.decompress(raw) if packed else raw, _ARRAYS[kind])
    assert len(values) == count
    return values, at + 12 + length


@dataclass
class ReadCurve:
    """Bezier points (K, 3, 2) as (time [s], value): handle before, key, handle after; (K,) kinds."""

    points: np.ndarray
    holds: np.ndarray
    linear: np.ndarray

    def at(self, time: float) -> float:
        keys = self.points[:, 1]
        if time <= keys[0, 0]:
            return keys[0, 1]
        if time >= keys[-1, 0]:
            return keys[-1, 1]
        k = int(np.searchsorted(keys[:, 0], time, side="right")) - 1
        if self.holds[k]:
            return keys[k, 1]
        if self.linear[k]:
            return float(np.interp(time, keys[k : k + 2, 0], keys[k : k + 2, 1]))
        corners = np.array([keys[k], self.points[k, 2], self.points[k + 1, 0], keys[k + 1]])
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if _bezier(corners[:, 0], middle) < time else (low, middle)
        return _bezier(corners[:, 1], 0.5 * (low + high))


def _bezier(p: np.ndarray, u: float) -> float:
    v = 1.0 - u
    return float(v**3 * p[0] + 3 * v * v * u * p[1] + 3 * v * u * u * p[2] + u**3 * p[3])


def read_curve(node: Read) -> ReadCurve:
    """The curve of an AnimationCurve node."""
    times = node.first("KeyTime").values[0] / TICKS
    values = node.first("KeyValueFloat").values[0].astype(float)
    counts = node.first("KeyAttrRefCount").values[0]
    flags = np.repeat(node.first("KeyAttrFlags").values[0], counts)
    data = np.repeat(node.first("KeyAttrDataFloat").values[0].reshape(-1, 4), counts, axis=0)
    assert len(times) == len(values) == len(flags)
    points = np.repeat(np.stack([times, values], axis=1)[:, None], 3, axis=1)
    for k in range(len(times) - 1):
        span = times[k + 1] - times[k]
        (word,) = struct.unpack("<I", struct.pack("<f", data[k, 2]))
        right = (word & 0xFFFF) / 10000 if flags[k] & 0x1000000 else 1 / 3
        left = (word >> 16) / 10000 if flags[k] & 0x2000000 else 1 / 3
        points[k, 2] += [right * span, right * span * data[k, 0]]
        points[k + 1, 0] -= [left * span, left * span * data[k, 1]]
    return ReadCurve(points, (flags & 0x2) != 0, (flags & 0x4) != 0)


class ReadScene:
    """Objects by identity, and what is connected to what."""

    def __init__(self, data: bytes) -> None:
        self.version, self.top = read_tree(data)
        named = {node.name: node for node in self.top}
        self.objects = {node.values[0]: node for node in named["Objects"].children}
        self.links = [node.values for node in named["Connections"].children]
        self.settings = named["GlobalSettings"]

    def sources(self, of: int, kind: str, by: str | None = None) -> list[int]:
        return [
            link[1]
            for link in self.links
            if link[2] == of
            and self.objects[link[1]].name == kind
            and (by is None or (len(link) > 3 and link[3] == by))
        ]

    def title(self, identity: int) -> str:
        return self.objects[identity].values[1].split("\x00\x01")[0]

    def stack(self, title: str) -> int:
        return next(
            i for i, n in self.objects.items() if n.name == "AnimationStack" and self.title(i) == title
        )

    def joints(self) -> list[int]:
        """Identities of the bones, in file order."""
        return [
            i for i, node in self.objects.items() if node.name == "Model" and node.values[2] == "LimbNode"
        ]

    def curves(self, stack: int, joint: int, name: str) -> dict[int, ReadCurve]:
        """The curves of a joint's property in a take, by axis."""
        (layer,) = self.sources(stack, "AnimationLayer")
        groups = set(self.sources(layer, "AnimationCurveNode"))
        found = {}
        for group in groups & set(self.sources(joint, "AnimationCurveNode", name)):
            for axis, letter in enumerate("XYZ"):
                for curve in self.sources(group, "AnimationCurve", f"d|{letter}"):
                    found[axis] = read_curve(self.objects[curve])
        return found

    def world(self, stack: int, time: float) -> dict[str, np.ndarray]:
        """(4, 4) world matrices of the joints in centimetres, by name."""
        found: dict[int, np.ndarray] = {}
        for joint in self.joints():
            node = self.objects[joint]
            place = np.array(node.property("Lcl Translation"))
            angles = np.array(node.property("Lcl Rotation"))
            for axis, curve in self.curves(stack, joint, "Lcl Translation").items():
                place[axis] = curve.at(time)
            for axis, curve in self.curves(stack, joint, "Lcl Rotation").items():
                angles[axis] = curve.at(time)
            applied = _APPLIED[node.property("RotationOrder")[0]]
            turn = Rotation.from_euler(
                applied, [angles["xyz".index(letter)] for letter in applied], degrees=True
            )
            before = Rotation.from_euler("xyz", node.property("PreRotation"), degrees=True)
            local = np.eye(4)
            local[:3, :3] = (before * turn).as_matrix()
            local[:3, 3] = place
            (parent,) = [
                link[2]
                for link in self.links
                if link[0] == "OO" and link[1] == joint and self._is_model(link[2])
            ]
            found[joint] = found.get(parent, np.eye(4)) @ local
        return {self.title(joint): matrix for joint, matrix in found.items()}

    def _is_model(self, identity: int) -> bool:
        return identity in self.objects and self.objects[identity].name == "Model"
