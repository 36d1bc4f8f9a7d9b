"""FBX objects: nodes with an identity, their typed properties, and the connections between them."""

from typing import Any

import numpy as np

from kinegraph.formats.fbx.container import Node, Property

CENTIMETRES = 100.0  # per metre: the unit of all lengths in the file

# Types of entries, as (type, label, flags).
_TYPES: dict[str, tuple[str, str, str]] = {
    "int": ("int", "Integer", ""),
    "bool": ("bool", "", ""),
    "enum": ("enum", "", ""),
    "double": ("double", "Number", ""),
    "number": ("Number", "", "A"),
    "time": ("KTime", "Time", ""),
    "vector": ("Vector3D", "Vector", ""),
    "color": ("ColorRGB", "Color", ""),
    "diffuse": ("Color", "", "A"),
    "text": ("KString", "", ""),
    "own text": ("KString", "", "U"),
    "object": ("object", "", ""),
    "Lcl Translation": ("Lcl Translation", "", "A"),
    "Lcl Rotation": ("Lcl Rotation", "", "A"),
    "Lcl Scaling": ("Lcl Scaling", "", "A"),
}


class Objects:
    """All objects of a file and what they are connected to. It has state: the next identity."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.connections: list[Node] = []
        self._next = 1_000_000

    def add(self, name: str, title: str, kind: str, sub_kind: str) -> tuple[int, Node]:
        """A new object and its identity. name: Of its node; title: What a user calls it."""
        self._next += 1
        node = Node(name, (np.int64(self._next), f"{title}\x00\x01{kind}", sub_kind))
        self.nodes.append(node)
        return self._next, node

    def connect(self, child: int, parent: int, name: str = "") -> None:
        """Connects an object to another one, or to a property of it. 0 is the root of the scene."""
        if name:
            self.connections.append(Node("C", ("OP", np.int64(child), np.int64(parent), name)))
        else:
            self.connections.append(Node("C", ("OO", np.int64(child), np.int64(parent))))

    def counts(self) -> dict[str, int]:
        """Number of objects of each kind."""
        found: dict[str, int] = {}
        for node in self.nodes:
            found[node.name] = found.get(node.name, 0) + 1
        return found


def add_properties(node: Node, rows: list[tuple[str, str, Any]]) -> None:
    """Appends a table of properties: name, type and value of each, in their order."""
    table = node.add("Properties70")
    for name, kind, value in rows:
        table.add("P", name, *_TYPES[kind], *_plain(value))


def _plain(value: Any) -> tuple[Property, ...]:
    if value is None:
        return ()
    if isinstance(value, tuple | list | np.ndarray):
        return tuple(float(each) for each in value)
    if isinstance(value, bool):
        return (int(value),)
    return (value,)
