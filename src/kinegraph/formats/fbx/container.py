"""The binary container of FBX 7.4: a tree of named nodes with typed properties, and a footer."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

VERSION = 7400
# Readers compare these three with each other; files with a fixed time stamp share them.
CREATION_TIME = "1970-01-01 10:00:00:000"
FILE_ID = bytes.fromhex("28b32aebb624ccc2bfc8b02aa92bfcf1")
_FOOTER_ID = bytes.fromhex("fabcab09d0c8d466b176fb831cf7267e")

_MAGIC = b"Kaydara FBX Binary  \x00\x1a\x00"
_FOOTER_MAGIC = bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")
_HEADER = struct.Struct("<IIIB")  # end of the node, number and bytes of its properties, length of its name
_END_OF_CHILDREN = b"\x00" * _HEADER.size
_LEAST_COMPRESSED = 128  # bytes; below, compressing an array makes it larger
_ARRAY_TYPES = {"f": b"f", "d": b"d", "i": b"i", "l": b"l", "q": b"l"}

Property = str | bytes | int | float | bool | np.int64 | np.ndarray


@dataclass(eq=False)
class Node:
    """A node of the tree.

    properties: bool and int become 32 bits, np.int64 64 bits, float 64 bits; arrays keep their own type.
    """

    name: str
    properties: Sequence[Property] = ()
    children: list["Node"] = field(default_factory=list)

    def add(self, name: str, *properties: Property) -> "Node":
        """Appends a child and returns it."""
        child = Node(name, properties)
        self.children.append(child)
        return child


def fbx_bytes(nodes: Sequence[Node]) -> bytes:
    """A whole file. nodes: Those at the top, in their order."""
    data = bytearray(_MAGIC + struct.pack("<I", VERSION))
    for node in nodes:
        _write_node(data, node)
    data += _END_OF_CHILDREN
    data += _FOOTER_ID + b"\x00" * 4
    data += b"\x00" * (16 - len(data) % 16)
    data += struct.pack("<I", VERSION) + b"\x00" * 120 + _FOOTER_MAGIC
    return bytes(data)


def _write_node(data: bytearray, node: Node) -> None:
    begin = len(data)
    name = node.name.encode()
    data += _END_OF_CHILDREN  # filled in below, when the end is known
    data += name
    after_name = len(data)
    for value in node.properties:
        data += _property(value)
    size = len(data) - after_name
    for child in node.children:
        _write_node(data, child)
    if node.children or not node.properties:
        data += _END_OF_CHILDREN
    _HEADER.pack_into(data, begin, len(data), len(node.properties), size, len(name))


def _property(value: Property) -> bytes:
    match value:
        case bool():
            return b"C" + struct.pack("<?", value)
        case np.signedinteger():
            return b"L" + struct.pack("<q", int(value))
        case int():
            return b"I" + struct.pack("<i", value)
        case float():
            return b"D" + struct.pack("<d", value)
        case str():
            text = value.encode("utf-8", "replace")
            return b"S" + struct.pack("<I", len(text)) + text
        case bytes():
            return b"R" + struct.pack("<I", len(value)) + value
        case np.ndarray():
            return _array(value)
    raise TypeError(f"An FBX property cannot hold a {type(value).__name__}.")


def _array(values: np.ndarray) -> bytes:
    raw = np.ascontiguousarray(values).tobytes()
    kind = _ARRAY_TYPES[values.dtype.char]
    if len(raw) < _LEAST_COMPRESSED:
        return kind + struct.pack("<III", values.size, 0, len(raw)) + raw
    packed = zlib.compress(raw, 1)
    return kind + struct.pack("<III", values.size, 1, len(packed)) + packed
